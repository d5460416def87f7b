/**
 * A books.db that was missing or empty was taken for a new installation, in silence: an empty console came up, and within a fortnight its copies had
 * pushed out the last ones that held anything. Where anything says that books have been here, the console does not start, changes nothing, says
 * so, and offers the copies that are whole: the desktop in a dialog that puts one back, the browser shell by the command that does.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupDaily } from '../../src/backend/books/backup.ts';
import { openBooksForReading } from '../../src/backend/workers/hosts.ts';
import { openInProcess } from '../../src/backend/workers/in-process.ts';
import { buildOnce, OUT } from '../support/electron-stand-in/built.ts';
import { startStandIn } from '../support/electron-stand-in/drive.ts';

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

describe('books that are not there', () => {
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
});

describe('the shells', () => {
  beforeAll(buildOnce, 180_000);

  it('the browser shell names the newest copy and the command, and ends', async () => {
    const folder = await withCopies();
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(OUT, 'main', 'loopback.js'), '--no-open', '--data-dir', folder],
      { encoding: 'utf8', timeout: 60_000 },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('The file of the books (books.db in the data folder) is missing');
    expect(stderr).toContain(`npm run books -- restore books-2026-11-22.db --data-dir ${JSON.stringify(folder)}`);
    expect(existsSync(join(folder, 'books.db'))).toBe(false);
  }, 90_000);

  it('the desktop offers both, puts back the one that is chosen, and starts with it', async () => {
    const folder = await withCopies();
    // The second of the answers, which the stand-in gives, is the older copy.
    const desktop = await startStandIn(OUT, folder);
    const state = await desktop.call({ id: '1', call: 'books.state' });
    expect(state).toMatchObject({ ok: true, output: { restore: { position: 2 } } });
    expect(JSON.stringify(await desktop.shown())).toContain(
      '"Put back books-2026-11-22.db","Put back books-2026-11-21.db","End"',
    );
    expect(await desktop.quit()).toBe(0);
  }, 90_000);
});
