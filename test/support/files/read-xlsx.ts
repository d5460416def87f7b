/**
 * A small reader of workbooks for tests: sheets as rows of cells with their kind, and every formula there is. It knows the format
 * (ECMA-376) and how ZIP archives lie, not how we write either, and shares no library with what writes them.
 */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import sax from 'sax';

export interface ReadCell {
  readonly kind: 'number' | 'text' | 'date';
  /** A number as its text in the file, a date as "2026-11-21T14:03:09.500" without a zone. */
  readonly value: string;
  readonly style: number;
}

export interface ReadSheet {
  readonly name: string;
  /** By column letters. */
  readonly rows: readonly ReadonlyMap<string, ReadCell>[];
  readonly formulas: number;
  readonly xml: string;
}

/** All sheets of the file, and the parts of the archive as text. */
export function readXlsx(path: string): {
  readonly sheets: readonly ReadSheet[];
  readonly parts: ReadonlyMap<string, string>;
} {
  const parts = unzipped(readFileSync(path));
  const names: string[] = [];
  eachTag(parts.get('xl/workbook.xml') ?? '', (tag, attributes) => {
    if (tag === 'sheet') names.push(attributes['name'] ?? '');
  });
  const dates = dateStyles(parts.get('xl/styles.xml') ?? '');
  const sheets = names.map((name, index) =>
    readSheet(name, parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? '', dates),
  );
  return { sheets, parts };
}

/** A sheet as a table: its rows by the titles of the first one. */
export function tableOf({ rows }: ReadSheet): {
  readonly titles: readonly string[];
  readonly rows: readonly Readonly<Record<string, ReadCell>>[];
} {
  const [head, ...others] = rows;
  const titles = new Map([...(head ?? [])].map(([column, { value }]) => [column, value]));
  return {
    titles: [...titles.values()],
    rows: others.map((row) => Object.fromEntries([...row].map(([column, cell]) => [titles.get(column) ?? '', cell]))),
  };
}

/** The parts by their names, as the directory at the end of the archive has them. */
function unzipped(bytes: Buffer): ReadonlyMap<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('no archive');
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(from, from + packed);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(method === 0 ? data : inflateRawSync(data));
    parts.set(bytes.toString('utf8', at + 46, at + 46 + (name ?? 0)), text);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return parts;
}

type Attributes = Readonly<Record<string, string>>;

function eachTag(
  xml: string,
  open: (tag: string, attributes: Attributes) => void,
  more: { readonly text?: (text: string) => void; readonly close?: (tag: string) => void } = {},
): void {
  const reading = sax.parser(true);
  Object.assign(reading, {
    onerror: (error: Error) => {
      throw error;
    },
    onopentag: ({ name, attributes }: sax.Tag) => open(name, attributes),
    ontext: (text: string) => more.text?.(text),
    onclosetag: (tag: string) => more.close?.(tag),
  } satisfies Partial<sax.SAXParser>);
  reading.write(xml).close();
}

/** By the numbers that cells have: does the style show a date? */
function dateStyles(xml: string): readonly boolean[] {
  const formats = new Map<string, string>();
  const styles: boolean[] = [];
  let isCells = false;
  eachTag(
    xml,
    (tag, attributes) => {
      if (tag === 'numFmt') formats.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      if (tag === 'cellXfs') isCells = true;
      if (tag !== 'xf' || !isCells) return;
      const id = attributes['numFmtId'] ?? '0';
      styles.push(/[ymdhs]/i.test(formats.get(id) ?? '') || (Number(id) >= 14 && Number(id) <= 22));
    },
    { close: (tag) => (isCells = isCells && tag !== 'cellXfs') },
  );
  return styles;
}

function readSheet(name: string, xml: string, dates: readonly boolean[]): ReadSheet {
  const rows: Map<string, ReadCell>[] = [];
  let formulas = 0;
  let cell: { readonly column: string; readonly style: number; readonly type: string; text: string } | null = null;
  let isValue = false;
  eachTag(
    xml,
    (tag, { r = '', s = '0', t = 'n' }) => {
      if (tag === 'row') rows.push(new Map());
      if (tag === 'c') cell = { column: r.replace(/\d+$/, ''), style: Number(s), type: t, text: '' };
      if (tag === 'f' || (tag === 'c' && (t === 'str' || t === 'e'))) formulas += 1;
      isValue = tag === 'v' || tag === 't';
    },
    {
      text: (text) => {
        if (cell !== null && isValue) cell.text += text;
      },
      close: (tag) => {
        isValue = false;
        if (tag !== 'c' || cell === null) return;
        rows.at(-1)?.set(cell.column, cellOf(cell, dates[cell.style] ?? false));
        cell = null;
      },
    },
  );
  return { name, rows, formulas, xml };
}

function cellOf(
  { type, text, style }: { readonly type: string; readonly text: string; readonly style: number },
  isDate: boolean,
): ReadCell {
  if (type === 'inlineStr') {
    const value = text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    return { kind: 'text', value, style };
  }
  if (!isDate) return { kind: 'number', value: text, style };
  const ms = Date.UTC(1899, 11, 30) + Math.round(Number(text) * 86_400_000);
  return { kind: 'date', value: new Date(ms).toISOString().slice(0, -1), style };
}
