// What a period's successes were worth before the merchant's fee, and what was credited: the difference is the fee,
// always an estimate, since an invoice does not tell its commission. Shapes only; the rules are
// reconciliation/fee-totals.

/** Decimals of a worth in USDT: each invoice's is rounded half to even, and the rounded ones are added up. */
export const WORTH_DECIMALS = 6;

export interface FeeTotal {
  readonly currency: string;
  /** Successes with a rate, a credited amount and a known paid amount. */
  readonly count: number;
  /** Successes without one of the three; they are in no sum here. */
  readonly uncounted: number;
  /** In the currency: the adjustment's actual amount, else the ordered one. Exact. */
  readonly paid: string;
  /** Worth of what was paid, in USDT: paid ÷ rate. */
  readonly grossUsdt: string;
  /** settled_amount_usdt of those that are counted, exact. */
  readonly netUsdt: string;
}
