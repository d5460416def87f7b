/**
 * USDT credited to an invoice that is no success, and figures of an adjustment while is_adjusted is false, contradict the specification; neither was
 * found, for only successes and what is marked were looked at.
 */
import { expect, test } from 'vitest';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { adjustedInvoice, invoice, page, uuidOf } from '../../backend/mirror/sample.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { foundIn } from '../../support/found-in-mirror.ts';

let store: Store;
let mirror: Mirror;
openedForEach((opened) => ({ store, mirror } = opened));

test('both are found, in open invoices too, and nothing else', async () => {
  const records = [
    invoice(1, { status: 'expired', settled_amount_usdt: '12.5' }),
    invoice(2, { status: 'pending', settled_amount_usdt: '3', finished_at: null }),
    invoice(3, { status: 'fail', settled_amount_usdt: '0.00' }),
    adjustedInvoice(4, { is_adjusted: false }),
    adjustedInvoice(5, { is_adjusted: false, status: 'fail', settled_amount_usdt: null }),
    invoice(6),
  ];
  await mirror.write('invoices.store', page(records));
  const found = await foundIn(store);
  expect(found.map(({ kind, recordUuid, delta }) => [kind, recordUuid, delta])).toEqual([
    ['settled-unexpected', uuidOf(1), '12.5'],
    ['settled-unexpected', uuidOf(2), '3'],
    ['adjustment-unmarked', uuidOf(4), '-21.424691'],
    ['adjustment-unmarked', uuidOf(5), '-21.424691'],
  ]);
  const report = await store.compute(
    { kind: 'tie-out', profileId: 'p1', bounds: null },
    { onProgress: () => undefined },
  );
  // The tie-out is about successes: it says of them what the exceptions say, also of one whose amounts are all alike.
  expect(report.findings).toEqual([{ kind: 'adjustment-unmarked', unit: 'USDT', count: 1, delta: '-21.424691' }]);
});
