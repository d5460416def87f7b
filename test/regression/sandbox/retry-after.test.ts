/**
 * The specification has every 429 say when to come again, in `Retry-After` and in `details.retry_after_seconds` ("Limits"). The sandbox
 * did so for RATE_LIMITED alone: WEBHOOK_RESEND_TOO_SOON had no header, TOO_MANY_UNPAID_INVOICES neither of the two, so that nothing
 * that follows from them could be tried on it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../../support/manual-clock.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Answer, at, call, codeOf, get, ORDER, still } from '../../sandbox/kit.ts';

const MINUTE_MS = 60_000;

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await still({ clock: manualClock() });
});

afterAll(() => sandbox.close());

/** What an answer says: its code, the header and the details. */
const said = (answer: Answer): unknown[] => [
  answer.status,
  codeOf(answer),
  answer.headers.get('retry-after'),
  at(answer.body, 'error', 'details', 'retry_after_seconds'),
];

const order = (number: number) => ({ ...ORDER, external_id: `R-${number}`, customer_id: 'c-many' });

test('a resend that is too soon', async () => {
  const url = 'https://shop.example/hook';
  const invoice = sandbox.world.createInvoice({ ...NEW, externalId: 'R-resend', callbackUrl: url });
  sandbox.world.pay(invoice.uuid);
  sandbox.world.setDelivery(invoice.uuid, 'failed');
  const path = `/external/invoices/${invoice.uuid}/resend-webhook`;
  expect((await call(sandbox, 'POST', path)).status).toBe(200);
  sandbox.world.setDelivery(invoice.uuid, 'failed');
  sandbox.clock.skip(20_500);
  expect(said(await call(sandbox, 'POST', path))).toEqual([429, 'WEBHOOK_RESEND_TOO_SOON', '40', 40]);
});

test('a customer with too many open invoices, until the first of them expires', async () => {
  for (let number = 0; number < 5; number += 1) {
    expect((await call(sandbox, 'POST', '/external/invoices', { body: order(number) })).status).toBe(201);
    sandbox.clock.skip(MINUTE_MS);
  }
  const refused = await call(sandbox, 'POST', '/external/invoices', { body: order(5) });
  const seconds = 25 * 60;
  expect(said(refused)).toEqual([429, 'TOO_MANY_UNPAID_INVOICES', String(seconds), seconds]);
  sandbox.clock.skip((seconds - 1) * 1000);
  expect(said(await call(sandbox, 'POST', '/external/invoices', { body: order(5) }))).toEqual([
    429,
    'TOO_MANY_UNPAID_INVOICES',
    '1',
    1,
  ]);
  sandbox.clock.skip(1000);
  expect((await call(sandbox, 'POST', '/external/invoices', { body: order(5) })).status).toBe(201);
});

test.each(['TOO_MANY_UNPAID_INVOICES', 'WEBHOOK_RESEND_TOO_SOON', 'RATE_LIMITED', 'SOMETHING_NEW'])(
  'a 429 that is asked for as a fault: %s',
  async (code) => {
    sandbox.faults.add({ kind: 'error', code, status: 429 });
    expect(said(await get(sandbox, '/external/rates'))).toEqual([429, code, '30', 30]);
    sandbox.faults.add({ kind: 'error', code, status: 429, seconds: null, retryAfter: '7' });
    expect(said(await get(sandbox, '/external/rates'))).toEqual([429, code, '7', undefined]);
  },
);

const NEW = { customerId: 'c', amount: '80.00', currency: 'EUR' };
