// The rows of a sheet of a workbook (ECMA-376), as a stream.
import { type FileFormat, MAX_CELL_LENGTH, MAX_IMPORT_COLUMNS } from '../../../../domain/ledger/import.ts';
import { type CellKind, type RowCells, type VisitRow } from '../row/cells.ts';
import { refusal } from '../row/columns.ts';
import type { OpenFile } from '../row/file.ts';
import { type TableReader, TableStart } from '../row/header.ts';
import type { ReadingControl } from '../row/reading.ts';
import { readShared, readWorkbook, type Sheet, unescaped, type Workbook } from './parts.ts';
import { type Attributes, readXml } from './xml.ts';
import { ZipParts } from './zip.ts';

/** Rows and columns that a sheet can have. */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;
const MAX_CELLS = MAX_IMPORT_COLUMNS + 1;
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const ODD = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]/;

class WorkbookRow implements RowCells {
  line = 0;
  /** Behind the last cell that is not empty, and no less than the table has columns. */
  count = 0;
  readonly fault = null;
  isOdd = false;
  columns = 0;
  readonly #texts: string[] = [];
  readonly #kinds: CellKind[] = [];
  readonly #dates: (string | null)[] = [];

  begin(line: number): void {
    this.line = line;
    this.count = this.columns;
    this.isOdd = false;
    this.#texts.length = 0;
    this.#kinds.length = 0;
    this.#dates.length = 0;
  }

  put(index: number, text: string, kind: CellKind, date: string | null): void {
    this.count = Math.max(this.count, index + 1);
    if (index >= MAX_CELLS) return;
    if (text.length > MAX_CELL_LENGTH || ODD.test(text)) this.isOdd = true;
    this.#texts[index] = text;
    this.#kinds[index] = kind;
    this.#dates[index] = date;
  }

  cell(index: number): string {
    return this.#texts[index] ?? '';
  }

  kind(index: number): CellKind {
    return this.#kinds[index] ?? 'text';
  }

  date(index: number): string {
    return this.#dates[index] ?? this.cell(index);
  }

  text(most: number): string {
    return Array.from({ length: Math.min(this.count, MAX_CELLS) }, (_, index) => this.cell(index).slice(0, most))
      .join('\t')
      .slice(0, most);
  }

  get isBlank(): boolean {
    return this.count <= MAX_CELLS && this.#texts.every((text) => text.trim() === '');
  }
}

class SheetRows {
  readonly #workbook: Workbook;
  readonly #shared: readonly string[];
  readonly #visit: VisitRow;
  readonly #row = new WorkbookRow();
  #line = 0;
  #column = -1;
  #type = 'n';
  #isDate = false;
  /** Within the element that holds the cell's value. */
  #isValue = false;
  #value = '';
  #phonetic = 0;

  constructor(workbook: Workbook, shared: readonly string[], visit: VisitRow) {
    this.#workbook = workbook;
    this.#shared = shared;
    this.#visit = visit;
  }

  expect(columns: number): void {
    this.#row.columns = columns;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.#beginRow(attributes['r']);
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'rPh') this.#phonetic += 1;
    this.#isValue = (name === 'v' || name === 't') && this.#phonetic === 0;
  }

  text(piece: string): void {
    if (this.#isValue && this.#value.length <= MAX_CELL_LENGTH) this.#value += piece;
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === 'rPh') this.#phonetic -= 1;
    else if (name === 'c') this.#endCell();
    else if (name === 'row' && !this.#row.isBlank) this.#visit(this.#row);
  }

  #beginRow(number: string | undefined): void {
    const line = number === undefined ? this.#line + 1 : Number(number);
    if (!Number.isInteger(line) || line <= this.#line || line > MAX_ROW) throw refusal('workbook-broken', 'rows');
    this.#line = line;
    this.#column = -1;
    this.#row.begin(line);
  }

  #beginCell({ r, t = 'n', s }: Attributes): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    if (this.#column >= MAX_COLUMN) throw refusal('workbook-broken', 'columns');
    this.#type = t;
    this.#isDate = s !== undefined && this.#workbook.dateStyles[Number(s)] === true;
    this.#value = '';
  }

  #endCell(): void {
    const value = this.#value;
    if (value === '') return;
    const put = (text: string, kind: CellKind, date: string | null = null): void =>
      this.#row.put(this.#column, text, kind, date);
    switch (this.#type) {
      case 's': {
        const text = this.#shared[Number(value)];
        if (text === undefined) throw refusal('workbook-broken', 'shared texts');
        if (text !== '') put(text, 'text');
        return;
      }
      case 'b':
        put(value.trim() === '1' ? 'TRUE' : 'FALSE', 'text');
        return;
      case 'e':
        put(value, 'error');
        return;
      case 'd':
        put(value.trim(), 'date');
        return;
      case 'n':
        this.#endNumber(value.trim(), put);
        return;
      default:
        put(unescaped(value), 'text');
    }
  }

  #endNumber(text: string, put: (text: string, kind: CellKind, date: string | null) => void): void {
    const value = doubleOf(text);
    if (value === null) throw refusal('workbook-broken', 'numbers');
    const date = serialDate(value, this.#workbook.is1904);
    if (this.#isDate && date !== null) {
      put(date, 'date', date);
      return;
    }
    const exact = exactText(value);
    put(exact ?? text, exact === null ? 'rounded' : 'number', date);
  }
}

