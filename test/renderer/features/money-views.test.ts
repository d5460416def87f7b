/** The money views: waterfall, adjusted rows, withdrawal equation, shares of a payment method. Tables over what may come. */
import { describe, expect, it } from 'vitest';
import {
  findingsWords,
  paidOfExpected,
  percentOf,
  percentWords,
} from '../../../src/renderer/features/reconciliation/adjusted/adjusted-view.ts';
import { waterfallOf } from '../../../src/renderer/features/invoices/waterfall.ts';
import { sharesOf } from '../../../src/renderer/features/pricing/payment-methods-page.tsx';
import {
  chainCaution,
  equationOf,
  sentWithinWords,
  withdrawalState,
} from '../../../src/renderer/features/withdrawals/withdrawal-view.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import { methodsIn } from '../../../src/domain/records/payment-method.ts';
import { groupedAmount } from '../../../src/renderer/ui/text/writing.ts';
import { aDelivery } from '../../support/records.ts';
import { HOSTILE, invoice, method, withdrawal } from './records.ts';

function stepOf(fields: Partial<Invoice>, id: string): { amount: string | null; note: string } {
  const step = waterfallOf(invoice(fields), []).find((one) => one.id === id);
  if (step === undefined) throw new Error(`no step ${id}`);
  return { amount: step.amount, note: step.note };
}

const ADJUSTMENT = {
  expected_amount_fiat: '100.00',
  actual_amount_fiat: '87.40',
  expected_amount_usdt: '106.521739',
  actual_amount_usdt: '93.1',
};

const TOLD = aDelivery({ event: 'invoice.paid', payload: { event: 'invoice.paid', data: { amount: '102.50' } } });

describe('the money waterfall', () => {
  it('adds up for a paid invoice', () => {
    const amounts = waterfallOf(invoice(), [TOLD]).map((step) => [step.id, step.amount]);
    expect(amounts).toEqual([
      ['ordered', '100.00'],
      ['commission', '2.50'],
      ['asked', '102.50'],
      ['paid', '102.50'],
      ['rate', '0.92'],
      ['withheld', '2.173913'],
      ['credited', '106.521739'],
    ]);
  });

  it('takes what was paid from the adjustment', () => {
    expect(stepOf({ is_adjusted: true, adjustment: ADJUSTMENT }, 'paid').amount).toBe('87.40');
    expect(stepOf({ is_adjusted: true, adjustment: null }, 'paid')).toEqual({
      amount: null,
      note: 'Adjusted, but the API sent no figures.',
    });
  });

  it.each<[string, Partial<Invoice>, string, RegExp]>([
    [
      'pending without a method',
      { status: 'pending', payment_method: null, amount_to_send: null },
      'asked',
      /No method chosen yet/,
    ],
    [
      'expired without a method',
      { status: 'expired', payment_method: null, amount_to_send: null },
      'asked',
      /No method was chosen/,
    ],
    ['a method but no amount', { amount_to_send: null }, 'asked', /names no amount to pay/],
    ['pending', { status: 'pending' }, 'paid', /Not yet/],
    ['expired', { status: 'expired' }, 'paid', /Expired before a payment/],
    ['an unknown status', { status: 'settling' }, 'paid', /unknown/],
    ['success without credit', { settled_amount_usdt: null }, 'credited', /names no credited amount/],
    ['a rate of zero', { rate: '0' }, 'withheld', /Cannot be computed/],
  ])('says why a figure is missing: %s', (_name, fields, id, note) => {
    expect(stepOf(fields, id).amount).toBeNull();
    expect(stepOf(fields, id).note).toMatch(note);
  });

  it('never words a failed settlement as unpaid', () => {
    const notes = waterfallOf(invoice({ status: 'fail', settled_amount_usdt: null }), [])
      .map((step) => step.note)
      .join(' ');
    expect(notes).toContain('may have paid');
    expect(notes).not.toMatch(/not paid|unpaid|was not paid/i);
  });

  it('keeps amounts of sixty digits and eighteen decimals exact', () => {
    const fields = { amount: HOSTILE.manyDigits, amount_to_send: HOSTILE.manyDigits, rate: HOSTILE.manyDecimals };
    expect(stepOf(fields, 'commission').amount).toBe('0');
    expect(stepOf(fields, 'withheld').amount).toBeNull();
  });
});

