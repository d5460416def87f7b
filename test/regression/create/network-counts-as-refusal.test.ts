/**
 * An order whose turns were lost on the way counted as one that had been refused for its customer's open invoices, so that the first such refusal
 * already ended it; and a refusal was told with the moment at which the order was written down, which may be a night earlier.
 */
import { expect, it } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';
import { openedForEach } from '../../backend/workers/opened.ts';

const ARMED = '2026-11-20T22:00:00.000Z';
const ENDED = '2026-11-21T07:30:00.000Z';
const OF = { profileId: 'p1' } as const;
const CAPPED: Failure = {
  kind: 'rejected',
  code: 'TOO_MANY_UNPAID_INVOICES',
  status: 429,
  message: 'too many',
  details: {},
};
const OFFLINE: Failure = { kind: 'unavailable-offline', detail: 'no network' };

let books: Books;

openedForEach((opened) => {
  ({ books } = opened);
});

const tries = () => books.read('orders.tries', { runId: 'run-1', customerId: 'customer' });

/** One turn of the only order, which ends so, and another one after it. */
async function turn(number: number, outcome: 'refused' | 'not-sent', failure: Failure): Promise<void> {
  const intentId = `intent-${number}`;
  const body = JSON.stringify({ external_id: 'order', customer_id: 'customer' });
  await books.write('bulk.turn', { runId: 'run-1', position: 0, at: ARMED });
  await books.write('creates.prepare', { ...OF, intentId, externalId: 'order', body, recreatedFrom: null, at: ARMED });
  await books.write('creates.advance', { intentId, state: 'ended', outcome, failure, at: ENDED });
  const result = { kind: 'again', answer: 'none', intentId: `intent-${number + 1}`, dueAt: null } as const;
  await books.write('bulk.settle', { runId: 'run-1', position: 0, result, at: ENDED });
}

it('counts what the API refused for the customer, and tells when it did', async () => {
  await books.write('bulk.begin', {
    ...OF,
    runId: 'run-1',
    label: 'orders.csv',
    include: null,
    osUser: 'anna',
    at: ARMED,
    items: [
      {
        invoiceUuid: null,
        externalId: 'order',
        intentId: 'intent-0',
        order: { line: 2, customerId: 'customer', body: '{}', left: null },
      },
    ],
  });
  for (const number of [0, 1, 2]) await turn(number, 'not-sent', OFFLINE);
  expect(await tries()).toBe(0);
  for (const number of [3, 4]) await turn(number, 'refused', CAPPED);
  expect(await tries()).toBe(2);
  const capped = await books.read('creates.capped', { ...OF, customerId: 'customer' });
  expect(capped).toEqual([
    { at: ENDED, externalId: 'order', failure: CAPPED },
    { at: ENDED, externalId: 'order', failure: CAPPED },
  ]);
});
