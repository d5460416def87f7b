/** The internal note over every verdict and every state of a delivery: complete, dated, and never more than was read. */
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import { type Fulfilment, fulfilmentOf } from '../../../src/domain/records/fulfilment.ts';
import { INVOICE_STATUSES, type Invoice } from '../../../src/domain/records/invoice.ts';
import { type ReplyFacts, internalNote } from '../../../src/domain/support/support-reply.ts';
import { aDelivery, anAdjustment, anAttempt, anInvoice } from '../../support/records.ts';

const NOW = Date.parse('2026-11-20T10:10:00Z');
const AS_OF = '2026-11-20T10:09:30Z';

function facts(invoice: Invoice, change: Partial<ReplyFacts> = {}): ReplyFacts {
  return {
    invoice,
    fulfilment: fulfilmentOf(invoice, AS_OF, NOW - Date.parse(AS_OF)),
    deliveries: null,
    isSandbox: false,
    nowMs: NOW,
    timeZone: 'UTC',
    ...change,
  };
}

function withDelivery(change: Partial<Delivery>): Pick<ReplyFacts, 'deliveries'> {
  return { deliveries: { list: [aDelivery(change)], asOf: '2026-11-20T10:09:40Z', quarantined: 0 } };
}

const FAILED_ONCE = { attempts: 1, attempts_history: [anAttempt({ created_at: '2026-11-20T10:05:01Z' })] };
const STATES: Readonly<Record<string, Partial<Delivery>>> = {
  queued: { status: 'pending', attempts: 0, attempts_history: [], next_attempt_at: '2026-11-20T10:10:00Z' },
  retrying: { status: 'pending', ...FAILED_ONCE, next_attempt_at: '2026-11-20T10:11:01Z' },
  'in-flight': { status: 'delivering', ...FAILED_ONCE },
  delivered: { status: 'delivered', ...FAILED_ONCE, delivered_at: '2026-11-20T10:06:02Z' },
  failed: { status: 'failed', attempts: 7, attempts_history: FAILED_ONCE.attempts_history },
  unknown: { status: 'settling', ...FAILED_ONCE },
};
const VERDICTS: readonly Fulfilment['verdict'][] = [
  'fulfil',
  'fulfil-for',
  'read-again-first',
  'check',
  'do-not-fulfil-yet',
  'do-not-fulfil',
  'escalate',
];

it('is written out for a dispute after the delivery', () => {
  const invoice = anInvoice({ is_adjusted: true, adjustment: anAdjustment(), settled_amount_usdt: '81.37' });
  const data = { currency: 'EUR', amount: '100.00', credited_usdt: '93.10' };
  const reply = internalNote(
    facts(
      invoice,
      withDelivery({ ...STATES['delivered'], event: 'invoice.paid', payload: { event: 'invoice.paid', data } }),
    ),
  );
  expect(reply).toBe(`INTERNAL NOTE, not for the customer
Invoice order-1 (0f0e0d0c-0000-4000-8000-000000000001)
Verdict: corrected; fulfil for what was credited. Corrected: 87.40 of 100.00 EUR paid; fulfil for the 81.37 USDT credited.
State: success, adjusted after a dispute, finished 2026-11-20 10:05:00 UTC.
Money: ordered 100.00 EUR, asked 102.50 EUR, paid 87.40 EUR (corrected), credited 81.37 USDT.
Webhook: delivered 2026-11-20 10:06:02 UTC; the shop’s server answered with a 2xx. Attempts: 1 of 7, the last 2026-11-20 10:05:01 UTC HTTP 500.
Shop: your shop was told 100.00 EUR paid, 93.10 USDT credited; the invoice now says 87.40 EUR paid, 81.37 USDT credited.
Next: the order can be fulfilled for 81.37 USDT.
As of: invoice read 2026-11-20 10:09:30 UTC; deliveries read 2026-11-20 10:09:40 UTC.`);
});

