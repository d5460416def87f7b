/**
 * Lists of exceptions out of the books: pages with exact totals by unit, the counts that a screen begins with, one with its history, and
 * what people did about adjusted invoices. Not here: writing them (exceptions-observe.ts, exceptions-act.ts).
 */
import {
  AGE_BUCKETS,
  AGE_DAYS,
  type AgeBucket,
  type Exception,
  type ExceptionEvent,
  type ExceptionFilter,
  type ExceptionSortField,
  EXCEPTION_STATES,
  RESOLUTION_REASONS,
  type Triage,
} from '../../domain/exception.ts';
import { type FindingKind, FINDING_KINDS } from '../../domain/finding.ts';
import type { Sort } from '../../domain/invoice.ts';
import { MoneySum } from '../../domain/money.ts';
import { fromEpochMs, instantKey, toEpochMs } from '../../domain/time.ts';
import {
  cellInteger,
  cellText,
  cellTextOrNull,
  type Row,
  readCount,
  readInteger,
  readText,
  readTextOrNull,
  readWord,
} from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import type { BooksContext } from './context.ts';
import { deedsOf, exceptionById, readException } from './exception-rows.ts';
import { FilterTerms, type Where } from './filter-terms.ts';
import { parseTexts } from './json.ts';

/** Names that the counts carry. */
const MAX_ASSIGNEES = 200;

/** Rows of a page, and room for its totals. */
const MAX_ROWS = 500;

export interface ExceptionTotals {
  readonly unit: string | null;
  /** Exceptions of the filter that have a difference in this unit. */
  readonly count: number;
  /** Σ delta, exact. */
  readonly delta: string;
}

export interface ExceptionQuery {
  readonly profileId: string;
  readonly filter: ExceptionFilter;
  readonly sort: readonly Sort<ExceptionSortField>[];
  /** What ages are counted from, ISO UTC. */
  readonly now: string;
}

/** `exceptions.page`: the latest found first when nothing is asked for. Throws FailureError `invalid-input`. */
export function exceptionPage(
  { database }: BooksContext,
  input: ExceptionQuery & { readonly offset: number; readonly limit: number },
): { readonly rows: readonly Exception[]; readonly total: number; readonly totals: readonly ExceptionTotals[] } {
  const where = whereOf(input);
  const [limit, offset] = [Math.min(Math.max(0, input.limit), MAX_ROWS), Math.max(0, input.offset)];
  return database.snapshot(() => {
    // What is wide in a row is read for the rows of the page only.
    const ids = `SELECT id FROM exceptions ${where.sql} ${orderOf(input.sort)} LIMIT ? OFFSET ?`;
    const sql = `SELECT * FROM exceptions WHERE id IN (${ids}) ${orderOf(input.sort)}`;
    return {
      rows: database.all(sql, ...where.parameters, limit, offset).map(readException),
      ...totalsOf(database, where),
    };
  });
}

/** All exceptions of the filter in order, one at a time; for exports, within one snapshot of the file. */
export function* eachException(database: SqliteDatabase, query: ExceptionQuery): IterableIterator<Exception> {
  const where = whereOf(query);
  const ids = database.all(`SELECT id FROM exceptions ${where.sql} ${orderOf(query.sort)}`, ...where.parameters);
  for (const row of ids) {
    const exception = exceptionById(database, query.profileId, readText(row, 'id'));
    if (exception !== null) yield exception;
  }
}

export interface ExceptionCounts {
  readonly open: number;
  readonly resolved: number;
  readonly cleared: number;
  /** Of those that the facts still show. */
  readonly kinds: readonly { readonly kind: FindingKind; readonly open: number; readonly resolved: number }[];
  readonly ages: readonly { readonly age: AgeBucket; readonly open: number }[];
  /** Who has open ones, the most first, at most 200; null is nobody. */
  readonly assignees: readonly { readonly assignee: string | null; readonly open: number }[];
  /** When the oldest open one was found. */
  readonly oldestOpen: string | null;
}

