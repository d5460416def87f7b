/**
 * The books survive: copies that are held against their checksums, put back in another place or not at all, and a kept
 * data folder that opens in this version with everything it held.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeText } from '../../src/backend/books/period/closes.ts';
import { listRuns } from '../../src/backend/books/resend/bulk.ts';
import { BOOKS_MIGRATIONS } from '../../src/backend/books/kernel/schema.ts';
import { MIRROR_MIGRATIONS } from '../../src/backend/mirror/kernel/schema.ts';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { digestFile } from '../../src/backend/sqlite/files.ts';
import { acquireLock } from '../../src/backend/sqlite/lock.ts';
import { openBooksForReading } from '../../src/backend/workers/threads/books-opening.ts';
import { openInProcess } from '../support/in-process-store.ts';
import type { Store } from '../../src/backend/workers/threads/store.ts';
import { temporaryFolder, uuidOf } from '../backend/mirror/sample.ts';
import { start } from '../backend/workers/fixture.ts';
import { unpackKeptFolder } from '../support/files/kept-folder.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/books.mjs', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let elsewhere: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
  elsewhere = temporaryFolder();
});

afterEach(() => {
  folder.remove();
  elsewhere.remove();
});

interface Told {
  readonly code: number;
  readonly text: string;
}

/** The command as a person runs it. */
const books = (...words: readonly string[]): Promise<Told> => typing('', ...words);

/** The same, and what is typed into it. */
async function typing(typed: string, ...words: readonly string[]): Promise<Told> {
  try {
    const running = promisify(execFile)(process.execPath, ['--no-warnings', SCRIPT, ...words]);
    running.child.stdin?.end(typed);
    const { stdout, stderr } = await running;
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = Object(error);
    return { code: Number(code), text: `${stdout}${stderr}` };
  }
}

const copiesIn = (path: string): readonly string[] =>
  readdirSync(join(path, 'backups')).filter((name) => name.endsWith('.db'));

/** Books with an intent in them, and the copy that the next start makes of them. */
async function copied(): Promise<string> {
  const store = openInProcess(folder.path);
  await store.books.write('resends.arm', {
    intentId: 'kept',
    profileId: 'p1',
    invoiceUuid: uuidOf(1),
    baseline: null,
    at: '2026-11-21T10:00:00Z',
  });
  await store.backupBooks();
  await store.close();
  const [name] = copiesIn(folder.path);
  return join(folder.path, 'backups', name ?? 'none');
}

async function intentIn(path: string): Promise<unknown> {
  const store = openInProcess(path);
  const intent = await store.books.read('resends.get', { intentId: 'kept' });
  await store.close();
  return intent?.state ?? null;
}

describe('FAULT-86: a copy of the books', () => {
  it('is listed, verified and restored in another data folder, equal to the last byte', async () => {
    const copy = await copied();
    expect(await books('list', '--data-dir', folder.path)).toMatchObject({
      code: 0,
      text: expect.stringContaining('intact'),
    });
    expect((await books('verify', copy)).code).toBe(0);
    const restored = await books('restore', copy, '--data-dir', elsewhere.path);
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('1 resend,') });
    expect(digestFile(join(elsewhere.path, 'books.db'))).toBe(digestFile(copy));
    expect(restored.text).toContain(digestFile(copy));
    expect(await intentIn(elsewhere.path)).toBe('armed');
  });

  it('never replaces books: those are set aside and can be put back', async () => {
    const copy = await copied();
    const other = openInProcess(elsewhere.path);
    await other.books.write('settings.set', { key: 'mine', value: '1' });
    await other.close();
    expect((await books('restore', copy, '--data-dir', elsewhere.path)).text).toContain(
      'are kept as books.db.replaced-',
    );
    const aside = readdirSync(elsewhere.path).find((name) => name.startsWith('books.db.replaced-')) ?? '';
    const old = SqliteDatabase.open({
      path: join(elsewhere.path, aside),
      file: 'books',
      mode: 'read-only',
      synchronous: 'FULL',
    });
    expect(old.get(`SELECT value FROM settings WHERE key = 'mine'`)).toEqual({ value: '1' });
    old.close();
    expect(await intentIn(elsewhere.path)).toBe('armed');
  });

  it('is refused when it is not the one that was made, not whole, newer, or nobody can tell; nothing changes then', async () => {
    const copy = await copied();
    const bytes = readFileSync(copy);
    const noted = readFileSync(`${copy}.sha256`, 'utf8');
    const attempt = async (data: Buffer, checksum: string | null): Promise<Told> => {
      const odd = join(folder.path, 'odd.db');
      writeFileSync(odd, data);
      writeFileSync(`${odd}.sha256`, checksum ?? '');
      return books('restore', odd, '--data-dir', elsewhere.path);
    };
    const right = (): string => `${digestFile(join(folder.path, 'odd.db'))}  odd.db\n`;
    const flipped = Buffer.from(bytes);
    flipped[5000] = (flipped[5000] ?? 0) ^ 1;
    expect(await attempt(flipped, noted)).toMatchObject({
      code: 1,
      text: expect.stringContaining('checksum is wrong'),
    });
    expect(await attempt(bytes, null)).toMatchObject({ code: 1, text: expect.stringContaining('is missing') });
    // Whoever can change the copy can change the checksum beside it: then the database itself is looked at.
    const torn = Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 'x')]);
    writeFileSync(join(folder.path, 'odd.db'), torn);
    expect(await attempt(torn, right())).toMatchObject({ code: 1, text: expect.stringContaining('damaged') });
    const newer = Buffer.from(bytes);
    newer.writeUInt32BE(99, 60);
    writeFileSync(join(folder.path, 'odd.db'), newer);
    expect(await attempt(newer, right())).toMatchObject({ code: 1, text: expect.stringContaining('newer version') });
    expect(readdirSync(elsewhere.path).filter((name) => name.startsWith('books'))).toEqual([]);
  });

  it('is not restored under a console that runs', async () => {
    const copy = await copied();
    const lock = acquireLock(elsewhere.path);
    expect(await books('restore', copy, '--data-dir', elsewhere.path)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Close it first'),
    });
    if (lock.kind === 'acquired') lock.release();
  });

  it('FAULT-99: goes to another data folder in one file under a passphrase, which no other passphrase opens', async () => {
    await copied();
    const [file, phrase] = [join(elsewhere.path, 'books.age'), 'orchid tram vinegar pulse'];
    expect(await typing('too short\n', 'write-out', file, '--data-dir', folder.path)).toMatchObject({ code: 1 });
    const written = await typing(`${phrase}\n`, 'write-out', file, '--data-dir', folder.path);
    expect(written.text).toContain('Keys and mirrors are not in it');
    expect(written.text).not.toContain(phrase);
    expect(readdirSync(join(folder.path, 'exports'))).toEqual([]);
    expect(await typing(`${phrase}\n`, 'write-out', file, '--data-dir', folder.path)).toMatchObject({ code: 1 });
    const there = join(elsewhere.path, 'data');
    const wrong = await typing('another phrase\n', 'bring-in', file, '--data-dir', there);
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('the passphrase is another one') });
    const brought = await typing(`${phrase}\n`, 'bring-in', file, '--data-dir', there);
    expect(brought.text).toContain('1 resend');
    expect(await intentIn(there)).toBe('armed');
  });
});

