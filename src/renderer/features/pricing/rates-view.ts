// The rates as rows, with the pairs that the API left out: a price that is null and a pair that is missing stay two things. Pure.
import { compareRatePairs, RATE_STALE_AFTER_MS, type Rate, type RatePair } from '../../../domain/records/rate.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';

export type RateRow =
  | { readonly kind: 'rate'; readonly key: string; readonly rate: Rate; readonly freshness: Freshness }
  | {
      readonly kind: 'missing';
      readonly key: string;
      readonly currency: string;
      readonly source: string | null;
      readonly side: 'buy' | 'sell' | null;
    };

export type Freshness = 'fresh' | 'stale' | 'unknown';

/** Stale when the market's own time stamp is older than ten minutes; unknown when there is none to judge by. */
export function freshnessOf(rate: Rate, nowMs: number): Freshness {
  const at = rate.updated_at === null ? null : toEpochMs(rate.updated_at);
  if (at === null) return 'unknown';
  return nowMs - at > RATE_STALE_AFTER_MS ? 'stale' : 'fresh';
}

/**
 * One row per currency, source and side, in that order, and a row for every pair of a currency in use that the snapshot does
 * not have. Which pairs could exist is read from the snapshot itself: the specification names neither sources nor pairs.
 */
export function rateRows(
  rates: readonly Rate[],
  currenciesInUse: readonly string[],
  nowMs: number,
): readonly RateRow[] {
  const present: RateRow[] = rates.map((rate, index) => ({
    kind: 'rate',
    key: `${pairKey(rate.currency, rate.source, rate.side)}#${index}`,
    rate,
    freshness: freshnessOf(rate, nowMs),
  }));
  return [...present, ...missingRows(rates, currenciesInUse)].sort((left, right) =>
    compareRatePairs(pairOf(left), pairOf(right)),
  );
}

function missingRows(rates: readonly Rate[], currenciesInUse: readonly string[]): readonly RateRow[] {
  const seen = new Set(rates.map((rate) => pairKey(rate.currency, rate.source, rate.side)));
  const pairs = new Map<string, { source: string | null; side: 'buy' | 'sell' | null }>();
  for (const { source, side } of rates) pairs.set(pairKey(null, source, side), { source, side });
  if (pairs.size === 0) pairs.set('', { source: null, side: null });
  const missing: RateRow[] = [];
  for (const currency of new Set(currenciesInUse)) {
    const own = [...pairs.values()].filter(({ source, side }) => !seen.has(pairKey(currency, source, side)));
    if (own.length === pairs.size) {
      missing.push({ kind: 'missing', key: `missing:${currency}`, currency, source: null, side: null });
      continue;
    }
    for (const { source, side } of own) {
      missing.push({ kind: 'missing', key: `missing:${pairKey(currency, source, side)}`, currency, source, side });
    }
  }
  return missing;
}

function pairKey(currency: string | null, source: string | null, side: string | null): string {
  return JSON.stringify([currency, source, side]);
}

export function pairOf(row: RateRow): RatePair {
  return row.kind === 'rate' ? row.rate : row;
}

/** "side ← direction": the API's names of the fields that were found by their values, once each. */
export function foundByValue(rates: readonly Rate[]): readonly { readonly ours: string; readonly theirs: string }[] {
  const pairs = new Map<string, { ours: string; theirs: string }>();
  for (const rate of rates) {
    for (const [ours, theirs] of Object.entries(rate.found_by_value)) pairs.set(`${ours} ${theirs}`, { ours, theirs });
  }
  return [...pairs.values()].sort((left, right) => (left.ours < right.ours ? -1 : 1));
}