/** `exceptions.counts`. */
export function exceptionCounts(
  { database }: BooksContext,
  { profileId, now }: { readonly profileId: string; readonly now: string },
): ExceptionCounts {
  const cleared = 'SELECT count(*) AS n FROM exceptions WHERE profile_id = ? AND cleared_at IS NOT NULL';
  return database.snapshot(() => {
    const groups = groupsOf(database, profileId, now);
    const open = groups.filter(({ state }) => state === 'open');
    const openBy = <Key>(keyOf: (group: Group) => Key): ReadonlyMap<Key, number> => counted(open, keyOf);
    const resolved = counted(
      groups.filter(({ state }) => state === 'resolved'),
      ({ kind }) => kind,
    );
    const [openKinds, openAges] = [openBy(({ kind }) => kind), openBy(({ age }) => age)];
    const kinds = FINDING_KINDS.filter((kind) => openKinds.has(kind) || resolved.has(kind));
    return {
      open: sumOf(openKinds),
      resolved: sumOf(resolved),
      cleared: readCount(database.get(cleared, profileId)),
      kinds: kinds.map((kind) => ({ kind, open: openKinds.get(kind) ?? 0, resolved: resolved.get(kind) ?? 0 })),
      ages: AGE_BUCKETS.map((age) => ({ age, open: openAges.get(age) ?? 0 })),
      assignees: [...openBy(({ assignee }) => assignee)]
        .map(([assignee, count]) => ({ assignee, open: count }))
        .toSorted((left, right) => right.open - left.open)
        .slice(0, MAX_ASSIGNEES),
      oldestOpen: open.map(({ oldest }) => oldest).toSorted()[0] ?? null,
    };
  });
}

interface Group {
  readonly state: Exception['state'];
  readonly kind: FindingKind;
  readonly assignee: string | null;
  readonly age: AgeBucket;
  readonly count: number;
  readonly oldest: string;
}

/** One pass over the index. */
function groupsOf(database: SqliteDatabase, profileId: string, now: string): readonly Group[] {
  const cases = AGE_BUCKETS.map((age) => `WHEN ${AGE_TERM} THEN '${age}'`).join(' ');
  const sql = `SELECT state, kind, assignee, CASE ${cases} END AS age, count(*) AS n, min(first_seen_at) AS oldest
    FROM exceptions WHERE profile_id = ? AND cleared_at IS NULL GROUP BY 1, 2, 3, 4`;
  return database.all(sql, ...AGE_BUCKETS.flatMap((age) => ageBounds(age, now)), profileId).map((row) => ({
    state: readWord(row, 'state', EXCEPTION_STATES),
    kind: readWord(row, 'kind', FINDING_KINDS),
    assignee: readTextOrNull(row, 'assignee'),
    age: readWord(row, 'age', AGE_BUCKETS),
    count: readInteger(row, 'n'),
    oldest: readText(row, 'oldest'),
  }));
}

function counted<Key>(groups: readonly Group[], keyOf: (group: Group) => Key): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const group of groups) counts.set(keyOf(group), (counts.get(keyOf(group)) ?? 0) + group.count);
  return counts;
}

function sumOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** `exceptions.get`: one exception with its history, oldest first; null when the profile has none of that id. */
export function getException(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly id: string },
): { readonly exception: Exception; readonly deeds: readonly ExceptionEvent[] } | null {
  return database.snapshot(() => {
    const exception = exceptionById(database, input.profileId, input.id);
    return exception === null ? null : { exception, deeds: deedsOf(database, exception.id) };
  });
}

/** What people did about adjusted invoices that the facts still show, by the invoice's uuid. */
export function triageOf(database: SqliteDatabase, profileId: string): ReadonlyMap<string, Triage> {
  const sql = `SELECT record_uuid, id, state, assignee, reason, note FROM exceptions
    WHERE profile_id = ? AND kind = 'adjusted' AND list = 'invoices' AND cleared_at IS NULL`;
  return new Map(database.all(sql, profileId).map((row) => [readText(row, 'record_uuid'), readTriage(row)]));
}

