// Marks on rows that the API does not show any more. A row is never deleted for that: what was seen was true when it was seen.
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { readCount } from '../../sqlite/columns.ts';
import type { KnownRows, MirrorList } from '../kernel/answers.ts';
import type { MirrorReadContext, MirrorWriteContext } from '../kernel/context.ts';
import { OVERLAP_MS } from '../kernel/freshness.ts';
import { readSnapshot, saveSnapshot } from '../records/snapshots.ts';

/**
 * `lists.markMissing`: the API was asked for this one row and does not know it. `asOf` is the row's reading when it was asked: a
 * row that was read again meanwhile is not marked. Answers true when the row is newly marked.
 */
export function markMissing(
  { database }: MirrorWriteContext,
  input: { readonly list: MirrorList; readonly uuid: string; readonly asOf: string; readonly at: string },
): boolean {
  const sql = `UPDATE ${input.list} SET missing_since = ? WHERE uuid = ? AND as_of = ? AND missing_since IS NULL`;
  const isNew = database.run(sql, input.at, input.uuid, input.asOf).changes > 0;
  if (isNew) noteLoss(database, input);
  return isNew;
}

const LOSSES = { invoices: 'lost', withdrawals: 'lost/withdrawals' } as const;

/** Was a record of the list ever found to be gone? Also when all are shown again. */
export function hasLost(database: SqliteDatabase, list: MirrorList): boolean {
  return readSnapshot(database, LOSSES[list]) !== null;
}

/** That the list has ever lost a record outlives the mark, which goes when the record is seen again. */
function noteLoss(database: SqliteDatabase, { list, at }: { readonly list: MirrorList; readonly at: string }): void {
  if (!hasLost(database, list)) saveSnapshot(database, LOSSES[list], at, {});
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
    'missing_since IS NULL AND (last_seen_pass IS NULL OR last_seen_pass < @pass) AND (as_of < @since OR as_of > @ahead)';
  // Later than any answer that came until now: a wrong clock dated it.
  const ahead = fromEpochMs((toEpochMs(input.at) ?? 0) + OVERLAP_MS);
  const mark = (table: string, which: string) =>
    database.run(`UPDATE ${table} SET missing_since = @at WHERE ${which} ${unseen}`, { ...input, ahead });
  const rows = mark(input.list, '');
  const others = mark('quarantine', 'list = @list AND uuid IS NOT NULL AND');
  if (rows.changes + others.changes > 0) noteLoss(database, input);
  return rows.changes;
}

/**
 * `lists.unshown`: of what was here at the mark and the API still shows, so many were not on the pages of this pass; and whether records
 * of the list were ever found to be gone.
 */
export function unshown(
  { database }: MirrorReadContext,
  { list, pass, known }: { readonly list: MirrorList; readonly pass: number; readonly known: KnownRows },
): { readonly count: number; readonly everLost: boolean } {
  const outside = 'id <= ? AND missing_since IS NULL AND (last_seen_pass IS NULL OR last_seen_pass < ?)';
  const rows = database.get(`SELECT count(*) AS n FROM ${list} WHERE ${outside}`, known.lastRow, pass);
  const unreadable = `SELECT count(*) AS n FROM quarantine WHERE ${outside} AND list = ? AND uuid IS NOT NULL`;
  const others = database.get(unreadable, known.lastQuarantined, pass, list);
  return { count: readCount(rows) + readCount(others), everLost: hasLost(database, list) };
}

export const marksReads = {
  'lists.unshown': unshown,
} as const;

export const marksWrites = {
  'lists.markMissing': markMissing,
  'lists.markUnseen': markUnseen,
} as const;
