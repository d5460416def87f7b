/** Connections: pragmas, file modes, transactions, and every kind of trouble under its own name. */
import { chmodSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { temporaryFolder } from '../mirror/sample.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;

function open(change: { mode?: 'read-only'; synchronous?: 'FULL'; busyTimeoutMs?: number } = {}): SqliteDatabase {
  return SqliteDatabase.open({ path, file: 'books', mode: 'read-write', synchronous: 'NORMAL', ...change });
}

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'inner', 'a.db');
});

afterEach(() => {
  folder.remove();
});

describe('a connection', () => {
  it('has the pragmas of the house, and files that only the user may read', () => {
    const database = open({ synchronous: 'FULL' });
    database.exec('CREATE TABLE a (x TEXT) STRICT');
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
    expect(database.get('PRAGMA busy_timeout')).toEqual({ timeout: 5000 });
    expect(statSync(join(folder.path, 'inner')).mode & 0o777).toBe(0o700);
    for (const part of ['', '-wal', '-shm']) expect(statSync(path + part).mode & 0o777).toBe(0o600);
    database.close();
    chmodSync(path, 0o644);
    open().close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('commits all of a transaction or nothing', () => {
    const database = open();
    database.exec('CREATE TABLE a (x TEXT) STRICT');
    const failing = (): void =>
      database.transaction(() => {
        database.run('INSERT INTO a VALUES (?)', 'lost');
        throw new RangeError('no');
      });
    expect(failing).toThrow(RangeError);
    database.transaction(() => database.run('INSERT INTO a VALUES (?)', 'kept'));
    expect(database.all('SELECT x FROM a')).toEqual([{ x: 'kept' }]);
    database.close();
  });

  it('streams rows, may be left early, and may be asked other things meanwhile', () => {
    const database = open();
    database.exec('CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1), (2), (3)');
    const seen: unknown[] = [];
    for (const [x] of database.iterate('SELECT x FROM a ORDER BY x')) {
      seen.push(x, database.get('SELECT count(*) AS n FROM a'));
      if (x === 2) break;
    }
    expect(seen).toEqual([1, { n: 3 }, 2, { n: 3 }]);
    database.run('DELETE FROM a');
    database.close();
  });

  it('sees what another connection commits, and tells by the version', () => {
    const writer = open();
    writer.exec('CREATE TABLE a (x TEXT) STRICT');
    const reader = open({ mode: 'read-only' });
    const before = reader.dataVersion();
    writer.run('INSERT INTO a VALUES (?)', 'new');
    expect(reader.dataVersion()).not.toBe(before);
    expect(reader.all('SELECT x FROM a')).toEqual([{ x: 'new' }]);
    reader.close();
    writer.close();
  });
});

describe('trouble with a file', () => {
  it('that another connection holds is `locked`', () => {
    const first = open();
    first.exec('CREATE TABLE a (x TEXT) STRICT; BEGIN IMMEDIATE');
    const second = open({ busyTimeoutMs: 0 });
    expect(() => second.transaction(() => second.run('INSERT INTO a VALUES (1)'))).toThrow(
      expect.objectContaining({ code: 'locked', file: 'books' }),
    );
    first.exec('ROLLBACK');
    first.close();
    second.close();
  });

  it('that has no room left is `disk-full`, and heals', () => {
    const database = open();
    database.exec('CREATE TABLE a (x TEXT) STRICT; PRAGMA max_page_count = 4');
    const large = 'x'.repeat(50_000);
    expect(() => database.run('INSERT INTO a VALUES (?)', large)).toThrow(
      expect.objectContaining({ code: 'disk-full' }),
    );
    database.exec('PRAGMA max_page_count = 1000');
    expect(database.run('INSERT INTO a VALUES (?)', large).changes).toBe(1);
    database.close();
  });

  it('that is no database is `corrupt`', () => {
    open().close();
    writeFileSync(path, 'this is certainly no database'.repeat(200));
    expect(open).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  it('that was cut short is `corrupt`', () => {
    const database = open();
    database.exec('CREATE TABLE a (x TEXT) STRICT');
    database.transaction(() => {
      for (let row = 0; row < 500; row += 1) database.run('INSERT INTO a VALUES (?)', 'x'.repeat(200));
    });
    database.close();
    truncateSync(path, 8192);
    const read = (): unknown => {
      const cut = open();
      try {
        return cut.all('SELECT * FROM a');
      } finally {
        cut.close();
      }
    };
    expect(read).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  it('that lies where nothing can be made is told by the system’s reason', () => {
    writeFileSync(join(folder.path, 'inner'), 'a file where the folder should be');
    expect(open).toThrow(expect.objectContaining({ name: 'StoreError', code: 'other' }));
  });

  it('that is opened for reading only is `read-only`', () => {
    const database = open();
    database.exec('CREATE TABLE a (x TEXT) STRICT');
    const reader = open({ mode: 'read-only' });
    expect(() => reader.run('INSERT INTO a VALUES (1)')).toThrow(expect.objectContaining({ code: 'read-only' }));
    reader.close();
    database.close();
  });

  it('leaves mistakes of ours as they are', () => {
    const database = open();
    expect(() => database.get('SELECT nothing')).toThrow(expect.objectContaining({ code: 'other' }));
    database.close();
    expect(() => database.get('SELECT 1')).toThrow(TypeError);
  });
});
