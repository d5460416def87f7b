/** The pure tie-out: whatever comes in, its parts are its whole, in any order; and it says so when they are not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceTieFact, TieOutReport, WithdrawalTieFact } from '../../../src/domain/reconcile/tie-out.ts';
import { findingsOfInvoice, findingsOfWithdrawal } from '../../../src/reconciliation/reconcile/tie-findings.ts';
import { tieOut } from '../../../src/reconciliation/reconcile/tie-out.ts';
import { Compared, TieSums } from '../../../src/reconciliation/reconcile/tie-sums.ts';
import { rational } from '../../support/oracles/statement.ts';

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.constantFrom(0, 2, 6, 18))
  .map(([units, decimals]) => {
    const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
    const whole = digits.slice(0, digits.length - decimals);
    return `${units < 0n ? '-' : ''}${decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`}`;
  });

const told = fc.record({
  deliveryUuid: fc.constant('d'),
  deliveredAt: fc.constantFrom(null, '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  event: fc.constantFrom(null, 'invoice.paid', 'invoice.paid', 'invoice.canceled'),
  status: fc.constantFrom(null, 'success', 'success', 'expired'),
  creditedUsdt: fc.option(amount),
  amount: fc.option(amount),
  originalAmount: fc.option(amount),
  adjusted: fc.constantFrom(null, true, false),
});

const invoices = fc.array(
  fc
    .record<InvoiceTieFact>({
      kind: fc.constant('invoice'),
      uuid: fc.uuid(),
      externalId: fc.string(),
      customerId: fc.constant(null),
      method: fc.constant(null),
      status: fc.constant('success'),
      currency: fc.constantFrom('EUR', 'PLN', 'USDT', '__proto__'),
      amount,
      settledUsdt: fc.option(amount),
      isAdjusted: fc.boolean(),
      adjustment: fc.option(
        fc.record({
          expected_amount_fiat: amount,
          actual_amount_fiat: amount,
          expected_amount_usdt: amount,
          actual_amount_usdt: amount,
        }),
      ),
      finishedAt: fc.constantFrom(null, 'soon', '2026-10-05T00:00:00Z'),
      told: fc.option(told),
      deliveries: fc.option(
        fc.record({ count: fc.constantFrom(0, 1, 2), readAt: fc.constant('2026-11-01T00:00:00Z') }),
      ),
      callbackUrl: fc.constantFrom(null, 'https://shop.example/hook'),
      untold: fc.constantFrom(null, null, 'webhook-not-read', 'nothing-delivered', 'webhook-unreadable'),
      toldReadAt: fc.constantFrom('2026-11-01T00:00:00Z', '2026-11-03T00:00:00Z'),
      lastChangedAt: fc.constantFrom('2026-10-20T00:00:00Z', '2026-11-02T00:00:00Z'),
      changeSeenAt: fc.constantFrom(null, '2026-10-15T00:00:00Z'),
      firstSeenAt: fc.constant('2026-10-20T00:00:00Z'),
      asOf: fc.constantFrom('2026-11-01T00:00:00Z', '2026-11-02T00:00:00.5Z'),
    })
    .map((fact) =>
      fact.told === null && fact.untold === null ? { ...fact, untold: 'nothing-delivered' as const } : fact,
    ),
  { maxLength: 30 },
);

const withdrawals = fc.array(
  fc.record<WithdrawalTieFact>({
    uuid: fc.uuid(),
    address: fc.constant(null),
    token: fc.constantFrom(null, 'USDT', 'TRX'),
    status: fc.constantFrom('approved', 'pending', 'held'),
    amount,
    networkCommission: fc.option(amount),
    amountToSend: fc.option(amount),
    createdAt: fc.constant('2026-10-05T00:00:00Z'),
    processedAt: fc.constantFrom(null, '2026-10-05T00:00:00Z'),
    txHash: fc.constantFrom(null, 'hash'),
    lastChangedAt: fc.constantFrom('2026-10-05T00:00:00Z', '2026-11-02T23:55:00Z'),
    asOf: fc.constant('2026-11-03T00:00:00Z'),
  }),
  { maxLength: 20 },
);

const NOTHING = { undated: { invoices: 0, withdrawals: 0 }, unreadable: { invoices: 0, withdrawals: 0 } };
const run = (facts: readonly InvoiceTieFact[], paidOut: readonly WithdrawalTieFact[]): TieOutReport =>
  tieOut({ invoices: facts, withdrawals: paidOut, ...NOTHING });

describe('the tie-out of anything', () => {
  it('has findings whose differences are those of the sums, per unit, and is the same in any order', () => {
    fc.assert(
      fc.property(invoices, withdrawals, (facts, paidOut) => {
        const report = run(facts, paidOut);
        expect(
          run(facts.toReversed(), paidOut.toReversed()).findings.map(({ kind, unit, count }) => [kind, unit, count]),
        ).toEqual(report.findings.map(({ kind, unit, count }) => [kind, unit, count]));
        const found = [...facts.flatMap(findingsOfInvoice), ...paidOut.flatMap(findingsOfWithdrawal)];
        for (const totals of report.findings) {
          const of = found.filter(({ kind, unit }) => kind === totals.kind && unit === totals.unit);
          expect(of.length).toBe(totals.count);
          const deltas = of.flatMap(({ delta }) => delta ?? []);
          const sum = deltas.reduce((before, delta) => before + rational(delta), 0n);
          expect(totals.delta === null ? deltas.length : rational(totals.delta)).toBe(totals.delta === null ? 0 : sum);
        }
        expect(report.findings.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
        const settled = facts.reduce((sum, fact) => sum + rational(fact.settledUsdt ?? '0'), 0n);
        expect(report.currencies.reduce((sum, one) => sum + rational(one.settledUsdt), 0n)).toBe(settled);
        const { count, three, two, none } = report.invoices;
        expect([count, three + two + none]).toEqual([facts.length, facts.length]);
        expect(Object.values(report.untold).reduce((sum, part) => sum + part, 0)).toBe(two);
      }),
      { numRuns: 150, seed: 5 },
    );
  });

  it('tells differences that are the exact ones of the facts, whatever the findings say', () => {
    fc.assert(
      fc.property(invoices, withdrawals, (facts, paidOut) => {
        const { findings } = run(facts, paidOut);
        const told = (wanted: string) =>
          new Map(
            findings.flatMap(({ kind, unit, delta }) => (kind === wanted ? [[unit, rational(delta ?? '0')]] : [])),
          );
        // By unit, out of the amounts alone; what is equal makes no finding, so a sum of nothing may be missing.
        const expected = <Fact>(
          of: readonly Fact[],
          unitOf: (fact: Fact) => string | null,
          differ: (fact: Fact) => bigint,
        ) =>
          new Map(
            [
              ...Map.groupBy(
                of.filter((fact) => differ(fact) !== 0n),
                unitOf,
              ),
            ].map(([unit, same]) => [unit, same.reduce((sum, fact) => sum + differ(fact), 0n)]),
          );
        const adjusted = facts.flatMap(({ isAdjusted, adjustment, ...fact }) =>
          isAdjusted && adjustment !== null ? { ...fact, adjustment } : [],
        );
        expect(told('ordered-differs')).toEqual(
          expected(
            adjusted,
            ({ currency }) => currency,
            (fact) => rational(fact.amount) - rational(fact.adjustment.expected_amount_fiat),
          ),
        );
        expect(told('settled-differs')).toEqual(
          expected(
            adjusted.filter(({ settledUsdt }) => settledUsdt !== null),
            () => 'USDT',
            (fact) => rational(fact.settledUsdt ?? '0') - rational(fact.adjustment.actual_amount_usdt),
          ),
        );
        expect(told('sent-differs')).toEqual(
          expected(
            paidOut.filter((fact) => fact.networkCommission !== null && fact.amountToSend !== null),
            ({ token }) => token,
            (fact) =>
              rational(fact.amount) - rational(fact.networkCommission ?? '0') - rational(fact.amountToSend ?? '0'),
          ),
        );
      }),
      { numRuns: 300, seed: 8 },
    );
  });

  it('takes successes only', () => {
    const [fact] =
      fc.sample(
        invoices.filter((list) => list.length > 0),
        { numRuns: 1, seed: 1 },
      )[0] ?? [];
    if (fact === undefined) throw new Error('no sample');
    expect(() => run([{ ...fact, status: 'fail' }], [])).toThrow(RangeError);
  });
});

describe('conservation', () => {
  const one = {
    currency: 'EUR',
    coverage: 'three',
    ordered: '1.00',
    paid: '1.00',
    settled: '0.9',
    credited: '0.9',
  } as const;

  it.each([
    ['a lost row', { three: 0 }],
    ['another sum', { ordered: '1.01' }],
    ['lost USDT', { settledUsdt: '0.900000000000000001' }],
    ['another currency', { currency: 'PLN' }],
  ])('throws at %s', (_name, change) => {
    const sums = new TieSums();
    sums.add(one);
    const [totals] = sums.currencies();
    if (totals === undefined) throw new Error('no totals');
    sums.assertConserved([totals]);
    expect(() => sums.assertConserved([{ ...totals, ...change }])).toThrow('tie-out');
    expect(() => sums.assertConserved([])).toThrow('tie-out');
  });

  it('throws when findings do not say what the sums differ by', () => {
    const compared = new Compared('settled-differs');
    compared.compare('USDT', '1', '0.5');
    expect(() => compared.assertConserved()).toThrow('settled-differs in USDT');
    compared.find('credited-differs', 'USDT', '0.5');
    expect(() => compared.assertConserved()).toThrow('settled-differs in USDT');
    compared.find('settled-differs', 'USDT', '0.50');
    compared.assertConserved();
  });
});
