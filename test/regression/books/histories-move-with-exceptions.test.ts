/** Exceptions were made anew for cases; their histories hang on them by a key that deletes, and have to come along whole. */
import { expect, it } from 'vitest';
import { BOOKS_MIGRATIONS } from '../../../src/backend/books/kernel/schema.ts';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { migrate } from '../../../src/backend/sqlite/migrations.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';

it('exceptions and all that was done about them are there after the migration, and go together afterwards', () => {
  const folder = temporaryFolder();
  const open = (): SqliteDatabase =>
    SqliteDatabase.open({ path: `${folder.path}/books.db`, file: 'books', mode: 'read-write', synchronous: 'FULL' });
  const database = open();
  const before = BOOKS_MIGRATIONS.findIndex(({ sql }) => sql.includes('exceptions_before'));
  migrate(database, BOOKS_MIGRATIONS.slice(0, before));
  for (const id of ['x1', 'x2']) {
    database.run(
      `INSERT INTO exceptions (id, profile_id, kind, list, record_uuid, facts, print, search, state, note, first_seen_at, updated_at)
        VALUES (?, 'p1', 'adjusted', 'invoices', ?, '{}', '', '', 'resolved', 'known', 'then', 'now')`,
      id,
      id,
    );
    for (const deed of ['found', 'noted', 'resolved'])
      database.run("INSERT INTO exception_deeds (exception_id, at, deed) VALUES (?, 'then', ?)", id, deed);
  }
  database.run("DELETE FROM exceptions WHERE id = 'x2'");
  const rows = database.all('SELECT * FROM exceptions');
  const deeds = database.all('SELECT * FROM exception_deeds ORDER BY id');
  expect(deeds).toHaveLength(3);
  migrate(database, BOOKS_MIGRATIONS);
  expect(database.all('SELECT * FROM exceptions')).toEqual(rows.map((row) => ({ ...row, due: null })));
  expect(database.all('SELECT * FROM exception_deeds ORDER BY id')).toEqual(deeds);
  expect(database.all('PRAGMA foreign_key_check')).toEqual([]);
  expect(() => database.run("UPDATE exception_deeds SET note = ''")).toThrow('append-only');
  database.run("DELETE FROM exceptions WHERE id = 'x1'");
  expect(database.all('SELECT * FROM exception_deeds')).toEqual([]);
  database.close();
  folder.remove();
});
