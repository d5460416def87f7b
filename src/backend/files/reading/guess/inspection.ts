// A look at the beginning of a file: how it is to be read and what its columns mean, as far as that can be guessed.
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import {
  DATE_ORDERS,
  type DateOrder,
  type DecimalMark,
  type FileFormat,
  type Inspection,
  type Mapping,
  MAX_IMPORT_COLUMNS,
  MAX_REJECT_VALUE,
  type ThousandsMark,
} from '../../../../domain/ledger/import.ts';
import { isTimeZone } from '../../../../domain/kernel/time/time.ts';
import { dayOf } from '../cell-date.ts';
import { Decoder } from '../decode.ts';
import { type Guess, guessEncoding } from './encoding.ts';
import { guessMapping, type SeenColumn } from './mapping.ts';
import { firstRows, guessHeader, guessSeparator, type SeenRow } from './table.ts';
import type { CellKind, RowCells } from '../row/cells.ts';
import { refusal } from '../row/columns.ts';
import { type OpenFile, withFile } from '../row/file.ts';
import { defaultTitles, titlesOf } from '../row/header.ts';
import { chosenSheet, openWorkbook } from '../workbook/rows.ts';

interface Marks {
  readonly decimal: DecimalMark;
  readonly thousands: ThousandsMark;
}

