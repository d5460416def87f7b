/** Cells of invoices for files: those with a column, and those that stand in the record alone. */
import { expect, it } from 'vitest';
import { eachInvoiceCells, eachInvoiceJoined } from '../../../../src/backend/mirror/records/invoices/cells.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { mirrorPath } from '../../../../src/backend/workers/threads/locations.ts';
import { invoice, page, temporaryFolder } from '../sample.ts';

it('a field without a column is read out of the record', async () => {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  const records = [invoice(1), invoice(2, { callback_url: null })];
  await store.mirror('p1').write('invoices.store', page(records));
  await store.close();
  const path = mirrorPath(folder.path, 'p1');
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  const query = { filter: {}, sort: [{ by: 'external_id', direction: 'asc' }] } as const;
  const cells = ['external_id', 'callback_url', 'amount'] as const;
  expect([...eachInvoiceCells(database, query, cells)]).toEqual(
    records.map((record) => [record.external_id, record.callback_url, record.amount]),
  );
  const [joined] = eachInvoiceJoined(database, query, cells, { cell: '|', row: '\n' });
  expect(new TextDecoder().decode(joined?.bytes)).toBe(
    records.map((record) => `${record.external_id}|${record.callback_url ?? ''}|${record.amount}`).join('\n'),
  );
  database.close();
  folder.remove();
});
