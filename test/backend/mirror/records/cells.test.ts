/** Cells of invoices for files: those with a column, those that stand in the record alone, and what people have written. */
import { expect, it } from 'vitest';
import { eachInvoiceCells, eachInvoiceJoined } from '../../../../src/backend/mirror/records/invoices/cells.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { mirrorPath } from '../../../../src/backend/workers/threads/locations.ts';
import { invoice, page, temporaryFolder } from '../sample.ts';

it('a field without a column is read out of the record, and what people have written stands beside its own invoice', async () => {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  const records = [invoice(1), invoice(2, { callback_url: null })];
  await store.mirror('p1').write('invoices.store', page(records));
  await store.close();
  const path = mirrorPath(folder.path, 'p1');
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  const labels = ['VIP, gold', 'bank|'].map((name) => ({ id: name, name, colour: 'red' }) as const);
  const marks = new Map([
    [records[1]?.uuid ?? '', { labels, notes: 2, hasCase: true }],
    ['of-no-invoice', { labels: [], notes: 1, hasCase: false }],
  ]);
  const query = { filter: {}, sort: [{ by: 'external_id', direction: 'asc' }], marks } as const;
  const cells = ['external_id', 'callback_url', 'amount'] as const;
  expect([...eachInvoiceCells(database, query, cells)]).toEqual(
    records.map((record) => [record.external_id, record.callback_url, record.amount]),
  );
  const [joined] = eachInvoiceJoined(database, query, cells, { cell: '|', row: '\n' });
  expect(new TextDecoder().decode(joined?.bytes)).toBe(
    records.map((record) => `${record.external_id}|${record.callback_url ?? ''}|${record.amount}`).join('\n'),
  );
  const written = ['amount', 'labels', 'notes', 'open_case'] as const;
  const rows = [
    [records[0]?.amount, null, 0, 'no'],
    [records[1]?.amount, 'VIP, gold; bank|', 2, 'yes'],
  ];
  expect([...eachInvoiceCells(database, query, written)]).toEqual(rows);
  const [beside] = eachInvoiceJoined(database, query, written, { cell: '\t', row: '\n' });
  expect(new TextDecoder().decode(beside?.bytes)).toBe(rows.map((row) => row.join('\t')).join('\n'));
  expect([...(beside?.again() ?? [])]).toEqual(rows);
  database.close();
  folder.remove();
});
