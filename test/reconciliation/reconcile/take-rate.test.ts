/** The implied take rates: what is computed, what today's catalogue says of it, what stands out, and on which page. */
import { describe, expect, it } from 'vitest';
import type { PaymentMethod } from '../../../src/domain/records/payment-method.ts';
import type { TakeRateFact, TakeRateReport } from '../../../src/domain/reconcile/take-rate.ts';
import { type TakeRateQuery, takeRates } from '../../../src/reconciliation/reconcile/take-rate.ts';
import { rational } from '../../support/oracles/statement.ts';

const ALL: TakeRateQuery = { tolerance: '0.005', method: null, currency: null, estimate: null, offset: 0, limit: 100 };

/** 100 paid at a rate of 1: what was not settled is the take rate in per cent. */
function fact(number: number, settledUsdt: string | null, change: Partial<TakeRateFact> = {}): TakeRateFact {
  return {
    uuid: `invoice-${number}`,
    externalId: `order-${number}`,
    method: 'Card',
    currency: 'EUR',
    finishedAt: '2026-10-05T10:10:00Z',
    amount: '100.00',
    amountToSend: '101.00',
    rate: '1',
    settledUsdt,
    isAdjusted: false,
    actualFiat: null,
    ...change,
  };
}

function method(change: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    id: 1,
    name: 'Card',
    logo_url: null,
    currency: { id: 1, code: 'EUR', name: 'Euro', symbol: '€' },
    min_amount: null,
    max_amount: null,
    total_commission_percent: '3.5',
    client_commission_percent: '1',
    merchant_commission_percent: '2.5',
    extra: {},
    ...change,
  };
}

function report(
  facts: readonly TakeRateFact[],
  query: Partial<TakeRateQuery> = {},
  methods: readonly PaymentMethod[] = [method()],
): TakeRateReport {
  return takeRates({
    facts: () => facts,
    catalogue: { methods, asOf: '2026-11-01T00:00:00Z' },
    query: { ...ALL, ...query },
  });
}

it('lists one currency of a method that has several, and says by what client share', () => {
  const facts = [
    fact(1, '97.5'),
    fact(2, '50', { amountToSend: '120.00' }),
    fact(3, '97.5', { currency: 'PLN' }),
    fact(4, '40', { currency: 'PLN' }),
  ];
  const { rows, total, methods } = report(facts, { currency: 'EUR' });
  expect([total, rows.map(({ externalId, clientPercent }) => [externalId, clientPercent])]).toEqual([
    1,
    [['order-2', '1']],
  ]);
  expect(methods.map(({ currency, outliers, offCatalogue }) => [currency, outliers + offCatalogue])).toEqual([
    ['EUR', 2],
    ['PLN', 1],
  ]);
});

describe('percentages that no sensible catalogue has', () => {
  it.each(['2345.'.padEnd(63, '3'), '9'.repeat(63), `-${'9'.repeat(62)}`])(
    'are reckoned with exactly: %s',
    (percent) => {
      const methods = [method({ client_commission_percent: percent, merchant_commission_percent: percent })];
      const { rows, methods: standings } = report([fact(1, '97.5')], {}, methods);
      expect(standings).toHaveLength(1);
      expect(rational(rows[0]?.expectedToSend ?? 'none')).toBe(rational('100') + rational(percent));
    },
  );
});

describe('a take rate', () => {
  it.each([
    ['97.5', '1', '100.00', '0.02500000'],
    ['90.277777', '1.08', '100.00', '0.02500001'],
    ['110', '1', '100.00', '-0.10000000'],
    ['1', '1', '3', '0.66666667'],
    // Ties go to the even digit: 1 − 0.999999985 and 1 − 0.999999975.
    ['0.999999985', '1', '1', '0.00000002'],
    ['0.999999975', '1', '1', '0.00000002'],
  ])('of %s settled at %s for %s paid is %s', (settled, rate, amount, expected) => {
    const { methods } = report([fact(1, settled, { rate, amount })]);
    expect(methods.map(({ median }) => median)).toEqual([expected]);
  });

  it('is made with what was really paid, never with the order of an adjusted one', () => {
    const paid = { isAdjusted: true, actualFiat: '50.00' };
    expect(report([fact(1, '48.75', paid)]).methods[0]?.median).toBe('0.02500000');
    expect(report([fact(1, '48.75', { isAdjusted: true })])).toMatchObject({ methods: [], uncounted: 1 });
  });

  it.each([
    ['no rate', { rate: null }],
    ['nothing paid', { amount: '0.00' }],
    ['no method', { method: null }],
  ])('cannot be computed with %s, and that is counted', (_name, change) => {
    const { methods, uncounted } = report([fact(1, '97.5'), fact(2, '97.5', change), fact(3, null)]);
    expect(uncounted).toBe(2);
    expect(methods).toMatchObject([{ count: 1, uncounted: 'method' in change ? 1 : 2 }]);
  });
});

