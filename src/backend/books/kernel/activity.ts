// The activity log: who did what with this console, and what came of it. Append-only: the file itself refuses to
// change an entry, and to delete one while its profile is there.
import type { ActivityAction, ActivityEntry, ActivityFilter } from '../../../domain/news/activity.ts';
import { fromEpochMs, instantKey, toEpochMs } from '../../../domain/kernel/time/time.ts';
import {
  cellInteger,
  cellText,
  cellTextOrNull,
  type Row,
  readCount,
  readInteger,
  readText,
} from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import type { BooksContext } from './context.ts';
import { FilterTerms, type BooksWhere } from './filter-terms.ts';
import { jsonOrNull } from './json.ts';

export interface ActivityInput {
  readonly at: string;
  readonly osUser: string;
  readonly profileId: string | null;
  readonly action: ActivityAction;
  /** What was asked for, in words, without secrets. */
  readonly summary: string;
  readonly outcome: string;
  /** Kept as JSON. */
  readonly evidence?: unknown;
}

/** `activity.append`: answers the entry's id. */
export function appendActivity({ database }: BooksContext, input: ActivityInput): number {
  const sql = `INSERT INTO activity (at, os_user, profile_id, action, summary, outcome, evidence) VALUES (?, ?, ?, ?, ?, ?, ?)`;
  const { at, osUser, profileId, action, summary, outcome } = input;
  return database.run(sql, at, osUser, profileId, action, summary, outcome, jsonOrNull(input.evidence)).lastId;
}

/** Entries of one profile, or of all and of the console (`profileId: null`). */
export interface ActivityScope {
  readonly profileId: string | null;
  readonly filter?: ActivityFilter | undefined;
}

const COLUMNS = 'id, at, os_user, profile_id, action, summary, outcome, evidence';

/** `activity.page`: newest first. */
export function activityPage(
  { database }: BooksContext,
  input: ActivityScope & { readonly offset: number; readonly limit: number },
): { readonly rows: readonly ActivityEntry[]; readonly total: number } {
  const where = whereOf(input);
  const [limit, offset] = [Math.min(Math.max(0, input.limit), 1000), Math.max(0, input.offset)];
  return database.snapshot(() => ({
    rows: [
      ...entries(database, `${where.sql} ORDER BY id DESC LIMIT ? OFFSET ?`, [...where.parameters, limit, offset]),
    ],
    total: readCount(database.get(`SELECT count(*) AS n FROM activity ${where.sql}`, ...where.parameters)),
  }));
}

/** All entries of the filter, newest first, one at a time; for exports, within one snapshot of the file. */
export function eachActivity(database: SqliteDatabase, scope: ActivityScope): IterableIterator<ActivityEntry> {
  const where = whereOf(scope);
  return entries(database, `${where.sql} ORDER BY id DESC`, where.parameters);
}

export interface ActivityFacets {
  readonly actions: readonly { readonly value: string; readonly count: number }[];
  readonly outcomes: readonly { readonly value: string; readonly count: number }[];
  readonly users: readonly { readonly value: string; readonly count: number }[];
}

/** `activity.facets`: the values that occur, the most frequent first, at most 200 each. */
export function activityFacets({ database }: BooksContext, input: Pick<ActivityScope, 'profileId'>): ActivityFacets {
  const where = whereOf(input);
  const facet = (column: 'action' | 'outcome' | 'os_user') =>
    database
      .all(
        `SELECT ${column} AS value, count(*) AS n FROM activity ${where.sql} GROUP BY ${column} ORDER BY n DESC, value LIMIT 200`,
        ...where.parameters,
      )
      .map((row: Row) => ({ value: readText(row, 'value'), count: readInteger(row, 'n') }));
  return database.snapshot(() => ({ actions: facet('action'), outcomes: facet('outcome'), users: facet('os_user') }));
}

function* entries(
  database: SqliteDatabase,
  rest: string,
  parameters: readonly SqlValue[],
): IterableIterator<ActivityEntry> {
  for (const cells of database.iterate(`SELECT ${COLUMNS} FROM activity ${rest}`, ...parameters)) {
    const [id, at, osUser, profileId, action, summary, outcome, evidence] = cells;
    yield {
      id: cellInteger(id),
      at: cellText(at),
      osUser: cellText(osUser),
      profileId: cellTextOrNull(profileId),
      action: cellText(action),
      summary: cellText(summary),
      outcome: cellText(outcome),
      evidence: cellTextOrNull(evidence),
    };
  }
}

function whereOf({ profileId, filter = {} }: ActivityScope): BooksWhere {
  const terms = new FilterTerms();
  if (profileId !== null) terms.add('profile_id = ?', profileId);
  terms.oneOf('action', filter.action);
  terms.oneOf('outcome', filter.outcome);
  terms.oneOf('os_user', filter.osUser);
  terms.contains(['summary', 'evidence'], filter.text);
  terms.bound('at >= ?', 'filter.from', filter.from, ownInstant);
  terms.bound('at < ?', 'filter.to', filter.to, ownInstant);
  return terms.where();
}

/** A bound in the notation of `at`, which is the console's own; a date is its midnight. */
function ownInstant(text: string): string | null {
  const key = instantKey(text);
  const epochMs = key === null ? null : toEpochMs(key);
  return epochMs === null ? null : fromEpochMs(epochMs);
}
