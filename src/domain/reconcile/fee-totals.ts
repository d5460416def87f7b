// What a period's successes were worth before the merchant's fee, and what was credited: the difference is the fee,
// always an estimate, since an invoice does not tell its commission. Shapes only; the rules are
// reconciliation/reconcile/fee-totals.
import { z } from 'zod';
import { count, money, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** Decimals of a worth in USDT: each invoice's is rounded half to even, and the rounded ones are added up. */
export const WORTH_DECIMALS = 6;

const FEE_TOTAL = z.object({
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

/** The same of one method and currency. */
const METHOD_FEE = FEE_TOTAL.extend({
  /** By its display name, which is all that an invoice tells; null where it tells none. */
  method: textOrNull,
  /** settled_amount_usdt of all successes, the uncounted ones too; exact. */
  creditedUsdt: money,
  /** amount_to_send − amount of those that are counted and were paid as ordered: of an adjusted one nobody tells what of it was the fee. Exact, in the currency. */
  customerFee: money,
  /** The same at the rate of each deal. */
  customerFeeUsdt: money,
});
export type MethodFee = ToldOf<typeof METHOD_FEE>;

/** The same of one currency on one day of the period's zone, "2026-10-05". */
const DAY_FEE = FEE_TOTAL.extend({ day: z.string() });
export type DayFee = ToldOf<typeof DAY_FEE>;

/** What the networks took of approved withdrawals that were processed in the period. */
const NETWORK_FEE = z.object({
  /** Of the period's zone; null where days were not asked for. */
  day: textOrNull,
  /** The token that both the withdrawal and its fee are in; null where the API names none. */
  token: textOrNull,
  count,
  /** Of these, without a fee: in no sum. */
  missing: count,
  /** network_commission, exact. */
  fee: money,
});
export type NetworkFee = ToldOf<typeof NETWORK_FEE>;

/** Days of a period that are told one by one: each has a row a currency. */
export const MAX_FEE_DAYS = 31;

export const FEE_TOTALS = z.object({
  /** By code. */
  currencies: z.array(FEE_TOTAL),
  /** By currency and name. */
  methods: z.array(METHOD_FEE),
  /** By day and currency, only those on which something was paid; empty where days were not asked for. */
  days: z.array(DAY_FEE),
  /** By day and token. */
  networks: z.array(NETWORK_FEE),
});
export type FeeTotals = ToldOf<typeof FEE_TOTALS>;
