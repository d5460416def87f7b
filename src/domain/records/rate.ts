// A market rate of USDT against a fiat currency (specification, "Rate"); rates are not for charging.
import { defineRecord, money, type RecordOf, text, texts, word } from './declare.ts';

/** The specification shows only the names currency, price and updated_at; the other five are found by their values when the answer is read. */
export const RATE = defineRecord('rate', {
  asset: text(64),
  currency: text(64),
  side: word(['buy', 'sell']),
  source: text(64),
  /** Best-order price, fiat per USDT; null when the source has none. */
  price: money,
  min_amount: money,
  max_amount: money,
  updated_at: text(64),
  /** The API's names of the fields that were found by value: ours → theirs. */
  found_by_value: texts,
});
export type Rate = RecordOf<typeof RATE>;

/** A rate older than this is shown as stale. The specification promises no refresh period; ten minutes is our choice. */
export const RATE_STALE_AFTER_MS = 10 * 60_000;

/** What tells one price from another. */
export type RatePair = Pick<Rate, 'currency' | 'source' | 'side'>;

/** By currency, source and side; without a currency last. */
export function compareRatePairs(left: RatePair, right: RatePair): number {
  const [a, b] = [sortText(left), sortText(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The rates of the chosen currencies, or all when none is chosen, by currency, source and side. */
export function ratesIn(rates: readonly Rate[], currencies: readonly string[]): readonly Rate[] {
  const chosen = new Set(currencies);
  const kept = chosen.size === 0 ? [...rates] : rates.filter(({ currency }) => chosen.has(currency ?? ''));
  return kept.sort(compareRatePairs);
}

function sortText({ currency, source, side }: RatePair): string {
  return [currency ?? '\uffff', source ?? '', side ?? ''].join('\u0000');
}
