// What a period's successes were worth before the merchant's fee, and what was credited: the difference is the fee,
// always an estimate, since an invoice does not tell its commission. Shapes only; the rules are
// reconciliation/reconcile/fee-totals.
import { z } from 'zod';
import { count, money, type ToldOf } from '../kernel/shape.ts';

/** Decimals of a worth in USDT: each invoice's is rounded half to even, and the rounded ones are added up. */
export const WORTH_DECIMALS = 6;

export const FEE_TOTAL = z.object({
  currency: z.string(),
  /** Successes with a rate, a credited amount and a known paid amount. */
  count,
  /** Successes without one of the three; they are in no sum here. */
  uncounted: count,
  /** In the currency: the adjustment's actual amount, else the ordered one. Exact. */
  paid: money,
  /** Worth of what was paid, in USDT: paid ÷ rate. */
  grossUsdt: money,
  /** settled_amount_usdt of those that are counted, exact. */
  netUsdt: money,
});
export type FeeTotal = ToldOf<typeof FEE_TOTAL>;
