/** The books as a file under a passphrase, and such a file as a copy: what comes out is what went in, and whatever is wrong leaves nothing behind. */
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Encrypter } from 'age-encryption';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BroughtIn } from '../../../../src/domain/kernel/copies.ts';
import { FailureError } from '../../../../src/domain/kernel/failure/failure.ts';
import { verifyBackup } from '../../../../src/backend/books/kernel/backup.ts';
import { bringInBooks, writeOutBooks } from '../../../../src/backend/workers/exports/books-file.ts';
import { openBooksForReading } from '../../../../src/backend/workers/threads/books-opening.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { mountSmallDisk } from '../../../support/files/small-disk.ts';
import { temporaryFolder } from '../../mirror/sample.ts';

const PASSPHRASE = 'a-long-Käse phrase 77';
const DAY = '2026-11-27';
/** Enough that the file has several pieces. */
const NOTE = 'x'.repeat(4_000_000);

const here = temporaryFolder();
let there = temporaryFolder();
let file: string;
/** The same, sealed by age itself at a price that a test can pay many times. */
let cheap: string;
const told: number[] = [];
const quiet = { report: () => undefined, isCancelled: () => false };
const small = mountSmallDisk(8);

beforeAll(async () => {
  const store = openInProcess(here.path);
  await store.books.write('settings.set', { key: 'kept', value: JSON.stringify(NOTE) });
  await store.close();
  const report = ({ done, total }: { done: number; total: number }): void => void told.push(done / total);
  const written = await writeOutBooks(
    here.path,
    { path: join(here.path, 'out'), passphrase: PASSPHRASE },
    { ...quiet, report },
  );
  file = join(here.path, `out${written.ending}`);
  const database = openBooksForReading(here.path);
  database.copyInto(join(here.path, 'plain.db'));
  database.close();
  cheap = await sealed('plain.db');
});

afterAll(() => {
  for (const folder of [here, there]) folder.remove();
  small?.unmount();
});

async function sealed(name: string): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE.normalize('NFC'));
  encrypter.setScryptWorkFactor(10);
  const path = join(here.path, `${name}.age`);
  writeFileSync(path, await encrypter.encrypt(readFileSync(join(here.path, name))));
  return path;
}

const bringIn = (from: string, passphrase = PASSPHRASE, folder = there.path): Promise<BroughtIn> =>
  bringInBooks(folder, { from, passphrase, day: DAY }, quiet);

const left = (folder = there.path): readonly string[] => {
  const backups = join(folder, 'backups');
  return existsSync(backups) ? readdirSync(backups) : [];
};

function changed(name: string, change: (path: string) => void): string {
  const path = join(here.path, name);
  copyFileSync(cheap, path);
  change(path);
  return path;
}

it('is sealed, leaves nothing unsealed beside it, and tells how far it is', () => {
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/);
  expect(bytes.includes('SQLite format 3')).toBe(false);
  expect(bytes.includes('xxxxxxxxxxxxxxxx')).toBe(false);
  expect(readdirSync(dirname(file)).filter((name) => name.startsWith('out'))).toEqual(['out.age']);
  expect(told.length).toBeGreaterThan(3);
  expect(told.at(-1)).toBe(1);
});

it('becomes a copy with its checksum, as of when the books were written, also when the passphrase is typed on another system', async () => {
  const brought = await bringIn(file, ` ${PASSPHRASE.normalize('NFD')} `.trim());
  expect(brought).toEqual({ outcome: 'copied', copy: `books-${DAY}-from-file-1.db` });
  const path = join(there.path, 'backups', `books-${DAY}-from-file-1.db`);
  expect(verifyBackup(path)).toBe('intact');
  const database = new Database(path, { readonly: true });
  expect(database.prepare(`SELECT value FROM settings WHERE key = 'kept'`).pluck().get()).toBe(JSON.stringify(NOTE));
  database.close();
  there.remove();
  there = temporaryFolder();
});

it.each<readonly [string, () => string, string, string]>([
  ['another passphrase', () => cheap, 'another passphrase', 'wrong-passphrase'],
  [
    'an end that is missing at the end of a piece',
    () => changed('cut-even', (path) => truncateSync(path, readFileSync(path).indexOf('\n---') + 65 + 4 + 2 * 65_552)),
    PASSPHRASE,
    'cut-file',
  ],
  [
    'a byte that was changed',
    () => {
      return changed('other', (path) => {
        const bytes = readFileSync(path);
        bytes[2_000_000] = (bytes[2_000_000] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      });
    },
    PASSPHRASE,
    'cut-file',
  ],
  ['nothing but the head', () => changed('head', (path) => truncateSync(path, 80)), PASSPHRASE, 'cut-file'],
  [
    'a file of something else',
    () => changed('text', (path) => writeFileSync(path, 'id,amount\n1,2\n')),
    PASSPHRASE,
    'foreign-file',
  ],
  ['an empty file', () => changed('empty', (path) => truncateSync(path, 0)), PASSPHRASE, 'foreign-file'],
  [
    'one that asks for more memory than there may be',
    () => {
      return changed('dear', (path) => {
        const text = readFileSync(path, 'latin1').replace(/ 10\n/, ' 19\n');
        writeFileSync(path, text, 'latin1');
      });
    },
    PASSPHRASE,
    'foreign-file',
  ],
])('refuses %s, and leaves nothing', async (_what, from, passphrase, problem) => {
  expect(await bringIn(from(), passphrase)).toEqual({ outcome: 'refused', problem });
  expect(left()).toEqual([]);
});

it('refuses books of a newer version, and leaves nothing', async () => {
  const plain = join(here.path, 'newer.db');
  const database = new Database(plain);
  database.exec('CREATE TABLE resend_intents (a)');
  database.pragma('user_version = 9999');
  database.close();
  expect(await bringIn(await sealed('newer.db'))).toEqual({ outcome: 'refused', problem: 'newer-version' });
  expect(left()).toEqual([]);
});

it('ends when it is cancelled, and leaves nothing', async () => {
  const cancelled = { report: () => undefined, isCancelled: () => true };
  const error = new FailureError({ kind: 'cancelled' });
  const out = { path: join(here.path, 'never'), passphrase: PASSPHRASE };
  await expect(writeOutBooks(here.path, out, cancelled)).rejects.toEqual(error);
  await expect(bringInBooks(there.path, { from: cheap, passphrase: PASSPHRASE, day: DAY }, cancelled)).rejects.toEqual(
    error,
  );
  expect(readdirSync(here.path).filter((name) => name.startsWith('never'))).toEqual([]);
  expect(left()).toEqual([]);
});

it('removes what a death in the middle has left, under whatever day', async () => {
  const folder = join(there.path, 'backups');
  await bringIn(cheap);
  writeFileSync(join(folder, 'books-2026-11-20-from-file-1.db.partial'), 'half');
  await bringIn(cheap);
  expect(left().filter((name) => name.endsWith('.db') || name.endsWith('.partial'))).toEqual([
    `books-${DAY}-from-file-1.db`,
    `books-${DAY}-from-file-2.db`,
  ]);
});

it.skipIf(small === null)('says so where the disk is full, and leaves nothing', async () => {
  if (small === null) throw new Error('it is skipped then');
  small.fill(2_000_000);
  expect(await bringIn(cheap, PASSPHRASE, small.path)).toEqual({ outcome: 'refused', problem: 'disk-full' });
  expect(left(small.path)).toEqual([]);
});
