/** Which amount of an invoice was meant, and how an invoice stands in words. */
import { describe, expect, it } from 'vitest';
import { invoiceStateWords } from '../../../src/domain/records/invoice-state.ts';
import { matchedAmount } from '../../../src/domain/records/matched-amount.ts';
import { adjustedInvoice, invoice } from '../../backend/mirror/sample.ts';

const one = invoice(1, { amount: '48.80', amount_to_send: '49.90' });
const words = (record: Parameters<typeof matchedAmount>[0], wanted: string | null) => {
  const { word, amount, detail } = matchedAmount(record, wanted === null ? null : { from: wanted, to: wanted });
  return `${word} ${amount}: ${detail}`;
};

describe('the amount that was meant', () => {
  it('is the paid one where it is known, else the ordered one, else what was to pay, else the net', () => {
    expect(words({ ...invoice(1), paid: { amount: '100.0' } }, '100')).toBe('Paid 100.0: ordered and paid');
    expect(words({ ...one, paid: { amount: '49.90' } }, '49.9')).toBe('Paid 49.90: ordered 48.80');
    expect(words({ ...adjustedInvoice(1), paid: { amount: '80.00' } }, '80')).toBe(
      'Paid 80.00: ordered 100.00, underpaid by 20 %',
    );
    expect(words(one, '49.9')).toBe('To pay 49.90: ordered 48.80, paid');
    expect(words({ ...one, status: 'expired' }, '48.8')).toBe('Ordered 48.80: expired');
    expect(words(one, '107.123456')).toBe('Net 107.123456: ordered 48.80 EUR');
    expect(words(one, null)).toBe('Ordered 48.80: paid');
  });

  it('of an adjustment only its own two amounts say how it differs', () => {
    const of = (expected: string, actual: string) =>
      invoiceStateWords({
        status: 'success',
        adjustment: {
          expected_amount_fiat: expected,
          actual_amount_fiat: actual,
          expected_amount_usdt: '1',
          actual_amount_usdt: '1',
        },
      });
    expect(of('486.00', '247.86')).toBe('Underpaid by 49 %');
    expect(of('100', '100.10')).toBe('Overpaid by <1 %');
    expect(of('100', '100.00')).toBe('Adjusted');
    expect(of('0', '5')).toBe('Overpaid');
    expect(
      ['pending', 'success', 'fail', 'refunded'].map((status) => invoiceStateWords({ status, adjustment: null })),
    ).toEqual(['Pending', 'Paid', 'Failed', 'refunded']);
  });
});
