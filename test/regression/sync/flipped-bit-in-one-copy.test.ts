/**
 * An invoice stands in the mirror twice: as its record, and in the columns it is searched and sorted by. A bit that flipped in one of them was shown as
 * the API's own word (an id that nobody has, another amount), for each was read without a look at the other. They are held against each other whenever a
 * row is read, and a mirror in which they differ is set aside like any damaged file.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { invoice, page, temporaryFolder, uuidOf } from '../../backend/mirror/sample.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const ASKED = { filter: {}, sort: [], offset: 0, limit: 10 };

async function filled(): Promise<void> {
  const store = openInProcess(folder.path);
  await store.mirror('p1').write('invoices.store', page([invoice(1), invoice(2)]));
  await store.close();
}

function flip(sql: string): void {
  const path = join(folder.path, 'mirrors', 'p1.db');
  const file = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  file.run(sql);
  file.close();
}

it.each([
  ['the id it is found by', `UPDATE invoices SET uuid = replace(uuid, '-', ')') WHERE uuid = '${uuidOf(1)}'`],
  ['the amount it is sorted by', `UPDATE invoices SET amount = '900.00' WHERE uuid = '${uuidOf(1)}'`],
  ['the status it is filtered by', `UPDATE invoices SET status = 'succesc' WHERE uuid = '${uuidOf(1)}'`],
  ['the id of its record', `UPDATE invoice_records SET record = json_replace(record, '$.uuid', 'x')`],
  ['the amount of its record', `UPDATE invoice_records SET record = json_replace(record, '$.amount', '900.00')`],
  [
    'what its record says was credited',
    `UPDATE invoice_records SET record = json_replace(record, '$.settled_amount_usdt', '900.00')`,
  ],
])('FAULT-84: %s is never shown when it was damaged', async (_, sql) => {
  await filled();
  flip(sql);
  const store = openInProcess(folder.path);
  try {
    await expect(store.mirror('p1').read('invoices.page', ASKED)).rejects.toThrow(
      'an invoice and what it is searched by differ',
    );
  } finally {
    await store.close();
  }
});

it('what is whole is shown as it is', async () => {
  await filled();
  const store = openInProcess(folder.path);
  expect((await store.mirror('p1').read('invoices.page', ASKED)).rows).toHaveLength(2);
  await store.close();
});
