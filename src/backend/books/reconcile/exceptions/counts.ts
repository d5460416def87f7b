// How many exceptions there are: in all, and of each kind, age, person and unit within a filter.
import {
  AGE_BUCKETS,
  type AgeBucket,
  EXCEPTION_STATES,
  type ExceptionState,
} from '../../../../domain/reconcile/exception.ts';
import { type FindingKind, FINDING_KINDS } from '../../../../domain/kernel/finding.ts';
import { readCount, readInteger, readText, readTextOrNull, readWord } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import type { BooksContext } from '../../kernel/context.ts';
import { AGE_TERM, ageBounds, type ExceptionQuery, exceptionsOf, whereOf } from './exceptions.ts';

/** Names and units that the counts carry. */
const MAX_WORDS = 200;

interface ByState {
  readonly open: number;
  readonly resolved: number;
}

export interface ExceptionCounts extends ByState {
  /** Those that the facts do not show any more, whatever their state; they are in neither of the two others. */
  readonly cleared: number;
  /** Of the filter without what it says of kinds. */
  readonly kinds: readonly (ByState & { readonly kind: FindingKind })[];
  /** Of the filter without what it says of ages; every age. */
  readonly ages: readonly (ByState & { readonly age: AgeBucket })[];
  /** Of the filter without what it says of people: the most first, at most 200; null is nobody. */
  readonly assignees: readonly (ByState & { readonly assignee: string | null })[];
  /** Of the filter without what it says of units: the most first, at most 200; null is none. */
  readonly units: readonly (ByState & { readonly unit: string | null })[];
  /** When the oldest open one was found. */
  readonly oldestOpen: string | null;
}

/** `exceptions.counts`. Throws FailureError `invalid-input`. */
export function exceptionCounts(
  { database }: BooksContext,
  { profileId, filter, now, today }: Omit<ExceptionQuery, 'sort'>,
): ExceptionCounts {
  const cleared = 'SELECT count(*) AS n FROM exceptions WHERE profile_id = ? AND cleared_at IS NOT NULL';
  const standing = `SELECT state, count(*) AS n, min(first_seen_at) AS oldest FROM exceptions
    WHERE profile_id = ? AND cleared_at IS NULL GROUP BY state`;
  const [open, resolved] = EXCEPTION_STATES.map((state) =>
    database.all(standing, profileId).find((row) => readText(row, 'state') === state),
  );
  const groups = groupsOf(database, { profileId, filter, now, today });
  const of = <Name extends Facet>(name: Name): ReadonlyMap<Group[Name], ByState> =>
    countedBy(
      groups.filter((group) => FACETS.every((facet) => facet === name || isIn(filter[facet], group[facet]))),
      name,
    );
  const [kinds, ages] = [of('kind'), of('age')];
  return {
    open: readCount(open ?? null),
    resolved: readCount(resolved ?? null),
    cleared: readCount(database.get(cleared, profileId)),
    kinds: FINDING_KINDS.flatMap((kind) => {
      const counts = kinds.get(kind);
      return counts === undefined ? [] : [{ kind, ...counts }];
    }),
    ages: AGE_BUCKETS.map((age) => ({ age, ...(ages.get(age) ?? NONE) })),
    assignees: mostFirst(of('assignee')).map(([assignee, counts]) => ({ assignee, ...counts })),
    units: mostFirst(of('unit')).map(([unit, counts]) => ({ unit, ...counts })),
    oldestOpen: open === undefined ? null : readText(open, 'oldest'),
  };
}

const FACETS = ['kind', 'age', 'assignee', 'unit'] as const;
type Facet = (typeof FACETS)[number];

interface Group {
  readonly state: ExceptionState;
  readonly kind: FindingKind;
  readonly age: AgeBucket;
  readonly assignee: string | null;
  readonly unit: string | null;
  readonly count: number;
}

/** One pass over the rows that the rest of the filter leaves; what each facet asks for is decided group by group. */
function groupsOf(database: SqliteDatabase, query: Omit<ExceptionQuery, 'sort'>): readonly Group[] {
  const { now, filter } = query;
  const without = { kind: undefined, age: undefined, assignee: undefined, unit: undefined };
  const where = whereOf({ ...query, filter: { ...filter, ...without }, sort: [] });
  // Ages side by side and the rest in the order of the index: nothing is sorted.
  const ages = AGE_BUCKETS.map((_, at) => `count(*) FILTER (WHERE ${AGE_TERM}) AS age_${at}`).join(', ');
  const sql = `SELECT state, kind, assignee, unit, ${ages} FROM ${exceptionsOf(query)} ${where.sql}
    GROUP BY state, kind, list, unit, assignee`;
  const bounds = AGE_BUCKETS.flatMap((age) => ageBounds(age, now));
  return database.all(sql, ...bounds, ...where.parameters).flatMap((row) => {
    const group = {
      state: readWord(row, 'state', EXCEPTION_STATES),
      kind: readWord(row, 'kind', FINDING_KINDS),
      assignee: readTextOrNull(row, 'assignee'),
      unit: readTextOrNull(row, 'unit'),
    };
    return AGE_BUCKETS.map((age, at) => ({ ...group, age, count: readInteger(row, `age_${at}`) })).filter(
      ({ count }) => count > 0,
    );
  });
}

/** As `whereOf` understands a list of words: an empty one means any, the empty word none. */
function isIn(words: readonly string[] | undefined, word: string | null): boolean {
  return words === undefined || words.length === 0 || words.includes(word ?? '');
}

const NONE: ByState = { open: 0, resolved: 0 };

function countedBy<Name extends Facet>(groups: readonly Group[], name: Name): ReadonlyMap<Group[Name], ByState> {
  const counts = new Map<Group[Name], ByState>();
  for (const group of groups) {
    const before = counts.get(group[name]) ?? NONE;
    counts.set(group[name], { ...before, [group.state]: before[group.state] + group.count });
  }
  return counts;
}

function mostFirst<Word>(counts: ReadonlyMap<Word, ByState>): readonly (readonly [Word, ByState])[] {
  const sizeOf = ({ open, resolved }: ByState): number => open + resolved;
  return [...counts].toSorted(([, left], [, right]) => sizeOf(right) - sizeOf(left)).slice(0, MAX_WORDS);
}
