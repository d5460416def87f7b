/**
 * A mirror that was kept before the indexes of what contradicts itself: once it is opened the same is found in it as in one that always had them.
 * Not here: the rules (test/reconciliation), what versions before have left wrong (told-anew.test.ts).
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { openInProcess } from '../../../src/backend/workers/in-process.ts';
import { mirrorPath } from '../../../src/backend/workers/locations.ts';
import { foundIn } from '../../support/found-in-mirror.ts';
import { FROM_VERSION_7, FROM_VERSION_8 } from './older-schema.ts';
import { adjustedInvoice, delivery, invoice, page, temporaryFolder, uuidOf, withdrawal } from './sample.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it.each([
  [6, FROM_VERSION_7],
  [7, FROM_VERSION_8],
])('one of version %d', async (version, added) => {
  const store = openInProcess(folder.path);
  const mirror = store.mirror('p1');
  const over = { status: 'fail', settled_amount_usdt: null };
  const records = [invoice(1), invoice(2), adjustedInvoice(3, { is_adjusted: false }), invoice(4, over), invoice(5)];
  await mirror.write('invoices.store', page(records));
  await mirror.write('withdrawals.store', page([withdrawal(1, { tx_hash: null })]));
  const asOf = '2026-11-21T11:00:00Z';
  const paid = { event: 'invoice.paid', data: { status: 'success', credited_usdt: '107.123456' } };
  const read = (number: number, ...uuids: readonly number[]) => {
    const deliveries = uuids.map((one) => delivery(number, { uuid: uuidOf(one), payload: paid }));
    return mirror.write('deliveries.store', { invoiceUuid: uuidOf(number), deliveries, asOf });
  };
  await read(1);
  await read(2, 901, 902);
  await read(4, 904);
  await read(5, 905);
  const found = await foundIn(store);
  await store.close();
  expect(found.map(({ kind }) => kind).toSorted()).toEqual([
    'adjustment-unmarked',
    'delivery-missing',
    'delivery-twice',
    'hash-missing',
    'told-other-end',
  ]);
  const path = mirrorPath(folder.path, 'p1');
  const file = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  file.exec(`${added}; PRAGMA user_version = ${version}`);
  file.close();
  const again = openInProcess(folder.path);
  await again.mirror('p1').read('deliveries.counts', {});
  expect(await foundIn(again)).toEqual(found);
  await again.close();
});