function readTriage(row: Row): Triage {
  const reason = readTextOrNull(row, 'reason');
  return {
    id: readText(row, 'id'),
    state: readWord(row, 'state', EXCEPTION_STATES),
    assignee: readTextOrNull(row, 'assignee'),
    reason: reason === null ? null : readWord(row, 'reason', RESOLUTION_REASONS),
    note: readTextOrNull(row, 'note'),
  };
}

const COLUMNS: Readonly<Record<ExceptionSortField, string>> = {
  firstSeenAt: 'first_seen_at',
  recordAt: 'record_at_key',
  delta: 'delta_key',
  absDelta: 'abs_delta_key',
  kind: 'kind',
  label: 'label',
  assignee: 'assignee',
};

/** Missing values last in both directions; money by its key, that is numerically; the record decides between equals. */
function orderOf(sort: readonly Sort<ExceptionSortField>[]): string {
  const wanted = sort.length === 0 ? [{ by: 'firstSeenAt', direction: 'desc' } as const] : sort;
  const terms = wanted.map(({ by, direction }) => {
    return `${COLUMNS[by]} ${direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  return `ORDER BY ${[...terms, 'record_uuid', 'kind', 'id'].join(', ')}`;
}

function whereOf({ profileId, filter, now }: ExceptionQuery): Where {
  const terms = new FilterTerms();
  terms.add('profile_id = ?', profileId);
  terms.add(filter.cleared === true ? 'cleared_at IS NOT NULL' : 'cleared_at IS NULL');
  terms.oneOf('state', filter.state);
  terms.oneOf('kind', filter.kind);
  terms.oneOf('list', filter.list);
  terms.oneOf(`coalesce(assignee, '')`, filter.assignee);
  terms.oneOf('unit', filter.unit);
  const ages = filter.age ?? [];
  if (ages.length > 0) {
    terms.add(`(${ages.map(() => `(${AGE_TERM})`).join(' OR ')})`, ...ages.flatMap((age) => ageBounds(age, now)));
  }
  terms.contains(['search', 'note', 'assignee'], filter.text);
  terms.bound('record_at_key >= ?', 'filter.recordFrom', filter.recordFrom, instantKey);
  terms.bound('record_at_key < ?', 'filter.recordTo', filter.recordTo, instantKey);
  return terms.where();
}

const AGE_TERM = 'first_seen_at > ? AND first_seen_at <= ?';
const DAY_MS = 24 * 60 * 60_000;

/** The instants of `AGE_TERM`; the youngest have no upper one, for clocks are set back. */
function ageBounds(age: AgeBucket, now: string): readonly [string, string] {
  const { from, below } = AGE_DAYS[age];
  const daysAgo = (days: number): string => fromEpochMs((toEpochMs(now) ?? 0) - days * DAY_MS);
  return [below === null ? '' : daysAgo(below), from === 0 ? '~' : daysAgo(from)];
}

/** How many there are, and the sums. SQLite hands the amounts of each unit over as one list; it does not look into them. Units never meet. */
function totalsOf(
  database: SqliteDatabase,
  where: Where,
): { readonly total: number; readonly totals: readonly ExceptionTotals[] } {
  const sql = `SELECT unit, count(*), count(delta), json_group_array(delta) FILTER (WHERE delta IS NOT NULL) FROM exceptions
    ${where.sql} GROUP BY unit ORDER BY unit`;
  const totals: ExceptionTotals[] = [];
  let total = 0;
  for (const [unit, rows, count, amounts] of database.iterate(sql, ...where.parameters)) {
    total += cellInteger(rows);
    if (cellInteger(count) === 0) continue;
    const delta = new MoneySum();
    for (const amount of parseTexts(cellText(amounts))) delta.add(amount);
    totals.push({ unit: cellTextOrNull(unit), count: cellInteger(count), delta: delta.total() });
  }
  return { total, totals };
}
