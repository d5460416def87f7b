// Lists saved under a name: the query of a list's address, as the list wrote it.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { type Row, readCount, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { BooksContext } from '../kernel/context.ts';

export interface KeptView {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  readonly query: string;
}

/** Views of one list. */
const MAX_VIEWS = 100;

/** `views.list`: by name, as people order names. */
export function listViews(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly list: string },
): readonly KeptView[] {
  const sql =
    'SELECT id, list, name, query FROM saved_views WHERE profile_id = ? AND list = ? ORDER BY name COLLATE NOCASE, name';
  return database.all(sql, input.profileId, input.list).map(readView);
}

/** `views.save`: a name that the list has already keeps its id and gets the query. Throws `invalid-input` when the list is full. */
export function saveView(
  { database }: BooksContext,
  input: KeptView & { readonly profileId: string; readonly at: string },
): KeptView {
  const { id, profileId, list, name, query, at } = input;
  return database.transaction(() => {
    const known = find(database, profileId, list, name);
    if (known !== null) {
      database.run('UPDATE saved_views SET query = ? WHERE id = ?', query, known.id);
      return { ...known, query };
    }
    const sql = 'SELECT count(*) AS n FROM saved_views WHERE profile_id = ? AND list = ?';
    if (readCount(database.get(sql, profileId, list)) >= MAX_VIEWS) {
      const message = `at most ${MAX_VIEWS} saved views for a list; remove one first`;
      throw new FailureError({ kind: 'invalid-input', issues: [{ path: 'name', message }] });
    }
    database.run(
      'INSERT INTO saved_views (id, profile_id, list, name, query, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      profileId,
      list,
      name,
      query,
      at,
    );
    return { id, list, name, query };
  });
}

/** `views.remove`: answers false when the profile has no such view. */
export function removeView(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly id: string },
): boolean {
  return database.run('DELETE FROM saved_views WHERE profile_id = ? AND id = ?', input.profileId, input.id).changes > 0;
}

function find(database: SqliteDatabase, profileId: string, list: string, name: string): KeptView | null {
  const sql = 'SELECT id, list, name, query FROM saved_views WHERE profile_id = ? AND list = ? AND name = ?';
  const row = database.get(sql, profileId, list, name);
  return row === null ? null : readView(row);
}

function readView(row: Row): KeptView {
  return {
    id: readText(row, 'id'),
    list: readText(row, 'list'),
    name: readText(row, 'name'),
    query: readText(row, 'query'),
  };
}
