// What a list holds, by numbers and places: how many rows the API still shows, by status; which pending rows may have
// ended unseen, and where in the list they would lie. Everything that lets the sync find a change with few requests.
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { readCount, readInteger, readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import {
  type Candidates,
  type ListCensus,
  type ListEnd,
  type ListMark,
  MAX_ROWS,
  type MirrorList,
  type RowPlace,
  type UnconfirmedRow,
} from '../kernel/answers.ts';
import { requireInstant, timeKey } from '../kernel/freshness.ts';

/** The status that a record may leave, in both lists (specification, "States and transitions"). */
const PENDING = 'pending';
/** No reading of pending rows takes longer: 200 pages at the pace of the limit are two minutes. */
const READING_MS = 15 * 60_000;
/** Read before an instant, or dated by a clock that was wrong: later than any answer since that instant. Takes `readSince`. */
const NOT_READ_SINCE = '(as_of < ? OR as_of > ?)';
/** Of a time key (domain/kernel/time/time instantKey) up to its fraction. */
const SECOND_LENGTH = 19;

/** `lists.census`: rows that the API still shows. A record that cannot be read counts by its uuid, in no status. */
function listCensus({ database }: MirrorReadContext, input: { readonly list: MirrorList }): ListCensus {
  const { list } = input;
  const byStatus = new Map<string, number>();
  for (const row of database.all(`SELECT status, count(*) AS n FROM ${list} GROUP BY status`)) {
    byStatus.set(readText(row, 'status'), readInteger(row, 'n'));
  }
  const gone = `SELECT status, count(*) AS n FROM ${list} WHERE missing_since IS NOT NULL GROUP BY status`;
  for (const row of database.all(gone)) {
    const status = readText(row, 'status');
    byStatus.set(status, (byStatus.get(status) ?? 0) - readInteger(row, 'n'));
  }
  const present = countPresent(database, list);
  return { present, missing: countMissing(database, list), byStatus: Object.fromEntries(byStatus) };
}

/** Distinct uuids of the list that the API still shows. `rows`: how many it has, where that is known. */
export function countPresent(database: SqliteDatabase, list: MirrorList, rows = countRows(database, list)): number {
  return rows - countMissing(database, list) + countUnreadable(database, list);
}

function countRows(database: SqliteDatabase, list: MirrorList): number {
  return readCount(database.get(`SELECT count(*) AS n FROM ${list}`));
}

/** Uuids of records that could not be read, of one pass where it is named. A row that turned unreadable has been counted as a row. */
export function countUnreadable(database: SqliteDatabase, list: MirrorList, pass?: number): number {
  const inPass = pass === undefined ? '' : 'AND last_seen_pass = ?';
  const sql = `SELECT count(*) AS n FROM quarantine AS q WHERE list = ? AND uuid IS NOT NULL AND missing_since IS NULL ${inPass}
    AND NOT EXISTS (SELECT 1 FROM ${list} AS r WHERE r.uuid = q.uuid)`;
  return readCount(database.get(sql, list, ...(pass === undefined ? [] : [pass])));
}

/** `lists.mark`: taken before a request goes out. */
export function markOf(
  { database }: MirrorReadContext,
  { list, status }: { readonly list: MirrorList; readonly status?: string | undefined },
): ListMark {
  return {
    lastRow: readCount(database.get(`SELECT coalesce(max(id), 0) AS n FROM ${list}`)),
    lastQuarantined: readCount(database.get('SELECT coalesce(max(id), 0) AS n FROM quarantine')),
    ofStatus: status === undefined ? 0 : countOfStatus(database, list, status),
  };
}

function countOfStatus(database: SqliteDatabase, list: MirrorList, status: string): number {
  const count = (also: string): number =>
    readCount(database.get(`SELECT count(*) AS n FROM ${list} WHERE status = ? ${also}`, status));
  return count('') - count('AND missing_since IS NOT NULL');
}

/** Uuids of `countPresent` that came after the mark was taken, those of `page` left out. */
export function countCrossed(
  database: SqliteDatabase,
  list: MirrorList,
  { lastRow, lastQuarantined }: ListMark,
  page: ReadonlySet<string>,
): number {
  const rows = database.all(`SELECT uuid FROM ${list} WHERE id > ? AND missing_since IS NULL`, lastRow);
  const unreadable = `SELECT uuid FROM quarantine AS q WHERE id > ? AND list = ? AND uuid IS NOT NULL AND missing_since IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${list} AS r WHERE r.uuid = q.uuid)`;
  const others = database.all(unreadable, lastQuarantined, list);
  return [...rows, ...others].filter((row) => !page.has(readText(row, 'uuid'))).length;
}

/** Rows that the API does not show any more. */
export function countMissing(database: SqliteDatabase, list: MirrorList): number {
  return readCount(database.get(`SELECT count(*) AS n FROM ${list} WHERE missing_since IS NOT NULL`));
}

/**
 * `lists.candidates`: the pending rows not read since `before`, from the newest to the oldest, and how many rows of each other
 * status lie on the newer side of them and between them: where in the list of a status a row that ended must be.
 */
export function candidates(
  { database }: MirrorReadContext,
  input: { readonly list: MirrorList; readonly before: string; readonly statuses: readonly string[] },
): Candidates {
  const { list } = input;
  const pending = `SELECT count(*) AS n, min(created_at_key) AS oldest, max(created_at_key) AS newest FROM ${list}
      WHERE status = '${PENDING}' AND ${NOT_READ_SINCE} AND missing_since IS NULL AND created_at_key IS NOT NULL`;
  const range = database.get(pending, ...readSince(input.before));
  if (range === null || readInteger(range, 'n') === 0) return { count: 0, oldest: null, newer: {}, between: {} };
  const oldest = readTextOrNull(range, 'oldest') ?? '';
  const newest = readTextOrNull(range, 'newest') ?? '';
  const count = (status: string, condition: string, ...keys: readonly string[]): number => {
    const sql = `SELECT count(*) AS n FROM ${list} INDEXED BY ${list}_by_status WHERE status = ? AND ${condition}`;
    return readCount(database.get(sql, status, ...keys));
  };
  const newer: Record<string, number> = {};
  const between: Record<string, number> = {};
  for (const status of input.statuses) {
    newer[status] = count(status, 'created_at_key > ?', newest);
    between[status] = count(status, 'created_at_key BETWEEN ? AND ?', oldest, newest);
  }
  return { count: readInteger(range, 'n'), oldest, newer, between };
}

/** `lists.unconfirmed`: pending rows not read since `before`, the newest first. After their list was read, those that left it. */
export function unconfirmed(
  { database }: MirrorReadContext,
  input: { readonly list: MirrorList; readonly before: string; readonly limit: number },
): readonly UnconfirmedRow[] {
  const sql = `SELECT uuid, as_of FROM ${input.list} WHERE status = '${PENDING}' AND ${NOT_READ_SINCE} AND missing_since IS NULL
    ORDER BY created_at_key DESC, uuid LIMIT ?`;
  return database
    .all(sql, ...readSince(input.before), Math.min(input.limit, MAX_ROWS))
    .map((row) => ({ uuid: readText(row, 'uuid'), asOf: readText(row, 'as_of') }));
}

/** From `before` to the latest that an answer of the present reading can be dated. */
function readSince(before: string): readonly [string, string] {
  requireInstant(before);
  return [before, fromEpochMs((toEpochMs(before) ?? 0) + READING_MS)];
}

/**
 * `lists.places`: how many rows lie between each row and the newest (`front`) or the oldest one (`back`), in the order of creation.
 * One pass over an index, whatever the number of uuids.
 */
export function places(
  { database }: MirrorReadContext,
  input: { readonly list: MirrorList; readonly uuids: readonly string[]; readonly end: ListEnd },
): readonly RowPlace[] {
  if (input.uuids.length > MAX_ROWS) throw invalidInput('uuids', `at most ${MAX_ROWS}`);
  const { list } = input;
  const [order, next] = input.end === 'front' ? ['DESC', '<'] : ['ASC', '>'];
  const sql = `SELECT uuid, created_at_key AS key FROM ${list} WHERE uuid IN (SELECT value FROM json_each(?))
      AND created_at_key IS NOT NULL ORDER BY created_at_key ${order}`;
  const rows = database.all(sql, JSON.stringify(input.uuids));
  let index = 0;
  let from: string | null = null;
  return rows.map((row): RowPlace => {
    const key = readText(row, 'key');
    const since: readonly string[] = from === null ? [] : [from];
    const below = next === '<' ? '>' : '<';
    // From the row before, that one included, to just before this one.
    const between = `SELECT count(*) AS n FROM ${list} WHERE created_at_key ${below} ? ${from === null ? '' : `AND created_at_key ${next}= ?`}
        AND missing_since IS NULL`;
    if (key !== from) index += readCount(database.get(between, key, ...since));
    from = key;
    return { uuid: readText(row, 'uuid'), index };
  });
}

/**
 * `lists.newestEnd`: at which end of the API's list the newest records lie, judged by its first page beside all rows of the
 * mirror. Null when the page is neither the newest nor the oldest part of what is known, in that order.
 */
export function newestEnd(
  { database }: MirrorReadContext,
  input: { readonly list: MirrorList; readonly createdAt: readonly (string | null)[] },
): ListEnd | null {
  // By whole seconds: the fraction of a timestamp is not specified, and may be there on one record and not on the next.
  const seconds = input.createdAt.flatMap((text) => timeKey(text)?.slice(0, SECOND_LENGTH) ?? []);
  const last = seconds.at(-1);
  if (seconds.length !== input.createdAt.length || last === undefined) return null;
  const isSorted = (follows: (left: string, right: string) => boolean): boolean =>
    seconds.every((second, index) => index === 0 || follows(seconds[index - 1] ?? second, second));
  const outside = (beyond: '<' | '>'): boolean => {
    const inside = seconds.filter((second) => (beyond === '>' ? second > last : second < last)).length;
    const edge = `${last}.${beyond === '>' ? '999999999' : '000000000'}Z`;
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM ${input.list} WHERE created_at_key ${beyond} ?
      AND missing_since IS NULL LIMIT ${MAX_ROWS})`;
    return readCount(database.get(sql, edge)) > inside;
  };
  const isFront = isSorted((left, right) => left >= right) && !outside('>');
  const isBack = isSorted((left, right) => left <= right) && !outside('<');
  // Both: one page holds everything, or all have one time. Then there is nothing to tell.
  if (isFront === isBack) return null;
  return isFront ? 'front' : 'back';
}

export const censusReads = {
  'lists.census': listCensus,
  'lists.mark': markOf,
  'lists.candidates': candidates,
  'lists.unconfirmed': unconfirmed,
  'lists.places': places,
  'lists.newestEnd': newestEnd,
} as const;