describe('adjusted rows in words', () => {
  it.each([
    ['-12.60', '100.00', '−12.6 %'],
    ['12.60', '100.00', '+12.6 %'],
    ['0.00', '100.00', '0.0 %'],
    ['-0.01', '100.00', 'under 0.1 %'],
    ['0.25', '100.00', '+0.2 %'],
    ['0.35', '100.00', '+0.4 %'],
    ['250', '100', '+250.0 %'],
    ['-1', '0', null],
  ])('%s of %s is %s', (delta, base, expected) => {
    expect(percentOf(delta, base)).toBe(expected);
  });

  it.each([
    ['-12.6000', '−12.60 %'],
    ['-46.7001', '−46.70 %'],
    ['12.0000', '+12.00 %'],
    ['0.0000', '0.00 %'],
    ['0.0001', 'under 0.01 %'],
    ['-0.0001', 'under 0.01 %'],
    ['<b>', '<b>'],
  ])('the engine’s %s is %s', (percent, words) => {
    expect(percentWords(percent)).toBe(words);
  });

  it('tells the story of a row', () => {
    const row = {
      currency: 'EUR',
      expectedFiat: '100.00',
      actualFiat: '87.40',
      deltaFiat: '-12.60',
      deltaUsdt: '-13.421739',
    };
    expect(paidOfExpected(row, groupedAmount)).toBe('paid 87.40 of 100.00 EUR (−12.6 %)');
    expect(paidOfExpected({ ...row, actualFiat: null }, (amount) => amount)).toMatch(/not known/);
    expect(findingsWords(['settled-differs'])).toMatch(/≠ actual/);
  });

  it('does not stumble over sixty digits', () => {
    expect(percentOf(`-${HOSTILE.manyDigits}`, HOSTILE.manyDigits)).toBe('−100.0 %');
    expect(percentOf(HOSTILE.manyDigits, HOSTILE.manyDecimals)).toBeNull();
  });
});

describe('withdrawals in words', () => {
  it('says the median of the business’s own with its sample, and nothing where none is told', () => {
    expect(sentWithinWords({ sample: 1028, medianMs: 10_800_000 })).toBe(
      'The median of your 1,028 that were sent: 3 h 00 min.',
    );
    expect(sentWithinWords({ sample: 4, medianMs: null })).toBeNull();
    expect(sentWithinWords(undefined)).toBeNull();
  });

  it('checks the equation to the last digit', () => {
    expect(equationOf(withdrawal()).remark).toBeNull();
    expect(equationOf(withdrawal({ amount_to_send: '498.49' })).remark).toContain('-0.01');
    expect(equationOf(withdrawal({ network_commission: null })).remark).toMatch(/cannot be checked/);
  });

  it.each([
    ['pending', {}, 'Awaiting review'],
    ['approved', {}, 'Sent on chain'],
    ['rejected', { reject_code: 'transfer_error' }, 'Declined, balance returned'],
    ['settling', {}, 'Unknown status “settling”'],
  ])('%s', (status, fields, headline) => {
    expect(withdrawalState(withdrawal({ status, ...fields })).headline).toBe(headline);
  });

  it('explains a rejection by code, by reason, and by neither', () => {
    const words = (fields: object) => withdrawalState(withdrawal({ status: 'rejected', ...fields })).detail;
    expect(words({ reject_code: 'transfer_error' })).toBe('The transfer on the blockchain failed.');
    expect(words({ reject_code: 'new_code' })).toContain('new_code');
    expect(words({ reject_reason: 'Limit reached' })).toBe('Limit reached');
    expect(words({})).toMatch(/neither a code nor a reason/);
    expect(chainCaution(withdrawal({ status: 'rejected' }))).toMatch(/check on the chain/);
    expect(chainCaution(withdrawal({ status: 'rejected', tx_hash: null }))).toBeNull();
  });
});

describe('payment methods', () => {
  it('compares the shares with the ceiling', () => {
    expect(sharesOf(method())).toMatchObject({ sum: '3.5', verdict: 'within' });
    expect(sharesOf(method({ merchant_commission_percent: '1.1' }))).toMatchObject({ sum: '3.6', verdict: 'above' });
    expect(sharesOf(method({ client_commission_percent: null }))).toMatchObject({ sum: null, verdict: 'unknown' });
  });

  it('keeps only the chosen currencies', () => {
    const pln = method({ name: 'Blik', currency: { id: 2, code: 'PLN', name: 'Złoty', symbol: 'zł' } });
    expect(methodsIn([pln, method()], []).map((one) => one.name)).toEqual(['SEPA instant', 'Blik']);
    expect(methodsIn([pln, method()], ['PLN']).map((one) => one.name)).toEqual(['Blik']);
  });
});
