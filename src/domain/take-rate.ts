// The implied take rate (estimate): how much of an order's worth was not credited, by method, beside what today's
// catalogue promises. Shapes, and what counts as paid; the rules are reconciliation/take-rate.ts. Always an estimate:
// the catalogue is today's, not that of the payment, and an invoice names its method only by its display name.

/** How far from catalogue or median an invoice may be unlisted when nothing else is asked for: half a per cent. */
export const DEFAULT_TOLERANCE = '0.005';

/** Fractions with eight decimals ("0.02500000" is 2.5 %), rounded half to even. */
export interface MethodTakeRate {
  readonly method: string;
  readonly currency: string;
  /** Successes of the period with rate, settled amount and a paid amount that is not zero. */
  readonly count: number;
  /** Those without one of the three: no take rate can be computed. */
  readonly uncounted: number;
  /** Of an even number the lower of the two in the middle: a take rate that an invoice has. */
  readonly median: string;
  readonly lowest: string;
  readonly highest: string;
  /** merchant_commission_percent of today's catalogue as a fraction; null when no method, or several, have this name and currency. */
  readonly catalogue: string | null;
  readonly catalogueMatches: number;
  readonly offCatalogue: number;
  readonly outliers: number;
  /**
   * Of the client share: amount_to_send against amount × (1 + client_commission_percent ÷ 100), today's, farther apart than the tolerance times
   * amount, and than a cent, since how the API rounds is not said. Not of adjusted ones: whether they get another amount_to_send is not said.
   */
  readonly clientShareOff: number;
}

export const ESTIMATE_KINDS = ['off-catalogue', 'outlier', 'client-share-off'] as const;
export type EstimateKind = (typeof ESTIMATE_KINDS)[number];

/** One invoice that stands out, with formula and inputs. */
export interface TakeRateRow {
  readonly uuid: string;
  readonly externalId: string;
  readonly method: string;
  readonly currency: string;
  readonly finishedAt: string | null;
  /** What of the order was paid: actual_amount_fiat of an adjusted one, else amount. Without the customer's share. */
  readonly paidFiat: string;
  readonly isAdjusted: boolean;
  readonly rate: string;
  readonly settledUsdt: string;
  /** 1 − settled × rate ÷ paid. */
  readonly takeRate: string;
  readonly median: string;
  readonly catalogue: string | null;
  readonly amountToSend: string | null;
  /** amount × (1 + clientPercent ÷ 100). */
  readonly expectedToSend: string | null;
  /** client_commission_percent of today's catalogue; null when it does not tell, and of adjusted ones. */
  readonly clientPercent: string | null;
  readonly kinds: readonly EstimateKind[];
}

/** What a take rate is computed from. */
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

export interface TakeRateReport {
  readonly methods: readonly MethodTakeRate[];
  /** How far from the catalogue, or from the median of the method, before it is listed: a fraction. */
  readonly tolerance: string;
  /** Latest finished first. */
  readonly rows: readonly TakeRateRow[];
  readonly total: number;
  /** Successes of which no take rate can be computed, those without a method included. */
  readonly uncounted: number;
  /** When the catalogue was read; null: never. */
  readonly catalogueAsOf: string | null;
}

/**
 * What of the order was paid: never `amount` of an adjusted one. A success that was not corrected was paid as ordered. Not amount_to_send: the
 * customer's share comes on top of the order, and the merchant's, which this is held against, is withheld of the order (specification, "What
 * the service does", 3); expected_amount_fiat, beside which actual_amount_fiat stands, is the amount ordered.
 */
export function paidOf({ isAdjusted, actualFiat, amount }: TakeRateFact): string | null {
  return isAdjusted ? actualFiat : amount;
}
