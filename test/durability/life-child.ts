/**
 * A program that lives through what books and mirror are written by, under recorders (recorded-files.ts and recording-vfs.c): walks, resends, creates, an import,
 * a close, copies, starts and putting a copy back. After each commit it writes down what the database holds then. Not here: what a loss of power
 * makes of it (power-loss.ts).
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { copiesIn } from '../../src/backend/books/kernel/backup.ts';
import { restoreBooks } from '../../src/backend/books/kernel/restore.ts';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { openInProcess } from '../support/in-process-store.ts';
import { backupsFolder, booksPath } from '../../src/backend/workers/threads/locations.ts';
import type { Store } from '../../src/backend/workers/threads/store.ts';
import { delivery, invoice, page, uuidOf, withdrawal } from '../backend/mirror/sample.ts';
import { sampleDocumentOf } from '../reconciliation/period/close-sample.ts';
import { ledger, orders, OwnBooks } from '../support/benches/own-books.ts';
import { type Note, PROFILE, stateOf } from './notes.ts';

const [dataFolder = ''] = process.argv.slice(2);
new Database(':memory:').loadExtension(process.env['RECORDING_VFS'] ?? '');

const note = (...words: Note): void =>
  appendFileSync(process.env['RECORDED_FILES'] ?? '', `${JSON.stringify(words)}\n`);

/** What another reader sees, and when that has changed. */
class Peek {
  readonly #database: Database.Database;
  #version = 0;
  #state = '';

  constructor(path: string) {
    this.#database = new Database(path, { readonly: true });
  }

  look(report: (state: string) => void): void {
    const version = Number(this.#database.pragma('data_version', { simple: true }));
    if (version === this.#version) return;
    this.#version = version;
    const state = stateOf(this.#database);
    if (state !== this.#state) report(state);
    this.#state = state;
  }

  close(): void {
    this.#database.close();
  }
}

const peeks = new Map<string, Peek>();
let isStaging = false;

function look(database: SqliteDatabase): void {
  const { path, file } = database;
  const name = path === booksPath(dataFolder) ? 'books' : 'mirror';
  if (name === 'mirror' && file !== 'mirror') return;
  let peek = peeks.get(path);
  if (peek === undefined) peeks.set(path, (peek = new Peek(path)));
  peek.look((state) => note('state', name, state, isStaging || name === 'mirror' ? 'lazy' : 'durable'));
}

/** Whatever is asked of a connection is followed by a look. */
function watch(database: SqliteDatabase): void {
  const [run, exec] = [database.run.bind(database), database.exec.bind(database)];
  const transaction = database.transaction.bind(database);
  const stagedTransaction = database.stagedTransaction.bind(database);
  const watched =
    <Args extends readonly unknown[], Value>(work: (...args: Args) => Value) =>
    (...args: Args): Value => {
      const value = work(...args);
      look(database);
      return value;
    };
  Object.assign(database, {
    run: watched(run),
    exec: watched(exec),
    transaction: watched((work: () => unknown) => transaction(work)),
    stagedTransaction: (work: () => unknown) => {
      isStaging = true;
      try {
        return stagedTransaction(work);
      } finally {
        isStaging = false;
      }
    },
  });
}

const open = SqliteDatabase.open.bind(SqliteDatabase);
SqliteDatabase.open = (options) => {
  const database = open(options);
  if (options.mode === 'read-only') return database;
  watch(database);
  // The log is played into the file again and again, as it is over weeks.
  database.exec('PRAGMA wal_autocheckpoint = 40');
  return database;
};

let day = 1;
const now = (): Date => new Date(Date.UTC(2026, 10, day, 10));
const at = (): string => now().toISOString();

/** A life of the console: it ends by closing its files. */
async function life(deeds: (store: Store) => Promise<void>): Promise<void> {
  const store = openInProcess(dataFolder, undefined, now);
  await store.books.read('profiles.list', {});
  await deeds(store);
  for (const peek of peeks.values()) peek.close();
  peeks.clear();
  await store.close();
  day += 1;
}

async function copied(store: Store): Promise<void> {
  await store.backupBooks();
  note('copied', `books-${at().slice(0, 10)}.db`);
}

/** Pages whose first record changes each time, which the books are told. */
async function walk(store: Store, from: number, pages: number): Promise<void> {
  const mirror = store.mirror(PROFILE);
  for (let number = from; number < from + pages; number += 1) {
    const asOf = new Date(Date.UTC(2026, 10, day, 11, 0, number)).toISOString();
    const records = Array.from({ length: 20 }, (_, index) => invoice(number * 100 + index));
    const changing = invoice(1, { purpose: `page ${number}` });
    await mirror.write('invoices.store', page([...records, changing], { pass: 1, walk: String(number), asOf }));
    await mirror.write(
      'withdrawals.store',
      page([withdrawal(number), withdrawal(9, { amount: `${number}` })], { asOf }),
    );
    await mirror.write('deliveries.store', {
      invoiceUuid: uuidOf(number * 100),
      deliveries: [delivery(number * 100)],
      asOf,
    });
  }
}

async function sends(store: Store, name: string): Promise<void> {
  const base = { profileId: PROFILE, at: at() };
  const end = { evidence: null, failure: null, at: at() };
  const [resend, create] = [`resend-${name}`, `create-${name}`];
  await store.books.write('resends.arm', { ...base, intentId: resend, invoiceUuid: uuidOf(100), baseline: null });
  await store.books.write('resends.advance', { intentId: resend, state: 'inflight', outcome: 'resolving', ...end });
  await store.books.write('creates.prepare', { ...base, intentId: create, externalId: create, body: '{}' });
  await store.books.write('creates.advance', { intentId: create, state: 'inflight', outcome: 'waiting', at: at() });
  await store.books.write('resends.advance', { intentId: resend, state: 'ended', outcome: 'occurred', ...end });
  await store.books.write('creates.advance', { intentId: create, state: 'ended', outcome: 'created', at: at() });
}

async function close(store: Store): Promise<void> {
  const bounds = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
  const base = { id: 'close-of-october', profileId: PROFILE, at: at() };
  await store.books.write('closes.begin', { ...base, bounds });
  const lines = Array.from({ length: 200 }, (_, index) => `fact ${index}`);
  for (const ordinal of [0, 1]) await store.books.write('closes.append', { id: base.id, ordinal, lines });
  const document = JSON.stringify(sampleDocumentOf('2026-10-01', '2026-11-01', '7.5'));
  const rest = { facts: 400, chunks: 2, sha256: 'hash', previousSha256: null, closedAt: at(), osUser: 'finance' };
  await store.books.write('closes.commit', { ...base, document, ...rest });
}

await life(async (store) => {
  await store.books.write('settings.set', { key: 'a', value: '1' });
  await walk(store, 1, 6);
  await sends(store, 'first');
  await copied(store);
});
await life(async (store) => {
  await store.books.write('settings.set', { key: 'a', value: '2' });
  const own = new OwnBooks(store, dataFolder);
  await own.import(await own.source('Shop'), ledger(orders(600)));
  await walk(store, 7, 6);
  await close(store);
  await copied(store);
});
const [copy = ''] = copiesIn(backupsFolder(dataFolder));
note('restoring');
const restored = restoreBooks({
  copy: join(backupsFolder(dataFolder), copy),
  target: booksPath(dataFolder),
  stamp: 'now',
});
if (!restored.ok) throw new Error(restored.problem);
const books = new Database(booksPath(dataFolder), { readonly: true });
note('state', 'books', stateOf(books), 'durable');
books.close();
note('restored');
await life(async (store) => {
  await sends(store, 'second');
  await walk(store, 13, 3);
});
