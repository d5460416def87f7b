// What a tie-out says: for every success, whether ordered, settled and told amounts agree, and on how many sides.
// Shapes only; the rules are reconciliation/reconcile/tie-out.ts. Fiat and USDT never meet in a sum.
import { z } from 'zod';
import { FINDING_KINDS, type FindingKind } from '../kernel/finding.ts';
import type { InvoiceAdjustment } from '../records/invoice.ts';
import { count, instant, money, moneyOrNull, textOrNull, type ToldOf } from '../kernel/shape.ts';
import type { ToldPayload } from '../webhooks/told-payload.ts';

/**
 * three: record, adjustment where there is one, and the latest delivered payload. two: the payload was not read or nothing was delivered
 * yet. none: a fact is missing. Says on how many sides it could be compared, not that all agree: that is in the findings.
 */
export const TIE_COVERAGES = ['three', 'two', 'none'] as const;
export type TieCoverage = (typeof TIE_COVERAGES)[number];

/** Found where two sources say different things of one amount, or of how an invoice ended. */
const DIFFERING: ReadonlySet<FindingKind> = new Set([
  'ordered-differs',
  'settled-differs',
  'credited-differs',
  'stale-receiver',
  'told-other-end',
]);

/** Do two sources of it say different things? */
export function differs({ findings }: Pick<TieVerdict, 'findings'>): boolean {
  return findings.some((kind) => DIFFERING.has(kind));
}

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

export const TIE_COUNTS = z.object({ count, three: count, two: count, none: count });
export type TieCounts = ToldOf<typeof TIE_COUNTS>;

export const TIE_TOTALS = z.object({
  currency: z.string(),
  ...TIE_COUNTS.shape,
  /** Σ amount, Σ what of the orders was paid (actual_amount_fiat of adjusted ones, else amount; without the customer's share), Σ settled, Σ told, all exact. */
  ordered: money,
  paid: money,
  settledUsdt: money,
  /** Σ credited_usdt over those tied three ways, and Σ settled over the same ones: what can be compared. */
  creditedUsdt: money,
  settledOfCreditedUsdt: money,
  /** Adjusted ones without an adjustment: what was paid is not known, so they are not in `paid`. */
  paidMissing: count,
  /** Those without settled_amount_usdt: not in `settledUsdt`. */
  settledMissing: count,
});
export type TieTotals = ToldOf<typeof TIE_TOTALS>;

export const FINDING_TOTALS = z.object({
  kind: z.enum(FINDING_KINDS),
  unit: textOrNull,
  count,
  /** Σ delta; null when none of them has one. */
  delta: moneyOrNull,
});
export type FindingTotals = ToldOf<typeof FINDING_TOTALS>;

export const TIE_OUT_REPORT = z.object({
  invoices: TIE_COUNTS,
  untold: z.object({
    'webhook-not-read': count,
    'nothing-delivered': count,
    'webhook-unreadable': count,
    'record-older-than-webhook': count,
    'webhook-older-than-record': count,
  }),
  missing: z.record(z.enum(MISSING_FACTS), count),
  currencies: z.array(TIE_TOTALS),
  /** In the order of FINDING_KINDS, then by unit. */
  findings: z.array(FINDING_TOTALS),
  withdrawals: z.object({ count, tied: count, differing: count, unknown: count }),
  /** Without the date that puts them into a period: finished_at of a success, created_at of a withdrawal. Within bounds, in none of the numbers above. */
  undated: z.object({ invoices: count, withdrawals: count }),
  /** Records of the lists that could not be read without guessing; in none of the numbers above. */
  unreadable: z.object({ invoices: count, withdrawals: count }),
  /** The oldest reading of a fact that was used; null when there is none. */
  oldestReading: textOrNull,
});
export type TieOutReport = ToldOf<typeof TIE_OUT_REPORT>;

/** `differing`: in how many of each coverage two sources say different things. A close does not keep it. */
export const TIE_OUT = z.object({
  ...TIE_OUT_REPORT.shape,
  differing: z.object({ three: count, two: count, none: count }),
});
export type TieOut = ToldOf<typeof TIE_OUT>;

/** Which of the successes are meant; absent: any. `differs`: those in which two sources say different things, or all others. */
export interface TieSelection {
  readonly coverage?: TieCoverage | undefined;
  readonly differs?: boolean | undefined;
}

/** What a tie-out says of every success, in parts that add up to all of them. */
export const TIE_ANSWERS = ['three', 'two', 'differ', 'none'] as const;
export type TieAnswer = (typeof TIE_ANSWERS)[number];

/** The successes of an answer. */
export function selectionOf(answer: TieAnswer): TieSelection {
  return answer === 'differ' ? { differs: true } : { coverage: answer, differs: false };
}

/** How many there are. */
export function countOfSelection(
  { invoices, differing }: Pick<TieOut, 'invoices' | 'differing'>,
  { coverage, differs: isDiffering }: TieSelection,
): number {
  const all = coverage === undefined ? invoices.count : invoices[coverage];
  if (isDiffering === undefined) return all;
  const found = coverage === undefined ? differing.three + differing.two + differing.none : differing[coverage];
  return isDiffering ? found : all - found;
}

/** One success as the list behind the coverage shows it. */
export const TIE_ROW = z.object({
  uuid: z.string(),
  externalId: z.string(),
  customerId: textOrNull,
  currency: z.string(),
  method: textOrNull,
  finishedAt: textOrNull,
  amount: money,
  expectedFiat: moneyOrNull,
  actualUsdt: moneyOrNull,
  settledUsdt: moneyOrNull,
  creditedUsdt: moneyOrNull,
  toldAt: textOrNull,
  coverage: z.enum(TIE_COVERAGES),
  untold: z.enum(UNTOLD_REASONS).nullable(),
  missing: z.array(z.enum(MISSING_FACTS)),
  findings: z.array(z.enum(FINDING_KINDS)),
  asOf: instant,
});
export type TieRow = ToldOf<typeof TIE_ROW>;

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
