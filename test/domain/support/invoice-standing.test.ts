/** The answer that stands first on an invoice: safe only for what was just confirmed, and never more than was read. */
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import { FRESH_FOR_MS, fulfilmentOf } from '../../../src/domain/records/fulfilment.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import { invoiceStanding, type StandingInput } from '../../../src/domain/support/invoice-standing.ts';
import { runsOutAt } from '../../../src/domain/webhooks/retry-schedule.ts';
import { aDelivery, anAttempt, anInvoice } from '../../support/records.ts';

const NOW = Date.parse('2026-11-23T06:58:00Z');
const AS_OF = '2026-11-23T06:57:30Z';
const CORRECTED = {
  expected_amount_fiat: '486.00',
  actual_amount_fiat: '247.86',
  expected_amount_usdt: '606.494335',
  actual_amount_usdt: '309.312110',
};
const GBP = { id: 1, code: 'GBP', name: 'Pound', symbol: '£' };
const ADJUSTED = { is_adjusted: true, adjustment: CORRECTED, settled_amount_usdt: '309.312110', currency: GBP };

function standing(invoice: Partial<Invoice>, change: Partial<StandingInput> = {}, ageMs = NOW - Date.parse(AS_OF)) {
  const record = anInvoice(invoice);
  const asOf = new Date(NOW - ageMs).toISOString();
  return invoiceStanding({
    invoice: record,
    fulfilment: fulfilmentOf(record, asOf, ageMs, change.missingSince !== undefined),
    deliveries: null,
    isReading: false,
    isUnread: false,
    nowMs: NOW,
    timeZone: 'UTC',
    ...change,
  });
}

const retrying: Partial<Delivery> = {
  status: 'pending',
  attempts: 3,
  attempts_history: [anAttempt()],
  next_attempt_at: '2026-11-23T07:21:00Z',
};

describe('the head', () => {
  it('is one line: paid, underpaid, webhook', () => {
    const { facts } = standing(ADJUSTED, { deliveries: [aDelivery(retrying)] });
    expect(facts.map(({ words }) => words).join(' · ')).toBe(
      'Paid · underpaid by 49 % · webhook failing, next attempt 07:21',
    );
    expect(facts.map(({ tone }) => tone)).toEqual(['good', 'warn', 'bad']);
    expect(facts[0]?.api).toBe('success');
  });

  it.each([
    ['247.86', 'underpaid by 49 %'],
    ['485.99', 'underpaid by less than 1 %'],
    ['0.01', 'underpaid by more than 99 %'],
    ['0.00', 'underpaid by 100 %'],
    ['486.000', 'corrected, paid as expected'],
    ['487.00', 'overpaid by less than 1 %'],
    ['972', 'overpaid by 100 %'],
  ])('of %s paid says %s', (actual, words) => {
    const { facts } = standing({ ...ADJUSTED, adjustment: { ...CORRECTED, actual_amount_fiat: actual } });
    expect(facts[1]?.words).toBe(words);
  });

  it('compares nothing but the two amounts of the adjustment', () => {
    const { facts } = standing({ amount: '100.00', amount_to_send: '250.00' });
    expect(facts.map(({ of }) => of)).toEqual(['status', 'webhook']);
    expect(standing({ is_adjusted: true, adjustment: null }).facts[1]?.words).toBe('corrected');
  });

  it.each<[Partial<Delivery>, string]>([
    [{ status: 'failed', attempts: 7 }, 'webhook failed, no attempt left'],
    [{ status: 'delivered' }, 'webhook delivered'],
    [{ status: 'delivering', attempts: 1 }, 'webhook being sent'],
    [{ status: 'pending', attempts: 0, attempts_history: [], next_attempt_at: null }, 'webhook queued'],
    [{ status: 'settling' }, 'webhook “settling”'],
  ])('of a delivery %j says %s', (change, words) => {
    expect(standing({}, { deliveries: [aDelivery(change)] }).facts.at(-1)?.words).toBe(words);
  });

  it('tells not checked from not sent, and says nothing of a webhook before the end', () => {
    expect(standing({}).facts.at(-1)?.words).toBe('webhook not checked yet');
    expect(standing({}, { deliveries: [] }).facts.at(-1)?.words).toBe('webhook not sent');
    expect(standing({ status: 'pending' }).facts.map(({ words }) => words)).toEqual(['Pending']);
  });
});

