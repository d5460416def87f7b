// What books hold, as far as it only ever grows, so that a copy that holds more than the present books is known:
// which line they follow and how far, and the rows that nobody deletes but with their profile.
import { BOOKS_KINDS, type BooksCounts } from '../../../domain/kernel/copies.ts';
import { tableOf } from '../../../domain/kernel/fields.ts';
import { readCount, readInteger, readText, readTextOrNull } from '../../sqlite/columns.ts';
import { SqliteDatabase } from '../../sqlite/database.ts';
import { StoreError } from '../../sqlite/errors.ts';

/** Rows of these are never deleted but with their profile. */
const KEPT = [
  'activity',
  'observations',
  'resend_intents',
  'create_intents',
  'bulk_runs',
  'notes',
  'exceptions',
  'closes',
  'prior_period_adjustments',
  'catalogue_changes',
  'address_names',
  'journal_mappings',
  'journals_made',
  'export_schedules',
  'export_runs',
  'month_steps',
  'month_ticks',
  'home_currencies',
  'home_rates',
  'four_eyes_requests',
] as const;

export interface Contents {
  /** The lines that the books have followed, by how far; none before version 10. */
  readonly lines: ReadonlyMap<string, number>;
  readonly line: string | null;
  /** The last entry of the log when they began to count; null before version 10. */
  readonly countedFrom: number | null;
  /** The numbers that the two logs have reached, also of rows that are gone. */
  readonly reached: { readonly activity: number; readonly observations: number };
  readonly profiles: ReadonlySet<string>;
  readonly forgotten: number;
  readonly rows: ReadonlyMap<string, number>;
}

/** Of open books. */
export function contentsOf(database: SqliteDatabase): Contents {
  return database.snapshot(() => {
    const tables = new Set(
      database.all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map((row) => readText(row, 'name')),
    );
    const reached = (table: string): number =>
      readCount(database.get('SELECT coalesce(max(seq), 0) AS n FROM sqlite_sequence WHERE name = ?', table));
    const lines = tables.has('generations')
      ? database.all('SELECT line, count, activity FROM generations ORDER BY position')
      : [];
    const [first] = lines;
    const last = lines.at(-1);
    return {
      lines: new Map(lines.map((row) => [readText(row, 'line'), readInteger(row, 'count')])),
      line: last === undefined ? null : readText(last, 'line'),
      countedFrom: first === undefined ? null : readInteger(first, 'activity'),
      reached: { activity: reached('activity'), observations: reached('observations') },
      profiles: new Set(database.all('SELECT id FROM profiles').map((row) => readText(row, 'id'))),
      forgotten: readCount(database.get(`SELECT count(*) AS n FROM activity WHERE action = 'forget-profile'`)),
      rows: new Map(KEPT.filter((table) => tables.has(table)).flatMap((table) => rowsOf(database, table))),
    };
  });
}

function rowsOf(database: SqliteDatabase, table: string): readonly (readonly [string, number])[] {
  return database
    .all(`SELECT profile_id, count(*) AS n FROM ${table} GROUP BY profile_id`)
    .map((row) => [keyOf(table, readTextOrNull(row, 'profile_id')), readInteger(row, 'n')] as const);
}

/** Of a copy; null when it cannot be read: nobody knows then what it holds. */
export function contentsOfCopy(path: string): Contents | null {
  return readCopy(path, contentsOf);
}

/** What `read` finds in a copy; null when it cannot be read. */
export function readCopy<Result>(path: string, read: (database: SqliteDatabase) => Result): Result | null {
  let database: SqliteDatabase | null = null;
  try {
    database = SqliteDatabase.open({ path, file: 'books', mode: 'read-only', synchronous: 'FULL' });
    return read(database);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  } finally {
    database?.close();
  }
}

export function isHeldBy(books: Contents, copy: Contents): boolean {
  const { reached } = copy;
  if (!followed(books, copy)) return false;
  if (reached.activity > books.reached.activity || reached.observations > books.reached.observations) return false;
  const gone = [...copy.profiles].filter((id) => !books.profiles.has(id)).length;
  if (gone > Math.max(0, books.forgotten - copy.forgotten)) return false;
  const shown = [null, ...books.profiles];
  const keys = KEPT.flatMap((table) => shown.map((profile) => keyOf(table, profile)));
  return keys.every((key) => (copy.rows.get(key) ?? 0) <= (books.rows.get(key) ?? 0));
}

/** Did the books follow the copy's line as far as the copy? One from before lines were counted belongs to the time before the first of them. */
function followed(books: Contents, copy: Contents): boolean {
  if (copy.line !== null) return (books.lines.get(copy.line) ?? -1) >= (copy.lines.get(copy.line) ?? 0);
  return copy.reached.activity <= (books.countedFrom ?? books.reached.activity);
}

function keyOf(table: string, profileId: string | null): string {
  return `${table} ${profileId ?? ''}`;
}

/** Tables of what is told of the books that are not called by its word. */
const TABLES: Readonly<Partial<Record<keyof BooksCounts, string>>> = {
  resends: 'resend_intents',
  creates: 'create_intents',
  runs: 'bulk_runs',
};

/** Of open books, or an open copy; a table that its version does not have holds nothing. */
export function countsOf(database: SqliteDatabase): BooksCounts {
  const tables = new Set(database.all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(({ name }) => name));
  return tableOf(BOOKS_KINDS, (kind) => {
    const table = TABLES[kind] ?? kind;
    return tables.has(table) ? readCount(database.get(`SELECT count(*) AS n FROM ${table}`)) : 0;
  });
}
