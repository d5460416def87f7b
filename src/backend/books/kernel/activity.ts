// The activity log: who did what with this console, and what came of it. Append-only: the file itself refuses to
// change an entry, and to delete one while its profile is there.
import { chained } from './audit-chain.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import {
  type ActivityAction,
  type ActivityEntry,
  type ActivityFilter,
  ACTIVITY_ENTRY,
} from '../../../domain/news/activity.ts';
import { namesIn } from '../../../domain/people/four-eyes.ts';
import { fromEpochMs, instantKey, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { readCount, readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import { type PageOf, rowReader, type Window, limitAndOffset } from '../../sqlite/rows.ts';
import type { BooksContext, Deed } from './context.ts';
import { FilterTerms } from './filter-terms.ts';
import type { Where } from '../../sqlite/terms.ts';
import { jsonOrNull, shapeReader } from './json.ts';

interface Done {
  readonly action: ActivityAction;
  /** What was asked for, in words, without secrets. */
  readonly summary: string;
  readonly outcome: string;
  /** Kept as JSON. */
  readonly evidence?: unknown;
}

export interface ActivityInput extends Done {
  readonly at: string;
  readonly osUser: string;
  readonly profileId: string | null;
}

/** `activity.append`: answers the entry's id. The entry is the next of its business's chain. */
export function appendActivity({ database }: BooksContext, input: ActivityInput): number {
  const facts = { ...input, evidence: jsonOrNull(input.evidence) };
  const sql = `INSERT INTO activity (id, at, os_user, profile_id, action, summary, outcome, evidence, place, hash)
      VALUES (@id, @at, @osUser, @profileId, @action, @summary, @outcome, @evidence, @place, @hash)`;
  const id = lastActivity(database) + 1;
  return database.run(sql, { ...facts, id, ...chained(database, { ...facts, id }) }).lastId;
}

/** The number of the last entry that the activity log ever had, also of one that went with its profile. */
export function lastActivity(database: SqliteDatabase): number {
  return readCount(database.get(`SELECT coalesce(max(seq), 0) AS n FROM sqlite_sequence WHERE name = 'activity'`));
}

/** The entry of a deed, within the transaction that does it. */
export function note(context: BooksContext, { at, osUser, profileId }: Deed, done: Done): void {
  appendActivity(context, { at, osUser, profileId, ...done });
}

/** Whose change it was: the latest entry of these actions that was done, of a profile (null: the console), whose evidence has this. */
export interface LastChange {
  readonly profileId: string | null;
  readonly actions: readonly ActivityAction[];
  /** Paths of the evidence (`$.id`) and what stands there. */
  readonly of?: Readonly<Record<string, string>>;
}

/** `activity.changedSince`: what whoever comes second is told. Who and when says the audit log; it may not know. */
export function changedSince(
  { database }: Pick<BooksContext, 'database'>,
  { profileId, actions, of = {} }: LastChange,
): Extract<Failure, { readonly kind: 'changed-since' }> {
  const marks = actions.map(() => '?').join(', ');
  const paths = Object.entries(of);
  const sql = `SELECT at, os_user AS by FROM activity WHERE profile_id IS ? AND action IN (${marks}) AND outcome <> 'refused'
    ${paths.map(() => 'AND json_extract(evidence, ?) = ?').join(' ')} ORDER BY id DESC LIMIT 1`;
  const row = database.get(sql, profileId, ...actions, ...paths.flat());
  return { kind: 'changed-since', ...(row === null ? {} : readChange(row)) };
}

const readChange = rowReader({ at: readText, by: readText });

/** Entries of one profile, or of all and of the console (`profileId: null`). */
export interface ActivityScope {
  readonly profileId: string | null;
  readonly filter?: ActivityFilter | undefined;
}

export function activityPage({ database }: BooksContext, input: ActivityScope & Window): PageOf<ActivityEntry> {
  const where = whereOf(input);
  const page = [...where.parameters, ...limitAndOffset(input, 1000)];
  return {
    rows: [...entries(database, `${where.sql} ORDER BY id DESC LIMIT ? OFFSET ?`, page)],
    total: readCount(database.get(`SELECT count(*) AS n FROM activity ${where.sql}`, ...where.parameters)),
  };
}

/** All entries of the filter, newest first, one at a time; for exports, within one snapshot of the file. */
export function eachActivity(database: SqliteDatabase, scope: ActivityScope): IterableIterator<ActivityEntry> {
  const where = whereOf(scope);
  return entries(database, `${where.sql} ORDER BY id DESC`, where.parameters);
}

type Facet = readonly { readonly value: string; readonly count: number }[];
export type ActivityFacets = Readonly<Record<'actions' | 'outcomes' | 'users', Facet>>;

/** `activity.facets`: the values that occur, the most frequent first, at most 200 each. */
export function activityFacets({ database }: BooksContext, input: Pick<ActivityScope, 'profileId'>): ActivityFacets {
  const where = whereOf(input);
  const facet = (column: 'action' | 'outcome' | 'os_user'): Facet => {
    const sql = `SELECT ${column} AS value, count(*) AS count FROM activity ${where.sql} GROUP BY ${column} ORDER BY count DESC, value`;
    return database.all(sql, ...where.parameters).map(readFacet);
  };
  return {
    actions: facet('action').slice(0, MOST_FACETS),
    outcomes: facet('outcome').slice(0, MOST_FACETS),
    users: byPerson(facet('os_user')).slice(0, MOST_FACETS),
  };
}

const MOST_FACETS = 200;
const readFacet = rowReader({ value: readText, count: readInteger });

/** What was done in two names counts for both. */
function byPerson(entries: Facet): Facet {
  const counts = new Map<string, number>();
  for (const { value, count } of entries)
    for (const name of namesIn(value)) counts.set(name, (counts.get(name) ?? 0) + count);
  const users = [...counts].map(([value, count]) => ({ value, count }));
  return users.toSorted((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
}

const readEntry = shapeReader(ACTIVITY_ENTRY);

function* entries(
  database: SqliteDatabase,
  rest: string,
  parameters: readonly SqlValue[],
): IterableIterator<ActivityEntry> {
  for (const row of database.each(`SELECT * FROM activity ${rest}`, ...parameters)) yield readEntry(row);
}

function whereOf({ profileId, filter = {} }: ActivityScope): Where {
  const terms = new FilterTerms();
  if (profileId !== null) terms.add('profile_id = ?', profileId);
  terms.oneOf('action', filter.action);
  terms.oneOf('outcome', filter.outcome);
  terms.oneOfNames('os_user', filter.osUser);
  terms.contains(['summary', 'evidence'], filter.text);
  terms.bound('at >= ?', 'filter.from', filter.from, ownInstant);
  terms.bound('at < ?', 'filter.to', filter.to, ownInstant);
  return terms.where();
}

/** A bound in the notation of `at`, which is the console's own; a date is its midnight. */
export function ownInstant(text: string): string | null {
  const key = instantKey(text);
  const epochMs = key === null ? null : toEpochMs(key);
  return epochMs === null ? null : fromEpochMs(epochMs);
}
