/**
 * Writing XLSX (ECMA-376) as a stream: a sheet of rows with a frozen bold header, and a second one that tells what they are and holds their totals.
 * Amounts are numbers, rounded where a number cannot hold them, with the exact text beside; times are dates; there is no formula in it, ever.
 * One pass and little memory, since the archive is written while the rows come. Not here: what a cell can hold (workbook-cell.ts), the parts without
 * rows (workbook-parts.ts), the ZIP format (archive.ts).
 */
import { startsFormula } from '../../../../domain/kernel/text/spreadsheet-text.ts';
import { Archive } from '../archive.ts';
import { escapeMarkup } from '../markup.ts';
import type { FileFacts, Sink } from '../partial-file.ts';
import type { Cell, Column, TableFile } from '../table.ts';
import { cellDate, cellNumber } from './cell.ts';
import { columnName, MANIFEST_SHEET, partsAround, sheetBegin, sheetEnd, STYLES } from './parts.ts';

/** Rows of a sheet that a spreadsheet still opens with ease; more of them go into CSV. */
export const MAX_WORKBOOK_ROWS = 200_000;
/** Characters of a sheet's XML. Beyond that the archive would be too large for spreadsheets, whatever its number of rows. */
const MAX_SHEET_BYTES = 1_500_000_000;
/** The most that Excel holds in one cell, in UTF-16 units. */
export const MAX_CELL_TEXT = 32_767;
const CUT = '… (cut)';
const BUFFER = 256 * 1024;

/** The sheet would be larger than spreadsheets can open. */
export class WorkbookTooLarge extends Error {}

export type SecondCell = readonly [type: Column['type'], text: string] | null;
/** Its rows: a name and what it says, or as many cells as a line of totals has. The first cell is bold. */
export type SecondSheet = readonly (readonly SecondCell[])[];

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
  return escapeMarkup(
    text.replaceAll(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`),
  );
}

// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const NEEDS_CARE = /[&<>_\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;

/** What is added to the title of a column of amounts for the exact texts beside it. */
const EXACT = ' (exact)';
/** What the widest number and the longest date need, in characters, so that none is shown as ####. */
const WIDTHS: Readonly<Record<Column['type'], number>> = { text: 0, number: 0, amount: 22, instant: 23, day: 12 };

export class WorkbookFile implements TableFile {
  readonly titles: readonly string[];
  /** The letters of each column's first cell; an amount has a second one. */
  readonly #columns: readonly {
    readonly name: string;
    readonly exact: string | null;
    readonly type: Column['type'];
  }[];
  readonly #archive: Archive;
  readonly #sheet: Sink;
  readonly #second: () => SecondSheet;
  #pending = '';
  #rows = 0;
  #sheetBytes = 0;
  #cut = 0;

  /** `title` names the first sheet. `second` is asked for the second one when all rows are written. */
  constructor(
    path: string,
    columns: readonly Column[],
    parts: { readonly title: string; readonly second: () => SecondSheet },
  ) {
    const laid = columns.flatMap((column) =>
      column.type === 'amount' ? [column, { title: `${column.title}${EXACT}`, type: 'text' } as const] : [column],
    );
    this.titles = laid.map(({ title, zone }) => (zone === undefined ? title : `${title} (${zone})`));
    this.#columns = columns.map((column) => {
      const index = laid.indexOf(column);
      const exact = column.type === 'amount' ? columnName(index + 1) : null;
      return { name: columnName(index), exact, type: column.type };
    });
    this.#second = parts.second;
    this.#archive = new Archive(path);
    try {
      for (const [name, xml] of partsAround(parts.title)) this.#archive.text(name, xml);
      this.#sheet = this.#archive.entry('xl/worksheets/sheet1.xml');
    } catch (error) {
      // Nobody has this file yet who could abandon it.
      this.#archive.abandon();
      throw error;
    }
    this.#pending = sheetBegin(laid.map(({ type }, index) => Math.max(WIDTHS[type], this.titles[index]?.length ?? 0)));
    this.#begin();
    this.titles.forEach((title, index) => this.#add(columnName(index), title, 'text', true));
    this.#end();
  }

  /** Cells whose text was longer than a cell can be, and which now end with "… (cut)". */
  get cut(): number {
    return this.#cut;
  }

  row(cells: readonly Cell[]): void {
    this.#begin();
    for (let index = 0; index < this.#columns.length; index += 1) {
      const cell = cells[index] ?? null;
      const column = this.#columns[index];
      if (cell === null || cell === '' || column === undefined) continue;
      const text = typeof cell === 'number' ? cell.toString() : cell;
      this.#add(column.name, text, column.type);
      if (column.exact !== null && cellNumber(text)?.isWhole === false) this.#add(column.exact, text, 'text');
    }
    this.#end();
  }

  finish(): FileFacts {
    this.#pending += sheetEnd(this.titles.length, this.#rows);
    this.#flush();
    this.#sheet.finish();
    this.#archive.text('xl/worksheets/sheet2.xml', secondSheet(this.#second()));
    return this.#archive.finish();
  }

  abandon(): void {
    this.#archive.abandon();
  }

  #begin(): void {
    this.#rows += 1;
    this.#pending += `<row r="${this.#rows}">`;
  }

  #add(column: string, text: string, type: Column['type'], isBold = false): void {
    if (text.length > MAX_CELL_TEXT) this.#cut += 1;
    this.#pending += cellOf(`${column}${this.#rows}`, text, type, isBold);
  }

  #end(): void {
    this.#pending += '</row>';
    if (this.#pending.length >= BUFFER) this.#flush();
  }

  #flush(): void {
    const chunk = Buffer.from(this.#pending, 'utf8');
    this.#pending = '';
    this.#sheetBytes += chunk.length;
    if (this.#sheetBytes > MAX_SHEET_BYTES) throw new WorkbookTooLarge('the sheet is too large');
    this.#sheet.write(chunk);
  }
}

function cellOf(place: string, text: string, type: Column['type'], isBold: boolean): string {
  return valueCell(place, text, type) ?? textCell(place, text, isBold);
}

/** Null where only a text can hold it: a number of no amount that would have to be rounded has no exact text beside it. */
function valueCell(place: string, text: string, type: Column['type']): string | null {
  if (type === 'text') return null;
  if (type === 'instant' || type === 'day') {
    const date = cellDate(text);
    return date === null ? null : `<c r="${place}" s="${STYLES.date(date.look)}"><v>${date.value}</v></c>`;
  }
  const number = cellNumber(text);
  if (number === null || (type === 'number' && !number.isWhole)) return null;
  return `<c r="${place}" s="${STYLES.number(number.decimals)}"><v>${number.value}</v></c>`;
}

function textCell(place: string, text: string, isBold: boolean): string {
  const style = STYLES.text(isBold, startsFormula(text));
  const styled = style === 0 ? '' : ` s="${style}"`;
  return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${cellXml(text)}</t></is></c>`;
}

function secondSheet(lines: SecondSheet): string {
  const rows = lines.map((cells, row) => {
    const own = cells.map((cell, index) =>
      cell === null ? '' : cellOf(`${columnName(index)}${row + 1}`, cell[1], cell[0], index === 0),
    );
    return `<row r="${row + 1}">${own.join('')}</row>`;
  });
  const { widths } = MANIFEST_SHEET;
  return `${sheetBegin(widths, { isFrozen: false })}${rows.join('')}${sheetEnd(widths.length, lines.length)}`;
}
