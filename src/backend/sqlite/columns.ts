// Readers for the cells of a row. What a file holds is unknown until looked at: a cell of another type means a
// damaged file (the tables are STRICT), a missing column a mistake of ours.
import { StoreError } from './errors.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A cell that holds text. */
export function readText(row: Row, column: string): string {
  const cell = cellOf(row, column);
  return typeof cell === 'string' ? cell : wrongType(column);
}

/** A cell that holds text or NULL. */
export function readTextOrNull(row: Row, column: string): string | null {
  return cellOf(row, column) === null ? null : readText(row, column);
}

/** A cell that holds bytes. */
export function readBytes(row: Row, column: string): Uint8Array {
  const cell = cellOf(row, column);
  return cell instanceof Uint8Array ? cell : wrongType(column);
}

/** A cell that holds a whole number within the range that JavaScript counts exactly. */
export function readInteger(row: Row, column: string): number {
  const cell = cellOf(row, column);
  return typeof cell === 'number' && Number.isSafeInteger(cell) ? cell : wrongType(column);
}

export function readIntegerOrNull(row: Row, column: string): number | null {
  return cellOf(row, column) === null ? null : readInteger(row, column);
}

/** A cell that holds 0 or 1. */
export function readFlag(row: Row, column: string): boolean {
  return readInteger(row, column) !== 0;
}

/** A cell that holds one of a closed list of words. */
export function readWord<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const text = readText(row, column);
  return words.find((word) => word === text) ?? wrongType(column);
}

/** JSON of ours that was read from a file; a syntax error means a damaged file. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreError('corrupt', 'none', `${what} is no JSON`, { cause: error });
  }
}

/** A cell of a row that came as an array. */
export function cellText(cell: unknown): string {
  return typeof cell === 'string' ? cell : wrongType('(of an array)');
}

/** The same, where NULL may stand. */
export function cellTextOrNull(cell: unknown): string | null {
  return cell === null ? null : cellText(cell);
}

/** A cell with a whole number, of a row that came as an array. */
export function cellInteger(cell: unknown): number {
  return typeof cell === 'number' && Number.isSafeInteger(cell) ? cell : wrongType('(of an array)');
}

/** A cell with bytes, of a row that came as an array. */
export function cellBytes(cell: unknown): Uint8Array {
  return cell instanceof Uint8Array ? cell : wrongType('(of an array)');
}

/** The number that `SELECT count(*) AS n` gives. */
export function readCount(row: Row | null): number {
  return row === null ? 0 : readInteger(row, 'n');
}

function cellOf(row: Row, column: string): unknown {
  const cell = row[column];
  if (cell === undefined) throw new Error(`the query has no column ${column}`);
  return cell;
}

function wrongType(column: string): never {
  throw new StoreError('corrupt', 'none', `column ${column} holds a value of the wrong type`);
}
