/**
 * Marks on rows that the API does not show any more. A row is never deleted for that: what was seen was true when it was seen. The
 * mark goes when the row is seen again (store-list.ts). Not here: when a row counts as gone (backend/jobs).
 */
import { fromEpochMs, toEpochMs } from '../../domain/time.ts';
import type { MirrorList } from './answers.ts';
import type { MirrorWriteContext } from './context.ts';
import { OVERLAP_MS } from './freshness.ts';

/**
 * `lists.markMissing`: the API was asked for this one row and does not know it. `asOf` is the row's reading when it was asked: a
 * row that was read again meanwhile is not marked. Answers true when the row is newly marked.
 */
export function markMissing(
  { database }: MirrorWriteContext,
  input: { readonly list: MirrorList; readonly uuid: string; readonly asOf: string; readonly at: string },
): boolean {
  const sql = `UPDATE ${input.list} SET missing_since = ? WHERE uuid = ? AND as_of = ? AND missing_since IS NULL`;
  return database.run(sql, input.at, input.uuid, input.asOf).changes > 0;
}

/**
 * `lists.markUnseen`: two equal passes over the whole list, from `pass` on and begun at `since`, did not show these rows, and no other
 * answer has shown them since. Answers how many were newly marked.
 */
export function markUnseen(
  { database }: MirrorWriteContext,
  input: { readonly list: MirrorList; readonly pass: number; readonly since: string; readonly at: string },
): number {
  const unseen =
    'missing_since IS NULL AND (last_seen_pass IS NULL OR last_seen_pass < ?) AND (as_of < ? OR as_of > ?)';
  // Later than any answer that came until now: a wrong clock dated it.
  const ahead = fromEpochMs((toEpochMs(input.at) ?? 0) + OVERLAP_MS);
  return database.transaction(() => {
    const rows = database.run(
      `UPDATE ${input.list} SET missing_since = ? WHERE ${unseen}`,
      input.at,
      input.pass,
      input.since,
      ahead,
    );
    database.run(
      `UPDATE quarantine SET missing_since = ? WHERE list = ? AND uuid IS NOT NULL AND ${unseen}`,
      input.at,
      input.list,
      input.pass,
      input.since,
      ahead,
    );
    return rows.changes;
  });
}
