// What a tie-out says: for every success, whether ordered, settled and told amounts agree, and on how many sides.
// Shapes only; the rules are reconciliation/tie-out.ts. Fiat and USDT never meet in a sum.
import type { FindingKind } from './finding.ts';
import type { InvoiceAdjustment } from './invoice.ts';
import type { ToldPayload } from './told-payload.ts';

/**
 * three: record, adjustment where there is one, and the latest delivered payload. two: the payload was not read or nothing was delivered
 * yet. none: a fact is missing. Says on how many sides it could be compared, not that all agree: that is in the findings.
 */
export const TIE_COVERAGES = ['three', 'two', 'none'] as const;
export type TieCoverage = (typeof TIE_COVERAGES)[number];

/** Why an invoice is tied two ways only. */
export const UNTOLD_REASONS = [
  'webhook-not-read',
  'nothing-delivered',
  /** The API lists deliveries that could not be read: one of them may be the latest. */
  'webhook-unreadable',
  /** Told otherwise after the record was read: the record may be another one by now. */
  'record-older-than-webhook',
  /** Told otherwise by what was read before the record changed, or was seen first: a later delivery may have told it right since. */
  'webhook-older-than-record',
] as const;
export type UntoldReason = (typeof UNTOLD_REASONS)[number];

/** Facts without which nothing can be tied, by the API's names. */
export const MISSING_FACTS = ['settled_amount_usdt', 'adjustment', 'credited_usdt'] as const;
export type MissingFact = (typeof MISSING_FACTS)[number];

export interface TieCounts {
  readonly count: number;
  readonly three: number;
  readonly two: number;
  readonly none: number;
}

export interface TieTotals extends TieCounts {
  readonly currency: string;
  /** Σ amount, Σ what of the orders was paid (actual_amount_fiat of adjusted ones, else amount; without the customer's share), Σ settled, Σ told, all exact. */
  readonly ordered: string;
  readonly paid: string;
  readonly settledUsdt: string;
  /** Σ credited_usdt over those tied three ways, and Σ settled over the same ones: what can be compared. */
  readonly creditedUsdt: string;
  readonly settledOfCreditedUsdt: string;
  /** Adjusted ones without an adjustment: what was paid is not known, so they are not in `paid`. */
  readonly paidMissing: number;
  /** Those without settled_amount_usdt: not in `settledUsdt`. */
  readonly settledMissing: number;
}

export interface FindingTotals {
  readonly kind: FindingKind;
  readonly unit: string | null;
  readonly count: number;
  /** Σ delta; null when none of them has one. */
  readonly delta: string | null;
}

export interface TieOutReport {
  readonly invoices: TieCounts;
  readonly untold: Readonly<Record<UntoldReason, number>>;
  readonly missing: Readonly<Record<MissingFact, number>>;
  /** By currency code. */
  readonly currencies: readonly TieTotals[];
  /** In the order of FINDING_KINDS, then by unit. */
  readonly findings: readonly FindingTotals[];
  readonly withdrawals: {
    readonly count: number;
    readonly tied: number;
    readonly differing: number;
    readonly unknown: number;
  };
  /** Without the date that puts them into a period: finished_at of a success, created_at of a withdrawal. Within bounds, in none of the numbers above. */
  readonly undated: { readonly invoices: number; readonly withdrawals: number };
  /** Records of the lists that could not be read without guessing; in none of the numbers above. */
  readonly unreadable: { readonly invoices: number; readonly withdrawals: number };
  /** The oldest reading of a fact that was used; null when there is none. */
  readonly oldestReading: string | null;
}

/** One success as the list behind the coverage shows it. */
export interface TieRow {
  readonly uuid: string;
  readonly externalId: string;
  readonly customerId: string | null;
  readonly currency: string;
  readonly method: string | null;
  readonly finishedAt: string | null;
  readonly amount: string;
  readonly expectedFiat: string | null;
  readonly actualUsdt: string | null;
  readonly settledUsdt: string | null;
  readonly creditedUsdt: string | null;
  /** When the payload that told it was delivered. */
  readonly toldAt: string | null;
  readonly coverage: TieCoverage;
  readonly untold: UntoldReason | null;
  readonly missing: readonly MissingFact[];
  readonly findings: readonly FindingKind[];
  readonly asOf: string;
}

/**
 * A success with nothing to judge: not adjusted, settled and dated, and told, if anything was, of a success with the very text of
 * settled_amount_usdt. Most are; of them only what is counted and summed is read.
 */
export interface PlainTieFact {
  readonly kind: 'plain';
  readonly currency: string;
  readonly amount: string;
  readonly settledUsdt: string;
  /** Null: told, and credited_usdt is the same text. */
  readonly untold: UntoldReason | null;
  readonly asOf: string;
}

/** An invoice with everything that a finding rests on. */
export interface InvoiceTieFact {
  readonly kind: 'invoice';
  readonly uuid: string;
  readonly externalId: string;
  readonly customerId: string | null;
  readonly method: string | null;
  readonly status: string;
  readonly currency: string;
  readonly amount: string;
  readonly settledUsdt: string | null;
  readonly isAdjusted: boolean;
  readonly adjustment: InvoiceAdjustment | null;
  readonly finishedAt: string | null;
  /** The latest delivered payload; null with the reason. Whether it can be compared with the record is decided by the rules. */
  readonly told: ToldPayload | null;
  /** What the API lists of deliveries; null while it was not read whole, or the API does not show the invoice any more. */
  readonly deliveries: { readonly count: number; readonly readAt: string } | null;
  readonly callbackUrl: string | null;
  readonly untold: UntoldReason | null;
  /** Server time of the reading that showed it; null when it is not told. */
  readonly toldReadAt: string | null;
  /** When an answer first showed the record as it is now. */
  readonly lastChangedAt: string;
  /** When an answer first showed an adjustment or another settled amount of the final invoice; null: never seen to change. */
  readonly changeSeenAt: string | null;
  readonly firstSeenAt: string;
  readonly asOf: string;
}

/** Many such successes column by column: of long periods nearly all are read so. */
export interface PlainTieFacts {
  readonly kind: 'plain-many';
  /** As many as there are currencies, each at the same place. */
  readonly currencies: readonly string[];
  readonly amounts: readonly string[];
  readonly settledUsdt: readonly string[];
  readonly untold: readonly (UntoldReason | null)[];
  readonly oldestReading: string;
}

export type TieFact = PlainTieFact | PlainTieFacts | InvoiceTieFact;

export interface WithdrawalTieFact {
  readonly uuid: string;
  readonly address: string | null;
  readonly token: string | null;
  readonly status: string;
  readonly amount: string;
  readonly networkCommission: string | null;
  readonly amountToSend: string | null;
  readonly createdAt: string | null;
  readonly processedAt: string | null;
  readonly txHash: string | null;
  readonly lastChangedAt: string;
  readonly asOf: string;
}

/** What the rules say of one invoice. */
export interface TieVerdict {
  readonly coverage: TieCoverage;
  readonly untold: UntoldReason | null;
  readonly missing: readonly MissingFact[];
  readonly findings: readonly FindingKind[];
}
