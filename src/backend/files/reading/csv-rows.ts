// Cutting CSV into rows as it comes, each with the physical line it begins in (RFC 4180, with any of the four separators and CRLF, LF or CR). What
// cannot be believed costs one line, never more: after a quotation mark that nothing closes, or that closes where no cell can end, the very next line
// is read as a row again. papaparse was measured and is not used: it is about as fast, but knows no physical lines, and takes all that follows an
// open quotation mark for one cell.
import { MAX_CELL_LENGTH, MAX_IMPORT_COLUMNS, type Separator } from '../../../domain/ledger/import.ts';
import { type CellKind, type RowCells, type VisitRow } from './row/cells.ts';

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
const TAB = 0x09;
/** UTF-16 units within which a quotation mark has to be closed: a cell that is too long is still told from one that never ends. */
const MAX_QUOTED = 2 * MAX_CELL_LENGTH;
/** UTF-16 units of a row, more than its columns may have together. */
const MAX_ROW = 8_388_608;
/** Room beyond a piece for the beginning of the row that the next one ends. */
const SPARE = 4096;
/** Cells whose places are kept; of more only the number. */
const MAX_CELLS = MAX_IMPORT_COLUMNS + 1;

/** The row does not end within the text that is there. */
const UNFINISHED = -1;
const BROKEN = -2;

/** What a character is outside of quotation marks. */
const PLAIN = 0;
/** A control character, or half of one: the row has to be looked at. */
const ODD = 1;
const LINE_END = 2;
const SEPARATOR = 3;

function kindsWith(separator: Separator): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  kinds.fill(ODD, 0, 0x20);
  kinds.fill(ODD, 0x7f, 0xa0);
  kinds.fill(ODD, 0xd800, 0xe000);
  kinds[TAB] = PLAIN;
  kinds[CR] = LINE_END;
  kinds[LF] = LINE_END;
  kinds[separator.charCodeAt(0)] = SEPARATOR;
  return kinds;
}

const KINDS = {
  ',': kindsWith(','),
  ';': kindsWith(';'),
  '\t': kindsWith('\t'),
  '|': kindsWith('|'),
} as const satisfies Readonly<Record<Separator, Uint8Array>>;

/** A text and its UTF-16 units beside it, in which looking for something takes a fraction of the time; a line feed stands behind the last one. */
class Units {
  #units = new Uint16Array(0);

