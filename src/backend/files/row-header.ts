// Where the table begins: the row with the titles, and the rows after it.
import { MAX_IMPORT_COLUMNS } from '../../domain/import.ts';
import type { RowCells, VisitRow } from './row-cells.ts';
import { refusal } from './row-columns.ts';
import { defaultTitles, titlesOf } from './row-titles.ts';

/** Who reads the rows of a table. */
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
