/** Adjusted invoices: findings case by case, totals and order against an oracle of BigInt fractions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADJUSTED_LIST,
  type AdjustedFact,
  type AdjustedRow,
  type AdjustedSortField,
} from '../../../src/domain/reconcile/adjusted.ts';
import type { Triage } from '../../../src/domain/reconcile/exception.ts';
import { adjustedRow, reconcileAdjusted } from '../../../src/reconciliation/reconcile/adjusted.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import { AMOUNTS } from '../../backend/mirror/arbitrary.ts';
import { addFractions, equalFractions, type Fraction, fractionOf } from '../../backend/mirror/oracle.ts';
import { adjustedInvoice, uuidOf } from '../../backend/mirror/sample.ts';

const AS_OF = '2026-11-21T10:00:00Z';
const factOf = (record: Invoice, exception: Triage | null = null): AdjustedFact => ({ record, asOf: AS_OF, exception });
const row = (change: Partial<Invoice>): AdjustedRow => adjustedRow(factOf(adjustedInvoice(1, change)));

describe('one adjusted invoice', () => {
  it('has its deltas as actual minus expected, and no findings when it adds up', () => {
    expect(row({})).toEqual({
      uuid: uuidOf(1),
      externalId: 'order-1',
      customerId: 'customer-1',
      currency: 'EUR',
      amount: '100.00',
      status: 'success',
      finishedAt: '2026-11-20T10:10:00Z',
      method: 'Card',
      expectedFiat: '100.00',
      actualFiat: '80.00',
      deltaFiat: '-20.00',
      deltaFiatPercent: '-20.0000',
      expectedUsdt: '107.123456',
      actualUsdt: '85.698765',
      deltaUsdt: '-21.424691',
      deltaUsdtPercent: '-20.0000',
      settledUsdt: '85.698765',
      asOf: AS_OF,
      findings: [],
      exception: null,
    });
  });

  it.each([
    [{ adjustment: null }, ['adjustment-missing']],
    [{ adjustment: null, settled_amount_usdt: null }, ['adjustment-missing', 'settled-missing']],
    [{ amount: '100' }, []],
    [{ amount: '100.01' }, ['ordered-differs']],
    [{ settled_amount_usdt: '85.6987650' }, []],
    [{ settled_amount_usdt: '85.698766' }, ['settled-differs']],
    [{ settled_amount_usdt: null, amount: '1' }, ['ordered-differs', 'settled-missing']],
    [{ settled_amount_usdt: null, status: 'fail' }, []],
  ])('finds %j: %j', (change, findings) => {
    expect(row(change).findings).toEqual(findings);
  });

  it('has nulls where the API gives no adjustment', () => {
    const { expectedFiat, actualFiat, deltaFiat, expectedUsdt, actualUsdt, deltaUsdt } = row({ adjustment: null });
    expect([expectedFiat, actualFiat, deltaFiat, expectedUsdt, actualUsdt, deltaUsdt]).toEqual(Array(6).fill(null));
  });
});

const FIGURES = [
  'expectedFiat',
  'actualFiat',
  'deltaFiat',
  'expectedUsdt',
  'actualUsdt',
  'deltaUsdt',
  'settledUsdt',
] as const;

function adjustedInvoices(): fc.Arbitrary<readonly Invoice[]> {
  const amount = fc.constantFrom(...AMOUNTS);
  const adjustment = fc.record({
    expected_amount_fiat: amount,
    actual_amount_fiat: amount,
    expected_amount_usdt: amount,
    actual_amount_usdt: amount,
  });
  const one = fc.record({
    adjustment: fc.option(adjustment, { freq: 5 }),
    settled_amount_usdt: fc.option(amount, { freq: 5 }),
    finished_at: fc.constantFrom('2026-11-20T10:00:00Z', '2026-11-20T10:00:00.5Z', null),
    currency: fc.constantFrom('EUR', 'PLN').map((code) => ({ id: null, code, name: code, symbol: code })),
  });
  return fc
    .array(one, { maxLength: 40 })
    .map((changes) => changes.map((change, index) => adjustedInvoice((index * 7919) % 1000, change)));
}

describe('many adjusted invoices', () => {
  it('are summed per currency to the last digit', () => {
    fc.assert(
      fc.property(adjustedInvoices(), (records) => {
        const facts = records.map((record) => factOf(record));
        const { totals, total } = reconcileAdjusted(facts, { sort: [], offset: 0, limit: 0 });
        expect(total).toBe(records.length);
        expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(records.length);
        for (const sums of totals) {
          const rows = facts.map(adjustedRow).filter(({ currency }) => currency === sums.currency);
          for (const figure of FIGURES) {
            const sum = rows.reduce<Fraction>(
              (before, one) => addFractions(before, fractionOf(one[figure] ?? '0')),
              fractionOf('0'),
            );
            expect(equalFractions(fractionOf(sums[figure]), sum)).toBe(true);
          }
          const missing = rows.filter(({ settledUsdt }) => settledUsdt === null).length;
          expect(sums.settledMissing).toBe(missing);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(ADJUSTED_LIST.sort)('are sorted by %s, missing values last, ties by uuid, and cut into pages', (by) => {
    fc.assert(
      fc.property(adjustedInvoices(), fc.constantFrom('asc', 'desc'), (records, direction) => {
        const facts = records.map((record) => factOf(record));
        const query = { sort: [{ by, direction }], offset: 0, limit: 1000 } as const;
        const { rows } = reconcileAdjusted(facts, query);
        for (const [index, right] of rows.entries()) {
          const left = rows[index - 1];
          if (left !== undefined) expect(isInOrder(left, right, by, direction)).toBe(true);
        }
        const second = reconcileAdjusted(facts, { ...query, offset: 3, limit: 4 });
        expect(second.rows).toEqual(rows.slice(3, 7));
      }),
      { numRuns: 40 },
    );
  });
});

describe('triage', () => {
  const stand = (state: Triage['state']): Triage => ({ id: 'e', state, assignee: 'Ada', reason: null, note: 'asked' });
  const facts = [
    factOf(adjustedInvoice(1)),
    factOf(adjustedInvoice(2), stand('open')),
    factOf(adjustedInvoice(3), stand('resolved')),
  ];
  const query = { sort: [{ by: 'uuid', direction: 'asc' }], offset: 0, limit: 10 } as const;

  it('is open until somebody has resolved it, also before any run of the engine; sums follow what is asked for', () => {
    const open = reconcileAdjusted(facts, { ...query, triage: 'open' });
    expect(open.rows.map(({ uuid, exception }) => [uuid, exception?.state ?? null])).toEqual([
      [uuidOf(1), null],
      [uuidOf(2), 'open'],
    ]);
    expect(open).toMatchObject({ total: 2, triage: { open: 2, resolved: 1 } });
    expect(open.totals).toMatchObject([{ currency: 'EUR', token: 'USDT', count: 2, deltaFiat: '-40.00' }]);
    const resolved = reconcileAdjusted(facts, { ...query, triage: 'resolved' });
    expect(resolved.rows.map(({ exception }) => exception)).toEqual([stand('resolved')]);
    expect(resolved).toMatchObject({ total: 1, triage: { open: 2, resolved: 1 } });
    expect(reconcileAdjusted(facts, query).total).toBe(3);
  });
});

describe('a percentage', () => {
  it.each([
    ['100.00', '87.40', '-12.6000'],
    ['3', '4', '33.3333'],
    ['200000', '200000.1', '0.0000'],
    ['200000', '200000.3', '0.0002'],
    ['0', '1', null],
    ['0.00', '0', null],
  ])('of %s expected and %s paid is %s', (expected, actual, percent) => {
    const { deltaFiatPercent, deltaUsdtPercent } = row({
      adjustment: {
        expected_amount_fiat: expected,
        actual_amount_fiat: actual,
        expected_amount_usdt: expected,
        actual_amount_usdt: actual,
      },
    });
    expect([deltaFiatPercent, deltaUsdtPercent]).toEqual([percent, percent]);
  });
});

function isInOrder(left: AdjustedRow, right: AdjustedRow, by: AdjustedSortField, direction: 'asc' | 'desc'): boolean {
  const [a, b] = [valueOf(left, by), valueOf(right, by)];
  if (a === null || b === null) return b === null && (a !== null || left.uuid < right.uuid);
  const difference = isText(by) ? Number(a > b) - Number(a < b) : numeric(a, b, by);
  if (difference === 0) return left.uuid < right.uuid;
  return direction === 'asc' ? difference < 0 : difference > 0;
}

function valueOf(of: AdjustedRow, by: AdjustedSortField): string | null {
  if (by === 'absDeltaFiat') return of.deltaFiat?.replace('-', '') ?? null;
  if (by === 'absDeltaUsdt') return of.deltaUsdt?.replace('-', '') ?? null;
  return of[by];
}

function isText(by: AdjustedSortField): boolean {
  return by === 'uuid' || by === 'externalId' || by === 'currency';
}

function numeric(a: string, b: string, by: AdjustedSortField): number {
  if (by === 'finishedAt') return Date.parse(a) - Date.parse(b);
  const [left, right] = [fractionOf(a), fractionOf(b)];
  const difference = left.numerator * 10n ** right.scale - right.numerator * 10n ** left.scale;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
