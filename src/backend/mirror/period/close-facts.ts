// The rows that a close rests on, out of the mirror: those that are in a line of the statement, one at a time, and what stands in the way of a close.
import type { ReadingWindow, StaleRows } from '../../../domain/period/close.ts';
import type { PeriodBounds } from '../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../domain/period/statement.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import {
  cellInteger,
  cellText,
  cellTextOrNull,
  readCount,
  readInteger,
  readText,
  readTextOrNull,
} from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import { MIRROR_LISTS, type MirrorList, type UnconfirmedRow } from '../kernel/answers.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { requireInstant } from '../kernel/freshness.ts';
import { columnOf } from '../kernel/order.ts';
import { textOfRecord, inAnyLine } from './statement/lines.ts';

/** A row that is in a line. Keys are those of domain/kernel/time/time, null where the API gave no instant. */
export interface CloseRow {
  readonly list: MirrorList;
  readonly uuid: string;
  readonly label: string | null;
  readonly status: string;
  readonly token: string | null;
  readonly currency: string | null;
  readonly amount: string | null;
  readonly createdAt: string | null;
  readonly createdKey: string | null;
  readonly endedAt: string | null;
  readonly endedKey: string | null;
  readonly asOf: string;
  readonly balanceType: string | null;
  readonly actor: string | null;
  readonly networkCommission: string | null;
  readonly amountToSend: string | null;
  /** The API does not show it any more. */
  readonly notShown: boolean;
}

const ALIAS = { invoices: 'i', withdrawals: 'w' } as const satisfies Readonly<Record<MirrorList, string>>;
const COLUMNS: Readonly<Record<MirrorList, string>> = {
  invoices: `i.uuid, i.external_id, i.status, '${CREDIT_TOKEN}', i.currency, i.settled_amount_usdt, i.created_at, i.created_at_key,
    i.finished_at, i.finished_at_key, i.as_of, i.missing_since, NULL, NULL, NULL, NULL`,
  withdrawals: `w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.created_at_key, w.processed_at,
    w.processed_at_key, w.as_of, w.missing_since, ${textOfRecord('balance_type')}, ${textOfRecord('actor')}, w.network_commission, w.amount_to_send`,
};

/** Created before the end, or nobody knows when. Takes the end. */
const BEFORE_END = '(i.created_at_key IS NULL OR i.created_at_key < ?)';
/** In no line, but a close waits for it. Takes the end. */
const AWAITED = `i.status = 'pending' AND ${BEFORE_END}`;

/** The rows of one list that are in a line, by uuid. */
export function* closeRows(
  database: SqliteDatabase,
  list: MirrorList,
  bounds: PeriodBounds,
): IterableIterator<CloseRow> {
  for (const [at, from] of PIECES.entries()) yield* rowsBetween(database, list, bounds, [from, PIECES[at + 1]]);
}

/** Where uuids are cut: what is sorted lies in memory, of a million invoices 200 MB. */
const PIECES = ['', '4', '8', 'c'] as const;

function* rowsBetween(
  database: SqliteDatabase,
  list: MirrorList,
  bounds: PeriodBounds,
  [from, to]: readonly [from: string, to: string | undefined],
): IterableIterator<CloseRow> {
  const { sql: inALine, parameters } = inAnyLine(list, bounds);
  const alias = ALIAS[list];
  const uuid = `${alias}.uuid`;
  // Sorting what a pass over the table gives costs less than looking every row up in the order of the uuids.
  const sql = `SELECT ${COLUMNS[list]} FROM ${list} AS ${alias} NOT INDEXED
    WHERE ${uuid} >= ?${to === undefined ? '' : ` AND ${uuid} < ?`} AND (${inALine}) ORDER BY +${uuid}`;
  for (const cells of database.iterate(sql, from, ...(to === undefined ? [] : [to]), ...parameters)) {
    const [id, label, status, token, currency, amount, createdAt, createdKey, endedAt, endedKey, ...rest] = cells;
    const [asOf, missing, balanceType, actor, networkCommission, amountToSend] = rest;
    yield {
      list,
      uuid: cellText(id),
      label: cellTextOrNull(label),
      status: cellText(status),
      token: cellTextOrNull(token),
      currency: cellTextOrNull(currency),
      amount: cellTextOrNull(amount),
      createdAt: createdAt === '' ? null : cellTextOrNull(createdAt),
      createdKey: cellTextOrNull(createdKey),
      endedAt: cellTextOrNull(endedAt),
      endedKey: cellTextOrNull(endedKey),
      asOf: cellText(asOf),
      balanceType: cellTextOrNull(balanceType),
      actor: cellTextOrNull(actor),
      networkCommission: cellTextOrNull(networkCommission),
      amountToSend: cellTextOrNull(amountToSend),
      notShown: missing !== null,
    };
  }
}

