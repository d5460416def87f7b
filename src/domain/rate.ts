/**
 * A market rate of USDT against a fiat currency (specification, "Rate"). The specification shows only the names currency,
 * price and updated_at; the other five are found by their values when the response is read. Rates are not for charging.
 */
export interface Rate {
  readonly asset: string | null;
  readonly currency: string | null;
  readonly side: 'buy' | 'sell' | null;
  readonly source: string | null;
  /** Best-order price, fiat per USDT; null when the source has none. */
  readonly price: string | null;
  readonly min_amount: string | null;
  readonly max_amount: string | null;
  readonly updated_at: string | null;
  /** The API's names of the fields that were found by value: ours → theirs. */
  readonly found_by_value: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;
}

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
