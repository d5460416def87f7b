/**
 * Two logs of the books: activity (who did what, append-only), and the last two minutes of requests (so that a restart does not
 * forget what was spent). Not here: the observation log (observations.ts).
 */
import { type Row, readCount, readInteger, readText, readTextOrNull } from '../sqlite/columns.ts';
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