/** What a close waits for: invoices that were created before the end. */
export interface Awaited {
  readonly pending: number;
  readonly lastExpiry: string | null;
  /** Key of the latest finished_at of those that have ended. */
  readonly lastEnd: string | null;
}

/** What has to end, or has ended, before the list tells the whole period. */
export function awaitedInvoices(database: SqliteDatabase, bounds: PeriodBounds): Awaited {
  const to = requireInstant(bounds.to);
  const pending = database.get(
    `SELECT count(*) AS n, max(i.expires_at_key) AS expiry FROM invoices AS i WHERE ${AWAITED}`,
    to,
  );
  const ended = database.get(`SELECT max(i.finished_at_key) AS last FROM invoices AS i WHERE ${BEFORE_END}`, to);
  return {
    pending: readCount(pending),
    lastExpiry: pending === null ? null : readTextOrNull(pending, 'expiry'),
    lastEnd: ended === null ? null : readTextOrNull(ended, 'last'),
  };
}

/** How old the readings of the rows in the lines are. */
export interface Readings {
  readonly rows: number;
  readonly beforeEnd: number;
  readonly outside: number;
}

/** Rows of both lists that are in a line: how many were read before the end, and how many outside of the window. */
export function closeReadings(database: SqliteDatabase, bounds: PeriodBounds, window: ReadingWindow): Readings {
  const sums = { rows: 0, beforeEnd: 0, outside: 0 };
  // Readings are dated in one notation (domain/kernel/time/time fromEpochMs), in which the order of texts is that of time.
  const end = fromEpochMs(toEpochMs(bounds.to) ?? 0);
  for (const list of MIRROR_LISTS) {
    const { sql, parameters } = inAnyLine(list, bounds);
    const asOf = `${ALIAS[list]}.as_of`;
    const row = database.get(
      `SELECT count(*) AS n, coalesce(sum(${asOf} < ?), 0) AS before_end, coalesce(sum(${asOf} < ? OR ${asOf} > ?), 0) AS outside
        FROM ${list} AS ${ALIAS[list]} WHERE ${sql}`,
      end,
      window.since,
      window.until,
      ...parameters,
    );
    if (row === null) continue;
    sums.rows += readCount(row);
    sums.beforeEnd += readInteger(row, 'before_end');
    sums.outside += readInteger(row, 'outside');
  }
  return sums;
}

/**
 * How many rows of each list have to be read again for a close, of those that the API shows, and with how many requests. A pass over the table of
 * each list, and where a row is stale one over an index: for a compute thread.
 */
export function staleRows(
  database: SqliteDatabase,
  input: { readonly bounds: PeriodBounds; readonly window: ReadingWindow; readonly perPage: number },
): Readonly<Record<MirrorList, StaleRows>> {
  return {
    invoices: staleRowsOf(database, 'invoices', input),
    withdrawals: staleRowsOf(database, 'withdrawals', input),
  };
}

function staleRowsOf(
  database: SqliteDatabase,
  list: MirrorList,
  { bounds, window, perPage }: Parameters<typeof staleRows>[1],
): StaleRows {
  const { sql, parameters } = staleOf(list, bounds, window);
  const alias = ALIAS[list];
  // In the order of the table: a row costs ten times as much when it is looked up in the order of an index. Those without a date are negative.
  const found = `SELECT iif(${alias}.created_at_key IS NULL, -${alias}.id, ${alias}.id) AS id FROM ${list} AS ${alias} NOT INDEXED WHERE ${sql}`;
  const ids = idsOf(database, found, parameters);
  const dated = ids.filter((id) => id > 0);
  const pages = dated.length === 0 ? 0 : pagesOf(database, list, dated, Math.max(1, Math.floor(perPage)));
  return { rows: ids.length, requests: ids.length === 0 ? 0 : pages + (ids.length - dated.length) + 1 };
}

