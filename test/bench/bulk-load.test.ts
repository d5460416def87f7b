/** What is loaded in bulk for the bench is what the store makes of the same records, page by page: every row of every table, the indexes, the trigrams. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillMirror, ORIGIN, PAGE, PROFILE } from '../../bench/support/million.ts';
import { deliveryOf, invoiceAt, READ_AT, withdrawalAt } from '../../bench/support/million-world.ts';
import { indexTexts } from '../../src/backend/mirror/kernel/search.ts';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { openInProcess } from '../support/in-process-store.ts';

const SIZE = 307;
const WITHDRAWALS = 7;
const SEED = 3;

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-bulk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Pages as the API gives them, the deliveries of each invoice after its page. */
async function stored(folder: string): Promise<string> {
  const store = openInProcess(folder);
  const { write } = store.mirror(PROFILE);
  await write('bind', { origin: ORIGIN });
  for (let from = 0; from < SIZE; from += 100) {
    const places = Array.from({ length: Math.min(100, SIZE - from) }, (_, at) => from + at);
    const records = places.map((index) => invoiceAt(index, SIZE, SEED));
    await write('invoices.store', { ...PAGE, records, totalItems: SIZE });
    for (const [at, record] of records.entries()) {
      const delivery = deliveryOf(record, from + at, SEED);
      if (delivery === null) continue;
      await write('deliveries.store', { invoiceUuid: record.uuid, deliveries: [delivery], asOf: READ_AT });
    }
  }
  const records = Array.from({ length: WITHDRAWALS }, (_, index) => withdrawalAt(index, WITHDRAWALS, SEED));
  await write('withdrawals.store', { ...PAGE, records, totalItems: WITHDRAWALS });
  await store.close();
  const path = mirrorPath(folder, PROFILE);
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  // The store leaves the latest texts without trigrams until there are many.
  indexTexts(database, true);
  database.close();
  return path;
}

function loaded(folder: string): string {
  const path = mirrorPath(folder, PROFILE);
  mkdirSync(dirname(path), { recursive: true });
  fillMirror({ path, size: SIZE, seed: SEED });
  return path;
}

/** Parts of the index of trigrams: what lies in which of them follows from how often it was written. */
const PARTS = new Set(['invoice_trigrams', 'invoice_trigrams_data', 'invoice_trigrams_idx']);

function contentOf(path: string): Readonly<Record<string, unknown>> {
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  onTestFinished(() => database.close());
  const all = (sql: string): readonly unknown[] => database.all(sql);
  const tables = database
    .all(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .map(({ name }) => String(name));
  database.exec(`CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, invoice_trigrams, instance);
    INSERT INTO invoice_trigrams (invoice_trigrams, rank) VALUES ('integrity-check', 1)`);
  return {
    schema: all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'),
    version: all('PRAGMA user_version'),
    journal: all('PRAGMA journal_mode'),
    // SQLite chooses between two that serve alike by their order.
    indexes: tables.map((table) => all(`PRAGMA index_list(${table})`)),
    integrity: all('PRAGMA integrity_check'),
    dangling: all('PRAGMA foreign_key_check'),
    trigrams: all('SELECT * FROM temp.terms'),
    ...Object.fromEntries(
      tables.filter((table) => !PARTS.has(table)).map((table) => [`rows of ${table}`, all(`SELECT * FROM ${table}`)]),
    ),
  };
}

test('a mirror that is loaded in bulk is the one that the store builds', async () => {
  const [ours, theirs] = [contentOf(loaded(aFolder())), contentOf(await stored(aFolder()))];
  expect(Object.keys(ours)).toEqual(Object.keys(theirs));
  for (const [what, content] of Object.entries(theirs)) expect(ours[what], what).toEqual(content);
  expect(theirs['integrity']).toEqual([{ integrity_check: 'ok' }]);
  expect(theirs['dangling']).toEqual([]);
  expect(theirs['rows of desk']).not.toHaveLength(0);
  expect(theirs['trigrams']).not.toHaveLength(0);
});
