// Lists saved under a name: the query of a list's address, as the list wrote it; of the business, or of one person.
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { type Row, readCount, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { type RowOf, rowReader } from '../../sqlite/rows.ts';
import { changedSince } from '../kernel/activity.ts';
import type { BooksContext, OfProfile, OneOfProfile } from '../kernel/context.ts';

const VIEW = { id: readText, list: readText, name: readText, query: readText };
/** `mine`: of whoever asks alone; absent: of the business. */
export type KeptView = RowOf<typeof VIEW> & { readonly mine?: true | undefined };
const readPlain = rowReader(VIEW);
const readView = (row: Row): KeptView => ({
  ...readPlain(row),
  ...(readText(row, 'owner') === '' ? {} : { mine: true }),
});

/** Whose it is: the id of a person; absent: the business’s. */
interface Owned {
  readonly owner?: string | undefined;
}

const MAX_VIEWS = 100;

/** `views.list`: those of the business, and of a person who asks theirs, by name, as people order names; of all lists where none is named. */
export function listViews(
  { database }: BooksContext,
  { profileId, list, owner = '' }: OfProfile & Owned & { readonly list: string | null },
): readonly KeptView[] {
  const sql = `SELECT * FROM saved_views WHERE profile_id = ? AND list = coalesce(?, list) AND owner IN ('', ?)
    ORDER BY name COLLATE NOCASE, name, owner`;
  return database.all(sql, profileId, list, owner).map(readView);
}

type NewView = Omit<KeptView, 'mine'> & OfProfile & Owned & { readonly at: string };

/**
 * `views.save`: a name that the list has already keeps its id and gets the query. Throws `invalid-input` when the list is full, `changed-since` when the
 * view of that name has another query by now than was `seen` (null: there was none).
 */
export function saveView(
  context: BooksContext,
  input: NewView & { readonly seen?: string | null | undefined },
): KeptView {
  const { database } = context;
  const { id, profileId, list, name, query, at, owner = '', seen } = input;
  const known = find(database, profileId, list, owner, name);
  if (known?.query !== query) requireSeen(context, { profileId, list, name, seen, now: known?.query ?? null });
  if (known !== null) {
    database.run('UPDATE saved_views SET query = ? WHERE id = ?', query, known.id);
    return { ...known, query };
  }
  const sql = 'SELECT count(*) AS n FROM saved_views WHERE profile_id = ? AND list = ? AND owner = ?';
  if (readCount(database.get(sql, profileId, list, owner)) >= MAX_VIEWS) {
    throw invalidInput('name', `at most ${MAX_VIEWS} saved views for a list; remove one first`);
  }
  database.run(
    'INSERT INTO saved_views (id, profile_id, list, name, query, created_at, owner) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    profileId,
    list,
    name,
    query,
    at,
    owner,
  );
  return { id, list, name, query, ...(owner === '' ? {} : { mine: true }) };
}

/** `views.remove`: answers false when the profile has no such view. Throws `changed-since` when it has another query by now than was `seen`. */
export function removeView(
  context: BooksContext,
  { profileId, id, owner = '', seen }: OneOfProfile & Owned & { readonly seen?: string | undefined },
): boolean {
  const { database } = context;
  const sql = `SELECT * FROM saved_views WHERE profile_id = ? AND id = ? AND owner IN ('', ?)`;
  const row = database.get(sql, profileId, id, owner);
  if (row === null) return false;
  const { list, name, query } = readView(row);
  requireSeen(context, { profileId, list, name, seen, now: query });
  return database.run('DELETE FROM saved_views WHERE id = ?', id).changes > 0;
}

function requireSeen(
  context: BooksContext,
  of: Pick<KeptView, 'list' | 'name'> &
    OfProfile & { readonly seen: string | null | undefined; readonly now: string | null },
): void {
  const { profileId, list, name, seen, now } = of;
  if (seen === undefined || seen === now) return;
  throw new FailureError(
    changedSince(context, { profileId, actions: ['save-view'], of: { '$.list': list, '$.name': name } }),
  );
}

function find(
  database: SqliteDatabase,
  ...[profileId, list, owner, name]: readonly [string, string, string, string]
): KeptView | null {
  const sql = 'SELECT * FROM saved_views WHERE profile_id = ? AND list = ? AND owner = ? AND name = ?';
  return database.one(readView, sql, profileId, list, owner, name);
}