/** On how many pages of the list, the newest first, the rows lie. */
function pagesOf(database: SqliteDatabase, list: MirrorList, rows: readonly number[], perPage: number): number {
  const wanted = new Set(rows);
  const newestFirst = `SELECT id FROM ${list} INDEXED BY ${list}_by_created WHERE created_at_key IS NOT NULL ORDER BY created_at_key DESC`;
  const pages = new Set<number>();
  for (const [place, id] of idsOf(database, newestFirst).entries()) {
    if (wanted.has(id)) pages.add(Math.floor(place / perPage));
  }
  return pages.size;
}

/** Ids in the order of the query, as one text: a tenth of what taking a million of them row by row costs. */
function idsOf(database: SqliteDatabase, sql: string, parameters: readonly SqlValue[] = []): readonly number[] {
  const [row] = database.all(`SELECT json_group_array(id) AS ids FROM (${sql})`, ...parameters);
  return row === undefined ? [] : columnOf(readText(row, 'ids')).map(cellInteger);
}

function staleOf(
  list: MirrorList,
  bounds: PeriodBounds,
  { since, until }: ReadingWindow,
): { readonly sql: string; readonly parameters: readonly string[] } {
  const { sql, parameters } = inAnyLine(list, bounds);
  const alias = ALIAS[list];
  const isAwaited = list === 'invoices';
  return {
    // What decides most rows stands first.
    sql: `(${alias}.as_of < ? OR ${alias}.as_of > ?) AND ${alias}.missing_since IS NULL
      AND (${sql}${isAwaited ? ` OR (${AWAITED})` : ''})`,
    parameters: [since, until, ...parameters.map(String), ...(isAwaited ? [requireInstant(bounds.to)] : [])],
  };
}

/** A place in the list, the newest first, then those without a date. */
export interface StaleCursor {
  readonly createdKey: string | null;
  readonly uuid: string;
}

export interface StalePage {
  readonly rows: readonly UnconfirmedRow[];
  /** Where the next page begins; null at the end. */
  readonly next: StaleCursor | null;
}

/**
 * `close.stale`: the next rows that have to be read again for a close, newest first; at most 1,000, and often fewer, for it looks at a bounded
 * part of the list after the cursor, so that nobody waits for it.
 */
function stalePage(
  { database }: MirrorReadContext,
  input: {
    readonly list: MirrorList;
    readonly bounds: PeriodBounds;
    readonly window: ReadingWindow;
    readonly after: StaleCursor | null;
  },
): StalePage {
  const { list, after } = input;
  const alias = ALIAS[list];
  const { sql: stale, parameters } = staleOf(list, input.bounds, input.window);
  const [key, uuid] = [`${alias}.created_at_key`, `${alias}.uuid`];
  const isDated = after === null || after.createdKey !== null;
  const place =
    after === null ? [] : after.createdKey === null ? [after.uuid] : [after.createdKey, after.createdKey, after.uuid];
  const beyond = !isDated
    ? `${key} IS NULL AND ${uuid} > ?`
    : after === null
      ? `${key} IS NOT NULL`
      : `${key} <= ? AND (${key} < ? OR ${uuid} > ?)`;
  const sql = `SELECT ${uuid}, ${alias}.as_of, ${key}, (${stale}) FROM ${list} AS ${alias} INDEXED BY ${list}_by_created WHERE ${beyond}
    ORDER BY ${key} DESC, ${uuid} LIMIT ${SCAN_ROWS}`;
  const rows: UnconfirmedRow[] = [];
  let looked = 0;
  let last: StaleCursor | null = null;
  for (const [id, asOf, createdKey, isStale] of database.iterate(sql, ...parameters, ...place)) {
    looked += 1;
    last = { createdKey: cellTextOrNull(createdKey), uuid: cellText(id) };
    if (isStale === 1) rows.push({ uuid: last.uuid, asOf: cellText(asOf) });
    if (rows.length === PAGE_ROWS) return { rows, next: last };
  }
  if (looked === SCAN_ROWS) return { rows, next: last };
  return { rows, next: isDated ? { createdKey: null, uuid: '' } : null };
}

const PAGE_ROWS = 1000;
const SCAN_ROWS = 10_000;

/** When an answer showed the record first; null when the mirror has none. */
export function firstSight(database: SqliteDatabase, list: MirrorList, uuid: string): string | null {
  const row = database.get(`SELECT first_seen_at FROM ${list} WHERE uuid = ?`, uuid);
  return row === null ? null : readText(row, 'first_seen_at');
}

export const closeFactsReads = {
  'close.stale': stalePage,
} as const;
