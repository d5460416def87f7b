// Very many invoices as whole columns, some thousands of rows at once, which costs a quarter of taking them row by row.
import type { PeriodBounds } from '../../../domain/period/period.ts';
import { cellText, parseJson, readCount } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { requireInstant } from './freshness.ts';

/** Takes both ends of the period. */
export const FINISHED_WITHIN = `i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ?`;
/** Rows of the table that are read at once. */
const BATCH = 20_000;

/**
 * A long period is read in the order of the table, a short one by the index: a row costs three times as much when it is looked up, but
 * then only those of the period are touched.
 */
export function isLong(database: SqliteDatabase, bounds: PeriodBounds): boolean {
  const { from, to } = { from: requireInstant(bounds.from), to: requireInstant(bounds.to) };
  const many = Math.ceil(lastRow(database) / 3);
  const within = `SELECT count(*) AS n FROM
    (SELECT 1 FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${FINISHED_WITHIN} LIMIT ?)`;
  return readCount(database.get(within, from, to, many)) === many;
}

/** The rows of the table in its order, some thousands at once: after the one id, up to the other. */
export function* rowRanges(database: SqliteDatabase): IterableIterator<readonly [after: number, to: number]> {
  const end = lastRow(database);
  for (let after = 0; after < end; after += BATCH) yield [after, after + BATCH];
}

/** At least as many as there are rows. */
export function lastRow(database: SqliteDatabase): number {
  return readCount(database.get('SELECT coalesce(max(id), 0) AS n FROM invoices'));
}

/** What json_group_array has made of a column. */
export function columnOf(cell: unknown): readonly unknown[] {
  const column = parseJson(cellText(cell), 'a column');
  if (!Array.isArray(column)) throw new Error('json_group_array gives an array');
  return column;
}

/** How the texts of a column come as one, and are told from each other again; null when they cannot be. */
export interface ColumnOfTexts {
  readonly sql: (column: string) => string;
  readonly read: (cell: unknown, count: number) => readonly string[] | null;
}

/** What no id has in it. One that has is noticed: there are more texts than rows then. */
const JOINT = '\u001f';
/** Takes half the time. */
export const JOINED: ColumnOfTexts = {
  sql: (column) => `group_concat(${column}, '${JOINT}')`,
  read: (cell, count) => {
    const texts = count === 0 ? [] : cellText(cell).split(JOINT);
    return texts.length === count ? texts : null;
  },
};
/** Whatever is in them. */
export const QUOTED: ColumnOfTexts = {
  sql: (column) => `json_group_array(${column})`,
  read: (cell) => columnOf(cell).map(cellText),
};
