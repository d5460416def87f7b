/**
 * The three logs of the books: activity (who did what, append-only), observations (which field of which record changed, and when
 * the console first saw it), and the last two minutes of requests (so that a restart does not forget what was spent).
 */
import { type Row, readCount, readInteger, readText, readTextOrNull } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import type { BooksContext } from './context.ts';
import { jsonOrNull } from './json.ts';

export interface ActivityInput {
  readonly at: string;
  readonly osUser: string;
  readonly profileId: string | null;
  readonly action: string;
  /** What was asked for, in words, without secrets. */
  readonly summary: string;
  readonly outcome: string;
  /** Kept as JSON. */
  readonly evidence?: unknown;
}

export interface ActivityEntry {
  readonly id: number;
  readonly at: string;
  readonly osUser: string;
  readonly profileId: string | null;
  readonly action: string;
  readonly summary: string;
  readonly outcome: string;
  /** JSON text. */
  readonly evidence: string | null;
}

/** `activity.append`: answers the entry's id. */
export function appendActivity({ database }: BooksContext, input: ActivityInput): number {
  const sql = `INSERT INTO activity (at, os_user, profile_id, action, summary, outcome, evidence) VALUES (?, ?, ?, ?, ?, ?, ?)`;
  const { at, osUser, profileId, action, summary, outcome } = input;
  return database.run(sql, at, osUser, profileId, action, summary, outcome, jsonOrNull(input.evidence)).lastId;
}

/** `activity.page`: newest first; of one profile, or of all (`profileId: null`). */
export function activityPage(
  { database }: BooksContext,
  input: { readonly profileId: string | null; readonly offset: number; readonly limit: number },
): { readonly rows: readonly ActivityEntry[]; readonly total: number } {
  const where = input.profileId === null ? '' : 'WHERE profile_id = ?';
  const parameters = input.profileId === null ? [] : [input.profileId];
  return database.snapshot(() => ({
    rows: database
      .all(
        `SELECT * FROM activity ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
        ...parameters,
        Math.min(Math.max(0, input.limit), 1000),
        Math.max(0, input.offset),
      )
      .map(readActivity),
    total: readCount(database.get(`SELECT count(*) AS n FROM activity ${where}`, ...parameters)),
  }));
}

function readActivity(row: Row): ActivityEntry {
  return {
    id: readInteger(row, 'id'),
    at: readText(row, 'at'),
    osUser: readText(row, 'os_user'),
    profileId: readTextOrNull(row, 'profile_id'),
    action: readText(row, 'action'),
    summary: readText(row, 'summary'),
    outcome: readText(row, 'outcome'),
    evidence: readTextOrNull(row, 'evidence'),
  };
}

export interface ObservedChange {
  /** The same change has the same key; it is kept once, as first seen. */
  readonly key: string;
  readonly profileId: string;
  readonly list: string;
  readonly recordUuid: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly at: string;
  readonly source: string;
}

/** Appends what is not there yet, in one transaction. For the writer, before it commits to a mirror. */
export function appendObservations(database: SqliteDatabase, changes: readonly ObservedChange[]): void {
  database.transaction(() => {
    for (const change of changes) {
      database.run(
        `INSERT INTO observations (key, profile_id, list, record_uuid, field, before, after, at, source)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
        change.key,
        change.profileId,
        change.list,
        change.recordUuid,
        change.field,
        change.before,
        change.after,
        change.at,
        change.source,
      );
    }
  });
}

/** `observations.ofRecord`: the history of a record as the console saw it, oldest first, the latest 1,000. */
export function observationsOfRecord(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly uuid: string },
): readonly ObservedChange[] {
  const latest = 'SELECT * FROM observations WHERE profile_id = ? AND record_uuid = ? ORDER BY id DESC LIMIT 1000';
  return database.all(`SELECT * FROM (${latest}) ORDER BY id`, input.profileId, input.uuid).map(readObservation);
}

function readObservation(row: Row): ObservedChange {
  return {
    key: readText(row, 'key'),
    profileId: readText(row, 'profile_id'),
    list: readText(row, 'list'),
    recordUuid: readText(row, 'record_uuid'),
    field: readText(row, 'field'),
    before: readTextOrNull(row, 'before'),
    after: readTextOrNull(row, 'after'),
    at: readText(row, 'at'),
    source: readText(row, 'source'),
  };
}

const KEEP_REQUESTS_MS = 2 * 60_000;

/** `requests.append`: milliseconds since the epoch; what is over two minutes older than the newest is forgotten. */
export function appendRequests(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly at: readonly number[] },
): void {
  const newest = input.at.reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(newest)) return;
  database.transaction(() => {
    for (const at of input.at) {
      database.run('INSERT INTO request_log (profile_id, at) VALUES (?, ?)', input.profileId, Math.trunc(at));
    }
    const oldest = Math.trunc(newest - KEEP_REQUESTS_MS);
    database.run('DELETE FROM request_log WHERE profile_id = ? AND at < ?', input.profileId, oldest);
  });
}

/** `requests.recent`: the times from `sinceMs` on, ascending. */
export function recentRequests(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly sinceMs: number },
): readonly number[] {
  const latest = 'SELECT at FROM request_log WHERE profile_id = ? AND at >= ? ORDER BY at DESC LIMIT 1000';
  const rows = database.all(`SELECT * FROM (${latest}) ORDER BY at`, input.profileId, Math.trunc(input.sinceMs));
  return rows.map((row) => readInteger(row, 'at'));
}
