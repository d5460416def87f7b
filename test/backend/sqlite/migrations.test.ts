/** Schemas: new files, missing steps all or none, and a file from the future, which is refused untouched. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { StoreError } from '../../../src/backend/sqlite/errors.ts';
import { type Migration, migrate, schemaVersion } from '../../../src/backend/sqlite/migrations.ts';
import { BOOKS_MIGRATIONS } from '../../../src/backend/books/kernel/schema.ts';
import { MIRROR_MIGRATIONS } from '../../../src/backend/mirror/kernel/schema.ts';
import { temporaryFolder } from '../mirror/sample.ts';

const FIRST: Migration = { version: 1, sql: "CREATE TABLE a (x TEXT) STRICT; INSERT INTO a VALUES ('one')" };
const SECOND: Migration = { version: 2, sql: 'ALTER TABLE a ADD COLUMN y TEXT' };
const BROKEN: Migration = { version: 3, sql: 'CREATE TABLE b (x TEXT) STRICT; CREATE TABLE a (x TEXT) STRICT' };

let folder: ReturnType<typeof temporaryFolder>;
let database: SqliteDatabase;

function open(name = 'a.db'): SqliteDatabase {
  return SqliteDatabase.open({
    path: join(folder.path, name),
    file: 'mirror',
    mode: 'read-write',
    synchronous: 'NORMAL',
  });
}

beforeEach(() => {
  folder = temporaryFolder();
  database = open();
});

afterEach(() => {
  database.close();
  folder.remove();
});

describe('migrations', () => {
  it('bring a new file to the latest version and leave it alone the next time', () => {
    expect(migrate(database, [FIRST, SECOND])).toEqual({ from: 0, to: 2 });
    expect(migrate(database, [FIRST, SECOND])).toEqual({ from: 2, to: 2 });
    expect(database.all('SELECT x, y FROM a')).toEqual([{ x: 'one', y: null }]);
  });

  it('run only the missing steps, and tell before they change an existing file', () => {
    const told: [number, number][] = [];
    const before = (from: number, to: number): void => {
      told.push([from, to]);
    };
    migrate(database, [FIRST], before);
    expect(told).toEqual([]);
    migrate(database, [FIRST, SECOND], before);
    expect(told).toEqual([[1, 2]]);
    expect(schemaVersion(database)).toBe(2);
  });

  it('leave the file as it was when one step fails', () => {
    migrate(database, [FIRST]);
    expect(() => migrate(database, [FIRST, SECOND, BROKEN])).toThrow(StoreError);
    expect(schemaVersion(database)).toBe(1);
    expect(database.all('SELECT * FROM a')).toEqual([{ x: 'one' }]);
  });

  it('refuse a file of a newer version', () => {
    migrate(database, [FIRST, SECOND]);
    const refused = (): unknown => migrate(database, [FIRST]);
    expect(refused).toThrow(expect.objectContaining({ code: 'newer-schema', file: 'mirror' }));
    expect(schemaVersion(database)).toBe(2);
  });

  it('are numbered without gaps', () => {
    expect(() => migrate(database, [FIRST, BROKEN])).toThrow('numbered');
  });

  it('begin where the first one does: a new file is made by it, an older one is refused untouched', () => {
    const [begun, next] = [
      { ...FIRST, version: 7 },
      { ...SECOND, version: 8 },
    ];
    expect(migrate(database, [begun])).toEqual({ from: 0, to: 7 });
    expect(migrate(database, [begun, next])).toEqual({ from: 7, to: 8 });
    expect(() => migrate(database, [{ ...begun, version: 9 }])).toThrow(
      expect.objectContaining({ code: 'older-schema', file: 'mirror' }),
    );
    expect(schemaVersion(database)).toBe(8);
  });

  it.each([
    ['mirror', MIRROR_MIGRATIONS],
    ['books', BOOKS_MIGRATIONS],
  ])('of the %s give strict tables with intact indexes', (name, migrations) => {
    const fresh = open(`${name}.db`);
    migrate(fresh, migrations);
    expect(fresh.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const loose = fresh.all(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
    );
    expect(loose).toEqual([]);
    fresh.close();
  });
});
