/**
 * A small reader of workbooks for tests: sheets as rows of cells with their kind, and every formula there is. It knows the format
 * (ECMA-376), not how we write it.
 */
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';

export interface ReadCell {
  readonly kind: 'number' | 'text';
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
  const files = unzipSync(readFileSync(path));
  const parts = new Map(
    Object.entries(files).map(([name, bytes]) => [name, new TextDecoder('utf-8', { fatal: true }).decode(bytes)]),
  );
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(
    ([, name = '']) => name,
  );
  const sheets = names.map((name, index) => readSheet(name, parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? ''));
  return { sheets, parts };
}

function readSheet(name: string, xml: string): ReadSheet {
  const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells = row.matchAll(/<c r="([A-Z]+)\d+"(?: s="(\d+)")?( t="inlineStr")?>(.*?)<\/c>/gs);
    return new Map(
      [...cells].map(([, column = '', style = '0', text, inner = '']) => [
        column,
        cellOf(text !== undefined, style, inner),
      ]),
    );
  });
  return { name, rows, formulas: [...xml.matchAll(/<f[ >/]|t="(?:str|e)"/g)].length, xml };
}

function cellOf(isText: boolean, style: string, inner: string): ReadCell {
  if (!isText) return { kind: 'number', value: /<v>(.*)<\/v>/.exec(inner)?.[1] ?? '', style: Number(style) };
  const text = /<t xml:space="preserve">(.*)<\/t>/s.exec(inner)?.[1] ?? '';
  const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const value = plain.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return { kind: 'text', value, style: Number(style) };
}
