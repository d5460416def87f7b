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
