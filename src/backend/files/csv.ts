/**
 * Writing CSV (RFC 4180) that a spreadsheet opens as it is meant: UTF-8 with a byte order mark, CRLF, and no text that would be
 * run as a formula. Numbers are exempt by the type of their column, not by how they look. Not here: which columns (export-*.ts).
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface CsvColumn<Item> {
  readonly title: string;
  /** `number`: plain decimal notation, written bare; anything else in such a column is treated as text. */
  readonly type: 'text' | 'number';
  readonly cell: (item: Item) => string | null;
}

const DECIMAL = /^-?\d+(\.\d+)?$/;
/** Characters with which spreadsheets start a formula, or that make them start a cell anew; also in full width. */
const DANGEROUS = /^[ \u00a0]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/**
 * The same inside a cell after whatever a reader may take for its end: a line break, or the separator of another setting (a spreadsheet
 * whose decimals have a comma splits at semicolons, and quotes that stand for a comma do not keep it from that).
 */
const DANGEROUS_INSIDE = /([;\t\r\n][ \u00a0"]*)(?=[=+\-@\t\uff1d\uff0b\uff0d\uff20])/g;

/** A text made harmless for spreadsheets: an apostrophe goes before whatever could begin a formula. */
export function guardText(text: string): string {
  const guarded = text.replace(DANGEROUS_INSIDE, "$1'");
  return DANGEROUS.test(guarded) ? `'${guarded}` : guarded;
}

/** One cell, quoted where RFC 4180 asks for it. */
export function csvCell(value: string | null, type: 'text' | 'number'): string {
  if (value === null) return '';
  if (type === 'number' && DECIMAL.test(value)) return value;
  const guarded = guardText(value);
  return /[",\r\n]/.test(guarded) || guarded !== guarded.trim() ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** One line with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

const BUFFER = 256 * 1024;

/** A CSV file in the making, under another name until it is finished. */
export class CsvFile<Item> {
  readonly #path: string;
  readonly #temporary: string;
  readonly #columns: readonly CsvColumn<Item>[];
  readonly #descriptor: number;
  #pending: string[] = [];
  #pendingLength = 0;
  #bytes = 0;

  constructor(path: string, columns: readonly CsvColumn<Item>[]) {
    this.#path = path;
    this.#temporary = `${path}.partial`;
    this.#columns = columns;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(this.#temporary, { force: true });
    this.#descriptor = openSync(this.#temporary, 'wx', 0o600);
    this.#push(`\ufeff${csvLine(columns.map(({ title }) => csvCell(title, 'text')))}`);
  }

  /** Appends a row. */
  row(item: Item): void {
    this.#push(csvLine(this.#columns.map(({ cell, type }) => csvCell(cell(item), type))));
  }

  /** Appends a row of other things, such as totals: cells by column title. */
  cells(byTitle: Readonly<Record<string, string>>): void {
    const cells = this.#columns.map(({ title, type }) => csvCell(byTitle[title] ?? null, type));
    this.#push(csvLine(cells));
  }

  /** Puts the finished file in its place; answers its size. */
  finish(): number {
    this.#flush();
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
    renameSync(this.#temporary, this.#path);
    return this.#bytes;
  }

  /** Leaves nothing behind. */
  abandon(): void {
    closeSync(this.#descriptor);
    rmSync(this.#temporary, { force: true });
  }

  #push(line: string): void {
    this.#pending.push(line);
    this.#pendingLength += line.length;
    if (this.#pendingLength >= BUFFER) this.#flush();
  }

  #flush(): void {
    const chunk = Buffer.from(this.#pending.join(''), 'utf8');
    this.#pending = [];
    this.#pendingLength = 0;
    let written = 0;
    while (written < chunk.length) written += writeSync(this.#descriptor, chunk, written);
    this.#bytes += chunk.length;
  }
}
