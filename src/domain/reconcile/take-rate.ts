// The implied take rate (estimate): how much of an order's worth was not credited, by method, beside what today's
// catalogue promises. Shapes, and what counts as paid; the rules are reconciliation/reconcile/take-rate.ts. Always an estimate:
// the catalogue is today's, not that of the payment, and an invoice names its method only by its display name.
import { z } from 'zod';
import { count, money, moneyOrNull, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** How far from catalogue or median an invoice may be unlisted when nothing else is asked for: half a per cent. */
export const DEFAULT_TOLERANCE = '0.005';

export const ESTIMATE_KINDS = ['off-catalogue', 'outlier', 'client-share-off'] as const;
export type EstimateKind = (typeof ESTIMATE_KINDS)[number];

export interface TakeRateFact {
  readonly uuid: string;
  readonly externalId: string;
  readonly method: string | null;
  readonly currency: string;
  readonly finishedAt: string | null;
  readonly amount: string;
  readonly amountToSend: string | null;
  readonly rate: string | null;
  readonly settledUsdt: string | null;
  readonly isAdjusted: boolean;
  /** adjustment.actual_amount_fiat. */
  readonly actualFiat: string | null;
}

/** Fractions with eight decimals ("0.02500000" is 2.5 %), rounded half to even. */
export const METHOD_TAKE_RATE = z.object({
  method: z.string(),
  currency: z.string(),
  /** Successes of the period with rate, settled amount and a paid amount that is not zero. */
  count,
  /** Those without one of the three: no take rate can be computed. */
  uncounted: count,
  /** Of an even number the lower of the two in the middle: a take rate that an invoice has. */
  median: money,
  lowest: money,
  highest: money,
  /** merchant_commission_percent of today's catalogue as a fraction; null when no method, or several, have this name and currency. */
  catalogue: money.nullable(),
  catalogueMatches: count,
  offCatalogue: count,
  outliers: count,
  /**
   * Of the client share: amount_to_send against amount × (1 + client_commission_percent ÷ 100), today's, farther apart than the tolerance times
   * amount, and than a cent, since how the API rounds is not said. Not of adjusted ones: whether they get another amount_to_send is not said.
   */
  clientShareOff: count,
});
export type MethodTakeRate = ToldOf<typeof METHOD_TAKE_RATE>;

/** One invoice that stands out, with formula and inputs. */
export const TAKE_RATE_ROW = z.object({
  uuid: z.string(),
  externalId: z.string(),
  method: z.string(),
  currency: z.string(),
  finishedAt: textOrNull,
  /** What of the order was paid: actual_amount_fiat of an adjusted one, else amount. Without the customer's share. */
  paidFiat: money,
  isAdjusted: z.boolean(),
  rate: money,
  settledUsdt: money,
  /** 1 − settled × rate ÷ paid. */
  takeRate: money,
  median: money,
  catalogue: money.nullable(),
  amountToSend: moneyOrNull,
  /** amount × (1 + clientPercent ÷ 100). */
  expectedToSend: moneyOrNull,
  /** client_commission_percent of today's catalogue; null when it does not tell, and of adjusted ones. */
  clientPercent: moneyOrNull,
  kinds: z.array(z.enum(ESTIMATE_KINDS)),
});
export type TakeRateRow = ToldOf<typeof TAKE_RATE_ROW>;

export const TAKE_RATE_REPORT = z.object({
  methods: z.array(METHOD_TAKE_RATE),
  /** How far from the catalogue, or from the median of the method, before it is listed: a fraction. */
  tolerance: money,
  /** Latest finished first. */
  rows: z.array(TAKE_RATE_ROW),
  total: count,
  /** Successes of which no take rate can be computed, those without a method included. */
  uncounted: count,
  /** When the catalogue was read; null: never. */
  catalogueAsOf: textOrNull,
});
export type TakeRateReport = ToldOf<typeof TAKE_RATE_REPORT>;

/**
 * What of the order was paid: never `amount` of an adjusted one. A success that was not corrected was paid as ordered. Not amount_to_send: the
 * customer's share comes on top of the order, and the merchant's, which this is held against, is withheld of the order (specification, "What
 * the service does", 3); expected_amount_fiat, beside which actual_amount_fiat stands, is the amount ordered.
 */
export function paidOf({ isAdjusted, actualFiat, amount }: TakeRateFact): string | null {
  return isAdjusted ? actualFiat : amount;
}