describe('a method', () => {
  it('has the lower median, the lowest and the highest, apart from the same name in another currency', () => {
    const facts = [fact(1, '96'), fact(2, '99'), fact(3, '97'), fact(4, '98'), fact(5, '50', { currency: 'PLN' })];
    expect(report(facts).methods).toMatchObject([
      { method: 'Card', currency: 'EUR', count: 4, median: '0.02000000', lowest: '0.01000000', highest: '0.04000000' },
      { method: 'Card', currency: 'PLN', count: 1, catalogue: null, catalogueMatches: 0 },
    ]);
  });

  it.each([
    ['one', [method()], '0.02500000', 1],
    ['two of the name', [method(), method({ id: 2 })], null, 2],
    ['of another currency', [method({ currency: { id: 2, code: 'PLN', name: '', symbol: '' } })], null, 0],
    ['without a share', [method({ merchant_commission_percent: null })], null, 1],
  ])('has a share of the catalogue where that is clear: %s', (_name, methods, catalogue, catalogueMatches) => {
    expect(report([fact(1, '97.5')], {}, methods).methods).toMatchObject([{ catalogue, catalogueMatches }]);
  });
});

describe('what stands out', () => {
  // Medians of 3.4 %, nine tenths of a per cent from the catalogue; one at 5 %, one at 3.9 %, exactly the tolerance away.
  const facts = [fact(1, '96.6'), fact(2, '95'), fact(3, '96.6'), fact(4, '96.1'), fact(5, '96.6'), fact(6, '97.5')];

  it('is farther from the catalogue, or from the median, than the tolerance', () => {
    const { rows, methods, total } = report(facts);
    expect(rows.map(({ externalId, kinds }) => [externalId, kinds])).toEqual([
      ['order-1', ['off-catalogue']],
      ['order-2', ['off-catalogue', 'outlier']],
      ['order-3', ['off-catalogue']],
      ['order-4', ['off-catalogue']],
      ['order-5', ['off-catalogue']],
      ['order-6', ['outlier']],
    ]);
    expect(total).toBe(6);
    expect(methods).toMatchObject([{ median: '0.03400000', offCatalogue: 5, outliers: 2, clientShareOff: 0 }]);
    expect(rows[1]).toMatchObject({
      takeRate: '0.05000000',
      median: '0.03400000',
      catalogue: '0.02500000',
      paidFiat: '100.00',
    });
  });

  it('is filtered by kind and method, and cut into pages; the counts of the methods stay whole', () => {
    expect(report(facts, { estimate: 'outlier' }).rows.map(({ externalId }) => externalId)).toEqual([
      'order-2',
      'order-6',
    ]);
    expect(report(facts, { method: 'SEPA' })).toMatchObject({ rows: [], total: 0, methods: [{ outliers: 2 }] });
    const second = report(facts, { offset: 1, limit: 2 });
    expect([second.total, second.rows.map(({ externalId }) => externalId)]).toEqual([6, ['order-2', 'order-3']]);
  });

  it.each([
    ['101.00', false],
    ['101.01', false],
    ['101.50', false],
    ['101.51', true],
    ['100.49', true],
    [null, false],
  ])('asked for %s of the customer, with a share of one per cent: %s', (amountToSend, isOff) => {
    const { rows, methods } = report([fact(1, '97.5', { amountToSend })]);
    expect(rows.map(({ kinds, expectedToSend }) => [kinds, expectedToSend])).toEqual(
      isOff ? [[['client-share-off'], '101']] : [],
    );
    expect(methods).toMatchObject([{ clientShareOff: isOff ? 1 : 0 }]);
  });

  it('says nothing of the client share of an adjusted order, nor of a cent of a small one', () => {
    const adjusted = fact(1, '97.5', { isAdjusted: true, actualFiat: '100', amountToSend: '300' });
    const small = fact(2, '0.975', { amount: '1.00', amountToSend: '1.02' });
    expect(report([adjusted, small]).rows).toEqual([]);
  });

  it('has no catalogue before one was read', () => {
    const { methods, catalogueAsOf, rows } = takeRates({ facts: () => facts, catalogue: null, query: ALL });
    expect([catalogueAsOf, methods[0]?.catalogue, methods[0]?.offCatalogue]).toEqual([null, null, 0]);
    expect(rows.every(({ kinds }) => !kinds.includes('off-catalogue'))).toBe(true);
  });
});
