/**
 * The books survive: copies that are held against their checksums, put back in another place or not at all, and books and mirrors of
 * every earlier format that open in this version with everything they held.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOOKS_MIGRATIONS } from '../../src/backend/books/schema.ts';
import { MIRROR_MIGRATIONS } from '../../src/backend/mirror/schema.ts';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { digestFile } from '../../src/backend/sqlite/files.ts';
import { acquireLock } from '../../src/backend/sqlite/lock.ts';
import { schemaVersion } from '../../src/backend/sqlite/migrations.ts';
import { openInProcess } from '../../src/backend/workers/in-process.ts';
import { temporaryFolder, uuidOf } from '../backend/mirror/sample.ts';
import { start } from '../backend/workers/fixture.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/books.mjs', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures/schema/', import.meta.url));

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
async function books(...words: readonly string[]): Promise<Told> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--no-warnings', SCRIPT, ...words]);
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

describe('a copy of the books', () => {
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
});

describe('files of every earlier format', () => {
  const versions = (kind: string): number[] =>
    readdirSync(FIXTURES).flatMap((name) => {
      const found = new RegExp(`^${kind}-v(\\d+)\\.db$`).exec(name);
      return found === null ? [] : [Number(found[1])];
    });

  it('are kept here: the first of each, and any that a migration could not reach from it', () => {
    expect([versions('books'), versions('mirror')]).toEqual([expect.arrayContaining([1]), expect.arrayContaining([1])]);
  });

  const place = (kind: 'books' | 'mirror', version: number): string => {
    const target = kind === 'books' ? join(folder.path, 'books.db') : join(folder.path, 'mirrors', 'p1.db');
    mkdirSync(join(folder.path, 'mirrors'), { recursive: true });
    // No mirror is without books.
    if (kind === 'mirror') copyFileSync(join(FIXTURES, 'books-v1.db'), join(folder.path, 'books.db'));
    copyFileSync(join(FIXTURES, `${kind}-v${version}.db`), target);
    return target;
  };

  const versionOf = (path: string): number => {
    const file = SqliteDatabase.open({ path, file: 'none', mode: 'read-only', synchronous: 'FULL' });
    const version = schemaVersion(file);
    file.close();
    return version;
  };

  it.each(versions('books'))('books of format %i open with all they held, copied before', async (version) => {
    const path = place('books', version);
    const store = await start(folder.path);
    const { read } = store.books;
    expect((await read('profiles.list', {})).map(({ name, businessUuid }) => [name, businessUuid])).toEqual([
      ['Shop of version one', uuidOf(1)],
    ]);
    expect(await read('settings.get', { key: 'time-zone' })).toBe('"Europe/Warsaw"');
    const states = ['armed', 'inflight', 'ended'].map(async (state) => {
      const intent = await read('resends.get', { intentId: `resend-${state}` });
      return [intent?.state, intent?.baseline?.attempts, intent?.evidence?.facts.at(-1)];
    });
    expect(await Promise.all(states)).toEqual([
      ['armed', 7, undefined],
      ['inflight', 7, 'sent'],
      ['ended', 7, 'seen'],
    ]);
    expect((await read('resends.open', { profileId: 'p1', now: '2026-11-21T10:00:00Z' })).length).toBe(2);
    expect(await read('creates.get', { intentId: 'create-armed' })).toMatchObject({
      state: 'armed',
      body: '{"external_id":"order-x","customer_id":"c","amount":"10.00","currency":"EUR"}',
    });
    expect(await read('creates.get', { intentId: 'create-ended' })).toMatchObject({
      state: 'ended',
      outcome: 'created',
      invoiceUuid: uuidOf(4),
    });
    expect((await read('activity.page', { profileId: 'p1', offset: 0, limit: 10 })).rows).toMatchObject([
      { osUser: 'finance', outcome: 'occurred' },
    ]);
    expect(await read('requests.recent', { profileId: 'p1', sinceMs: 0 })).toEqual([
      Date.parse('2026-11-20T10:00:00Z'),
    ]);
    await store.close();
    expect(versionOf(path)).toBe(BOOKS_MIGRATIONS.length);
    if (version < BOOKS_MIGRATIONS.length) {
      const before = copiesIn(folder.path).find((name) => name.includes('before-version'));
      expect(versionOf(join(folder.path, 'backups', before ?? ''))).toBe(version);
      expect((await books('verify', join(folder.path, 'backups', before ?? ''))).code).toBe(0);
    }
    const raw = SqliteDatabase.open({ path, file: 'none', mode: 'read-only', synchronous: 'FULL' });
    expect(raw.all('SELECT field, after FROM observations')).toEqual([{ field: 'purpose', after: 'changed later' }]);
    raw.close();
  });

  it.each(versions('mirror'))('mirrors of format %i open with all they held', async (version) => {
    const path = place('mirror', version);
    const store = await start(folder.path);
    const { read, write } = store.mirror('p1');
    expect(await read('binding', {})).toMatchObject({ origin: 'https://pay.example', businessUuid: uuidOf(1) });
    const page = await read('invoices.page', { filter: {}, sort: [], offset: 0, limit: 100 });
    expect(page.total).toBe(40);
    expect((await read('invoices.get', { uuid: uuidOf(3) }))?.record).toMatchObject({
      is_adjusted: true,
      settled_amount_usdt: '85.698765',
    });
    expect((await read('lists.state', {})).invoices).toMatchObject({ certificate: 'certified', seen: 41, total: 41 });
    expect((await read('quarantine.page', { offset: 0, limit: 10 })).total).toBe(1);
    expect((await read('withdrawals.page', { filter: {}, sort: [], offset: 0, limit: 10 })).total).toBe(2);
    expect((await read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) }))?.deliveries.length).toBe(1);
    const desk = await read('desk.page', { filter: {}, sort: [], offset: 0, limit: 100 });
    expect(desk.total).toBe((await read('deliveries.counts', {})).terminal);
    expect(desk.rows.flatMap(({ deliveryUuid, invoiceUuid }) => (deliveryUuid === null ? [] : invoiceUuid))).toEqual([
      uuidOf(1),
    ]);
    expect(await write('bind', { origin: 'https://pay.example' })).not.toBe('different');
    await store.close();
    expect(versionOf(path)).toBe(MIRROR_MIGRATIONS.length);
  });

  it('are afterwards built like new ones: the same tables, columns and indexes', async () => {
    for (const [kind, database] of [
      ['books', 'books.db'],
      ['mirror', 'mirrors/p1.db'],
    ] as const) {
      place(kind, 1);
      for (const { path } of [folder, elsewhere]) {
        const store = openInProcess(path);
        await store.books.read('profiles.list', {});
        await store.mirror('p1').read('binding', {});
        await store.close();
      }
      expect(shapeOf(join(folder.path, database))).toEqual(shapeOf(join(elsewhere.path, database)));
    }
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
