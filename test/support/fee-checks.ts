/** What the fees of a world must be, whoever computes them: every sum by method, currency, day, month and invoice is what exact rationals say, and all of them come to the same. */
import { expect } from 'vitest';
import { type Period, periodBounds } from '../../src/domain/period/period.ts';
import type { FeeRow, FeeRows, FeeSelection, FeeTotal, FeeTotals } from '../../src/domain/reconcile/fee-totals.ts';
import { dayIn, type ExpectedFees, expectedFees, expectedNetworks, feeOf, paidWithin } from './oracles/fees.ts';
import { rational } from './oracles/statement.ts';
import type { StatementWorld } from './worlds/statement.ts';

/** Periods of fees, with clocks that change. */
export const FEE_PERIODS = [
  { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' },
  { from: '2026-04-01', to: '2026-05-01', timeZone: 'Australia/Lord_Howe' },
  { from: '2026-02-10', to: '2026-03-09', timeZone: 'Asia/Kolkata' },
] as const;

interface Asked {
  readonly totals: (by: 'day' | 'month') => Promise<FeeTotals>;
  readonly rows: (asked: FeeSelection & { readonly offset: number; readonly limit: number }) => Promise<FeeRows>;
}

/** Figures as rationals, so that "5" and "5.0" agree. */
function exact(one: FeeTotal): ExpectedFees {
  const { count, uncounted, customerUnknown } = one;
  return {
    count,
    uncounted,
    customerUnknown,
    paid: rational(one.paid),
    gross: rational(one.grossUsdt),
    net: rational(one.netUsdt),
    credited: rational(one.creditedUsdt),
    customer: rational(one.customerFee),
    customerUsdt: rational(one.customerFeeUsdt),
  };
}

function byKey<Total extends FeeTotal>(totals: readonly Total[], keyOf: (total: Total) => unknown) {
  return new Map(totals.map((one) => [JSON.stringify(keyOf(one)), exact(one)]));
}

/** In USDT, where currencies meet. */
function whole(totals: readonly FeeTotal[]) {
  return totals.map(exact).reduce(
    (all, one) => ({
      count: all.count + one.count,
      uncounted: all.uncounted + one.uncounted,
      gross: all.gross + one.gross,
      net: all.net + one.net,
      credited: all.credited + one.credited,
      customerUsdt: all.customerUsdt + one.customerUsdt,
    }),
    { count: 0, uncounted: 0, gross: 0n, net: 0n, credited: 0n, customerUsdt: 0n },
  );
}

const sumOf = (rows: readonly FeeRow[], pick: (row: FeeRow) => string | null): bigint =>
  rows.reduce((all, row) => all + rational(pick(row) ?? '0'), 0n);

/** Holds all of them against the world; what was credited in all, as a rational. */
export async function expectFees(
  { invoices, withdrawals }: StatementWorld,
  period: Period,
  ask: Asked,
): Promise<bigint> {
  const { timeZone } = period;
  const bounds = periodBounds(period) ?? expect.unreachable();
  const [fromMs, toMs] = [Date.parse(bounds.from), Date.parse(bounds.to)];
  const paid = paidWithin(invoices, fromMs, toMs);
  const [days, months] = [await ask.totals('day'), await ask.totals('month')];

  expect(days.currencies.reduce((all, { uncounted }) => all + uncounted, 0)).toBeGreaterThan(0);
  expect(byKey(days.currencies, ({ currency }) => currency)).toEqual(
    expectedFees(paid, ({ currency }) => currency.code),
  );
  expect(byKey(days.methods, ({ method, currency }) => [method, currency])).toEqual(
    expectedFees(paid, ({ payment_method: method, currency }) => [method?.name ?? null, currency.code]),
  );
  expect(byKey(days.days, ({ day, currency }) => [day, currency])).toEqual(
    expectedFees(paid, ({ finished_at, currency }) => [dayIn(finished_at, timeZone), currency.code]),
  );
  expect(byKey(months.days, ({ day, currency }) => [day, currency])).toEqual(
    expectedFees(paid, ({ finished_at, currency }) => [dayIn(finished_at, timeZone).slice(0, 7), currency.code]),
  );
  const networks = days.networks.map(({ day, token, fee, ...counts }) => ({
    key: JSON.stringify([day, token]),
    ...counts,
    fee: rational(fee),
  }));
  expect(new Map(networks.map(({ key, ...sums }) => [key, sums]))).toEqual(
    expectedNetworks(withdrawals, { fromMs, toMs, timeZone }),
  );

  // Invoice by invoice, page by page.
  const first = await ask.rows({ offset: 0, limit: 50 });
  const rest = await ask.rows({ offset: 50, limit: 1_000 });
  const rows = [...first.rows, ...rest.rows];
  expect(rows.map(({ uuid }) => uuid).toSorted()).toEqual(paid.map(({ uuid }) => uuid).toSorted());
  expect(first.total).toBe(paid.length);
  const known = new Map(paid.map((invoice) => [invoice.uuid, invoice]));
  for (const { uuid, grossUsdt, feeUsdt, customerFee, customerFeeUsdt } of rows) {
    const fee = feeOf(known.get(uuid) ?? expect.unreachable());
    const told = [grossUsdt, feeUsdt, customerFee, customerFeeUsdt].map((text) =>
      text === null ? null : rational(text),
    );
    expect(told).toEqual([fee?.gross ?? null, fee?.fee ?? null, fee?.customer ?? null, fee?.customerUsdt ?? null]);
  }

  // All of them come to the same.
  const all = whole(days.currencies);
  for (const totals of [days.methods, days.days, months.days, first.totals]) expect(whole(totals)).toEqual(all);
  expect(sumOf(rows, ({ grossUsdt }) => grossUsdt)).toBe(all.gross);
  expect(sumOf(rows, ({ feeUsdt }) => feeUsdt)).toBe(all.gross - all.net);
  expect(sumOf(rows, ({ customerFeeUsdt }) => customerFeeUsdt)).toBe(all.customerUsdt);
  expect(sumOf(rows, ({ creditedUsdt }) => creditedUsdt)).toBe(all.credited);

  // What is opened by a figure is what it sums.
  for (const part of ['known', 'unknown'] as const)
    for (const { method, currency, ...total } of days.methods.slice(0, 4)) {
      const behind = await ask.rows({ method, currency, part, offset: 0, limit: 1_000 });
      expect(behind.total).toBe(part === 'known' ? total.count : total.uncounted);
      expect(sumOf(behind.rows, ({ creditedUsdt }) => creditedUsdt)).toBe(
        part === 'known' ? rational(total.netUsdt) : rational(total.creditedUsdt) - rational(total.netUsdt),
      );
    }
  return all.credited;
}
