// What a period's successes were worth before the merchant's fee, and what was credited: the difference is the fee, always an estimate, since an
// invoice does not tell its commission. Shapes only; the rules are reconciliation/reconcile/fee-totals.
import { z } from 'zod';
import { count, money, moneyOrNull, textOrNull, type ToldOf } from '../kernel/shape.ts';

const FEE_TOTAL = z.object({
  currency: z.string(),
  /** Successes with a rate, a credited amount and a known paid amount. */
  count,
  /** Successes without one of the three; they are in no sum here. */
  uncounted: count,
  /** In the currency: the adjustment's actual amount, else the ordered one. Exact. */
  paid: money,
  /** Worth of what was paid, in USDT: paid ÷ rate, of each invoice by itself (domain/pricing/worth) and then added up. */
  grossUsdt: money,
  /** settled_amount_usdt of those that are counted, exact. */
  netUsdt: money,
  /** The same of all successes, the uncounted ones too: what the statement has as credits. */
  creditedUsdt: money,
  /** amount_to_send − amount of those that are counted and were paid as ordered: of an adjusted one nobody tells what of it was the fee. Exact, in the currency. */
  customerFee: money,
  /** The same at the rate of each deal. */
  customerFeeUsdt: money,
  /** Of those that are counted, how many are not in the customers' fee: adjusted, or without amount_to_send. */
  customerUnknown: count,
});
export type FeeTotal = ToldOf<typeof FEE_TOTAL>;

const METHOD_FEE = FEE_TOTAL.extend({
  /** By its display name, which is all that an invoice tells; null where it tells none. */
  method: textOrNull,
});
export type MethodFee = ToldOf<typeof METHOD_FEE>;

/** The same of one currency on one day of the period's zone, "2026-10-05", or in one month of it, "2026-10"; null: of no date. */
const DAY_FEE = FEE_TOTAL.extend({ day: textOrNull });
export type DayFee = ToldOf<typeof DAY_FEE>;

/** What the networks took of approved withdrawals that were processed in the period. */
const NETWORK_FEE = z.object({
  /** Of the period's zone, or its month; null where neither was asked for. */
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

/** Days of a period that are told one by one: each has a row a currency. Of a longer one its months are. */
export const MAX_FEE_DAYS = 31;

export const FEE_TOTALS = z.object({
  currencies: z.array(FEE_TOTAL),
  methods: z.array(METHOD_FEE),
  /** By day or month, and currency; only those in which something was paid; empty where neither was asked for. */
  days: z.array(DAY_FEE),
  /** By day or month, and token. */
  networks: z.array(NETWORK_FEE),
});
export type FeeTotals = ToldOf<typeof FEE_TOTALS>;

/** Paid invoices whose fee can be estimated, or those of which something that it takes is not known. */
export const FEE_PARTS = ['known', 'unknown'] as const;

/** Which paid invoices of a period: `method` null are those that name none. */
export interface FeeSelection {
  readonly method?: string | null | undefined;
  readonly currency?: string | undefined;
  readonly part?: (typeof FEE_PARTS)[number] | undefined;
}

/** One paid invoice as the sums have it: what is null of it is in none of them. */
export const FEE_ROW = z.object({
  uuid: z.string(),
  externalId: z.string(),
  method: textOrNull,
  currency: z.string(),
  finishedAt: textOrNull,
  isAdjusted: z.boolean(),
  /** As in FEE_TOTAL, of this one. */
  paid: moneyOrNull,
  rate: moneyOrNull,
  grossUsdt: moneyOrNull,
  /** grossUsdt − settled_amount_usdt, an estimate. */
  feeUsdt: moneyOrNull,
  customerFee: moneyOrNull,
  customerFeeUsdt: moneyOrNull,
  /** settled_amount_usdt. */
  creditedUsdt: moneyOrNull,
});
export type FeeRow = ToldOf<typeof FEE_ROW>;

/** The rows of a page, and the sums of all that were asked for, by currency. */
export const FEE_ROWS = z.object({ rows: z.array(FEE_ROW), total: count, totals: z.array(FEE_TOTAL) });
export type FeeRows = ToldOf<typeof FEE_ROWS>;
