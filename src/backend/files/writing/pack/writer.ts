// A pack in the making: tables that are summed while they are written, texts, and at the end the manifest that names them all.
import { guardText } from '../../../../domain/kernel/text/spreadsheet-text.ts';
import { isExactDecimal, MoneySum } from '../../../../domain/kernel/money/money.ts';
import { Archive } from '../archive.ts';
import { CsvFile } from '../csv.ts';
import type { FileFacts } from '../partial-file.ts';
import { type Cell, type Column, Layout } from '../table.ts';
import { CHECK_SCRIPT } from './check-script.ts';
import {
  packManifest,
  packReadme,
  type PackFacts,
  type PackClose,
  type PackFile,
  type PackSum,
  type PackTable,
} from './manifest.ts';
import { SCHEMA_COLUMNS, schemaLine, type SchemaLine } from './schema.ts';

/** A table as it comes. */
export interface TableToPack {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: Iterable<readonly Cell[]>;
  /** Titles of the columns by which the amounts are summed; none: nothing is. */
  readonly by: readonly string[];
}

export class PackWriter {
  readonly #archive: Archive;
  readonly #isSandbox: boolean;
  readonly #step: () => void;
  readonly #files: PackFile[] = [];
  readonly #schema: SchemaLine[] = [];

  /** `step` is called after each row. Every method throws what it throws, and the system's error. */
  constructor(path: string, options: { readonly isSandbox: boolean; readonly step: () => void }) {
    this.#archive = new Archive(path);
    this.#isSandbox = options.isSandbox;
    this.#step = options.step;
  }

  get files(): readonly PackFile[] {
    return this.#files;
  }

  table(table: TableToPack): void {
    this.#say(table.name, table.columns);
    this.#write(table);
  }

  #layout(columns: readonly Column[]): Layout {
    return new Layout(columns, { isSandbox: this.#isSandbox, timeZone: 'UTC' });
  }

  #say(name: string, columns: readonly Column[]): void {
    for (const column of this.#layout(columns).columns) this.#schema.push(schemaLine(name, column));
  }

  #write({ name, columns, rows, by }: TableToPack): void {
    const layout = this.#layout(columns);
    const sums = new Sums(columns, by);
    const file = new CsvFile(this.#archive.entry(name), layout.columns);
    let count = 0;
    for (const cells of rows) {
      file.row(layout.row(cells));
      sums.add(cells);
      count += 1;
      this.#step();
    }
    this.#files.push({ name, ...file.finish(), rows: count, columns: file.titles, ...sums.told() });
  }

  /** A file that is no table; pieces in their order. `more` is what its manifest says besides. */
  text(name: string, pieces: Iterable<string>, more: Partial<PackClose> & Pick<PackFile, 'head'> = {}): PackFile {
    const entry = this.#archive.entry(name);
    for (const piece of pieces) entry.write(Buffer.from(piece, 'utf8'));
    const file = { name, ...entry.finish(), ...more };
    this.#files.push(file);
    return file;
  }

  /** A file that is neither. */
  bytes(name: string, bytes: Uint8Array): void {
    const entry = this.#archive.entry(name);
    entry.write(bytes);
    this.#files.push({ name, ...entry.finish() });
  }

  /** Schema, script, README and manifest, and the whole archive in its place. */
  finish(facts: PackFacts): FileFacts {
    // The table of what columns mean tells of its own, too.
    this.#say('schema.csv', SCHEMA_COLUMNS);
    const rows = this.#schema.map((line) => SCHEMA_COLUMNS.map(({ cell }) => cell(line)));
    this.#write({ name: 'schema.csv', columns: SCHEMA_COLUMNS, rows, by: [] });
    this.text('check.py', [CHECK_SCRIPT]);
    this.text('README.txt', [packReadme(facts, this.#files)]);
    const manifest = packManifest(facts, this.#files);
    const { sha256 } = this.#archive.text('manifest.json', manifest);
    this.#archive.text('manifest.sha256', `${sha256}  manifest.json\n`);
    return this.#archive.finish();
  }

  abandon(): void {
    this.#archive.abandon();
  }
}

/** The exact sums of a table's amounts, group by group. */
class Sums {
  readonly #by: readonly string[];
  readonly #places: readonly number[];
  readonly #summed: readonly { readonly title: string; readonly at: number }[];
  readonly #groups = new Map<
    string,
    { rows: number; readonly of: readonly string[]; readonly sums: readonly MoneySum[] }
  >();

  constructor(columns: readonly Column[], by: readonly string[]) {
    this.#by = by;
    this.#places = by.map((title) => columns.findIndex((column) => column.title === title));
    const amounts = columns.flatMap(({ title, type }, at) => (type === 'amount' ? [{ title, at }] : []));
    this.#summed = by.length === 0 ? [] : amounts;
  }

  add(cells: readonly Cell[]): void {
    if (this.#summed.length === 0) return;
    const key = this.#places.map((at) => cells[at] ?? '').join('\u0000');
    const group = this.#groups.get(key) ?? this.#begin(key, cells);
    group.rows += 1;
    this.#summed.forEach(({ at }, index) => {
      const cell = cells[at];
      if (isExactDecimal(cell)) group.sums[index]?.add(cell);
    });
  }

  #begin(key: string, cells: readonly Cell[]) {
    const of = this.#places.map((at) => inFile(cells[at] ?? null));
    const group = { rows: 0, of, sums: this.#summed.map(() => new MoneySum()) };
    this.#groups.set(key, group);
    return group;
  }

  told(): Pick<PackTable, 'by' | 'summed' | 'sums'> {
    const groups = [...this.#groups.values()];
    const sums = this.#summed.flatMap(({ title }, index) =>
      groups.map(({ rows, of, sums: own }): PackSum => ({ column: title, of, rows, sum: own[index]?.total() ?? '0' })),
    );
    return { by: this.#by, summed: this.#summed.map(({ title }) => title), sums };
  }
}

/** A text as a reader of the file finds it: guarded, in whole characters, without the one that the script leaves out. */
function inFile(cell: Cell): string {
  const text = cell === null ? '' : guardText(String(cell));
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\u0000', '');
}