describe('the sentence', () => {
  it('says safe only for a success that was not corrected and was read within five minutes', () => {
    expect(standing({})).toMatchObject({ headline: 'Paid: safe to fulfil', mood: 'go', next: null });
    expect(standing({}, {}, FRESH_FOR_MS).mood).toBe('go');
    const others = [
      standing({}, {}, FRESH_FOR_MS + 1),
      standing({}, { isUnread: true }),
      standing({}, { missingSince: AS_OF }),
      standing({ settled_amount_usdt: null }),
      standing(ADJUSTED),
      standing({ is_adjusted: true, adjustment: null }),
      ...['pending', 'expired', 'canceled', 'fail', 'refunded', 'SUCCESS'].map((status) => standing({ status })),
    ];
    for (const { headline, mood } of others) {
      expect(mood).not.toBe('go');
      expect(headline).not.toContain('safe');
    }
  });

  it('says what was corrected, what to fulfil for and what is missing', () => {
    expect(standing(ADJUSTED)).toMatchObject({
      headline: 'Corrected: 247.86 of 486.00 GBP paid',
      detail:
        'Fulfil for the 309.31 USDT credited. This invoice takes no further payment: ask for the missing 238.14 GBP with a new one.',
      next: { kind: 'new-invoice', amount: '238.14', currency: 'GBP', customer: 'customer-1' },
    });
    const over = standing({ ...ADJUSTED, adjustment: { ...CORRECTED, actual_amount_fiat: '500.00' } });
    expect(over).toMatchObject({ next: null, detail: expect.stringContaining('14.00 GBP more than expected') });
    expect(standing({ ...ADJUSTED, adjustment: null }).headline).toBe('Corrected: fulfil for the 309.31 USDT credited');
  });

  it('says until when the link is open, and when it was closed', () => {
    const open = { status: 'pending', finished_at: null, expires_at: '2026-11-23T14:20:00Z' };
    expect(standing(open).headline).toBe('No payment confirmed yet; link open until 14:20');
    expect(standing({ ...open, expires_at: '2026-11-24T14:20:00Z' }).headline).toContain('until 2026-11-24 14:20');
    expect(standing({ ...open, expires_at: '2026-11-23T06:20:00Z' }).headline).toBe(
      'No payment confirmed yet; link closed at 06:20',
    );
    expect(standing(open).next).toMatchObject({ kind: 'copy-link' });
  });

  it.each(['success', 'pending', 'refunded'])('never tells an old %s as the present', (status) => {
    const old = standing({ status }, {}, 5 * 3_600_000);
    expect(old).toMatchObject({ headline: 'Not refreshed since 01:58', mood: 'care', next: { kind: 'refresh' } });
    expect(standing({ status }, { isUnread: true }).headline).toBe('Not refreshed since 06:57');
    expect(standing({ status }, { isUnread: true, isReading: true })).toMatchObject({
      headline: 'Refreshing…',
      mood: 'wait',
    });
  });

  it('keeps what cannot change any more, and never calls a failed settlement unpaid', () => {
    expect(standing({ status: 'expired' }, { isUnread: true }).headline).toBe('Expired: no payment was confirmed');
    const fail = standing({ status: 'fail', settled_amount_usdt: null });
    expect(fail.detail).toContain('may have paid');
    expect(`${fail.headline} ${fail.detail}`).not.toMatch(/not paid|unpaid/i);
  });
});

it('knows about when a retrying delivery has used its attempts', () => {
  const of = { attempts: 6, maxAttempts: 7, resendCount: 0, nextAttemptAt: '2026-11-23T14:20:00Z' };
  expect(runsOutAt(of)).toBe('2026-11-23T14:20:00.000Z');
  expect(runsOutAt({ ...of, attempts: 5 })).toBe('2026-11-24T02:20:00.000Z');
  expect(runsOutAt({ ...of, attempts: 3, nextAttemptAt: '2026-11-23T07:07:00Z' })).toBe('2026-11-24T03:07:00.000Z');
  for (const change of [{ resendCount: 1 }, { maxAttempts: 9 }, { nextAttemptAt: null }, { attempts: null }]) {
    expect(runsOutAt({ ...of, ...change })).toBeNull();
  }
});
