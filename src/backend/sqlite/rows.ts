// Rows that are declared once: from the readers of their cells follow what is read and its type. And pages of them.
import { cellInteger, parseJson, type Row, readText, readWord } from './columns.ts';
import type { SqliteDatabase } from './database.ts';
import type { Where } from './terms.ts';

export type Cell<Value> = (row: Row, column: string) => Value;

export const word =
  <Word extends string>(words: readonly Word[]): Cell<Word> =>
  (row, column) =>
    readWord(row, column, words);

/** What `cell` reads, or NULL. */
export const orNull =
  <Value>(cell: Cell<Value>): Cell<Value | null> =>
  (row, column) =>
    row[column] === null ? null : cell(row, column);

/** JSON, read back by `parse`. */
export const json =
  <Value>(parse: (text: string) => Value): Cell<Value> =>
  (row, column) =>
    parse(readText(row, column));

/** A cell whose column is not called as the field is. */
export const named =
  <Value>(column: string, cell: Cell<Value>): Cell<Value> =>
  (row) =>
    cell(row, column);

type Cells = Readonly<Record<string, Cell<unknown>>>;

export type RowOf<Shape extends Cells> = {
  readonly [Name in keyof Shape]: Shape[Name] extends Cell<infer Value> ? Value : never;
};

/** Reads a row whose columns bear the fields' names in snake case. */
export function rowReader<Shape extends Cells>(cells: Shape): (row: Row) => RowOf<Shape>;
export function rowReader(cells: Cells): (row: Row) => object {
  const fields = Object.entries(cells).map(([name, cell]) => {
    const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { name, column, cell };
  });
  return (row) => Object.fromEntries(fields.map(({ name, column, cell }) => [name, cell(row, column)]));
}

/** Which rows of a list are wanted. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Rows of a list, and how many it has. */
export interface PageOf<Value> {
  readonly rows: readonly Value[];
  readonly total: number;
}

/** The parameters of `LIMIT ? OFFSET ?`: at most so many rows. */
export function limitAndOffset({ offset, limit }: Window, most: number): readonly [number, number] {
  return [Math.min(Math.max(0, limit), most), Math.max(0, offset)];
}

/** So many from either end of an order are found without ordering all of it. */
export const NEAR = 2_000;

/** The same rows of a list of so many, counted from whichever end is nearer; no more of them than there are. */
export function nearerEnd({ offset, limit }: Window, total: number): Window & { readonly isReversed: boolean } {
  const wanted = Math.max(0, Math.min(limit, total - offset));
  const isReversed = offset > total / 2;
  return { offset: isReversed ? total - offset - wanted : offset, limit: wanted, isReversed };
}

/** The numbers that a query has in its one column `id`, in its order. As one text they cost a fifth of a row each. */
export function allNumbers(database: SqliteDatabase, { sql, parameters }: Where): Float64Array {
  const row = database.get(`SELECT json_group_array(id) AS ids FROM (${sql})`, ...parameters);
  const numbers = parseJson(row === null ? '[]' : readText(row, 'ids'), 'a list of numbers');
  return Float64Array.from(Array.isArray(numbers) ? numbers.map(cellInteger) : []);
}
