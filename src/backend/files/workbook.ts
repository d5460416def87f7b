/**
 * Writing XLSX (ECMA-376) as a stream: a sheet of rows with a frozen bold header, and a second one that tells what they are. Numbers are
 * numbers only where a double is exact to the digit, everything else is text, and there is no formula in it, ever. One pass and little
 * memory, since the archive is written while the rows come. Not here: the parts without rows (workbook-parts.ts), the ZIP format (fflate).
 */
// The browser's build: Node's own makes a `require` of its own, which a minified bundle declares twice.
import { Zip, ZipDeflate } from 'fflate/browser';
import { startsFormula } from './csv.ts';
import { type FileFacts, PartialFile } from './partial-file.ts';
import type { Cell, FileColumn, TableFile } from './table.ts';
import {
  columnName,
  MANIFEST_SHEET,
  MAX_DECIMALS,
  partsAround,
  SHEET_END,
  sheetBegin,
  STYLES,
} from './workbook-parts.ts';

/** Rows of a sheet that a spreadsheet still opens with ease; more of them go into CSV. */
export const MAX_WORKBOOK_ROWS = 200_000;
/** Characters of a sheet's XML. Beyond that the archive would be too large for spreadsheets, whatever its number of rows. */
const MAX_SHEET_BYTES = 1_500_000_000;
/** The most that Excel holds in one cell, in UTF-16 units. */
export const MAX_CELL_TEXT = 32_767;
const CUT = '… (cut)';
/** Digits that a double gives back as they were. */
const EXACT_DIGITS = 15;
/** Speed before size: the rows of a list shrink to a tenth at any level. */
const LEVEL = 3;
const BUFFER = 256 * 1024;

/** The sheet would be larger than spreadsheets can open. */
export class WorkbookTooLarge extends Error {}

/** A line of the second sheet. */
export type ManifestLine = readonly [name: string, value: string];

/** The decimals that an amount is shown with, where a double is exact to its last digit; null where only text is. */
export function exactDecimals(text: string): number | null {
  const match = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '').replace(/0+$/, '');
  if (digits.length > EXACT_DIGITS || fraction.length > MAX_DECIMALS) return null;
  const [mantissa = ''] = Number(text)
    .toExponential(Math.max(0, digits.length - 1))
    .split('e');
  return mantissa.replace(/[-.]/g, '') === (digits || '0') ? fraction.length : null;
}

/** What XML cannot hold, and what would be taken for our way of writing that; half a character; and a line break that XML would change. */
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

/**
 * A text as it stands in a cell of the XML: nothing of it is lost but what goes beyond the longest cell, which says so, and half characters,
 * which UTF-8 writes as the replacement character.
 */
export function cellXml(text: string): string {
  const kept = text.length <= MAX_CELL_TEXT ? text : `${text.slice(0, MAX_CELL_TEXT - CUT.length)}${CUT}`;
  return escapeXml(kept);
}

function escapeXml(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text
    .replaceAll(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const NEEDS_CARE = /[&<>_\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;

/** A workbook in the making. */
export class WorkbookFile implements TableFile {
  readonly #columns: readonly { readonly name: string; readonly type: FileColumn['type'] }[];
  readonly #file: PartialFile;
  readonly #zip: Zip;
  readonly #sheet: ZipDeflate;
  readonly #manifest: () => readonly ManifestLine[];
  #pending = '';
  #rows = 0;
  #sheetBytes = 0;
  #cut = 0;

  /** `title` names the first sheet. `manifest` is asked for the second when all rows are written. */
  constructor(
    path: string,
    columns: readonly FileColumn[],
    parts: { readonly title: string; readonly manifest: () => readonly ManifestLine[] },
  ) {
    this.#columns = columns.map(({ type }, index) => ({ name: columnName(index), type }));
    this.#manifest = parts.manifest;
    this.#file = new PartialFile(path);
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) throw error;
      this.#file.write(chunk);
    });
    try {
      for (const [name, xml] of partsAround(parts.title)) this.#part(name, xml);
      this.#sheet = this.#entry('xl/worksheets/sheet1.xml');
    } catch (error) {
      // Nobody has this file yet who could abandon it.
      this.#file.abandon();
      throw error;
    }
    this.#pending = sheetBegin(columns.map(({ title }) => title.length));
    this.#line(
      columns.map(({ title }) => title),
      { isBold: true },
    );
  }

  /** Cells whose text was longer than a cell can be, and which now end with "… (cut)". */
  get cut(): number {
    return this.#cut;
  }

  row(cells: readonly Cell[]): void {
    this.#line(cells, { isBold: false });
  }

  total(cells: readonly Cell[]): void {
    this.#line(cells, { isBold: true });
  }

  finish(): FileFacts {
    this.#pending += SHEET_END;
    this.#flush();
    this.#sheet.push(new Uint8Array(0), true);
    this.#part('xl/worksheets/sheet2.xml', manifestSheet(this.#manifest()));
    this.#zip.end();
    return this.#file.finish();
  }

  abandon(): void {
    this.#file.abandon();
  }

  #line(cells: readonly Cell[], { isBold }: { readonly isBold: boolean }): void {
    this.#rows += 1;
    let xml = `<row r="${this.#rows}">`;
    for (let index = 0; index < this.#columns.length; index += 1) {
      const cell = cells[index] ?? null;
      const column = this.#columns[index];
      if (cell === null || cell === '' || column === undefined) continue;
      const text = typeof cell === 'number' ? cell.toString() : cell;
      if (text.length > MAX_CELL_TEXT) this.#cut += 1;
      xml += cellOf(`${column.name}${this.#rows}`, text, column.type, isBold);
    }
    this.#pending += `${xml}</row>`;
    if (this.#pending.length >= BUFFER) this.#flush();
  }

  #flush(): void {
    const chunk = Buffer.from(this.#pending, 'utf8');
    this.#pending = '';
    this.#sheetBytes += chunk.length;
    if (this.#sheetBytes > MAX_SHEET_BYTES) throw new WorkbookTooLarge('the sheet is too large');
    this.#sheet.push(chunk);
  }

  #entry(name: string): ZipDeflate {
    const entry = new ZipDeflate(name, { level: LEVEL });
    this.#zip.add(entry);
    return entry;
  }

  #part(name: string, xml: string): void {
    this.#entry(name).push(Buffer.from(xml, 'utf8'), true);
  }
}

function cellOf(place: string, text: string, type: FileColumn['type'], isBold: boolean): string {
  const decimals = type === 'number' ? exactDecimals(text) : null;
  if (decimals !== null) return `<c r="${place}" s="${STYLES.number(decimals, isBold)}"><v>${text}</v></c>`;
  const style = STYLES.text(isBold, startsFormula(text));
  const styled = style === 0 ? '' : ` s="${style}"`;
  return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${cellXml(text)}</t></is></c>`;
}

function manifestSheet(lines: readonly ManifestLine[]): string {
  const rows = lines.map(
    ([name, value], index) =>
      `<row r="${index + 1}">${cellOf(`A${index + 1}`, name, 'text', true)}${cellOf(`B${index + 1}`, value, 'text', false)}</row>`,
  );
  return `${sheetBegin(MANIFEST_SHEET.widths, { isFrozen: false })}${rows.join('')}${SHEET_END}`;
}