describe('every verdict with every state', () => {
  const all = VERDICTS.flatMap((verdict) =>
    [...Object.keys(STATES), 'never-read', 'none'].map((state) => [verdict, state] as const),
  );

  it.each(all)('%s, %s', (verdict, state) => {
    const deliveries =
      state === 'never-read'
        ? null
        : state === 'none'
          ? { list: [], asOf: AS_OF, quarantined: 0 }
          : withDelivery(STATES[state] ?? {}).deliveries;
    const reply = internalNote(
      facts(anInvoice(), { fulfilment: { verdict, reason: 'Because.', asOf: AS_OF }, deliveries }),
    );
    const names = reply.split('\n').map((line) => line.split(':')[0]);
    expect(names).toEqual([
      'INTERNAL NOTE, not for the customer',
      'Invoice order-1 (0f0e0d0c-0000-4000-8000-000000000001)',
      'Verdict',
      'State',
      'Money',
      'Webhook',
      'Next',
      'As of',
    ]);
    expect(reply).toContain('invoice read 2026-11-20 10:09:30 UTC');
    expect(reply).not.toMatch(/undefined|null|NaN|\[object/);
    expect(reply.split('\n').every((line) => !/\s$|: *$/.test(line))).toBe(true);
  });

  it('says something else for each verdict and each state', () => {
    const linesOf = (name: string) =>
      all.map(([verdict, state]) => {
        const fulfilment = { verdict, reason: 'Because.', asOf: AS_OF };
        const reply = internalNote(facts(anInvoice(), { fulfilment, ...withDelivery(STATES[state] ?? {}) }));
        return reply.split('\n').find((line) => line.startsWith(name));
      });
    expect(new Set(linesOf('Verdict')).size).toBe(VERDICTS.length);
    expect(new Set(linesOf('Webhook')).size).toBe(Object.keys(STATES).length + 1);
  });
});

describe('what it never says', () => {
  it.each(INVOICE_STATUSES.filter((status) => status !== 'success'))(
    'that %s was paid or may be fulfilled',
    (status) => {
      const reply = internalNote(facts(anInvoice({ status, settled_amount_usdt: null })));
      expect(reply).toMatch(/^Verdict: (do not fulfil|no payment confirmed yet; do not fulfil)/m);
      expect(reply).not.toMatch(/can be fulfilled|Verdict: fulfil/);
    },
  );

  it('that a failed settlement was not paid', () => {
    const reply = internalNote(facts(anInvoice({ status: 'fail', settled_amount_usdt: null })));
    expect(reply).toContain('The customer may have paid');
    expect(reply).not.toMatch(/not paid|unpaid|has not paid|without a payment/i);
  });

  it('an old reading as the present', () => {
    const old = anInvoice();
    const reply = internalNote(facts(old, { fulfilment: fulfilmentOf(old, AS_OF, 6 * 60_000) }));
    expect(reply).toMatch(/^Verdict: not refreshed, so nothing is confirmed/m);
    expect(reply).toMatch(/^State: when last read success/m);
    expect(reply).not.toMatch(/can be fulfilled|Verdict: fulfil/);
  });

  it('that a missing invoice stands as it did', () => {
    const gone = anInvoice();
    const reply = internalNote(
      facts(gone, { fulfilment: fulfilmentOf(gone, AS_OF, 0, true), missingSince: '2026-11-20T10:08:00Z' }),
    );
    expect(reply).toMatch(/^Verdict: do not fulfil; ask the payment service/m);
    expect(reply).toContain('when last read success');
    expect(reply).toContain('does not show it any more (noticed 2026-11-20 10:08:00 UTC)');
  });
});

describe('a reading that may not be the present', () => {
  const open = anInvoice({
    status: 'pending',
    finished_at: null,
    settled_amount_usdt: null,
    expires_at: '2026-11-20T10:20:00Z',
  });
  const unknown = anInvoice({ status: 'settling', finished_at: null });
  const uncredited = anInvoice({ settled_amount_usdt: null });
  const none = { list: [], asOf: AS_OF, quarantined: 0 };
  const read = (invoice: Invoice, nowMs: number): string =>
    internalNote(facts(invoice, { fulfilment: fulfilmentOf(invoice, AS_OF, 0), nowMs, deliveries: none }));

  it.each([
    ['pending', open],
    ['of an unknown status', unknown],
    ['a success without credit', uncredited],
  ] as const)('%s, six minutes later, is not claimed', (_name, invoice) => {
    const reply = read(invoice, Date.parse(AS_OF) + 6 * 60_000);
    expect(reply).toMatch(
      /^Verdict: not refreshed, so nothing is confirmed\. When last read at 2026-11-20 10:09:30 UTC it was “/m,
    );
    expect(reply).toMatch(/^State: when last read /m);
    expect(reply).toMatch(/^Next: the invoice is read again/m);
    expect(reply).not.toMatch(/can still pay|still open|none yet|has not paid/);
  });

  it.each([
    ['fresh, the window open', '2026-11-20T10:19:59Z', '2026-11-20T10:19:00Z', true],
    ['fresh, the window over since', '2026-11-20T10:20:01Z', '2026-11-20T10:19:59Z', false],
    ['read after the window was over', '2026-11-20T10:20:10Z', '2026-11-20T10:20:05Z', false],
    ['old, the window over', '2026-11-20T11:00:00Z', AS_OF, false],
  ])('%s: whether the customer can still pay', (_name, now, asOf, canPay) => {
    const reply = internalNote(facts(open, { fulfilment: fulfilmentOf(open, asOf, 0), nowMs: Date.parse(now) }));
    expect(reply.includes('can still pay')).toBe(canPay);
    expect(reply.includes('payment link is open')).toBe(canPay);
  });

  it.each(['expired', 'canceled', 'fail'] as const)('does not concern %s, which stays what it is', (status) => {
    const closed = anInvoice({ status, settled_amount_usdt: null });
    expect(read(closed, NOW + 86_400_000)).toMatch(
      /^Verdict: (do not fulfil|no payment confirmed yet; do not fulfil)/m,
    );
  });

  it('says none of deliveries only where they were read since the end, and could be read', () => {
    const ended = anInvoice({ finished_at: '2026-11-20T10:05:00Z' });
    const line = (asOf: string, quarantined = 0): string | undefined =>
      internalNote(facts(ended, { deliveries: { list: [], asOf, quarantined } }))
        .split('\n')
        .find((words) => words.startsWith('Webhook'));
    expect(line('2026-11-20T10:04:59Z')).toBe('Webhook: its deliveries were not read since it ended.');
    expect(line('2026-11-20T10:05:00Z')).toBe('Webhook: the API lists none for this invoice.');
    expect(line('2026-11-20T10:05:00Z', 2)).toBe('Webhook: the API lists 2 that this console can not read.');
  });

  it('does not take for the latest delivery what may not be it', () => {
    const { deliveries } = withDelivery(STATES['failed'] ?? {});
    if (deliveries === null) throw new Error('no deliveries');
    const reply = internalNote(facts(anInvoice(), { deliveries: { ...deliveries, quarantined: 1 } }));
    expect(reply).toMatch(/^Webhook: the latest that can be read: failed.* 1 more that this console can not read\.$/m);
    expect(reply).not.toContain('it can be resent');
  });
});

describe('what happens next', () => {
  it('marks estimates, and only those', () => {
    const reply = internalNote(
      facts(
        anInvoice(),
        withDelivery({
          created_at: '2026-11-20T10:05:00Z',
          ...STATES['retrying'],
          next_attempt_at: '2026-11-20T10:10:31Z',
          attempts: 2,
          attempts_history: [
            anAttempt({ created_at: '2026-11-20T10:05:01Z' }),
            anAttempt({ created_at: '2026-11-20T10:06:01Z' }),
          ],
        }),
      ),
    );
    expect(reply).toMatch(
      /next attempt is 2026-11-20 10:10:31 UTC; without success the API gives up about 2026-11-21 06:40:31 UTC \(estimate\)/,
    );
  });

  it('says that a due attempt was not read, rather than that it will come', () => {
    const reply = internalNote(
      facts(anInvoice(), withDelivery({ ...STATES['retrying'], next_attempt_at: '2026-11-20T10:09:44Z' })),
    );
    expect(reply).toContain('was due 2026-11-20 10:09:44 UTC; its result has not been read');
    expect(reply).not.toContain('estimate');
  });

  it('guesses nothing off the schedule', () => {
    const reply = internalNote(facts(anInvoice(), withDelivery({ ...STATES['retrying'], max_attempts: 3 })));
    expect(reply).toContain('what would follow is not known');
  });
});

it('says SANDBOX first, writes times in the zone, and keeps foreign text on its line', () => {
  const hostile = anInvoice({ external_id: 'a\nVerdict: fulfil\u202e', status: 'odd\r\nNext: pay' });
  const reply = internalNote(facts(hostile, { isSandbox: true, timeZone: 'Europe/Warsaw' }));
  expect(reply.split('\n')[0]).toBe('SANDBOX: test data, no real payment.');
  expect(reply.split('\n').filter((line) => line.startsWith('Verdict'))).toHaveLength(1);
  expect(reply.split('\n').filter((line) => line.startsWith('Next'))).toHaveLength(1);
  expect(reply).not.toMatch(/[\u202e\r]/);
  expect(reply).toContain('2026-11-20 11:09:30 Europe/Warsaw');
});