const BARE = /\d[\d\s.,'’\u00a0\u202f]*/u;

/** What the amounts say together; doubtful where "1,234" may be both. */
function guessMarks(samples: readonly string[]): Guess<Marks> {
  const votes = { '.': 0, ',': 0 };
  const groups = new Set<ThousandsMark>();
  let unclear: DecimalMark | null = null;
  for (const sample of samples) {
    const bare = BARE.exec(sample)?.[0].trim() ?? '';
    if (/\d[\s\u00a0\u202f]\d{3}(?!\d)/u.test(bare)) groups.add(' ');
    if (/\d['’]\d{3}(?!\d)/.test(bare)) groups.add("'");
    const says = markOf(bare);
    if (says === null) continue;
    if ('unclear' in says) unclear ??= says.unclear;
    else {
      if (says.decimal !== null) votes[says.decimal] += 1;
      if (says.thousands !== null) groups.add(says.thousands);
    }
  }
  const isSplit = votes['.'] > 0 && votes[','] > 0;
  const isSilent = votes['.'] + votes[','] === 0;
  // Where marks of thousands are seen, the decimal mark is the other one.
  const byGroups: DecimalMark = groups.has('.') ? ',' : '.';
  const decimal: DecimalMark = isSilent ? byGroups : votes[','] > votes['.'] ? ',' : '.';
  const isUnclear = isSilent && unclear !== null && !groups.has(unclear);
  const other: ThousandsMark = decimal === '.' ? ',' : '.';
  const thousands = [...groups].find((mark) => mark !== decimal) ?? (unclear === other ? other : '');
  return { value: { decimal, thousands }, isDoubtful: isSplit || isUnclear };
}

/** True when an amount cannot be read with the marks because its own are other ones: "0.250" where a comma is the decimal mark. */
function speaksAgainst(samples: readonly string[], { decimal, thousands }: Marks): boolean {
  return samples.some((sample) => {
    const says = markOf(BARE.exec(sample)?.[0].trim() ?? '');
    if (says === null || 'unclear' in says) return false;
    const isOther = says.decimal !== null && says.decimal !== decimal;
    return isOther || (says.thousands !== null && says.thousands !== thousands);
  });
}

type Says =
  | { readonly unclear: DecimalMark }
  | { readonly decimal: DecimalMark | null; readonly thousands: DecimalMark | null };

function markOf(bare: string): Says | null {
  const [point, comma] = [bare.lastIndexOf('.'), bare.lastIndexOf(',')];
  if (point < 0 && comma < 0) return null;
  if (point >= 0 && comma >= 0) {
    return point > comma ? { decimal: '.', thousands: ',' } : { decimal: ',', thousands: '.' };
  }
  const mark: DecimalMark = point >= 0 ? '.' : ',';
  const places = bare.split(mark);
  if (places.length > 2) return { decimal: null, thousands: mark };
  const [whole = '', fraction = ''] = places;
  // "0.123" and "1234.567" cannot be thousands.
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return { unclear: mark };
  return { decimal: mark, thousands: null };
}

/** Bytes of a text that are looked at. */
const HEAD = 262_144;
/** Rows that are looked at, and shown. */
const LOOK = 500;
const SHOWN = 20;
const SAMPLES = 5;
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

type Doubt = Inspection['doubts'][number];

/** What is known before a file is looked at. */
interface Asked {
  readonly known: Partial<FileFormat>;
  readonly kind: SourceKind;
  /** Of times without an offset, when nothing else is known. */
  readonly timeZone: string;
  /** What the columns of its source mean; of what is not among them the columns are guessed. */
  readonly columns?: Mapping['columns'];
}

/** What is read of a file before anything is guessed of its cells. */
interface Seen {
  readonly format: Pick<FileFormat, 'type' | 'encoding' | 'separator' | 'sheet'>;
  readonly sheets: readonly string[];
  readonly rows: readonly SeenRow[];
  readonly kinds: ReadonlyMap<number, readonly CellKind[]>;
  readonly doubts: readonly Doubt[];
}

/** What a look at the beginning tells. What `known` says holds, and is doubted where the file says something else. Throws FailureError `file-refused`. */
export function inspect(path: string, asked: Asked): Inspection {
  const { known } = asked;
  return withFile(path, (file) => {
    const isWorkbook = known.type === undefined ? file.look !== 'other' : known.type === 'xlsx';
    return inspection(isWorkbook ? seenWorkbook(file, known) : seenText(file, known), asked);
  });
}

function inspection(seen: Seen, { known, kind, timeZone, columns: own = {} }: Asked): Inspection {
  const doubts = new Set<Doubt>(seen.doubts);
  const told = <Value>(name: Doubt, value: Value | undefined, guess: () => Guess<Value>): Value => {
    if (value !== undefined) return value;
    const guessed = guess();
    if (guessed.isDoubtful) doubts.add(name);
    return guessed.value;
  };
  const headerLine = told('headerLine', known.headerLine, () => guessHeader(seen.rows));
  const begin = headerLine === 0 ? 0 : seen.rows.findIndex(({ line }) => line >= headerLine);
  const table = begin < 0 ? [] : seen.rows.slice(begin);
  const header = table[0];
  if (header === undefined) throw refusal('file-empty');
  const titles = headerLine === 0 ? defaultTitles(header.cells.length) : titlesOf(header.cells);
  if (titles.length > MAX_IMPORT_COLUMNS) throw refusal('too-many-columns', String(titles.length));
  const rows = headerLine === 0 ? table : table.slice(1);
  const columns = titles.map((title, index): SeenColumn => ({ title, samples: samplesOf(rows, index) }));
  const { mapping, statusWords } = guessMapping(columns, kind);

  const samplesOfField = (field: 'amount' | 'at'): readonly string[] => {
    const index = titles.indexOf(own[field] ?? mapping.columns[field] ?? '');
    // What a workbook knows itself needs no guess.
    return rows
      .filter(({ line }) => (seen.kinds.get(line)?.[index] ?? 'text') === 'text')
      .map(({ cells }) => cells[index] ?? '')
      .filter((cell) => cell.trim() !== '');
  };
  const [amounts, dates] = [samplesOfField('amount'), samplesOfField('at')];
  const marks = told('decimal', known.decimal === undefined ? undefined : marksOf(known, known.decimal), () =>
    guessMarks(amounts),
  );
  const dateOrder = told('dateOrder', known.dateOrder, () => guessDateOrder(dates));
  // What is remembered of a source was true of another file.
  if (known.decimal !== undefined && speaksAgainst(amounts, marks)) doubts.add('decimal');
  if (known.dateOrder !== undefined && isOtherOrder(dates, known.dateOrder)) doubts.add('dateOrder');
  const format: FileFormat = {
    ...seen.format,
    headerLine,
    decimal: marks.decimal,
    thousands: known.thousands ?? marks.thousands,
    dateOrder,
    timeZone: known.timeZone ?? zoneOfTitle(own.at ?? mapping.columns.at ?? '') ?? timeZone,
  };
  return {
    format,
    doubts: [...doubts],
    sheets: seen.sheets,
    columns: columns.map(({ title, samples }) => ({ title, samples: samples.slice(0, SAMPLES).map(shown) })),
    rows: rows.slice(0, SHOWN).map(({ line, cells }) => ({ line, cells: cells.map(shown) })),
    mapping,
    statusWords: statusWords.map(shown),
  };
}

function marksOf({ thousands = '' }: Partial<FileFormat>, decimal: FileFormat['decimal']) {
  return { decimal, thousands };
}

function samplesOf(rows: readonly SeenRow[], index: number): readonly string[] {
  return rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell.trim() !== '');
}

function shown(text: string): string {
  return text.slice(0, MAX_REJECT_VALUE).toWellFormed();
}

function seenText(file: OpenFile, known: Partial<FileFormat>): Seen {
  if (file.look !== 'other') throw refusal('not-a-table');
  const doubts: Doubt[] = [];
  const guess = guessEncoding(file);
  const { encoding = guess.value } = known;
  const text = beginningOf(file, encoding);
  const isOther = encoding !== guess.value && !guess.isDoubtful && beginningOf(file, guess.value) !== text;
  if (known.encoding === undefined ? guess.isDoubtful : isOther) doubts.push('encoding');
  const thing = otherThing(text);
  if (thing !== null) throw refusal('not-a-table', thing);
  const cut = guessSeparator(text);
  const { separator = cut.value } = known;
  const isCutOtherwise = separator !== cut.value && !cut.isDoubtful;
  if (known.separator === undefined ? cut.isDoubtful : isCutOtherwise) doubts.push('separator');
  // What stands before the titles may have quotation marks of its own: it is never looked into.
  const rows = firstRows(text, separator, known.headerLine ?? 1, LOOK);
  const isNamed = /^sep=/i.test(text);
  return {
    format: { type: 'csv', encoding, separator, sheet: null },
    sheets: [],
    rows: isNamed ? rows.filter(({ line }) => line > 1) : rows,
    kinds: new Map(),
    doubts,
  };
}

/** The text of the first bytes, to the end of a line; throws FailureError `file-refused` when it is no text. */
function beginningOf(file: OpenFile, encoding: FileFormat['encoding']): string {
  const head = file.at(0, HEAD);
  const isWhole = head.length === file.bytes;
  const text = new Decoder(encoding).text(head, isWhole);
  if ((text.match(CONTROLS)?.length ?? 0) * 50 > text.length) throw refusal('not-a-table');
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return isWhole || end < 0 ? text : text.slice(0, end + 1);
}

function seenWorkbook(file: OpenFile, known: Partial<FileFormat>): Seen {
  const workbook = openWorkbook(file);
  const sheet = chosenSheet(workbook.sheets, known.sheet ?? null);
  const rows: SeenRow[] = [];
  const kinds = new Map<number, readonly CellKind[]>();
  const visit = (row: RowCells): void => {
    const width = Math.min(row.count, MAX_IMPORT_COLUMNS + 1);
    rows.push({ line: row.line, cells: Array.from({ length: width }, (_, index) => row.cell(index)) });
    kinds.set(
      row.line,
      Array.from({ length: width }, (_, index) => row.kind(index)),
    );
  };
  workbook.rows(
    sheet,
    known.headerLine ?? 1,
    { visit, onExpect: () => undefined, isEnough: () => rows.length >= LOOK },
    null,
  );
  return {
    format: { type: 'xlsx', encoding: 'utf-8', separator: ',', sheet: sheet.name },
    sheets: workbook.sheets.map(({ name }) => name),
    rows,
    kinds,
    doubts: [],
  };
}

/** True when more texts are days in another order than in this one, and it is clear which. */
function isOtherOrder(samples: readonly string[], known: DateOrder): boolean {
  const { value, isDoubtful } = guessDateOrder(samples);
  if (isDoubtful || value === known) return false;
  const days = daysOf(samples);
  const read = (order: DateOrder): number => days.filter((day) => dayOf(day, order) !== null).length;
  return read(value) > read(known);
}

function daysOf(samples: readonly string[]): readonly string[] {
  return samples.map((sample) => sample.trim().split(/[T ,]/)[0] ?? '').filter((day) => day !== '');
}

/** The order that most texts can be read in; doubtful where two of them read all of them. */
function guessDateOrder(samples: readonly string[]): Guess<DateOrder> {
  const days = daysOf(samples);
  if (days.length === 0) return { value: 'iso', isDoubtful: false };
  const scored = DATE_ORDERS.map((order) => ({ order, read: days.filter((day) => dayOf(day, order) !== null).length }));
  const most = Math.max(...scored.map(({ read }) => read));
  const best = scored.filter(({ read }) => read === most).map(({ order }) => order);
  if (best.includes('iso')) return { value: 'iso', isDoubtful: most === 0 };
  // Days before months nearly everywhere.
  const value = best.includes('dmy') ? 'dmy' : (best[0] ?? 'iso');
  return { value, isDoubtful: best.includes('dmy') && best.includes('mdy') };
}

/** "finished_at (UTC)", "Date (Europe/Warsaw)": the dates of a workbook have no zone of their own. Null where the title names none. */
function zoneOfTitle(title: string): string | null {
  const name = /\(([^()]+)\)\s*$/.exec(title)?.[1]?.trim() ?? '';
  return (name === 'UTC' || name.includes('/')) && isTimeZone(name) ? name : null;
}

/** Files that people take for tables because a program named them so: how each begins, behind blanks; what people call it. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^%PDF-/, 'a PDF document'],
  [/^\{\\rtf/, 'a text document (RTF)'],
  [/^<(?:!doctype html|html|head|body|table|div|script)\b/i, 'a web page (HTML)'],
  [/^<(?:\?xml\b|[a-z][\w.-]*:[a-z])/i, 'an XML file'],
  [/^[[{]\s*["{[]/, 'a JSON file'],
];
const BEGINNING = 1000;

/** What the text is instead of a table, in words; null when nothing says so. */
function otherThing(text: string): string | null {
  const begin = text.slice(0, BEGINNING).trimStart();
  return BEGINNINGS.find(([beginning]) => beginning.test(begin))?.[1] ?? null;
}