/** 2 of "C5". */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length && at < 4; at += 1) {
    const code = place.charCodeAt(at);
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + code - 0x40;
  }
  if (column === 0) throw refusal('workbook-broken', 'columns');
  return column - 1;
}

export interface OpenWorkbook {
  readonly sheets: readonly Sheet[];
  /** Visits the rows of a sheet from a line on, until it `isEnough`. `expected` is told to whoever has to tell how many columns there are. */
  readonly rows: (sheet: Sheet, fromLine: number, visits: SheetVisit, control: ReadingControl | null) => void;
}

export interface SheetVisit {
  readonly visit: VisitRow;
  readonly onExpect: (expect: (columns: number) => void) => void;
  readonly isEnough: () => boolean;
}

/** Opens a workbook. Throws FailureError `file-refused`. */
export function openWorkbook(file: OpenFile): OpenWorkbook {
  if (file.look === 'compound')
    throw isEncrypted(file)
      ? refusal('workbook-encrypted')
      : refusal('not-a-table', 'a workbook of the old kind (XLS)');
  const parts = new ZipParts(file);
  const workbook = readWorkbook(parts);
  let shared: readonly string[] | null = null;
  return {
    sheets: workbook.sheets,
    rows(sheet, fromLine, { visit, onExpect, isEnough }, control) {
      shared ??= workbook.sharedPart === null ? [] : readShared(parts, workbook.sharedPart, control);
      const rows = new SheetRows(workbook, shared, (row) => {
        if (row.line >= fromLine && !isEnough()) visit(row);
      });
      onExpect((columns) => rows.expect(columns));
      const open = rows.open.bind(rows);
      readXml(parts, sheet.part, { open, close: rows.close.bind(rows), text: rows.text.bind(rows), isEnough }, control);
    },
  };
}

/** The stream in which an encrypted workbook lies within a compound file. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

function isEncrypted(file: OpenFile): boolean {
  const step = 1_048_576;
  for (let at = 0; at < file.bytes; at += step)
    if (file.at(at, step + ENCRYPTED.length).includes(ENCRYPTED)) return true;
  return false;
}

/** The sheet of that name; the first where none is named. Throws FailureError `file-refused`. */
export function chosenSheet(sheets: readonly Sheet[], name: string | null): Sheet {
  const sheet = name === null ? sheets[0] : sheets.find((own) => own.name === name);
  if (sheet === undefined) throw refusal('no-such-sheet', name ?? undefined);
  return sheet;
}

/** Reads all rows of a sheet. Throws FailureError `file-refused` or `cancelled`. */
export function readSheet(file: OpenFile, format: FileFormat, control: ReadingControl, reader: TableReader): void {
  const workbook = openWorkbook(file);
  let expect = (_columns: number): void => undefined;
  const start = new TableStart(format.headerLine > 0, reader, (columns) => expect(columns));
  const visits: SheetVisit = {
    visit: (row) => start.visit(row),
    onExpect: (told) => {
      expect = told;
    },
    isEnough: () => false,
  };
  workbook.rows(chosenSheet(workbook.sheets, format.sheet), Math.max(1, format.headerLine), visits, control);
  start.end();
}

/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Zeros that are written out; beyond, it is no amount and no id. */
const MAX_ZEROS = 40;
const DAY_MS = 86_400_000;
/** Where day 0 would be: the calendar of 1900 has a 29 February too many, before which nothing is kept. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const FIRST_SOUND_DAY_1900 = 61;
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const END_OF_CALENDAR = Date.UTC(10_000, 0, 1);

/** The double of a cell; null when the text is no number. */
function doubleOf(text: string): number | null {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** The exact decimal text that the double stands for; null when it takes more digits than were ever typed. */
export function exactText(value: number): string | null {
  const [mantissa = '', power = '0'] = value.toExponential(DIGITS - 1).split('e');
  if (Number(`${mantissa}e${power}`) !== value) return null;
  const digits = mantissa.replace(/[-.]/g, '').replace(/0+$/, '');
  if (digits === '') return '0';
  const point = Number(power) + 1;
  if (Math.abs(point) > MAX_ZEROS) return null;
  const sign = value < 0 ? '-' : '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** "2026-11-21", or "2026-11-21T14:03:09" when it has a time; to the millisecond. Null outside of the calendar. */
export function serialDate(value: number, is1904: boolean): string | null {
  if (value < (is1904 ? 0 : FIRST_SOUND_DAY_1900)) return null;
  const ms = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(value * DAY_MS);
  if (!(ms < END_OF_CALENDAR)) return null;
  const text = new Date(ms).toISOString();
  if (ms % DAY_MS === 0) return text.slice(0, 10);
  return ms % 1000 === 0 ? text.slice(0, 19) : text.slice(0, 23);
}
