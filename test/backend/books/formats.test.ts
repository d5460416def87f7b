/**
 * Books of every earlier format open in this version with all they held, and are copied before. Not here: what each table means (books.test.ts).
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { BOOKS_MIGRATIONS } from '../../../src/backend/books/schema.ts';
import { listBackups } from '../../../src/backend/books/backup.ts';
import { openInProcess } from '../../../src/backend/workers/in-process.ts';
import { temporaryFolder } from '../mirror/sample.ts';

/** A file of that format with a row in each of its tables that people would miss. */
function writeOld(path: string, format: number): void {
  const file = new Database(path);
  file.pragma('journal_mode = WAL');
  file.pragma('foreign_keys = ON');
  for (const { sql } of BOOKS_MIGRATIONS.slice(0, format)) file.exec(sql);
  file.pragma(`user_version = ${format}`);
  file.exec(`INSERT INTO profiles (id, name, kind, origin, base_url, api_root, key_storage, read_only, created_at, position)
      VALUES ('p1', 'Shop', 'business', 'https://a.example', 'https://a.example', 'https://a.example/api/v1', 'absent', 0, '2026-01-01T00:00:00.000Z', 0);
    INSERT INTO activity (at, os_user, profile_id, action, summary, outcome) VALUES ('2026-01-01T00:00:00.000Z', 'ann', 'p1', 'export', 'old', 'done');`);
  if (format >= 5) {
    for (const name of ['first', 'second', 'third']) {
      file.exec(`INSERT INTO exceptions (id, profile_id, kind, list, record_uuid, label, facts, print, search, state, note, first_seen_at, updated_at)
          VALUES ('${name}', 'p1', 'adjusted', 'invoices', '${name}', 'l', '{}', 'p', 's', 'open', 'a note', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
        INSERT INTO exception_deeds (exception_id, at, os_user, deed, note) VALUES ('${name}', '2026-01-01T00:00:00.000Z', 'ann', 'noted', 'a note');`);
    }
    // The highest number a history gave out is never given out again.
    file.exec(`DELETE FROM exceptions WHERE id = 'third'`);
  }
  file.close();
}

const rowsOf = (file: Database.Database, table: string): unknown[] =>
  file.prepare(`SELECT * FROM ${table} ORDER BY 1`).all();

describe('books of an earlier format', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('of format %i open with all they held, copied before', async (format) => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'books.db');
    writeOld(path, format);
    const old = new Database(path, { readonly: true });
    const tables = format >= 5 ? ['activity', 'exceptions', 'exception_deeds'] : ['activity'];
    const before = tables.map((table) => rowsOf(old, table));
    old.close();
    const store = openInProcess(folder.path);
    expect(await store.books.read('profiles.list', {})).toMatchObject([{ id: 'p1', name: 'Shop' }]);
    expect(await store.books.read('sources.list', { profileId: 'p1' })).toEqual([]);
    await store.close();
    const now = new Database(path);
    now.pragma('foreign_keys = ON');
    expect(now.pragma('user_version', { simple: true })).toBe(BOOKS_MIGRATIONS.length);
    expect(now.pragma('foreign_key_check')).toEqual([]);
    expect(now.pragma('integrity_check', { simple: true })).toBe('ok');
    // A later format has further columns.
    expect(tables.map((table) => rowsOf(now, table))).toMatchObject(before);
    if (format >= 5) {
      expect(() => now.exec(`UPDATE exception_deeds SET note = 'x'`)).toThrow('append-only');
      now.exec(`DELETE FROM exceptions WHERE id = 'first'`);
      expect(now.prepare('SELECT count(*) FROM exception_deeds').pluck().get()).toBe(1);
    }
    now.close();
    const copies = listBackups(join(folder.path, 'backups'));
    expect(copies.filter(({ name }) => name.includes(`before-version-${format + 1}`))).toMatchObject([
      { state: 'intact' },
    ]);
    folder.remove();
  });
});
