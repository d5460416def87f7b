// What the books have that is new since somebody was told last: late changes, withdrawals that were seen to be rejected, facts of closed periods that
// changed. Both logs are append-only, so the last number of each is all that has to be kept.
import { CONTRADICTION_KINDS, FACT_LISTS, type FactList } from '../../../domain/kernel/finding.ts';
import { type ContradictionNews, sumsOf, type TokenSum } from '../../../domain/news/notice.ts';
import { LATE_KINDS, type LateKind } from '../../../domain/records/observation.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import {
  cellText,
  cellTextOrNull,
  readCount,
  readInteger,
  readText,
  readTextOrNull,
  readWord,
} from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';

/** Last numbers of the observations and of the prior-period adjustments that were looked at. */
export interface NewsCursor {
  readonly observation: number;
  readonly prior: number;
}

/** No message carries more. */
const MOST = 1000;

export function endOfNews({ database }: BooksContext): NewsCursor {
  return endOf(database);
}

/**
 * `news.rejections`: withdrawals that an answer showed to be rejected which were not, at most 1,000 at once: while there are `more`, the next come
 * after `upTo`.
 */
export function newRejections(
  { database }: BooksContext,
  input: OfProfile & { readonly after: number },
): { readonly uuids: readonly string[]; readonly upTo: number; readonly more: boolean } {
  // By the number of the entry, which the cursor is close to the end of.
  const sql = `SELECT id, record_uuid FROM observations NOT INDEXED WHERE id > ? AND profile_id = ?
    AND list = 'withdrawals' AND field = 'status' AND after = 'rejected' ORDER BY id LIMIT ?`;
  const rows = database.all(sql, input.after, input.profileId, MOST);
  const last = rows.length < MOST ? undefined : rows.at(-1);
  return {
    uuids: [...new Set(rows.map((row) => readText(row, 'record_uuid')))],
    upTo: last === undefined ? endOf(database).observation : readInteger(last, 'id'),
    more: last !== undefined,
  };
}

/** A record that changed after it was final, and how. */
export interface NewLateRecord {
  readonly list: FactList;
  readonly recordUuid: string;
  readonly kinds: readonly LateKind[];
}

/** A change of a closed fact. */
export interface NewPrior {
  readonly list: FactList;
  readonly label: string | null;
}

/** How many records there are, and the first of them; null without any. */
export interface NewOf<First> {
  readonly records: number;
  readonly first: First | null;
}

export interface NewChanges {
  /** Without those that moved a closed fact, which are told as that, and those that were rejected late, which are news as a rejection. */
  readonly late: NewOf<NewLateRecord>;
  /** `sums`: what the closed figures would have been moved by, exact, of every token. */
  readonly prior: NewOf<NewPrior> & { readonly sums: readonly TokenSum[] };
  readonly upTo: NewsCursor;
}

/** `news.changes`: final records that changed, and facts of closed periods that did, counted and added up to the last one. */
export function newChanges(
  { database }: BooksContext,
  { profileId, observation, prior }: NewsCursor & OfProfile,
): NewChanges {
  return {
    late: lateSince(database, profileId, { observation, prior }),
    prior: priorSince(database, profileId, prior),
    upTo: endOf(database),
  };
}

/** A delivery is never final, so only the two lists of facts have late changes. */
const LATE = `SELECT min(id) AS id FROM observations NOT INDEXED WHERE id > ? AND profile_id = ? AND late IS NOT NULL
  AND list IN ('invoices', 'withdrawals')
  AND record_uuid NOT IN (SELECT record_uuid FROM prior_period_adjustments WHERE id > ? AND profile_id = ?)
  GROUP BY record_uuid HAVING max(list = 'withdrawals' AND field = 'status' AND after IS 'rejected') = 0`;

