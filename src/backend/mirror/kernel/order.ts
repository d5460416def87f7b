// Sorting: any scalar field, several keys, missing values last in both directions. Money and instants are ordered by
// their keys, that is numerically and in time; text by code point. And pages of what is in order, at any depth.
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import { cellText, parseJson, readCount, readInteger } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import type { VersionedMemo } from '../../sqlite/memo.ts';
import { allNumbers, NEAR, nearerEnd, type Window } from '../../sqlite/rows.ts';
import type { PeriodBounds } from '../../../domain/period/period.ts';
import { requireInstant } from './freshness.ts';

const MAX_KEYS = 8;

export interface ListOrder<Field extends string> {
  readonly columns: Readonly<Record<Field, string>>;
  /**
   * Decide together between any two rows: ascending while the list goes its own way, descending where it is turned round. So a list that is turned
   * round is the same list from its end, but for what is missing, and one index has both.
   */
  readonly ties: readonly string[];
  /** Whose own way is down: the newest, the largest first. That of all others is up. */
  readonly falling: ReadonlySet<Field>;
  /** Between rows with the same value of these (of any, where none are named) the column decides before the ties, from its largest down. */
  readonly within?: { readonly of?: ReadonlySet<Field>; readonly column: string };
}

/** What decides between equals has no end of its own for what is missing: it lies as the index has it. */
interface Term {
  readonly column: string;
  readonly isDown: boolean;
  readonly isKey: boolean;
}

/** "ORDER BY …"; `isReversed`: the same from its end. Throws `invalid-input`. */
export function orderBy<Field extends string>(
  sort: readonly Sort<Field>[],
  { columns, ties, falling, within }: ListOrder<Field>,
  isReversed = false,
): string {
  if (sort.length > MAX_KEYS) throw invalidInput('sort', `at most ${MAX_KEYS} keys`);
  const terms = new Map<string, Term>();
  const add = (column: string, isDown: boolean, isKey = false): void => {
    // A column that was there before decides nothing more.
    if (!terms.has(column)) terms.set(column, { column, isDown, isKey });
  };
  for (const { by, direction } of sort) {
    add(columns[by], direction === 'desc', true);
    if (ties.every((tie) => terms.has(tie))) break;
  }
  const [first] = sort;
  const isTurned = first !== undefined && (first.direction === 'desc') !== falling.has(first.by);
  if (within !== undefined && first !== undefined && sort.length === 1 && within.of?.has(first.by) !== false)
    add(within.column, !isTurned);
  for (const tie of ties) add(tie, isTurned);
  const end = isReversed ? 'NULLS FIRST' : 'NULLS LAST';
  const words = [...terms.values()].map(
    ({ column, isDown, isKey }) => `${column} ${isDown === isReversed ? 'ASC' : 'DESC'}${isKey ? ` ${end}` : ''}`,
  );
  return `ORDER BY ${words.join(', ')}`;
}

/** Rows of a filter in order. */
export interface Ordered {
  /** "SELECT id FROM … WHERE …", without its order. */
  readonly select: string;
  readonly parameters: readonly SqlValue[];
  readonly order: (isReversed: boolean) => string;
  readonly total: number;
  /** Where whole orders are kept until the next commit; null where an index has the order, which is walked. */
  readonly kept: VersionedMemo<Float64Array> | null;
}

/**
 * The row ids of a page. What an index has in order is walked from the nearer end; another order is made once, and kept, when it is asked for
 * farther than `near` from its ends. */
export function idsInOrder(database: SqliteDatabase, rows: Ordered, window: Window, near = NEAR): readonly number[] {
  const { select, parameters, order, total, kept } = rows;
  const { offset, limit, isReversed } = nearerEnd(window, total);
  if (limit === 0) return [];
  if (kept !== null && offset > near) {
    const ordered = { sql: `${select} ${order(false)} LIMIT -1`, parameters };
    const ids = kept.get(JSON.stringify(ordered), () => allNumbers(database, ordered));
    return [...ids.subarray(window.offset, window.offset + limit)];
  }
  const page = `${select} ${order(isReversed)} LIMIT ? OFFSET ?`;
  const ids = database.all(page, ...parameters, limit, offset).map((row) => readInteger(row, 'id'));
  return isReversed ? ids.toReversed() : ids;
}

// Very many invoices as whole columns, some thousands of rows at once, which costs a quarter of taking them row by row.

/** Takes both ends of the period. */
export const FINISHED_WITHIN = `i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ?`;
/** Rows of the table that are read at once. */
const BATCH = 5_000;

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
