// The parts of a workbook around its rows: which sheets there are, its shared texts, which cells are dates.
import { MAX_CELL_LENGTH } from '../../../../domain/ledger/import.ts';
import { refusal } from '../row/columns.ts';
import type { ReadingControl } from '../row/reading.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './zip.ts';

/** UTF-16 units of all shared texts together. */
const MAX_SHARED = 268_435_456;
const MAX_SHARED_TEXTS = 4_000_000;
const MAX_SHEETS = 1000;
const MAX_STYLES = 100_000;
/** Formats of numbers that every workbook has, and that are dates or times. */
const DATE_FORMATS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

export interface Sheet {
  readonly name: string;
  readonly part: string;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  readonly sharedPart: string | null;
  /** By the numbers that cells have. */
  readonly dateStyles: readonly boolean[];
}

/** What a workbook is besides its rows. Throws FailureError `file-refused`. */
export function readWorkbook(parts: ZipParts): Workbook {
  const main = relationsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!parts.has(main) || main.endsWith('.bin')) throw refusal('not-a-table', otherArchive(parts));
  const relations = relationsOf(parts, main);
  const found: { readonly name: string; readonly id: string }[] = [];
  let is1904 = false;
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
    if (name !== 'sheet' || found.length >= MAX_SHEETS) return;
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
    found.push({ name: attributes['name'] ?? '', id });
  };
  readXml(parts, main, { open }, null);
  const sheets = found.flatMap(({ name, id }) => {
    const relation = relations.find((own) => own.id === id && own.type === 'worksheet');
    return relation === undefined || !parts.has(relation.target) ? [] : [{ name, part: relation.target }];
  });
  if (sheets.length === 0) throw refusal('workbook-broken', 'no sheet in it');
  const styles = relations.find(({ type }) => type === 'styles')?.target;
  const shared = relations.find(({ type }) => type === 'sharedStrings')?.target;
  return {
    sheets,
    is1904,
    sharedPart: shared !== undefined && parts.has(shared) ? shared : null,
    dateStyles: styles !== undefined && parts.has(styles) ? dateStylesOf(parts, styles) : [],
  };
}

/** What an archive without a workbook is, as far as its parts say it. */
function otherArchive(parts: ZipParts): string {
  if (parts.has('xl/workbook.bin')) return 'a binary workbook (XLSB)';
  return parts.has('mimetype') && parts.has('content.xml') ? 'an OpenDocument file (ODS)' : 'an archive (ZIP)';
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on';
}

interface Relation {
  readonly id: string;
  /** The last word of its type. */
  readonly type: string;
  /** A part of the archive; what lies elsewhere is never looked at. */
  readonly target: string;
}

function relationsOf(parts: ZipParts, part: string): readonly Relation[] {
  const cut = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, cut);
  const own = `${folder}_rels/${part.slice(cut)}.rels`;
  if (!parts.has(own)) return [];
  const relations: Relation[] = [];
  const open = (
    name: string,
    { Id = '', Type = '', Target = '', TargetMode }: Readonly<Record<string, string>>,
  ): void => {
    if (name !== 'Relationship' || TargetMode === 'External' || relations.length > MAX_SHEETS * 10) return;
    relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: within(folder, Target) });
  };
  readXml(parts, own, { open }, null);
  return relations;
}

/** The path of a part within the archive. */
function within(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** The texts that cells refer to by number. Throws FailureError `file-refused` or `cancelled`. */
export function readShared(parts: ZipParts, part: string, control: ReadingControl | null): readonly string[] {
  const texts: string[] = [];
  let [text, total] = ['', 0];
  let [isText, phonetic] = [false, 0];
  const open = (name: string): void => {
    if (name === 'si') text = '';
    else if (name === 'rPh') phonetic += 1;
    isText = name === 't' && phonetic === 0;
  };
  const close = (name: string): void => {
    isText = false;
    if (name === 'rPh') phonetic -= 1;
    if (name !== 'si') return;
    total += text.length;
    if (total > MAX_SHARED || texts.length >= MAX_SHARED_TEXTS) throw refusal('workbook-bomb', part);
    texts.push(unescaped(text));
  };
  const more = (piece: string): void => {
    if (isText && text.length <= MAX_CELL_LENGTH) text += piece;
  };
  readXml(parts, part, { open, close, text: more }, control);
  return texts;
}

/** What XML cannot hold stands as its code in a text of a workbook. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function dateStylesOf(parts: ZipParts, part: string): readonly boolean[] {
  const custom = new Map<string, boolean>();
  const styles: boolean[] = [];
  let isCells = false;
  const open = (name: string, { numFmtId = '', formatCode = '' }: Readonly<Record<string, string>>): void => {
    if (name === 'numFmt' && custom.size < MAX_STYLES) custom.set(numFmtId, isDateCode(formatCode));
    else if (name === 'cellXfs') isCells = true;
    else if (name === 'xf' && isCells && styles.length < MAX_STYLES) {
      styles.push(custom.get(numFmtId) ?? isDateFormat(Number(numFmtId)));
    }
  };
  const close = (name: string): void => {
    if (name === 'cellXfs') isCells = false;
  };
  readXml(parts, part, { open, close }, null);
  return styles;
}

function isDateFormat(id: number): boolean {
  return DATE_FORMATS.some(([from, to]) => id >= from && id <= to);
}

/** A format of numbers with a day, month, year, hour or second in it, outside of what it says literally. */
function isDateCode(code: string): boolean {
  const bare = code
    .slice(0, 500)
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmyhs]/i.test(bare.replaceAll(/general/gi, ''));
}
