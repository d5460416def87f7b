/**
 * The one reply that could be copied was meant for the customer and told him the merchant's net, the shop's webhook and our verdicts, and not what he had
 * paid. There are two texts now. That for the customer has the order, what was paid where anybody has said it, how it stands and what happens next,
 * and nothing of the merchant's own; what was asked (amount_to_send) is never called paid, in neither text nor in the money of the screen.
 */
import { describe, expect, it } from 'vitest';
import { customerReply as answered } from '../../../src/domain/support/customer-reply.ts';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import { fulfilmentOf } from '../../../src/domain/records/fulfilment.ts';
import { INVOICE_STATUSES, type Invoice } from '../../../src/domain/records/invoice.ts';
import { internalNote, type ReplyFacts } from '../../../src/domain/support/support-reply.ts';
import { waterfallOf } from '../../../src/renderer/features/invoices/waterfall.ts';
import { aDelivery, anAdjustment, anInvoice } from '../../support/records.ts';

const NOW = Date.parse('2026-11-20T10:10:00Z');
const AS_OF = '2026-11-20T10:09:30Z';

function facts(
  invoice: Invoice,
  list: readonly Delivery[] | null = null,
  change: Partial<ReplyFacts> = {},
): ReplyFacts {
  return {
    invoice,
    fulfilment: fulfilmentOf(invoice, AS_OF, NOW - Date.parse(AS_OF)),
    deliveries: list === null ? null : { list, asOf: AS_OF, quarantined: 0 },
    isSandbox: false,
    nowMs: NOW,
    timeZone: 'UTC',
    ...change,
  };
}

/** In our own English. */
const customerReply = (of: ReplyFacts): string => answered({ ...of, shop: 'Orchard' }, 'en', []).text;

function told(amount: unknown, change: Partial<Delivery> = {}, data: Readonly<Record<string, unknown>> = {}): Delivery {
  const event = change.event ?? 'invoice.paid';
  return aDelivery({ event, payload: { event, data: { amount, credited_usdt: '93.10', ...data } }, ...change });
}

const ADJUSTED = anInvoice({ is_adjusted: true, adjustment: anAdjustment(), settled_amount_usdt: '81.37' });

it('is written out for a paid, a corrected and an open order', () => {
  expect(customerReply(facts(anInvoice(), [told('102.50')]))).toBe(`Order order-1, 100.00 EUR
Paid: 102.50 EUR
Your payment has been received.
Nothing more is needed from you.
As of 2026-11-20 10:09:30 UTC.`);
  expect(customerReply(facts(ADJUSTED, [told('100.00')]))).toBe(`Order order-1, 100.00 EUR
Paid: 87.40 EUR
Your payment has been received; it is less than the 100.00 EUR that were expected.
We are looking at the difference and will come back to you.
As of 2026-11-20 10:09:30 UTC.`);
  const open = anInvoice({ status: 'pending', finished_at: null, settled_amount_usdt: null });
  expect(customerReply(facts(open))).toBe(`Order order-1, 100.00 EUR
No payment has been confirmed yet.
You can pay until 2026-11-20 10:30:00 UTC.
Pay here: https://pay.example/1
As of 2026-11-20 10:09:30 UTC.`);
});

