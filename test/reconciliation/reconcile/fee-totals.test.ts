/** Gross, net and so the estimated fee, by currency: exact against fractions, each invoice's worth rounded half to even, what is not known left out and counted. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TakeRateFact } from '../../../src/domain/reconcile/take-rate.ts';
import { feeTotals } from '../../../src/reconciliation/reconcile/fee-totals.ts';

function fact(change: Partial<TakeRateFact> = {}): TakeRateFact {
  return {
    uuid: 'invoice-1',
    externalId: 'order-1',
    method: 'Card',
    currency: 'EUR',
    finishedAt: '2026-10-05T10:10:00Z',
    amount: '100.00',
    amountToSend: '101.00',
    rate: '0.8',
    settledUsdt: '121.875',
    isAdjusted: false,
    actualFiat: null,
    ...change,
  };
}

it('divides what was paid by the rate of the deal, and takes the adjusted amount where there is one', () => {
  const facts = [
    fact(),
    fact({ isAdjusted: true, actualFiat: '40.00', settledUsdt: '48.75' }),
    fact({ currency: 'GBP', amount: '1', rate: '3', settledUsdt: '0.3' }),
  ];
  expect(feeTotals(facts)).toEqual([
    { currency: 'EUR', count: 2, uncounted: 0, paid: '140.00', grossUsdt: '175.000000', netUsdt: '170.625' },
    { currency: 'GBP', count: 1, uncounted: 0, paid: '1', grossUsdt: '0.333333', netUsdt: '0.3' },
  ]);
});

it.each<readonly [string, Partial<TakeRateFact>]>([
  ['no rate', { rate: null }],
  ['a rate of nothing', { rate: '0' }],
  ['no credited amount', { settledUsdt: null }],
  ['an adjustment without an amount', { isAdjusted: true, actualFiat: null }],
])('counts one with %s, and has it in no sum', (_, change) => {
  expect(feeTotals([fact(change)])).toEqual([
    { currency: 'EUR', count: 0, uncounted: 1, paid: '0', grossUsdt: '0', netUsdt: '0' },
  ]);
});

it('rounds each worth half to even, whatever the digits', () => {
  const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 8 }));
  const text = ([units, scale]: readonly [bigint, number]): string => {
    const padded = units.toString().padStart(scale + 1, '0');
    return scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  };
  fc.assert(
    fc.property(digits, digits, (paid, rate) => {
      fc.pre(rate[0] > 0n);
      const [row] = feeTotals([fact({ amount: text(paid), rate: text(rate), settledUsdt: '0' })]);
      // paid / rate in millionths, as a fraction of whole numbers.
      const above = paid[0] * 10n ** BigInt(rate[1] + 6);
      const below = rate[0] * 10n ** BigInt(paid[1]);
      const [floor, rest] = [above / below, above % below];
      const isUp = 2n * rest > below || (2n * rest === below && floor % 2n === 1n);
      const expected = text([floor + (isUp ? 1n : 0n), 6]);
      expect(row?.grossUsdt).toBe(expected);
    }),
  );
});
