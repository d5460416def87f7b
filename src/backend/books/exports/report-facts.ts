// What reports read of the books, as far as the tables' own files do not say it.
import type { PriorPeriodAdjustment } from '../../../domain/period/close.ts';
import { cellText, cellTextOrNull, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';

export type AdjustmentSeen = Pick<
  PriorPeriodAdjustment,
  'token' | 'amount' | 'firstSeenAt' | 'list' | 'recordUuid' | 'label'
>;

/** Of all closes of a profile that hold, one after the other: the close that took the place of one has what had changed. For whoever has the books open. */
export function* eachAdjustmentSeen(database: SqliteDatabase, profileId: string): IterableIterator<AdjustmentSeen> {
  const sql = `SELECT token, amount, first_seen_at, list, record_uuid, label FROM prior_period_adjustments WHERE profile_id = ?
    AND close_id NOT IN (SELECT supersedes FROM closes WHERE supersedes IS NOT NULL AND sha256 IS NOT NULL)`;
  for (const [token, amount, firstSeenAt, list, recordUuid, label] of database.iterate(sql, profileId)) {
    yield {
      token: cellTextOrNull(token),
      amount: cellText(amount),
      firstSeenAt: cellText(firstSeenAt),
      list: cellText(list) === 'invoices' ? 'invoices' : 'withdrawals',
      recordUuid: cellText(recordUuid),
      label: cellTextOrNull(label),
    };
  }
}

/**
 * `facts.version`: another text once a report would read something else here: observations, committed closes, what changed in them, reconciling items, imports,
 * matches by hand, the home currency and its rates. The version of the file would change with every request that is logged.
 */
export function factsVersion({ database }: BooksContext, input: OfProfile): string {
  const row = database.get(
    `SELECT coalesce((SELECT max(id) FROM observations), 0) || ' ' || coalesce((SELECT max(id) FROM prior_period_adjustments), 0)
      || ' ' || (SELECT count(*) FROM closes WHERE profile_id = @profileId AND sha256 IS NOT NULL)
      || ' ' || (SELECT count(*) || ' ' || count(c.item_id) FROM reconciling_items AS i LEFT JOIN item_clearings AS c ON c.item_id = i.id
        WHERE i.profile_id = @profileId)
      || ' ' || (SELECT count(*) || ' ' || coalesce(max(seq), 0) || ' ' || coalesce(max(at), '') FROM imports
        WHERE profile_id = @profileId AND state = 'done')
      || ' ' || (SELECT count(*) || ' ' || coalesce(max(rowid), 0) || ' ' || coalesce(max(at), '') FROM hand_matches
        WHERE profile_id = @profileId)
      || ' ' || (SELECT coalesce(max(id), 0) FROM home_currencies WHERE profile_id = @profileId)
      || ' ' || (SELECT coalesce(max(id), 0) FROM home_rates WHERE profile_id = @profileId) AS version`,
    input,
  );
  return row === null ? '' : readText(row, 'version');
}
