/**
 * What a tie-out, the adjusted queue and the take rates of a world should say, by brute force and by other means than the console's: rationals as
 * BigInt numerators over one power of ten. Imports neither the engine nor its money nor its time.
 */
import { rational } from './statement.ts';
import type { TieStory, TieWorld } from '../worlds/tie.ts';

export interface ExpectedCurrency {
  count: number;
  three: number;
  two: number;
  none: number;
  ordered: bigint;
  paid: bigint;
  settledUsdt: bigint;
  creditedUsdt: bigint;
  settledOfCreditedUsdt: bigint;
}

const EMPTY: ExpectedCurrency = {
  count: 0,
  three: 0,
  two: 0,
  none: 0,
  ordered: 0n,
  paid: 0n,
  settledUsdt: 0n,
  creditedUsdt: 0n,
  settledOfCreditedUsdt: 0n,
};

/** Successes that finished in [from, to) by their texts, which are all of one form; all without bounds. */
export function tiedIn(
  { stories }: TieWorld,
  bounds: { readonly from: string; readonly to: string } | null,
): readonly TieStory[] {
  return stories.filter(({ invoice, coverage }) => {
    const at = invoice.finished_at;
    return coverage !== null && (bounds === null || (at !== null && at >= bounds.from && at < bounds.to));
  });
}

/** By currency. */
export function expectedCurrencies(stories: readonly TieStory[]): ReadonlyMap<string, ExpectedCurrency> {
  const sums = new Map<string, ExpectedCurrency>();
  for (const { invoice, coverage, credited } of stories) {
    const { code } = invoice.currency;
    const sum = sums.get(code) ?? { ...EMPTY };
    sums.set(code, sum);
    const paid = invoice.is_adjusted ? (invoice.adjustment?.actual_amount_fiat ?? '0') : invoice.amount;
    sum.count += 1;
    if (coverage !== null) sum[coverage] += 1;
    sum.ordered += rational(invoice.amount);
    sum.paid += rational(paid);
    sum.settledUsdt += rational(invoice.settled_amount_usdt ?? '0');
    if (coverage !== 'three') continue;
    sum.creditedUsdt += rational(credited ?? '0');
    sum.settledOfCreditedUsdt += rational(invoice.settled_amount_usdt ?? '0');
  }
  return sums;
}

/** The difference that a planted fault of an invoice makes, and in what; null where it makes none that can be told. */
export function expectedDelta(
  kind: string,
  { invoice, credited, coverage }: TieStory,
): { readonly unit: string; readonly delta: bigint } | null {
  const { adjustment, settled_amount_usdt: settled } = invoice;
  const usdt = (first: string, second: string) => ({ unit: 'USDT', delta: rational(first) - rational(second) });
  switch (kind) {
    case 'adjusted':
    case 'adjustment-unmarked':
      return adjustment === null ? null : usdt(adjustment.actual_amount_usdt, adjustment.expected_amount_usdt);
    case 'settled-unexpected':
      return settled === null ? null : { unit: 'USDT', delta: rational(settled) };
    case 'ordered-differs':
      return adjustment === null
        ? null
        : { unit: invoice.currency.code, delta: rational(invoice.amount) - rational(adjustment.expected_amount_fiat) };
    case 'settled-differs':
      return adjustment === null || settled === null ? null : usdt(settled, adjustment.actual_amount_usdt);
    case 'credited-differs':
    case 'stale-receiver':
    case 'told-other-end':
      return coverage === 'three' && credited !== null && settled !== null ? usdt(credited, settled) : null;
    default:
      return null;
  }
}

/** numerator ÷ denominator with so many decimals, half to even, as a whole number of the last of them. */
export function halfEven(numerator: bigint, denominator: bigint, decimals: number): bigint {
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n;
  const [top, bottom] = [
    (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(decimals),
    denominator < 0n ? -denominator : denominator,
  ];
  const twice = (top * 2n) / bottom;
  const isTie = (top * 2n) % bottom === 0n && twice % 2n === 1n;
  const floor = twice / 2n;
  const rounded = isTie ? floor + (floor % 2n) : (twice + 1n) / 2n;
  return sign * rounded;
}
