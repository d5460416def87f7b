// The last two minutes of requests, so that a restart does not forget what was spent.
import { readInteger, readText } from '../../sqlite/columns.ts';
import { type RowOf, rowReader } from '../../sqlite/rows.ts';
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

const NOTED = { profileId: readText, at: readInteger };
export type NotedRequest = RowOf<typeof NOTED>;
const readNoted = rowReader(NOTED);

/** `requests.recent`: those of every profile from `sinceMs` on, ascending, the latest 10,000. */
export function recentRequests(
  { database }: BooksContext,
  input: { readonly sinceMs: number },
): readonly NotedRequest[] {
  const latest = 'SELECT profile_id, at FROM request_log WHERE at >= ? ORDER BY at DESC LIMIT 10000';
  return database.all(`SELECT * FROM (${latest}) ORDER BY at`, Math.trunc(input.sinceMs)).map(readNoted);
}
