/**
 * A books.db that was missing or empty was taken for a new installation, in silence: an empty console came up, and within a fortnight its copies had
 * pushed out the last ones that held anything. Where anything says that books have been here, the console does not start, changes nothing, says
 * so, and offers the copies that are whole: the desktop in a dialog that puts one back, the browser shell by the command that does.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupDaily } from '../../../src/backend/books/kernel/backup.ts';
import { systemMarks } from '../../../src/backend/system.ts';
import { openBooksForReading } from '../../../src/backend/workers/threads/books-opening.ts';
import { WriterHost } from '../../../src/backend/workers/threads/hosts.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { StoreRequest } from '../../../src/backend/workers/threads/protocol.ts';
import { BUILD_MS, buildOnce, OUT } from '../../support/electron-stand-in/built.ts';
import { startStandIn } from '../../support/electron-stand-in/drive.ts';
import { patientBuild } from '../../support/electron-stand-in/planted.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

const root = mkdtempSync(join(tmpdir(), 'missing-books-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const namesBelow = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(folder, { recursive: true }).map(String));
const fresh = (): string => mkdtempSync(join(root, 'data-'));
const open = async (folder: string): Promise<void> => {
  const store = openInProcess(folder);
  try {
    await store.books.read('profiles.list', {});
  } finally {
    await store.close();
  }
};

/** A folder with two copies of the books and without the books. */
async function withCopies(): Promise<string> {
  const folder = fresh();
  await open(folder);
  const books = openBooksForReading(folder);
  for (const day of ['2026-11-21', '2026-11-22']) backupDaily(books, join(folder, 'backups'), day);
  books.close();
  for (const name of readdirSync(folder)) if (name.startsWith('books.')) rmSync(join(folder, name));
  return folder;
}

describe('FAULT-49: books that are not there', () => {
  it.each([
    ['copies', 'backups/books-2026-11-21.db'],
    ['mirrors', 'mirrors/p1.db'],
    ['books that were replaced', 'books.db.replaced-2026-11-21T10-00-00-000Z'],
    ['a counter', 'books.db.counter-a-1-1'],
    ['a log of theirs', 'books.db-wal'],
  ])('stop the start where %s lie, missing or empty, and nothing is changed', async (_what, trace) => {
    const folder = fresh();
    for (const part of ['backups', 'mirrors']) mkdirSync(join(folder, part));
    writeFileSync(join(folder, trace), 'something');
    const before = namesBelow(folder);
    await expect(open(folder)).rejects.toMatchObject({ code: 'books-missing', message: /books\.db .* is missing/ });
    expect(namesBelow(folder)).toEqual(before);
    writeFileSync(join(folder, 'books.db'), '');
    await expect(open(folder)).rejects.toMatchObject({ code: 'books-missing', message: /books\.db .* is empty/ });
    expect(namesBelow(folder)).toEqual(new Set([...before, 'books.db']));
    expect(statSync(join(folder, 'books.db')).size).toBe(0);
  });

  it('stop the start too where all that is in the file is its first page: no format, no table', async () => {
    const folder = await withCopies();
    const path = join(folder, 'books.db');
    const bare = new Database(path);
    bare.pragma('journal_mode = wal');
    bare.close();
    const before = readFileSync(path);
    expect(before.byteLength).toBeGreaterThan(0);
    await expect(open(folder)).rejects.toMatchObject({ code: 'books-missing', message: /books\.db .* is empty/ });
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(join(folder, 'backups')).filter((name) => name.includes('before-version'))).toEqual([]);
  });

  it('are made in a folder that never had any, also one that the shell has been in', async () => {
    const folder = fresh();
    for (const part of ['electron', 'logs', 'sandbox']) mkdirSync(join(folder, part));
    writeFileSync(join(folder, 'console.lock'), '');
    await open(folder);
    expect(existsSync(join(folder, 'books.db'))).toBe(true);
    // A start that died before the books had anything in them.
    const died = fresh();
    writeFileSync(join(died, 'books.db'), '');
    await open(died);
  });

  it.each([
    ['nothing', ''],
    ['half of its first write', 'not a whole page of it'],
  ])('are made where a first start died with %s in the log', async (_what, text) => {
    const elsewhere = join(fresh(), 'books.db');
    const bare = new Database(elsewhere);
    bare.pragma('journal_mode = wal');
    const folder = fresh();
    copyFileSync(elsewhere, join(folder, 'books.db'));
    bare.close();
    expect(statSync(join(folder, 'books.db')).size).toBeGreaterThan(0);
    writeFileSync(join(folder, 'books.db-wal'), text);
    await open(folder);
    expect(readdirSync(folder).some((name) => name.startsWith('books.db.counter-'))).toBe(true);
  });

  it('are made before the first mirror is, and no mirror is made or changed where they are missing', async () => {
    const mirror: StoreRequest = { kind: 'open', database: 'p1' };
    const folder = fresh();
    const first = new WriterHost(folder, systemMarks);
    first.handle(mirror);
    // A start that dies here has left nothing that says of a new installation that its books are gone.
    expect(existsSync(join(folder, 'books.db'))).toBe(true);
    first.close();
    await open(folder);
    const without = await withCopies();
    const second = new WriterHost(without, systemMarks);
    expect(() => second.handle(mirror)).toThrow(/books\.db .* is missing/);
    expect(existsSync(join(without, 'mirrors'))).toBe(false);
    second.close();
  });
});

describe('FAULT-49: the shells', () => {
  beforeAll(buildOnce, BUILD_MS);

  it('the browser shell names the newest whole copy and the command, and ends', async () => {
    const folder = await withCopies();
    // A newer one whose bytes are not those that were copied is never offered.
    const broken = join(folder, 'backups', 'books-2026-11-23.db');
    writeFileSync(broken, 'something');
    writeFileSync(`${broken}.sha256`, `${'0'.repeat(64)}  books-2026-11-23.db\n`);
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(OUT, 'main', 'loopback.js'), '--no-open', '--data-dir', folder],
      { encoding: 'utf8', timeout: PATIENCE_MS },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('The file of the books (books.db in the data folder) is missing');
    expect(stderr).toContain(`npm run books -- restore books-2026-11-22.db --data-dir ${JSON.stringify(folder)}`);
    expect(stderr).not.toContain('books-2026-11-23.db');
    expect(existsSync(join(folder, 'books.db'))).toBe(false);
  });

  it('the desktop offers both, puts back the one that is chosen, and starts with it', async () => {
    const folder = await withCopies();
    // The second of the answers, which the stand-in gives, is the older copy.
    const desktop = await startStandIn(patientBuild(), folder);
    const state = await desktop.call({ id: '1', call: 'books.state' });
    expect(state).toMatchObject({ ok: true, output: { restore: { position: 2 } } });
    expect(JSON.stringify(await desktop.shown())).toContain(
      '"Put back books-2026-11-22.db","Put back books-2026-11-21.db","End"',
    );
    expect(await desktop.quit()).toBe(0);
  });
});