describe('FAULT-68: the data folder of the first format', () => {
  const database = (path: string): Database.Database => new Database(join(folder.path, path), { readonly: true });
  const versionOf = (path: string): unknown => {
    const file = database(path);
    const version = file.pragma('user_version', { simple: true });
    file.close();
    return version;
  };

  /** Every row of every table, as text. What an opening writes itself is left out. */
  const contentOf = (path: string): Readonly<Record<string, readonly unknown[]>> => {
    const file = database(path);
    const tables = file.prepare(
      `SELECT name, min(ncol, 2) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    );
    const content = z
      .array(z.tuple([z.string(), z.number()]))
      .parse(tables.raw().all())
      .filter(([name]) => name !== 'generations')
      .map(([name, columns]) => [name, file.prepare(`SELECT * FROM "${name}" ORDER BY 1, ${columns}`).all()]);
    file.close();
    return Object.fromEntries(content);
  };

  let mirror: string;
  let profileId: string;

  beforeEach(() => {
    ({ profileId } = unpackKeptFolder(folder.path));
    mirror = join('mirrors', `${profileId}.db`);
  });

  const opened = async (): Promise<Store> => {
    const store = await start(folder.path);
    await store.mirror(profileId).read('binding', {});
    return store;
  };

  it('has something in every table of the books', () => {
    const empty = Object.entries(contentOf('books.db')).filter(([, rows]) => rows.length === 0);
    expect(empty).toEqual([]);
  });

  it('opens with everything in it, the books copied before a migration', async () => {
    const before = { books: contentOf('books.db'), mirror: contentOf(mirror) };
    const from = versionOf('books.db');
    await (await opened()).close();
    const after = { books: contentOf('books.db'), mirror: contentOf(mirror) };
    for (const kind of ['books', 'mirror'] as const) {
      for (const [table, rows] of Object.entries(before[kind])) {
        // A later format has further columns, and that a copy was opened stands in the log.
        const kept = after[kind][table]?.slice(0, rows.length);
        expect(kept, table).toMatchObject(rows);
        if (table !== 'activity') expect(after[kind][table]?.length, table).toBe(rows.length);
      }
    }
    expect([versionOf('books.db'), versionOf(mirror)]).toEqual([
      BOOKS_MIGRATIONS.at(-1)?.version,
      MIRROR_MIGRATIONS.at(-1)?.version,
    ]);
    for (const path of ['books.db', mirror]) {
      const file = database(path);
      expect(file.pragma('foreign_key_check')).toEqual([]);
      expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
      file.close();
    }
    const copies = copiesIn(folder.path).filter((name) => name.includes('before-version'));
    expect(copies.length).toBe(from === versionOf('books.db') ? 0 : 1);
    for (const name of copies) expect((await books('verify', join(folder.path, 'backups', name))).code).toBe(0);
  });

  it('is read as it was: profiles, resends, orders, closes with their proof, own books, lists', async () => {
    const store = await opened();
    const { read } = store.books;
    expect(await read('profiles.list', {})).toMatchObject([{ id: profileId, name: 'Shop', keyStorage: 'session' }]);
    const actions = (await read('activity.page', { profileId, offset: 0, limit: 50 })).rows.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['resend-webhook', 'resend-many', 'create-invoice', 'close-period']),
    );
    const { rows: closes } = await read('closes.page', { profileId, offset: 0, limit: 9 });
    expect(closes.length).toBe(1);
    const file = openBooksForReading(folder.path);
    expect(listRuns({ database: file }, { profileId })).toMatchObject([
      { label: 'outage', state: 'done', counts: { total: 2 } },
    ]);
    const text = [...closeText(file, closes[0]?.id ?? '')].join('');
    file.close();
    expect(createHash('sha256').update(text, 'utf8').digest('hex')).toBe(closes[0]?.sha256);
    expect((await read('prior.page', { profileId, offset: 0, limit: 9 })).total).toBe(1);
    expect(await read('sources.list', { profileId })).toMatchObject([{ name: 'Shop', kind: 'orders' }]);
    expect(await read('entries.counts', { profileId, filter: {} })).toMatchObject({ total: 42 });
    expect(await read('views.list', { profileId, list: 'invoices' })).toMatchObject([{ name: 'Of October' }]);
    const mirrored = store.mirror(profileId).read;
    expect((await mirrored('invoices.page', { filter: {}, sort: [], offset: 0, limit: 100 })).total).toBe(61);
    expect((await mirrored('withdrawals.page', { filter: {}, sort: [], offset: 0, limit: 9 })).total).toBe(39);
    expect((await mirrored('deliveryList.page', { filter: {}, sort: [], offset: 0, limit: 9 })).total).toBe(62);
    expect((await mirrored('lists.state', {})).invoices).toMatchObject({
      certificate: 'certified',
      seen: 61,
      total: 61,
    });
    await store.close();
  });

  it('is afterwards built like a new one: the same tables, columns and indexes', async () => {
    await (await opened()).close();
    const store = openInProcess(elsewhere.path);
    await store.mirror('p1').read('binding', {});
    await store.close();
    for (const [old, fresh] of [
      ['books.db', 'books.db'],
      [mirror, join('mirrors', 'p1.db')],
    ] as const) {
      expect(shapeOf(join(folder.path, old))).toEqual(shapeOf(join(elsewhere.path, fresh)));
    }
  });

  it('keeps its histories: what is append-only cannot be changed or deleted', async () => {
    await (await opened()).close();
    const file = new Database(join(folder.path, 'books.db'));
    for (const table of ['activity', 'observations', 'exception_deeds', 'prior_period_adjustments']) {
      expect(() => file.exec(`UPDATE ${table} SET id = id`), table).toThrow('append-only');
    }
    expect(() => file.exec('UPDATE closes SET facts = 0')).toThrow('locked');
    expect(() => file.exec('DELETE FROM activity')).toThrow('append-only');
    file.close();
  });

  it('is not touched where its books are from before it; a mirror from before it is set aside and read anew', async () => {
    const age = (path: string): void => {
      const file = new Database(join(folder.path, path));
      file.pragma('user_version = 8');
      file.close();
    };
    age(mirror);
    const store = await start(folder.path);
    const page = { filter: {}, sort: [], offset: 0, limit: 1 };
    expect((await store.mirror(profileId).read('invoices.page', page)).total).toBe(0);
    expect((await store.mirror(profileId).read('lists.state', {})).invoices.certificate).toBe('incomplete');
    await store.close();
    const aside = readdirSync(join(folder.path, 'mirrors')).filter((name) => name.includes('.quarantined-'));
    expect(aside.map((name) => versionOf(join('mirrors', name)))).toEqual([8]);
    age('books.db');
    const before = digestFile(join(folder.path, 'books.db'));
    await expect(start(folder.path)).rejects.toMatchObject({ code: 'older-schema', file: 'books' });
    expect(digestFile(join(folder.path, 'books.db'))).toBe(before);
    writeFileSync(join(folder.path, 'old.db.sha256'), `${before}  old.db\n`);
    copyFileSync(join(folder.path, 'books.db'), join(folder.path, 'old.db'));
    expect(await books('restore', join(folder.path, 'old.db'), '--data-dir', elsewhere.path)).toMatchObject({
      code: 1,
      text: expect.stringContaining('before the first release'),
    });
  });
});

/** Names of everything in a file, tables with their columns. */
function shapeOf(path: string): readonly string[] {
  const file = SqliteDatabase.open({ path, file: 'none', mode: 'read-only', synchronous: 'FULL' });
  const parts = file.all(`SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'`);
  const shape = parts.map(({ type, name }) => {
    const columns =
      type === 'table' ? file.all('SELECT name, type, "notnull" FROM pragma_table_info(?)', String(name)) : [];
    return `${String(type)} ${String(name)} ${columns
      .map((column) => Object.values(column).join(' '))
      .sort()
      .join(', ')}`;
  });
  file.close();
  return shape.sort();
}
