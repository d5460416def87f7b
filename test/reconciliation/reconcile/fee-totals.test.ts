/** Network fees of withdrawals by token and day; gross, net and so the estimated fee, by currency, method and day: exact against fractions, each invoice's worth rounded half to even, what is not known left out and counted. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TakeRateFact } from '../../../src/domain/reconcile/take-rate.ts';
import { feeTotals, networkFees } from '../../../src/reconciliation/reconcile/fee-totals.ts';

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
  expect(feeTotals(facts, null).currencies).toMatchObject([
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
  expect(feeTotals([fact(change)], null).currencies).toMatchObject([
    { currency: 'EUR', count: 0, uncounted: 1, paid: '0', grossUsdt: '0', netUsdt: '0', customerFee: '0' },
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
      const [row] = feeTotals([fact({ amount: text(paid), rate: text(rate), settledUsdt: '0' })], null).currencies;
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

it('tells of each method what it brought in, and what customers paid on top where that is known', () => {
  const facts = [
    fact({ method: 'SEPA', amountToSend: '101.01' }),
    fact({ method: 'SEPA', amountToSend: '100.50', rate: '3', settledUsdt: '30' }),
    // What of an adjusted payment was the fee nobody tells; without a rate it is in no estimate, but it was credited.
    fact({ method: 'SEPA', isAdjusted: true, actualFiat: '40.00', settledUsdt: '48.75' }),
    fact({ method: 'SEPA', rate: null, settledUsdt: '7' }),
    fact({ method: 'SEPA', currency: 'USD', settledUsdt: null }),
    fact({ method: null, amountToSend: null }),
  ];
  const { methods, days } = feeTotals(facts, null);
  expect(methods.map(({ method, currency, count, uncounted }) => [currency, method, count, uncounted])).toEqual([
    ['EUR', 'SEPA', 3, 1],
    ['EUR', null, 1, 0],
    ['USD', 'SEPA', 0, 1],
  ]);
  expect(methods[0]).toMatchObject({
    paid: '240.00',
    // 125 + 33.333333 + 50, and 1.01 ÷ 0.8 + 0.50 ÷ 3.
    grossUsdt: '208.333333',
    netUsdt: '200.625',
    creditedUsdt: '207.625',
    customerFee: '1.51',
    customerFeeUsdt: '1.429167',
  });
  expect(methods[1]).toMatchObject({ customerFee: '0', customerFeeUsdt: '0' });
  expect(methods[2]).toMatchObject({ creditedUsdt: '0' });
  expect(days).toEqual([]);
});

it('tells the days of the zone one by one where they are asked for', () => {
  const facts = [
    fact({ finishedAt: '2026-10-05T22:30:00Z' }),
    fact({ finishedAt: '2026-10-05T21:59:59Z', currency: 'GBP' }),
    fact({ finishedAt: '2026-10-05T10:00:00Z' }),
    fact({ finishedAt: null }),
  ];
  const { days } = feeTotals(facts, { timeZone: 'Europe/Berlin', by: 'day' });
  expect(days.map(({ day, currency, count, grossUsdt }) => [day, currency, count, grossUsdt])).toEqual([
    ['2026-10-05', 'EUR', 1, '125.000000'],
    ['2026-10-05', 'GBP', 1, '125.000000'],
    ['2026-10-06', 'EUR', 1, '125.000000'],
    [null, 'EUR', 1, '125.000000'],
  ]);
});

it('adds up to the same by currency, by method and by day', () => {
  const facts = fc.array(
    fc.record({
      method: fc.constantFrom('Card', 'SEPA', null),
      currency: fc.constantFrom('EUR', 'USD'),
      finishedAt: fc.integer({ min: 1, max: 28 }).map((day) => `2026-10-${String(day).padStart(2, '0')}T23:30:00Z`),
      amount: fc.integer({ min: 1, max: 10 ** 9 }).map(String),
      rate: fc.constantFrom('0.9', '41.2462', null),
      settledUsdt: fc.option(fc.integer({ min: 0, max: 10 ** 9 }).map(String)),
    }),
  );
  fc.assert(
    fc.property(facts, (changes) => {
      const { currencies, methods, days } = feeTotals(changes.map(fact), { timeZone: 'Asia/Kolkata', by: 'day' });
      for (const currency of ['EUR', 'USD']) {
        const sumOf = (rows: readonly { currency: string; count: number; uncounted: number; grossUsdt: string }[]) => {
          const own = rows.filter((row) => row.currency === currency);
          return {
            count: own.reduce((all, { count }) => all + count, 0),
            uncounted: own.reduce((all, { uncounted }) => all + uncounted, 0),
            gross: own.reduce((all, { grossUsdt }) => all + BigInt(grossUsdt.replace('.', '')), 0n),
          };
        };
        expect(sumOf(methods)).toEqual(sumOf(currencies));
        expect(sumOf(days)).toEqual(sumOf(currencies));
      }
      expect(methods.reduce((all, { creditedUsdt }) => all + BigInt(creditedUsdt), 0n)).toBe(
        changes.reduce((all, { settledUsdt }) => all + BigInt(settledUsdt ?? '0'), 0n),
      );
    }),
  );
});

it('network fees are those of approved withdrawals that were processed in the period, by day of its zone and token', () => {
  const withdrawal = (change: object = {}) => ({
    token: 'USDT',
    status: 'approved',
    networkCommission: '0.1',
    processedKey: '2026-10-05T10:00:00.000000000Z',
    ...change,
  });
  const facts = [
    withdrawal(),
    withdrawal({ networkCommission: '0.000000000000000001' }),
    withdrawal({ networkCommission: null }),
    withdrawal({ token: null, networkCommission: '7' }),
    // A day later in Berlin.
    withdrawal({ processedKey: '2026-10-05T22:30:00.000000000Z', networkCommission: '2.50' }),
    // The first instant is within, the end is not.
    withdrawal({ processedKey: '2026-09-30T22:00:00.000000000Z', networkCommission: '3' }),
    withdrawal({ processedKey: '2026-10-31T23:00:00.000000000Z', networkCommission: '90' }),
    withdrawal({ processedKey: '2026-09-30T21:59:59.999999999Z', networkCommission: '90' }),
    withdrawal({ processedKey: null, networkCommission: '90' }),
    withdrawal({ status: 'pending', networkCommission: '90' }),
    withdrawal({ status: 'rejected', networkCommission: '90' }),
  ];
  const october = { from: '2026-09-30T22:00:00Z', to: '2026-10-31T23:00:00Z' };
  expect(networkFees(facts, october, { timeZone: 'Europe/Berlin', by: 'day' })).toEqual([
    { day: '2026-10-01', token: 'USDT', count: 1, missing: 0, fee: '3' },
    { day: '2026-10-05', token: 'USDT', count: 3, missing: 1, fee: '0.100000000000000001' },
    { day: '2026-10-05', token: null, count: 1, missing: 0, fee: '7' },
    { day: '2026-10-06', token: 'USDT', count: 1, missing: 0, fee: '2.50' },
  ]);
  expect(networkFees(facts, october, null)).toEqual([
    { day: null, token: 'USDT', count: 5, missing: 1, fee: '5.600000000000000001' },
    { day: null, token: null, count: 1, missing: 0, fee: '7' },
  ]);
  expect(networkFees(facts, null, null).map(({ count }) => count)).toEqual([7, 1]);
});
