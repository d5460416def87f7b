/** What the shop was told against what the invoice says: exact, foreign payloads said and not guessed, no alarm on the fiat alone. */
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import { differenceSentence, payloadDifference } from '../../../src/domain/webhooks/payload-difference.ts';
import { aDelivery, anAdjustment, anInvoice } from '../../support/records.ts';

const ADJUSTED = anInvoice({ is_adjusted: true, adjustment: anAdjustment(), settled_amount_usdt: '81.37' });
const TOLD = { status: 'success', currency: 'EUR', amount: '100.00', credited_usdt: '93.10', adjusted: false };

function delivered(data: unknown, change: Partial<Delivery> = {}): Delivery {
  return aDelivery({
    status: 'delivered',
    event: 'invoice.paid',
    delivered_at: '2026-11-20T10:05:09Z',
    payload: { event: 'invoice.paid', data },
    ...change,
  });
}

function findingOf(invoice: Invoice, data: unknown) {
  return payloadDifference(invoice, [delivered(data)]);
}

describe('the difference', () => {
  it('says what the shop was told and what the invoice says now', () => {
    const difference = findingOf(ADJUSTED, TOLD);
    expect(difference).toMatchObject({ finding: 'differs', problems: [], deliveredAt: '2026-11-20T10:05:09Z' });
    expect(difference === null ? '' : differenceSentence(difference)).toBe(
      'your shop was told 100.00 EUR paid, 93.10 USDT credited; the invoice now says 87.40 EUR paid, 81.37 USDT credited',
    );
  });

  it.each<[string, Invoice, object, string]>([
    ['the corrected figures', ADJUSTED, { ...TOLD, amount: '87.40', credited_usdt: '81.37' }, 'agrees'],
    ['the same values in other digits', ADJUSTED, { ...TOLD, amount: '87.4', credited_usdt: '81.3700' }, 'agrees'],
    [
      'one unit in the last place',
      ADJUSTED,
      { ...TOLD, amount: '87.40', credited_usdt: '81.370000000000000001' },
      'differs',
    ],
    // T53: whether the amount paid holds the customer's fee is not specified.
    ['only the fiat of an adjustment', ADJUSTED, { ...TOLD, amount: '89.59', credited_usdt: '81.37' }, 'fiat-differs'],
    ['a payment nobody corrected', anInvoice(), TOLD, 'agrees'],
    ['a payment with the fee', anInvoice(), { ...TOLD, amount: '102.50' }, 'agrees'],
    ['only the fiat of a plain payment', anInvoice(), { ...TOLD, amount: '101.00' }, 'fiat-differs'],
    ['the credit of a plain payment', anInvoice(), { ...TOLD, credited_usdt: '93.11' }, 'differs'],
    [
      'another status or flag, which is not compared',
      anInvoice(),
      { ...TOLD, status: 'fail', adjusted: true },
      'agrees',
    ],
  ])('finds %s', (_name, invoice, data, finding) => expect(findingOf(invoice, data)?.finding).toBe(finding));
});

describe('foreign payloads', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['a number', { ...TOLD, credited_usdt: 93.1 }, 'fiat-differs', /credited_usdt is a JSON number/],
    ['both numbers', { ...TOLD, amount: 100, credited_usdt: 93.1 }, 'cannot-tell', /amount is a JSON number/],
    ['no credit', { currency: 'EUR', amount: '87.40' }, 'cannot-tell', /has no credited_usdt/],
    ['an exponent', { ...TOLD, credited_usdt: '9.31e1' }, 'fiat-differs', /no amount: “9\.31e1”/],
    ['a list', { ...TOLD, credited_usdt: ['93.10'] }, 'fiat-differs', /neither text nor a number/],
    ['no data', undefined, 'cannot-tell', /no “data” object/],
    ['data that is a list', [TOLD], 'cannot-tell', /no “data” object/],
    ['another currency', { ...TOLD, currency: 'USD', credited_usdt: '81.37' }, 'agrees', /currency is “USD”/],
  ])('says %s', (_name, data, finding, problem) => {
    const difference = findingOf(ADJUSTED, data);
    expect(difference?.finding).toBe(finding);
    expect(difference?.problems.join('\n')).toMatch(problem);
  });

  it('compares nothing with an adjustment that has no figures', () => {
    const difference = findingOf(anInvoice({ is_adjusted: true, settled_amount_usdt: null }), TOLD);
    expect(difference).toMatchObject({ finding: 'cannot-tell', now: { fiat: null, usdt: null } });
    expect(difference?.problems).toHaveLength(2);
  });

  it('says that there is no payload', () => {
    const difference = payloadDifference(ADJUSTED, [delivered({}, { payload: null })]);
    expect(difference).toMatchObject({ finding: 'cannot-tell' });
    expect(difference?.problems).toEqual(['The API names no payload for the delivered webhook.']);
  });
});

describe('which webhook', () => {
  const early = delivered({ ...TOLD, credited_usdt: '1' }, { uuid: 'early', delivered_at: '2026-11-20T10:05:09Z' });
  const late = delivered(TOLD, { uuid: 'late', delivered_at: '2026-11-20T10:05:09.5Z' });

  it('is the one delivered last, wherever it stands', () => {
    expect(payloadDifference(ADJUSTED, [late, early])?.deliveryUuid).toBe('late');
    expect(payloadDifference(ADJUSTED, [early, late])?.deliveryUuid).toBe('late');
  });

  it('was delivered also when it was sent again since', () => {
    const again = delivered(TOLD, { status: 'failed' });
    expect(payloadDifference(ADJUSTED, [again])?.finding).toBe('differs');
  });

  it.each<[string, Invoice, Delivery[]]>([
    ['none at all', ADJUSTED, []],
    ['none delivered', ADJUSTED, [delivered(TOLD, { status: 'failed', delivered_at: null })]],
    ['a cancellation', ADJUSTED, [delivered(TOLD, { event: 'invoice.canceled' })]],
    ['an invoice that is not paid', anInvoice({ status: 'fail' }), [delivered(TOLD)]],
  ])('tells of no payment: %s', (_name, invoice, list) => expect(payloadDifference(invoice, list)).toBeNull());
});