function lateSince(
  database: SqliteDatabase,
  profileId: string,
  { observation, prior }: NewsCursor,
): NewOf<NewLateRecord> {
  const counts = `SELECT count(*) AS n, min(id) AS first FROM (${LATE})`;
  const found = database.get(counts, observation, profileId, prior, profileId);
  const records = readCount(found);
  if (found === null || records === 0) return { records: 0, first: null };
  const ofFirst = `SELECT list, record_uuid, late FROM observations WHERE id > ? AND profile_id = ? AND late IS NOT NULL
    AND record_uuid = (SELECT record_uuid FROM observations WHERE id = ?) ORDER BY id LIMIT ?`;
  const rows = database.all(ofFirst, observation, profileId, readInteger(found, 'first'), MOST);
  const [row] = rows;
  if (row === undefined) return { records, first: null };
  const kinds = [...new Set(rows.map((one) => readWord(one, 'late', LATE_KINDS)))];
  const list = readWord(row, 'list', FACT_LISTS);
  return { records, first: { list, recordUuid: readText(row, 'record_uuid'), kinds } };
}

function priorSince(database: SqliteDatabase, profileId: string, prior: number): NewChanges['prior'] {
  const since = 'FROM prior_period_adjustments WHERE id > ? AND profile_id = ?';
  const counted = database.get(`SELECT count(DISTINCT record_uuid) AS n ${since}`, prior, profileId);
  const row = database.get(`SELECT list, label ${since} ORDER BY id LIMIT 1`, prior, profileId);
  const first = row === null ? null : { list: readWord(row, 'list', FACT_LISTS), label: readTextOrNull(row, 'label') };
  const amounts = database.iterate(`SELECT token, amount ${since} ORDER BY id`, prior, profileId);
  return { records: readCount(counted), first, sums: sumsOf(tokenSums(amounts)) };
}

function* tokenSums(rows: Iterable<readonly unknown[]>): IterableIterator<TokenSum> {
  for (const [token, amount] of rows) yield { token: cellTextOrNull(token), amount: cellText(amount) };
}

function endOf(database: SqliteDatabase): NewsCursor {
  const last = (table: 'observations' | 'prior_period_adjustments'): number =>
    readCount(database.get(`SELECT coalesce(max(id), 0) AS n FROM ${table}`));
  return { observation: last('observations'), prior: last('prior_period_adjustments') };
}

/**
 * `news.contradictions`: contradictions that a run has found, found again or opened again since the deed `after`, and that stand open: of records that ended
 * (a withdrawal: were created) after `since`, and of those without such a date. `upTo` is the last deed there is; without `after` nothing is news.
 */
export function newContradictions(
  { database }: BooksContext,
  input: OfProfile & { readonly after: number | null; readonly since: string },
): { readonly count: number; readonly first: ContradictionNews | null; readonly upTo: number } {
  const { profileId, after, since } = input;
  const upTo = readCount(database.get('SELECT coalesce(max(id), 0) AS n FROM exception_deeds'));
  const found = `FROM exception_deeds AS d NOT INDEXED CROSS JOIN exceptions AS e ON e.id = d.exception_id
      WHERE d.id > ? AND d.deed IN ('found', 'found-again', 'reopened') AND d.os_user IS NULL AND e.profile_id = ? AND e.state = 'open' AND e.cleared_at IS NULL
        AND e.kind IN (SELECT value FROM json_each(?)) AND ifnull(e.record_at_key > ?, 1)`;
  const of = [after ?? upTo, profileId, JSON.stringify(CONTRADICTION_KINDS), instantKey(since)];
  const count = readCount(database.get(`SELECT count(DISTINCT e.id) AS n ${found}`, ...of));
  const row = database.get(`SELECT e.kind, e.list, e.label ${found} ORDER BY d.id LIMIT 1`, ...of);
  if (row === null) return { count, first: null, upTo };
  const [kind, list] = [readWord(row, 'kind', CONTRADICTION_KINDS), readWord(row, 'list', FACT_LISTS)];
  return { count, first: { kind, list, label: readTextOrNull(row, 'label') }, upTo };
}

/** `news.failures`: which of the deliveries nobody was told of yet; from now on they count as told. At most 1,000. */
export function tellFailures(
  { database }: BooksContext,
  { profileId, deliveries }: OfProfile & { readonly deliveries: readonly string[] },
): readonly string[] {
  if (deliveries.length > MOST) throw new RangeError('too many deliveries at once');
  const sql = 'INSERT INTO told_failures (profile_id, delivery_uuid) VALUES (?, ?) ON CONFLICT DO NOTHING';
  return deliveries.filter((uuid) => database.run(sql, profileId, uuid).changes > 0);
}
