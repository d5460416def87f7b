// The last two minutes of requests, so that a restart does not forget what was spent.
import { readInteger } from '../../sqlite/columns.ts';
import type { BooksContext } from './context.ts';

const KEEP_REQUESTS_MS = 2 * 60_000;

/** `requests.append`: milliseconds since the epoch; what is over two minutes older than the newest is forgotten. */
export function appendRequests(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly at: readonly number[] },
): void {
  const newest = input.at.reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(newest)) return;
  for (const at of input.at) {
    database.run('INSERT INTO request_log (profile_id, at) VALUES (?, ?)', input.profileId, Math.trunc(at));
  }
  const oldest = Math.trunc(newest - KEEP_REQUESTS_MS);
  database.run('DELETE FROM request_log WHERE profile_id = ? AND at < ?', input.profileId, oldest);
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
