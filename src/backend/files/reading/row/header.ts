// Where the table begins: its titles as the console speaks of them, each once and none empty, and the rows after it.
import { MAX_IMPORT_COLUMNS } from '../../../../domain/ledger/import.ts';
import type { RowCells, VisitRow } from './cells.ts';
import { refusal } from './columns.ts';

export interface TableReader {
  readonly begin: (titles: readonly string[]) => void;
  readonly row: VisitRow;
}

/** Takes the rows of a file, the first of which holds the titles, unless there are none. */
export class TableStart {
  readonly #hasTitles: boolean;
  readonly #reader: TableReader;
  readonly #expect: (columns: number) => void;
  #isBegun = false;

  /** `expect` is told how many columns there are. */
  constructor(hasTitles: boolean, reader: TableReader, expect: (columns: number) => void) {
    this.#hasTitles = hasTitles;
    this.#reader = reader;
    this.#expect = expect;
  }

  /** Throws FailureError `file-refused` when there are too many columns, or no titles where they should be. */
  visit(row: RowCells): void {
    if (this.#isBegun) {
      this.#reader.row(row);
      return;
    }
    this.#isBegun = true;
    const titles = this.#titlesOf(row);
    this.#expect(titles.length);
    this.#reader.begin(titles);
    if (!this.#hasTitles) this.#reader.row(row);
  }

  /** Nothing follows. Throws FailureError `file-refused` when there was nothing. */
  end(): void {
    if (!this.#isBegun) throw refusal('file-empty');
  }

  #titlesOf(row: RowCells): readonly string[] {
    if (row.fault !== null) throw refusal('not-a-table', `line ${row.line}`);
    if (row.count > MAX_IMPORT_COLUMNS + 1) throw refusal('too-many-columns', String(row.count));
    const cells = Array.from({ length: row.count }, (_, index) => row.cell(index));
    const titles = this.#hasTitles ? titlesOf(cells) : defaultTitles(cells.length);
    if (titles.length > MAX_IMPORT_COLUMNS) throw refusal('too-many-columns', String(titles.length));
    return titles;
  }
}

/** Titles of columns as the console speaks of them: each once, none empty, none longer than a title can be. Not here: which line has them. */
const MAX_TITLE = 200;
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const UNSPEAKABLE = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** The titles of the cells of a header, without empty ones at its end. */
export function titlesOf(cells: readonly string[]): readonly string[] {
  const spoken = cells.map((cell) => cell.toWellFormed().replaceAll(UNSPEAKABLE, ' ').trim().slice(0, MAX_TITLE));
  while (spoken.length > 0 && spoken.at(-1) === '') spoken.pop();
  return distinct(spoken.map((title, index) => (title === '' ? defaultTitle(index) : title)));
}

/** "Column 1": of a file without titles. */
export function defaultTitles(columns: number): readonly string[] {
  return Array.from({ length: columns }, (_, index) => defaultTitle(index));
}

function defaultTitle(index: number): string {
  return `Column ${index + 1}`;
}

/** The second "Amount" is "Amount (2)". */
function distinct(titles: readonly string[]): readonly string[] {
  const taken = new Set<string>(titles);
  const seen = new Set<string>();
  return titles.map((title) => {
    if (!seen.has(title)) {
      seen.add(title);
      return title;
    }
    for (let number = 2; ; number += 1) {
      const other = `${title} (${number})`;
      if (taken.has(other) || seen.has(other)) continue;
      seen.add(other);
      return other;
    }
  });
}