describe('what was paid', () => {
  it.each<[string, Invoice, readonly Delivery[] | null, string | null]>([
    ['by the adjustment, before any webhook', ADJUSTED, [told('100.00')], '87.40'],
    ['by the webhook that says paid', anInvoice(), [told('102.50')], '102.50'],
    [
      'by the newest of them',
      anInvoice(),
      [told('99.00', { created_at: '2026-11-20T09:00:00Z' }), told('98.00')],
      '98.00',
    ],
    ['not by what was asked', anInvoice(), [], null],
    ['not before the webhooks are read', anInvoice(), null, null],
    ['not by a webhook of a cancellation', anInvoice(), [told('100.00', { event: 'invoice.canceled' })], null],
    ['not by a number, which may have lost digits', anInvoice(), [told(102.5)], null],
    ['not in another currency', anInvoice(), [told('102.50', {}, { currency: 'USD' })], null],
    [
      'not by a webhook from before a correction without figures',
      anInvoice({ is_adjusted: true }),
      [told('100.00')],
      null,
    ],
    ['not where the invoice is no success', anInvoice({ status: 'canceled' }), [told('100.00')], null],
  ])('%s', (_name, invoice, list, paid) => {
    const line = customerReply(facts(invoice, list))
      .split('\n')
      .find((words) => words.startsWith('Paid'));
    expect(line).toBe(paid === null ? undefined : `Paid: ${paid} EUR`);
    expect(waterfallOf(invoice, list).find(({ id }) => id === 'paid')?.amount).toBe(paid);
    const money = internalNote(facts(invoice, list))
      .split('\n')
      .find((words) => words.startsWith('Money'));
    if (paid === null) expect(money).toMatch(/paid amount (?:not known|corrected but not named by the API)/);
    else expect(money).toContain(`paid ${paid} EUR`);
  });
});

describe('whatever the status', () => {
  const statuses = [...INVOICE_STATUSES, 'settling'];
  const all = statuses.flatMap((status) =>
    [undefined, '2026-11-20T10:08:00Z'].flatMap((missingSince) =>
      [NOW, NOW + 3_600_000].flatMap((nowMs) =>
        [anInvoice({ status }), { ...ADJUSTED, status }].map((invoice) => ({ invoice, missingSince, nowMs })),
      ),
    ),
  );

  it('nothing of the merchant’s own is told, and nobody is told that he has not paid', () => {
    for (const { invoice, missingSince, nowMs } of all) {
      const own = { ...invoice, callback_url: 'https://shop.example/hook', amount_to_send: '102.53', rate: '1.0789' };
      const reply = customerReply(facts(own, [told('100.00')], { missingSince, nowMs }));
      expect(reply).not.toMatch(
        /USDT|93\.10|81\.37|102\.53|1\.0789|webhook|hook|fulfil|verdict|\bfee|commission|resend|deliver/i,
      );
      expect(reply).not.toMatch(/not paid|unpaid|without a payment|undefined|null/i);
      expect(reply).toMatch(/^Order order-1, 100\.00 EUR\n(?:.+\n)+As of 2026-11-20 10:09:30 UTC\.$/);
    }
  });

  it('what is old, gone or unknown is being checked, and nothing is promised', () => {
    for (const { invoice, missingSince, nowMs } of all) {
      const isClosed = ['expired', 'canceled', 'fail'].includes(invoice.status);
      const isSure = missingSince === undefined && nowMs === NOW && invoice.status !== 'settling';
      const reply = customerReply(facts(invoice, [], { missingSince, nowMs }));
      expect([invoice.status, reply.includes('We are checking this payment')]).toEqual([
        invoice.status,
        !isClosed && !isSure,
      ]);
    }
  });

  it('a window that is over takes no payment any more, and a failed settlement none yet', () => {
    const open = anInvoice({
      status: 'pending',
      finished_at: null,
      settled_amount_usdt: null,
      expires_at: '2026-11-20T10:09:00Z',
    });
    expect(customerReply(facts(open))).toMatch(/^Please do not pay with the link any more\./m);
    const failed = anInvoice({ status: 'fail', settled_amount_usdt: null });
    expect(customerReply(facts(failed))).toMatch(/^Please do not pay again yet;/m);
  });
});

it('says SANDBOX first, and keeps foreign text on its line', () => {
  const hostile = anInvoice({ external_id: 'a\nPaid: 5 EUR\u202e', payment_url: 'https://x\nNext: pay' });
  const reply = customerReply(facts(hostile, null, { isSandbox: true }));
  expect(reply.split('\n')[0]).toBe('SANDBOX: test data, no real payment.');
  expect(reply.split('\n').filter((line) => line.startsWith('Paid'))).toEqual([]);
  expect(reply).not.toContain('\u202e');
});