  /** Valid until the next. */
  of(text: string): Uint16Array {
    if (this.#units.length <= text.length) this.#units = new Uint16Array(text.length + SPARE);
    Buffer.from(this.#units.buffer).write(text, 'utf16le');
    this.#units[text.length] = LF;
    return this.#units;
  }
}

class CsvRow implements RowCells {
  line = 0;
  count = 0;
  fault: RowCells['fault'] = null;
  isOdd = false;
  source = '';
  units: Uint16Array = new Uint16Array(0);
  from = 0;
  to = 0;
  readonly starts = new Int32Array(MAX_CELLS);
  readonly ends = new Int32Array(MAX_CELLS);
  readonly doubled = new Uint8Array(MAX_CELLS);

  begin({ text, units }: Piece, from: number, line: number): void {
    this.source = text;
    this.units = units;
    this.from = from;
    this.line = line;
    this.count = 0;
    this.fault = null;
    this.isOdd = false;
  }

  add(start: number, end: number, isDoubled: boolean): void {
    const { count } = this;
    this.count = count + 1;
    if (end - start > MAX_CELL_LENGTH) this.isOdd = true;
    if (count >= MAX_CELLS) return;
    this.starts[count] = start;
    this.ends[count] = end;
    this.doubled[count] = isDoubled ? 1 : 0;
  }

  cell(index: number): string {
    if (index >= this.count || index >= MAX_CELLS) return '';
    const text = this.source.slice(this.starts[index], this.ends[index]);
    return this.doubled[index] === 1 ? text.replaceAll('""', '"') : text;
  }

  kind(_index: number): CellKind {
    return 'text';
  }

  date(index: number): string {
    return this.cell(index);
  }

  text(most: number): string {
    return this.source.slice(this.from, Math.min(this.to, this.from + most));
  }

  /** Nothing but white space, however many separators. */
  get isBlank(): boolean {
    // Nearly every row has something in its first cell.
    for (let index = 0; index < Math.min(this.count, MAX_CELLS); index += 1) {
      const start = this.starts[index] ?? 0;
      const end = this.ends[index] ?? 0;
      if (start !== end && this.source.slice(start, end).trim() !== '') return false;
    }
    return this.count <= MAX_CELLS;
  }
}

interface Piece {
  readonly text: string;
  readonly units: Uint16Array;
  /** Nothing follows. */
  readonly isLast: boolean;
}

/** Rows of a text that comes in pieces. */
export class CsvRows {
  readonly #separator: number;
  readonly #kinds: Uint8Array;
  readonly #visit: VisitRow;
  readonly #row = new CsvRow();
  readonly #units = new Units();
  #rest = '';
  #line = 1;
  /** Lines at the beginning that are none of the table and are not looked into. */
  #linesToSkip: number;
  /** Within a line that was given up as too long. */
  #isGivenUp = false;
  #columns: number | null = null;
  /** Line breaks within the cells of the row. */
  #breaks = 0;
  /** The quoted cell has doubled quotation marks. */
  #hasDoubled = false;

  /** `firstLine`: where the table begins; what stands before it is passed over line by line. */
  constructor(separator: Separator, firstLine: number, visit: VisitRow) {
    this.#separator = separator.charCodeAt(0);
    this.#kinds = KINDS[separator];
    this.#linesToSkip = Math.max(0, firstLine - 1);
    this.#visit = visit;
  }

  /** How many cells a row has: one over several lines that has others is no row, but a quotation mark that was not meant. */
  expect(columns: number): void {
    this.#columns = columns;
  }

  /** The next piece of the text. */
  push(piece: string): void {
    this.#read(this.#rest + piece, false);
  }

  /** Nothing follows. */
  end(): void {
    this.#read(this.#rest, true);
  }

  #read(text: string, isLast: boolean): void {
    const piece: Piece = { text, units: this.#units.of(text), isLast };
    let at = 0;
    while (at < text.length) {
      const isPassing = this.#linesToSkip > 0 || this.#isGivenUp;
      const next = isPassing ? this.#pass(piece, at) : this.#next(piece, at);
      if (next === UNFINISHED) break;
      at = next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > MAX_ROW) this.#giveUp();
  }

  /** Past the end of a line that is not read, or as far as it is there. */
  #pass(piece: Piece, from: number): number {
    const next = afterLine(piece, lineEnd(piece, from));
    if (next === UNFINISHED) {
      const { length } = piece.text;
      // A carriage return at the end waits for what may belong to it.
      const end = piece.units[length - 1] === CR ? length - 1 : length;
      return end > from ? end : UNFINISHED;
    }
    this.#line += 1;
    this.#isGivenUp = false;
    if (this.#linesToSkip > 0) this.#linesToSkip -= 1;
    return next;
  }

  /** Reads a row and hands it over; answers where the next begins. */
  #next(piece: Piece, from: number): number {
    const row = this.#row;
    row.begin(piece, from, this.#line);
    let next = this.#cells(piece, from);
    if (next === UNFINISHED) return UNFINISHED;
    let lines = 1 + this.#breaks;
    if (next === BROKEN || (this.#breaks > 0 && !this.#fits())) {
      next = this.#breakOff(piece, from);
      if (next === UNFINISHED) return UNFINISHED;
      lines = 1;
    }
    this.#line += lines;
    if (row.fault !== null || !row.isBlank) this.#visit(row);
    return next;
  }

  #fits(): boolean {
    const { count } = this.#row;
    if (this.#columns === null || count === this.#columns) return true;
    if (count < this.#columns) return false;
    for (let index = this.#columns; index < count; index += 1) if (this.#row.cell(index) !== '') return false;
    return true;
  }

  /** Only the first line of the row is given up. */
  #breakOff(piece: Piece, from: number): number {
    const end = lineEnd(piece, from);
    const row = this.#row;
    row.fault = 'broken-quotes';
    row.count = 0;
    row.to = end;
    return afterLine(piece, end);
  }

  /** Finds the cells of the row; answers where the next row begins. */
  #cells(piece: Piece, from: number): number {
    const row = this.#row;
    const kinds = this.#kinds;
    const { units } = piece;
    const end = piece.text.length;
    let at = from;
    this.#breaks = 0;
    for (;;) {
      const start = at;
      if (units[at] === QUOTE && at < end) {
        const close = this.#closing(piece, at + 1);
        if (close < 0) return close;
        row.add(start + 1, close, this.#hasDoubled);
        at = close + 1;
        if (kinds[units[at] ?? 0] !== LINE_END && units[at] !== this.#separator) return BROKEN;
      } else {
        for (;;) {
          const kind = kinds[units[at] ?? 0];
          if (kind === PLAIN) at += 1;
          else if (kind !== ODD) break;
          else {
            row.isOdd = true;
            at += 1;
          }
        }
        row.add(start, at, false);
      }
      if (at >= end || units[at] !== this.#separator) {
        row.to = at;
        return afterLine(piece, at);
      }
      at += 1;
    }
  }

  /** Where the quotation mark is that closes a cell. */
  #closing({ text, units, isLast }: Piece, from: number): number {
    const end = Math.min(text.length, from + MAX_QUOTED);
    const kinds = this.#kinds;
    this.#hasDoubled = false;
    for (let at = from; at < end; at += 1) {
      const unit = units[at] ?? 0;
      if (unit === QUOTE) {
        // Whether it is doubled is not known yet.
        if (at + 1 === text.length && !isLast) return UNFINISHED;
        if (units[at + 1] !== QUOTE || at + 1 === text.length) return at;
        this.#hasDoubled = true;
        at += 1;
      } else if (unit === LF || (unit === CR && units[at + 1] !== LF)) this.#breaks += 1;
      else if (kinds[unit] === ODD) this.#row.isOdd = true;
    }
    return end === text.length && !isLast ? UNFINISHED : BROKEN;
  }

  /** A line longer than any row: it is a row that cannot be read, and the rest of the line goes unread. */
  #giveUp(): void {
    const row = this.#row;
    row.begin({ text: this.#rest, units: new Uint16Array(0), isLast: false }, 0, this.#line);
    row.to = this.#rest.length;
    row.fault = 'cell-too-long';
    this.#visit(row);
    this.#isGivenUp = true;
    this.#rest = this.#rest.charCodeAt(this.#rest.length - 1) === CR ? '\r' : '';
  }
}

/** Where the line ends that begins here, or the text does. */
function lineEnd({ units }: Piece, from: number): number {
  let at = from;
  while (units[at] !== LF && units[at] !== CR) at += 1;
  return at;
}

/** Where the next line begins after a line that ends here. */
function afterLine({ text, units, isLast }: Piece, at: number): number {
  const { length } = text;
  if (at >= length) return isLast ? length : UNFINISHED;
  if (units[at] === LF) return at + 1;
  if (at + 1 < length) return units[at + 1] === LF ? at + 2 : at + 1;
  return isLast ? at + 1 : UNFINISHED;
}
