/**
 * What the books have that is new since somebody was told last: late changes, withdrawals that were seen to be rejected, facts of closed
 * periods that changed. Both logs are append-only, so the last number of each is all that has to be kept. Not here: telling (jobs/news).
 */
import { FACT_LISTS, type FactList } from '../../domain/finding.ts';
import { LATE_KINDS, type LateKind } from '../../domain/observation.ts';
import { type Row, readCount, readText, readTextOrNull, readWord } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import type { BooksContext } from './context.ts';

/** Last numbers of the observations and of the prior-period adjustments that were looked at. */
export interface NewsCursor {
  readonly observation: number;
  readonly prior: number;
}

/** A notification counts no further. */
const MOST = 1000;

/** `news.end`: where both logs end now. */
export function endOfNews({ database }: BooksContext): NewsCursor {
  return database.snapshot(() => endOf(database));
}

/** `news.rejections`: withdrawals that an answer showed to be rejected which were not, each once. */
export function newRejections(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly after: number },
): { readonly uuids: readonly string[]; readonly upTo: number } {
  // By the number of the entry, which the cursor is close to the end of.
  const sql = `SELECT DISTINCT record_uuid FROM observations NOT INDEXED WHERE id > ? AND profile_id = ?
    AND list = 'withdrawals' AND field = 'status' AND after = 'rejected' LIMIT ?`;
  return database.snapshot(() => ({
    uuids: database.all(sql, input.after, input.profileId, MOST).map((row) => readText(row, 'record_uuid')),
    upTo: endOf(database).observation,
  }));
}

export interface NewLateRecord {
  readonly list: FactList;
  readonly recordUuid: string;
  readonly kinds: readonly LateKind[];
}

export interface NewPrior {
  readonly list: FactList;
  readonly recordUuid: string;
  readonly label: string | null;
  readonly token: string | null;
  readonly amount: string;
}

/** `news.changes`: final records that changed, and facts of closed periods that did; at most 1,000 of each. */
export function newChanges(
  { database }: BooksContext,
  { profileId, observation, prior }: NewsCursor & { readonly profileId: string },
): { readonly late: readonly NewLateRecord[]; readonly prior: readonly NewPrior[]; readonly upTo: NewsCursor } {
  return database.snapshot(() => {
    const changes = database.all(
      `SELECT list, record_uuid, field, after, late FROM observations NOT INDEXED
        WHERE id > ? AND profile_id = ? AND late IS NOT NULL ORDER BY id LIMIT ?`,
      observation,
      profileId,
      MOST,
    );
    const records = Map.groupBy(changes, (row) => readText(row, 'record_uuid'));
    const priors = database.all(
      `SELECT list, record_uuid, label, token, amount FROM prior_period_adjustments
        WHERE id > ? AND profile_id = ? ORDER BY id LIMIT ?`,
      prior,
      profileId,
      MOST,
    );
    return {
      late: [...records.values()].flatMap(lateRecordOf),
      prior: priors.map((row) => ({
        list: readWord(row, 'list', FACT_LISTS),
        recordUuid: readText(row, 'record_uuid'),
        label: readTextOrNull(row, 'label'),
        token: readTextOrNull(row, 'token'),
        amount: readText(row, 'amount'),
      })),
      upTo: endOf(database),
    };
  });
}

/** A delivery is never final, so only the two lists of facts have late changes. A withdrawal that is rejected late is news as a rejection. */
function lateRecordOf(changes: readonly Row[]): readonly NewLateRecord[] {
  const [first] = changes;
  if (first === undefined || changes.some(isRejection)) return [];
  const list = FACT_LISTS.find((known) => known === readText(first, 'list'));
  const kinds = [...new Set(changes.map((row) => readWord(row, 'late', LATE_KINDS)))];
  return list === undefined ? [] : [{ list, recordUuid: readText(first, 'record_uuid'), kinds }];
}

function isRejection(row: Row): boolean {
  const [list, field, after] = [readText(row, 'list'), readText(row, 'field'), readTextOrNull(row, 'after')];
  return list === 'withdrawals' && field === 'status' && after === 'rejected';
}

function endOf(database: SqliteDatabase): NewsCursor {
  const last = (table: 'observations' | 'prior_period_adjustments'): number =>
    readCount(database.get(`SELECT coalesce(max(id), 0) AS n FROM ${table}`));
  return { observation: last('observations'), prior: last('prior_period_adjustments') };
}

/** `news.failures`: which of the deliveries nobody was told of yet; from now on they count as told. At most 1,000. */
export function tellFailures(
  { database }: BooksContext,
  { profileId, deliveries }: { readonly profileId: string; readonly deliveries: readonly string[] },
): readonly string[] {
  if (deliveries.length > MOST) throw new RangeError('too many deliveries at once');
  const sql = 'INSERT INTO told_failures (profile_id, delivery_uuid) VALUES (?, ?) ON CONFLICT DO NOTHING';
  return database.transaction(() => deliveries.filter((uuid) => database.run(sql, profileId, uuid).changes > 0));
}
