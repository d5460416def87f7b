/**
 * Exactly one webhook is specified for an invoice that has ended; none at all, and two, were nowhere said. Both are findings, and only deliveries
 * that were read whole take them back.
 */
import { expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { isListingDisproof } from '../../../src/reconciliation/reconcile/contradictions.ts';
import { adjustedInvoice, delivery, invoice, page, uuidOf } from '../../backend/mirror/sample.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { runOver } from '../../support/findings.ts';
import { foundIn } from '../../support/found-in-mirror.ts';

let store: Store;
let mirror: Mirror;
let books: Books;
openedForEach((opened) => ({ store, mirror, books } = opened));

const kinds = async (): Promise<readonly string[]> =>
  (await foundIn(store)).flatMap(({ kind, recordUuid }) =>
    kind === 'adjusted' ? [] : [`${kind} ${Number(recordUuid.slice(-6))}`],
  );

async function read(number: number, count: number, asOf: string, quarantined = 0): Promise<void> {
  const deliveries = Array.from({ length: count }, (_, at) =>
    delivery(number, { uuid: uuidOf(900_000 + number * 10 + at), status: 'failed', delivered_at: null }),
  );
  await mirror.write('deliveries.store', { invoiceUuid: uuidOf(number), deliveries, asOf, quarantined });
}

test('no delivery half an hour after the end and after the last change is found, with an address only', async () => {
  const open = { status: 'pending', finished_at: null, settled_amount_usdt: null };
  const records = (change: object) => [
    invoice(1, change),
    invoice(2, { ...change, callback_url: null }),
    invoice(3, change),
    invoice(4, change),
  ];
  await mirror.write('invoices.store', page(records(open), { asOf: '2026-11-21T09:00:00Z' }));
  await mirror.write('invoices.store', page(records({}), { asOf: '2026-11-21T10:00:00Z' }));
  await read(1, 0, '2026-11-21T10:30:00Z');
  await read(2, 0, '2026-11-21T10:30:00Z');
  await read(3, 0, '2026-11-21T10:29:59Z');
  await read(4, 0, '2026-11-21T10:30:00Z', 1);
  expect(await kinds()).toEqual(['delivery-missing 1']);
  await read(1, 1, '2026-11-21T11:00:00Z');
  await read(3, 0, '2026-11-21T11:00:00Z');
  expect(await kinds()).toEqual(['delivery-missing 3']);
});

test('it is found at the first reading of an invoice that ended long before it was seen first', async () => {
  await mirror.write('invoices.store', page([invoice(1)], { asOf: '2026-11-21T10:00:00Z' }));
  await read(1, 0, '2026-11-21T10:00:05Z');
  expect(await kinds()).toEqual(['delivery-missing 1']);
});

test('that it was read once more, and was missing still, is no other fact', async () => {
  await mirror.write('invoices.store', page([invoice(1)], { asOf: '2026-11-21T10:00:00Z' }));
  await read(1, 0, '2026-11-21T10:30:00Z');
  await runOver(books, await foundIn(store), { at: '2026-11-21T10:31:00Z' });
  await read(1, 0, '2026-11-21T11:30:00Z');
  expect(await runOver(books, await foundIn(store), { at: '2026-11-21T11:31:00Z' })).toMatchObject({ factsChanged: 0 });
});

test('more than one is found, but for what was corrected', async () => {
  const records = [invoice(1), adjustedInvoice(2), invoice(3, { status: 'fail', settled_amount_usdt: null })];
  await mirror.write('invoices.store', page(records));
  for (const number of [1, 2, 3]) await read(number, 2, '2026-11-21T11:00:00Z');
  expect(await kinds()).toEqual(['delivery-twice 1', 'delivery-twice 3']);
});

test('neither is found in a list that was not read whole, of what the API does not show any more, nor in one delivery listed twice', async () => {
  await mirror.write('invoices.store', page([invoice(1), invoice(2), invoice(3)]));
  const gone = { list: 'invoices', uuid: uuidOf(2), asOf: '2026-11-21T10:00:00Z', at: '2026-11-21T10:30:00Z' } as const;
  await read(1, 2, '2026-11-21T11:00:00Z', 1);
  await read(2, 0, '2026-11-21T11:00:00Z');
  const once = delivery(3);
  const asOf = '2026-11-21T11:00:00Z';
  await mirror.write('deliveries.store', { invoiceUuid: uuidOf(3), deliveries: [once, once], asOf });
  expect(await kinds()).toEqual(['delivery-missing 2']);
  await mirror.write('lists.markMissing', gone);
  expect(await kinds()).toEqual([]);
});

test('neither is taken back by deliveries that were not read whole, nor by a record that changed', () => {
  const shown = { status: 'success', callbackUrl: 'https://shop.example/callback' };
  const listed = (count: number) => ({ ...shown, deliveries: { count, readAt: '2026-11-21T11:00:00Z' } });
  expect(isListingDisproof('delivery-missing', { ...shown, deliveries: null })).toBe(false);
  expect(isListingDisproof('delivery-missing', listed(0))).toBe(false);
  expect(isListingDisproof('delivery-missing', listed(1))).toBe(true);
  expect(isListingDisproof('delivery-missing', { ...listed(0), callbackUrl: null })).toBe(true);
  expect(isListingDisproof('delivery-twice', { ...shown, deliveries: null })).toBe(false);
  expect(isListingDisproof('delivery-twice', listed(1))).toBe(true);
});
