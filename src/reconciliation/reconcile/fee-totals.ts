// Gross, net and so the estimated fee of successes, by currency: paid ÷ rate, each rounded half to even to six
// decimals, against what was credited. Facts in, sums out; the shapes are domain/reconcile/fee-totals.ts.
import { type FeeTotal, WORTH_DECIMALS } from '../../domain/reconcile/fee-totals.ts';
import { divideScaled, MoneySum, toScaled } from '../../domain/kernel/money/money.ts';
import { paidOf, type TakeRateFact } from '../../domain/reconcile/take-rate.ts';

interface Sums {
  count: number;
  uncounted: number;
  readonly paid: MoneySum;
  readonly gross: MoneySum;
  readonly net: MoneySum;
}

/** One row a currency, by code. */
export function feeTotals(facts: Iterable<TakeRateFact>): FeeTotal[] {
  const currencies = new Map<string, Sums>();
  for (const fact of facts) add(sumsOf(currencies, fact.currency), fact);
  return [...currencies]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { count, uncounted, paid, gross, net }]) => ({
      currency,
      count,
      uncounted,
      paid: paid.total(),
      grossUsdt: gross.total(),
      netUsdt: net.total(),
    }));
}

function sumsOf(currencies: Map<string, Sums>, currency: string): Sums {
  const known = currencies.get(currency);
  if (known !== undefined) return known;
  const sums = { count: 0, uncounted: 0, paid: new MoneySum(), gross: new MoneySum(), net: new MoneySum() };
  currencies.set(currency, sums);
  return sums;
}

function add(sums: Sums, fact: TakeRateFact): void {
  const { rate, settledUsdt } = fact;
  const paid = paidOf(fact);
  // Null for a rate of nothing as well.
  const worth =
    paid === null || rate === null ? null : divideScaled(toScaled(paid), toScaled(rate), WORTH_DECIMALS, 'half-even');
  if (paid === null || worth === null || settledUsdt === null) {
    sums.uncounted += 1;
    return;
  }
  sums.count += 1;
  sums.paid.add(paid);
  sums.gross.addScaled({ units: worth, scale: WORTH_DECIMALS });
  sums.net.add(settledUsdt);
}
