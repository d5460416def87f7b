/** The calculator's sums: both ways, by hand-computed examples and by laws; nothing is invented where the API left something out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMoney, compareMoney, sameMoney, subtractMoney } from '../../../src/domain/kernel/money/money.ts';
import type { PaymentMethod } from '../../../src/domain/records/payment-method.ts';
import {
  estimateBy,
  marketPrices,
  marketRange,
  receiveAt,
  type SettledFact,
  settledRates,
  yieldOf,
} from '../../../src/domain/pricing/pricing.ts';
import type { Rate } from '../../../src/domain/records/rate.ts';

const EUR = { id: 1, code: 'EUR', name: 'Euro', symbol: '€' };

function method(client: string | null, merchant: string | null, more: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    id: 1,
    name: 'Card EUR',
    logo_url: null,
    currency: EUR,
    min_amount: '10.00',
    max_amount: '2500.00',
    total_commission_percent: '6',
    client_commission_percent: client,
    merchant_commission_percent: merchant,
    extra: {},
    ...more,
  };
}

const CARD = method('2.25', '3.25');
const RANGE = { rate: '0.9236', lowest: '0.9220', highest: '0.9250' };

describe('the sum of an order', () => {
  it('is the one worked out by hand', () => {
    // 100 ÷ 0.9236 = 108.2719792…; of it 96.75 % = 104.7531398…; 2.25 % of 100 = 2.25.
    expect(estimateBy(CARD, { ask: 'order', amount: '100' }, RANGE)).toEqual({
      order: '100.00',
      customerFee: '2.25',
      customerPays: '102.25',
      standing: 'within',
      usdt: {
        beforeFees: '108.271979',
        fee: '3.518839',
        receive: '104.753140',
        least: '104.594595',
        most: '104.934924',
      },
    });
  });

  it('rounds half a cent of the customer fee to even', () => {
    const fees = ['0.50', '1.50', '2.50'].map((amount) => {
      return estimateBy(method('1', '0'), { ask: 'order', amount }, null)?.customerFee;
    });
    expect(fees).toEqual(['0.00', '0.02', '0.02']);
  });

  it('is asked by what the customer pays, and by what is to be received', () => {
    expect(estimateBy(CARD, { ask: 'pays', amount: '102.25' }, RANGE)).toMatchObject({ order: '100.00' });
    const received = estimateBy(CARD, { ask: 'receives', amount: '100' }, RANGE);
    // 100 × 0.9236 ÷ 0.9675 = 95.4625…, up to the cent.
    expect(received?.order).toBe('95.47');
    expect(compareMoney(received?.usdt?.receive ?? '0', '100')).toBe(1);
  });

  it('takes the nearest order below where none comes to what the customer pays', () => {
    // By ten per cent, 1.04 is 0.95 + 0.10 (half to even of 0.095) = 1.05, and 0.94 + 0.09 = 1.03.
    const estimate = estimateBy(method('10', '0'), { ask: 'pays', amount: '1.04' }, null);
    expect(estimate).toMatchObject({ order: '0.94', customerPays: '1.03' });
  });

  it.each([
    ['9.99', 'below'],
    ['10', 'within'],
    ['2500', 'within'],
    ['2500.01', 'above'],
  ])('%s is %s the limits', (amount, standing) => {
    expect(estimateBy(CARD, { ask: 'order', amount }, RANGE)?.standing).toBe(standing);
  });

  it('of a method without limits is always within', () => {
    const open = method('1', '1', { min_amount: null, max_amount: null });
    expect(estimateBy(open, { ask: 'order', amount: '0.01' }, null)?.standing).toBe('within');
  });
});

describe('what is not known', () => {
  it('is null, and nothing else is', () => {
    expect(estimateBy(method(null, '3'), { ask: 'order', amount: '100' }, RANGE)).toMatchObject({
      order: '100.00',
      customerFee: null,
      customerPays: null,
      usdt: { beforeFees: '108.271979' },
    });
    expect(estimateBy(method('2', null), { ask: 'order', amount: '100' }, RANGE)).toMatchObject({
      customerPays: '102.00',
      usdt: null,
    });
    expect(estimateBy(CARD, { ask: 'order', amount: '100' }, null)).toMatchObject({
      customerPays: '102.25',
      usdt: null,
    });
  });

  it.each([
    ['pays', method(null, '3'), RANGE],
    ['receives', method('2', null), RANGE],
    ['receives', method('2', '100'), RANGE],
    ['receives', method('2', '-1'), RANGE],
    ['receives', CARD, null],
  ] as const)('leaves no order to tell: %s', (ask, of, range) => {
    expect(estimateBy(of, { ask, amount: '100' }, range)).toBeNull();
  });

  it('of what is no amount, nothing, or endless, is no estimate, and nothing throws', () => {
    for (const amount of ['', 'x', '0', '0.00', '-1', `1${'0'.repeat(60)}`, '1e5']) {
      for (const ask of ['order', 'pays', 'receives'] as const) {
        expect(estimateBy(CARD, { ask, amount }, RANGE)).toBeNull();
      }
    }
    const long = `0.${'3'.repeat(60)}`;
    expect(estimateBy(method(long, long), { ask: 'order', amount: '1' }, RANGE)).toMatchObject({
      customerFee: null,
      usdt: null,
    });
    expect(
      estimateBy(CARD, { ask: 'order', amount: '1' }, { rate: long, lowest: long, highest: long })?.usdt,
    ).toBeNull();
  });
});

const cents = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => {
  const digits = units.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
});
const percent = fc.integer({ min: 0, max: 2_000 }).map((hundredths) => (hundredths / 100).toFixed(2));
const price = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => (units / 10_000).toFixed(4));

it('adds up to the last digit, whichever way it is asked', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('order', 'pays', 'receives'),
      cents,
      percent,
      percent,
      price,
      (ask, amount, c, m, rate) => {
        const of = method(c, m);
        const estimate = estimateBy(of, { ask, amount }, { rate, lowest: rate, highest: rate });
        if (estimate === null || estimate.usdt === null || estimate.customerPays === null)
          throw new Error('an estimate');
        const { order, customerFee, customerPays, usdt } = estimate;
        expect(sameMoney(addMoney(order, customerFee ?? '0'), customerPays)).toBe(true);
        expect(sameMoney(subtractMoney(usdt.beforeFees, usdt.fee), usdt.receive)).toBe(true);
        expect([usdt.least, usdt.most]).toEqual([usdt.receive, usdt.receive]);
        if (ask === 'order') expect(sameMoney(order, amount)).toBe(true);
        // Never more than what was asked for, and by two cents at most less.
        if (ask === 'pays') {
          const missing = subtractMoney(amount, customerPays);
          expect(compareMoney(missing, '0')).toBeGreaterThanOrEqual(0);
          expect(compareMoney(missing, '0.02')).toBeLessThanOrEqual(0);
        }
        if (ask === 'receives')
          expect(compareMoney(usdt.receive, subtractMoney(amount, '0.000001'))).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

describe('the rates that payments settled at', () => {
  const fact = (rate: string, settledUsdt: string, more: Partial<SettledFact> = {}): SettledFact => ({
    method: 'Card EUR',
    amount: '100',
    rate,
    settledUsdt,
    finishedAt: '2026-11-22T10:00:00Z',
    ...more,
  });

  it('are the latest one with the range, and by method what was really received', () => {
    const rates = settledRates([
      fact('0.92', '105', { finishedAt: '2026-11-23T10:00:00Z' }),
      fact('0.90', '107'),
      fact('0.95', '50', { amount: '50', method: 'SEPA' }),
    ]);
    expect(rates).toMatchObject({
      rate: '0.92',
      lowest: '0.90',
      highest: '0.95',
      count: 3,
      latestAt: '2026-11-23T10:00:00Z',
    });
    expect(rates?.received).toEqual([
      { method: 'Card EUR', count: 2, least: '1.050000000000', most: '1.070000000000' },
      { method: 'SEPA', count: 1, least: '1.000000000000', most: '1.000000000000' },
    ]);
    expect(yieldOf('250.00', '1.050000000000')).toBe('262.500000');
  });

  it('are none where nothing settled, and leave out what cannot be divided by', () => {
    expect(settledRates([])).toBeNull();
    expect(settledRates([fact('0', '105'), fact('0.9', '105', { amount: '0' })])).toBeNull();
  });
});

describe('market prices', () => {
  const NOW = Date.parse('2026-11-23T12:00:00Z');
  const rate = (price: string | null, more: Partial<Rate> = {}): Rate => ({
    asset: 'USDT',
    currency: 'EUR',
    side: 'sell',
    source: 'market-a',
    price,
    min_amount: null,
    max_amount: null,
    updated_at: '2026-11-23T11:55:00Z',
    found_by_value: {},
    extra: {},
    ...more,
  });

  it('are those of the currency with a price, and say which are old', () => {
    const prices = marketPrices(
      [
        rate('0.92'),
        rate('0.94', { updated_at: '2026-11-23T11:40:00Z' }),
        rate('0.93', { updated_at: null }),
        rate(null),
        rate('0'),
        rate('25', { currency: 'CZK' }),
      ],
      'EUR',
      NOW,
    );
    expect(prices.map(({ price, isStale }) => [price, isStale])).toEqual([
      ['0.92', false],
      ['0.94', true],
      ['0.93', true],
    ]);
    expect(marketRange(prices)).toEqual({ rate: '0.94', lowest: '0.92', highest: '0.94' });
    expect(marketRange([])).toBeNull();
    expect(receiveAt(CARD, '100.00', '0.9236')).toBe('104.753140');
  });
});
