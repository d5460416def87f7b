/**
 * Files of a merchant's own books for tests: a tiny writer of CSV and of workbooks that knows nothing of the reader, and that knows the physical
 * line of every row it writes. Not here: worlds with planted faults (ledger.ts).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { readEntries } from '../../../src/backend/files/reading/entry-reader.ts';
import type { EntryFacts, SourceKind } from '../../../src/domain/ledger/entry.ts';
import {
  PLAIN_CSV,
  type Encoding,
  type FileFormat,
  type Mapping,
  type Reject,
  type Separator,
} from '../../../src/domain/ledger/import.ts';

export const ORDER_MAPPING: Mapping = {
  columns: {
    ident: 'id',
    amount: 'amount',
    unit: 'currency',
    at: 'date',
    status: 'status',
    customer: 'customer',
    memo: 'memo',
  },
  unit: null,
  amountMeaning: 'ordered',
  statusWords: { paid: 'fulfilled', open: 'unfulfilled', cancelled: 'cancelled' },
  otherStatus: 'unknown',
};

export interface CsvDialect {
  readonly separator: Separator;
  readonly newline: '\n' | '\r\n' | '\r';
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  /** Quotes every cell, not only those that need it. */
  readonly quotesAll: boolean;
}

export const PLAIN_DIALECT: CsvDialect = {
  separator: ',',
  newline: '\r\n',
  encoding: 'utf-8',
  hasMark: false,
  quotesAll: false,
};

/** The bytes of the rows, and the line each begins in, from 1. */
export function writeCsv(
  rows: readonly (readonly string[])[],
  dialect: CsvDialect,
): { bytes: Buffer; lines: number[] } {
  let text = '';
  const lines: number[] = [];
  let line = 1;
  for (const row of rows) {
    lines.push(line);
    const written = row.map((cell) => {
      const must = dialect.quotesAll || cell.includes(dialect.separator) || /["\r\n]/.test(cell);
      return must ? `"${cell.split('"').join('""')}"` : cell;
    });
    const joined = written.join(dialect.separator);
    line += 1 + (joined.match(/\r\n|\r|\n/g)?.length ?? 0);
    text += joined + dialect.newline;
  }
  return { bytes: encodeText(text, dialect.encoding, dialect.hasMark), lines };
}

const WINDOWS_SIGNS = new Map(
  Array.from('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ', (sign) => [sign, new TextDecoder('windows-1252')] as const),
);

/** A text in one of the encodings. What Windows-1252 does not have must not be in it. */
export function encodeText(text: string, encoding: Encoding, hasMark: boolean): Buffer {
  const marked = hasMark && encoding !== 'windows-1252' ? `\ufeff${text}` : text;
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(marked, 'utf8');
    case 'utf-16le':
      return Buffer.from(marked, 'utf16le');
    case 'utf-16be':
      return Buffer.from(marked, 'utf16le').swap16();
    case 'windows-1252':
      return Buffer.from(Array.from(text, (sign) => windowsByte(sign)));
  }
}

function windowsByte(sign: string): number {
  const decoder = WINDOWS_SIGNS.get(sign);
  if (decoder === undefined) return sign.charCodeAt(0);
  for (let byte = 0x80; byte < 0xa0; byte += 1) if (decoder.decode(Buffer.from([byte])) === sign) return byte;
  throw new RangeError(sign);
}

/** A cell of a workbook: a text, a number as it stands in the XML, a number with a style, or an error. */
export type SheetCell =
  | string
  | null
  | { readonly number: string; readonly style?: number | undefined }
  | { readonly error: string }
  | { readonly shared: number }
  | { readonly inline: string };

export interface TinyWorkbook {
  readonly name: string;
  readonly rows: readonly { readonly line: number; readonly cells: readonly SheetCell[] }[];
}

export interface WorkbookOptions {
  readonly shared?: readonly string[] | undefined;
  readonly is1904?: boolean | undefined;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Style 1 is a day (14), style 2 a time of its own format. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

/** The parts of a workbook, by their names in the archive. */
export function workbookParts(sheets: readonly TinyWorkbook[], options: WorkbookOptions = {}): Record<string, string> {
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    '_rels/.rels': `${DECLARATION}<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${options.is1904 === true ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(({ name }, index) => `<sheet name="${xml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships>${sheets
      .map((_, index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`))
      .join(
        '',
      )}${relation(100, 'styles', 'styles.xml')}${relation(101, 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `${DECLARATION}${STYLES}`,
    'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${MAIN}">${(options.shared ?? [])
      .map((text) => `<si><t xml:space="preserve">${xml(text)}</t></si>`)
      .join('')}</sst>`,
  };
  for (const [index, { rows }] of sheets.entries()) {
    const body = rows.map(
      ({ line, cells }) => `<row r="${line}">${cells.map((cell, at) => cellXml(cell, at, line)).join('')}</row>`,
    );
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData></worksheet>`;
  }
  return parts;
}

/** A workbook as bytes. */
export function writeWorkbook(sheets: readonly TinyWorkbook[], options: WorkbookOptions = {}): Buffer {
  return zipParts(workbookParts(sheets, options));
}

export function zipParts(parts: Readonly<Record<string, string>>): Buffer {
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return Buffer.from(zipSync(files));
}

function cellXml(cell: SheetCell, at: number, line: number): string {
  const place = `${columnName(at)}${line}`;
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${place}" t="str"><v>${xml(cell)}</v></c>`;
  if ('number' in cell) return `<c r="${place}" s="${cell.style ?? 0}"><v>${cell.number}</v></c>`;
  if ('error' in cell) return `<c r="${place}" t="e"><v>${cell.error}</v></c>`;
  if ('shared' in cell) return `<c r="${place}" t="s"><v>${cell.shared}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><r><t xml:space="preserve">${xml(cell.inline)}</t></r></is></c>`;
}

function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26);
}

function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** What came of a file. */
export interface ReadRows {
  readonly entries: readonly EntryFacts[];
  readonly rejects: readonly Reject[];
  readonly whole: ReturnType<typeof readEntries>;
}

export interface ReadOptions {
  readonly format?: Partial<FileFormat> | undefined;
  readonly mapping?: Mapping | undefined;
  readonly kind?: SourceKind | undefined;
  readonly sourceId?: string | null | undefined;
  readonly mostRejects?: number | undefined;
  readonly today?: string | undefined;
  readonly withIds?: boolean | undefined;
}

/** Reads bytes as a file of their own, which is gone afterwards. */
export function readRows(bytes: Uint8Array | string, options: ReadOptions = {}): ReadRows {
  const entries: EntryFacts[] = [];
  const rejects: Reject[] = [];
  const whole = withFileOf(bytes, (path) =>
    readEntries(
      {
        path,
        sourceKind: options.kind ?? 'orders',
        sourceId: options.sourceId ?? null,
        format: { ...PLAIN_CSV, ...options.format },
        mapping: options.mapping ?? ORDER_MAPPING,
        mostRejects: options.mostRejects,
        withIds: options.withIds,
        today: options.today ?? '2026-12-31',
      },
      { isCancelled: () => false, report: () => undefined },
      { entry: (entry) => entries.push(entry), reject: (reject) => rejects.push(reject) },
    ),
  );
  return { entries, rejects, whole };
}

/** Does something with a file of these bytes. */
export function withFileOf<Result>(bytes: Uint8Array | string, work: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, bytes);
    return work(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
