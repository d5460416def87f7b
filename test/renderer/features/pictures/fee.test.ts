/** Where the fees of each method lie, over twenty random businesses against exact fractions; every point opens the invoices that it is of. */
import { expect, it } from 'vitest';
import { periodBounds } from '../../../../src/domain/period/period.ts';
import type { EstimateKind } from '../../../../src/domain/reconcile/take-rate.ts';
import { feeRows } from '../../../../src/reconciliation/reconcile/fee-totals.ts';
import { takeRates } from '../../../../src/reconciliation/reconcile/take-rate.ts';
import { methodMarks } from '../../../../src/renderer/features/statements/fees/methods-picture.tsx';
import { feeRowsIn } from '../../../../src/renderer/parts/period/statement-address.ts';
import { readQuery } from '../../../../src/renderer/ui/window/route.ts';
import { FEE_PERIODS } from '../../../support/fee-checks.ts';
import { paidWithin } from '../../../support/oracles/fees.ts';
import { rational } from '../../../support/oracles/statement.ts';
import { feeWorld } from '../../../support/worlds/fees.ts';

const TOLERANCE = '0.005';
const DECIMALS = 10n ** 8n;

/** 1 − net × rate ÷ paid in hundred-millionths, a tie to the even one. */
function rateByHand(paid: string, rate: string, net: string): bigint | null {
  const whole = rational(paid) * 10n ** 60n;
  if (whole === 0n || rational(rate) === 0n) return null;
  const above = (whole - rational(net) * rational(rate)) * DECIMALS;
  const [size, below] = [above < 0n ? -above : above, whole < 0n ? -whole : whole];
  const sign = above < 0n === whole < 0n ? 1n : -1n;
  const [floor, rest] = [size / below, size % below];
  return sign * (floor + (2n * rest > below || (2n * rest === below && floor % 2n === 1n) ? 1n : 0n));
}

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('the fees by method of the business of seed %i', (seed) => {
  const period = FEE_PERIODS[seed % FEE_PERIODS.length] ?? FEE_PERIODS[0];
  const bounds = periodBounds(period) ?? expect.unreachable();
  const world = feeWorld(seed, [bounds.from, bounds.to], { invoices: 600, withdrawals: 0 });
  const facts = paidWithin(world.invoices, Date.parse(bounds.from), Date.parse(bounds.to)).map((invoice) => ({
    uuid: invoice.uuid,
    externalId: invoice.external_id,
    method: invoice.payment_method?.name ?? null,
    currency: invoice.currency.code,
    finishedAt: invoice.finished_at,
    amount: invoice.amount,
    amountToSend: invoice.amount_to_send,
    rate: invoice.rate,
    settledUsdt: invoice.settled_amount_usdt,
    isAdjusted: invoice.is_adjusted,
    actualFiat: invoice.adjustment?.actual_amount_fiat ?? null,
  }));
  const report = (asked: { method: string | null; currency: string | null; estimate: EstimateKind | null }) =>
    takeRates({
      facts: () => facts,
      catalogue: null,
      query: { tolerance: TOLERANCE, offset: 0, limit: 1_000, ...asked },
    });
  const { methods } = report({ method: null, currency: null, estimate: null });
  expect(methods.length).toBeGreaterThan(2);
  const marks = methodMarks(period, TOLERANCE);
  const [range, median] = marks.rates;
  const [off] = marks.outliers;
  for (const row of methods) {
    const own = facts.filter(({ method, currency }) => method === row.method && currency === row.currency);
    const rates = own
      .flatMap(({ uuid, isAdjusted, actualFiat, amount, rate, settledUsdt }) => {
        const paid = isAdjusted ? actualFiat : amount;
        const units =
          paid === null || rate === null || settledUsdt === null ? null : rateByHand(paid, rate, settledUsdt);
        return units === null ? [] : [{ uuid, units }];
      })
      .sort((a, b) => (a.units < b.units ? -1 : 1));
    const middle = rates[(rates.length - 1) >> 1]?.units ?? 0n;
    const far = rates.filter(({ units }) => (units > middle ? units - middle : middle - units) > DECIMALS / 200n);
    const fraction = (text: string): bigint => (rational(text) * DECIMALS) / 10n ** 60n;
    expect([row.count, fraction(row.lowest), fraction(row.median), fraction(row.highest), row.outliers]).toEqual([
      rates.length,
      rates[0]?.units,
      middle,
      rates.at(-1)?.units,
      far.length,
    ]);
    // A rate opens the invoices of its method whose fee is known; those of which nothing was paid have no rate among them.
    const path = median?.path(row) ?? '';
    expect(range?.path(row)).toBe(path);
    const opened = feeRows(facts, { ...feeRowsIn(readQuery(path.split('?')[1] ?? '')), offset: 0, limit: 1_000 });
    const paid = opened.rows.filter((one) => one.paid !== null && rational(one.paid) !== 0n);
    expect(paid.map(({ uuid }) => uuid).sort()).toEqual(rates.map(({ uuid }) => uuid).sort());
    const outliers = off?.path(row) ?? null;
    expect(outliers === null).toBe(far.length === 0);
    if (outliers === null) continue;
    const query = new URLSearchParams(outliers.split('?')[1]);
    expect([query.get('kind'), query.get('tolerance')]).toEqual(['outlier', TOLERANCE]);
    const listed = report({ method: query.get('method'), currency: query.get('currency'), estimate: 'outlier' });
    expect(listed.rows.map(({ uuid }) => uuid).sort()).toEqual(far.map(({ uuid }) => uuid).sort());
  }
});
