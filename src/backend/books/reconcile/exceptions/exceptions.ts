// Lists of exceptions out of the books: pages with exact totals by kind and unit, one with its history, and what people did about adjusted invoices.
import {
  AGE_DAYS,
  type AgeBucket,
  type DueState,
  type Exception,
  type ExceptionEvent,
  type ExceptionFilter,
  type ExceptionSortField,
  type Triage,
} from '../../../../domain/reconcile/exception.ts';
import { type FindingKind, FINDING_KINDS } from '../../../../domain/kernel/finding.ts';
import type { Sort } from '../../../../domain/kernel/list.ts';
import { addMoney, MoneySum, moneySortKey } from '../../../../domain/kernel/money/money.ts';
import { fromEpochMs, instantKey, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { type Row, readCount, readInteger, readText, readTextOrNull, readWord } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { limitAndOffset, type PageOf, rowReader, type Window } from '../../../sqlite/rows.ts';
import type { BooksContext, OneOfProfile } from '../../kernel/context.ts';
import { deedsOf, exceptionById, readException } from './rows.ts';
import { FilterTerms } from '../../kernel/filter-terms.ts';
import type { Where } from '../../../sqlite/terms.ts';
import { parseTexts } from '../../kernel/json.ts';
import { TRIAGE } from '../../kernel/triage.ts';
import { foldedLabel } from '../../../../domain/support/notes.ts';

/** Rows of a page, and room for its totals. */
const MAX_ROWS = 500;
/** Of kinds and units; a business has a few, and a misunderstood column has any number. */
const MAX_TOTALS = 200;

/** One dispute is found under several kinds, so a sum is of one kind. */
export interface ExceptionTotals {
  readonly kind: FindingKind;
  readonly unit: string | null;
  /** Exceptions of the filter of this kind and unit. */
  readonly count: number;
  /** Those among them without a difference in one amount. */
  readonly missing: number;
  /** Σ delta, exact; null without a unit: what two such amounts are in is not known to be the same. */
  readonly delta: string | null;
}

export interface ExceptionQuery {
  readonly profileId: string;
  readonly filter: ExceptionFilter;
  readonly sort: readonly Sort<ExceptionSortField>[];
  /** What ages are counted from, ISO UTC. */
  readonly now: string;
  /** The day that it is where the console is, 2026-11-30; that of `now` in UTC when absent. */
  readonly today?: string | undefined;
}

interface Totals {
  readonly total: number;
  readonly totals: readonly ExceptionTotals[];
}

/** `exceptions.page`: the latest found first when nothing is asked for; of its totals the 200 with the most. Throws FailureError `invalid-input`. */
export function exceptionPage({ database }: BooksContext, input: ExceptionQuery & Window): PageOf<Exception> & Totals {
  const where = whereOf(input);
  // What is wide in a row is read for the rows of the page only.
  const ids = `SELECT id FROM ${exceptionsOf(input)} ${where.sql} ${orderOf(input.sort)} LIMIT ? OFFSET ?`;
  const sql = `SELECT * FROM exceptions WHERE id IN (${ids}) ${orderOf(input.sort)}`;
  return {
    rows: database.all(sql, ...where.parameters, ...limitAndOffset(input, MAX_ROWS)).map(readException),
    ...totalsOf(database, exceptionsOf(input), where),
  };
}

/** All exceptions of the filter in order, one at a time; for exports, within one snapshot of the file. */
export function* eachException(database: SqliteDatabase, query: ExceptionQuery): IterableIterator<Exception> {
  const where = whereOf(query);
  const sql = `SELECT id FROM ${exceptionsOf(query)} ${where.sql} ${orderOf(query.sort)}`;
  const ids = database.all(sql, ...where.parameters);
  for (const row of ids) {
    const exception = exceptionById(database, query.profileId, readText(row, 'id'));
    if (exception !== null) yield exception;
  }
}

/** `exceptions.get`: one exception with its history, oldest first; null when the profile has none of that id. */
export function getException(
  { database }: BooksContext,
  input: OneOfProfile,
): { readonly exception: Exception; readonly deeds: readonly ExceptionEvent[] } | null {
  const exception = exceptionById(database, input.profileId, input.id);
  return exception === null ? null : { exception, deeds: deedsOf(database, exception.id) };
}

/** What people did about adjusted invoices that the facts still show, by the invoice's uuid. */
export function triageOf(database: SqliteDatabase, profileId: string): ReadonlyMap<string, Triage> {
  const sql = `SELECT record_uuid, id, state, assignee, reason, note FROM exceptions
    WHERE profile_id = ? AND kind = 'adjusted' AND list = 'invoices' AND cleared_at IS NULL`;
  return new Map(database.all(sql, profileId).map((row) => [readText(row, 'record_uuid'), readTriage(row)]));
}

const readTriage: (row: Row) => Triage = rowReader(TRIAGE);

const COLUMNS: Readonly<Record<ExceptionSortField, string>> = {
  firstSeenAt: 'first_seen_at',
  recordAt: 'record_at_key',
  delta: 'delta_key',
  absDelta: 'abs_delta_key',
  kind: 'kind',
  label: 'label',
  assignee: 'assignee',
  due: 'due',
};

/** Missing values last in both directions; money by its key, that is numerically; the record decides between equals. */
function orderOf(sort: readonly Sort<ExceptionSortField>[]): string {
  const wanted = sort.length === 0 ? [{ by: 'firstSeenAt', direction: 'desc' } as const] : sort;
  const terms = wanted.map(({ by, direction }) => {
    return `${COLUMNS[by]} ${direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  return `ORDER BY ${[...terms, 'record_uuid', 'kind', 'id'].join(', ')}`;
}

/** A case stands on customers and endpoints, too; their names are no uuids, so the list needs no asking. */
const LABELLED = `record_uuid IN (SELECT r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id
  WHERE l.profile_id = ? AND l.folded IN (SELECT value FROM json_each(?)))`;

/** The table with the index that holds all that a list is filtered, ordered and summed by; left to itself SQLite reads the wide rows. */
export function exceptionsOf({ filter }: Pick<ExceptionQuery, 'filter'>): string {
  if (filter.recordUuid !== undefined || isLabelled(filter)) return 'exceptions INDEXED BY exceptions_by_record';
  return filter.cleared === true || (filter.ids ?? []).length > 0
    ? 'exceptions'
    : 'exceptions INDEXED BY exceptions_shown';
}

function isLabelled({ label = [] }: ExceptionFilter): boolean {
  return label.length > 0;
}

/** The rows of a query. Throws FailureError `invalid-input`. */
export function whereOf({ profileId, filter, now, today = now.slice(0, 10) }: ExceptionQuery): Where {
  const terms = new FilterTerms();
  terms.add('profile_id = ?', profileId);
  terms.add(filter.cleared === true ? 'cleared_at IS NOT NULL' : 'cleared_at IS NULL');
  terms.ids('id', filter.ids);
  terms.oneOf('state', filter.state);
  terms.oneOf('kind', filter.kind);
  terms.oneOf('list', filter.list);
  terms.oneOf(`coalesce(assignee, '')`, filter.assignee);
  terms.oneOf(`coalesce(unit, '')`, filter.unit);
  terms.amount(filter.amount, [
    ['difference', (operator, bound) => ({ sql: `abs_delta_key ${operator} ?`, parameters: [moneySortKey(bound)] })],
    ['record', (operator, bound) => ({ sql: `amount_key ${operator} ?`, parameters: [moneySortKey(bound)] })],
  ]);
  if (filter.recordUuid !== undefined) terms.add('record_uuid = ?', filter.recordUuid);
  if (isLabelled(filter)) terms.add(LABELLED, profileId, JSON.stringify(filter.label?.map(foldedLabel)));
  const ages = filter.age ?? [];
  if (ages.length > 0) {
    terms.add(`(${ages.map(() => `(${AGE_TERM})`).join(' OR ')})`, ...ages.flatMap((age) => ageBounds(age, now)));
  }
  const dues = filter.due ?? [];
  if (dues.length > 0) {
    const days = dues.flatMap((due) => (due === 'none' ? [] : [today]));
    terms.add(`(${dues.map((due) => DUE_TERMS[due]).join(' OR ')})`, ...days);
  }
  terms.contains(['search', 'note', 'assignee'], filter.text);
  terms.bound('record_at_key >= ?', 'filter.recordFrom', filter.recordFrom, instantKey);
  terms.bound('record_at_key < ?', 'filter.recordTo', filter.recordTo, instantKey);
  return terms.where();
}

/** Of one state, with the day of today where it is compared. */
const DUE_TERMS: Readonly<Record<DueState, string>> = { due: 'due <= ?', later: 'due > ?', none: 'due IS NULL' };

/** Of one age bucket, with the parameters of `ageBounds`. */
export const AGE_TERM = 'first_seen_at > ? AND first_seen_at <= ?';
const DAY_MS = 24 * 60 * 60_000;

/** The instants of `AGE_TERM`; the youngest have no upper one, for clocks are set back. */
export function ageBounds(age: AgeBucket, now: string): readonly [string, string] {
  const { from, below } = AGE_DAYS[age];
  const daysAgo = (days: number): string => fromEpochMs((toEpochMs(now) ?? 0) - days * DAY_MS);
  return [below === null ? '' : daysAgo(below), from === 0 ? '~' : daysAgo(from)];
}

/**
 * How many there are, and the sums. SQLite hands the amounts of each group over as one list; it does not look into them. Grouped as the
 * index is ordered, so that nothing is sorted.
 */
function totalsOf(database: SqliteDatabase, from: string, where: Where): Totals {
  const sql = `SELECT kind, unit, count(*) AS n, count(delta) AS summed,
      json_group_array(delta) FILTER (WHERE delta IS NOT NULL) AS amounts
    FROM ${from} ${where.sql} GROUP BY state, kind, list, unit`;
  const byUnit = new Map<string, ExceptionTotals>();
  let total = 0;
  for (const row of database.all(sql, ...where.parameters)) {
    const [count, summed] = [readCount(row), readInteger(row, 'summed')];
    total += count;
    const [kind, unit] = [readWord(row, 'kind', FINDING_KINDS), readTextOrNull(row, 'unit')];
    const key = JSON.stringify([kind, unit]);
    const { count: others = 0, missing = 0, delta: before = null } = byUnit.get(key) ?? {};
    const delta = unit === null ? null : addMoney(before ?? '0', sumOf(readText(row, 'amounts')));
    byUnit.set(key, { kind, unit, count: others + count, missing: missing + count - summed, delta });
  }
  const totals = [...byUnit.values()].filter(({ count, missing }) => count > missing);
  const most = totals.length <= MAX_TOTALS ? totals : totals.toSorted(mostFirst).slice(0, MAX_TOTALS);
  return { total, totals: most.toSorted(byKindAndUnit) };
}

function mostFirst(left: ExceptionTotals, right: ExceptionTotals): number {
  return right.count - left.count || byKindAndUnit(left, right);
}

function byKindAndUnit(left: ExceptionTotals, right: ExceptionTotals): number {
  const rank = ({ kind }: ExceptionTotals): number => FINDING_KINDS.indexOf(kind);
  if (left.kind !== right.kind) return rank(left) - rank(right);
  if (left.unit === null || right.unit === null) return left.unit === null ? 1 : -1;
  return left.unit < right.unit ? -1 : 1;
}

function sumOf(amounts: string): string {
  const delta = new MoneySum();
  for (const amount of parseTexts(amounts)) delta.add(amount);
  return delta.total();
}
