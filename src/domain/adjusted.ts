// The queue of adjusted invoices: what was expected, what came, what does not add up, and what somebody did about it.
// Shapes; the rules are reconciliation/adjusted.ts. Nothing here is judged by an invoice's `amount` alone. Fiat and
// USDT never meet in a sum.
import type { ExceptionState, Triage } from './exception.ts';
import type { FindingKind } from './finding.ts';
import { type Invoice, INVOICE_LIST } from './invoice.ts';
import { defineList, type Sort, type SortFieldOf } from './list.ts';

export const ADJUSTED_FINDINGS = [
  'adjustment-missing',
  'ordered-differs',
  'settled-differs',
  'settled-missing',
] as const satisfies readonly FindingKind[];
export type AdjustedFinding = (typeof ADJUSTED_FINDINGS)[number];

export interface AdjustedRow {
  readonly uuid: string;
  readonly externalId: string;
  readonly customerId: string | null;
  readonly currency: string;
  readonly status: string;
  readonly finishedAt: string | null;
  readonly method: string | null;
  /** The ordered fiat of the invoice itself, beside the adjustment's own figures. */
  readonly amount: string;
  readonly expectedFiat: string | null;
  readonly actualFiat: string | null;
  /** actual − expected; null, like the other five, when the API gives no adjustment. */
  readonly deltaFiat: string | null;
  /** (actual − expected) ÷ expected in per cent, four decimals, half to even; null when nothing was expected. */
  readonly deltaFiatPercent: string | null;
  readonly expectedUsdt: string | null;
  readonly actualUsdt: string | null;
  readonly deltaUsdt: string | null;
  readonly deltaUsdtPercent: string | null;
  readonly settledUsdt: string | null;
  readonly asOf: string;
  readonly findings: readonly AdjustedFinding[];
  /** What people did about the finding `adjusted`; null until a run of the engine has found it. */
  readonly exception: Triage | null;
}

/** Amounts sort numerically, `abs…` by their size whatever the sign; what is missing comes last in both directions. */
export const ADJUSTED_LIST = defineList({
  filter: INVOICE_LIST.filter,
  sort: [
    'uuid',
    'externalId',
    'currency',
    'finishedAt',
    'expectedFiat',
    'actualFiat',
    'deltaFiat',
    'absDeltaFiat',
    'deltaFiatPercent',
    'expectedUsdt',
    'actualUsdt',
    'deltaUsdt',
    'absDeltaUsdt',
    'deltaUsdtPercent',
    'settledUsdt',
  ],
});
export type AdjustedSortField = SortFieldOf<typeof ADJUSTED_LIST>;

/** `open`: nobody has resolved it, whether or not a run of the engine has found it. */
export const TRIAGE_STATES = ['open', 'resolved'] as const satisfies readonly ExceptionState[];
export type TriageState = (typeof TRIAGE_STATES)[number];

/** Where the invoice stands: open until somebody has resolved it. */
export function triageState({ exception }: { readonly exception: Triage | null }): TriageState {
  return exception?.state === 'resolved' ? 'resolved' : 'open';
}

export interface AdjustedQuery {
  readonly triage?: TriageState | undefined;
  /** Latest finished first when empty. */
  readonly sort: readonly Sort<AdjustedSortField>[];
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

/** The sums of one currency: fiat in `currency`, USDT in `token`. */
export interface AdjustedTotals {
  readonly currency: string;
  readonly token: string;
  readonly count: number;
  readonly expectedFiat: string;
  readonly actualFiat: string;
  readonly deltaFiat: string;
  readonly expectedUsdt: string;
  readonly actualUsdt: string;
  readonly deltaUsdt: string;
  readonly settledUsdt: string;
  /** Successes among them without a credited amount: not in `settledUsdt`. */
  readonly settledMissing: number;
  /** Those without an adjustment: in none of the six sums of it. */
  readonly adjustmentMissing: number;
}

export interface AdjustedPage {
  readonly rows: readonly AdjustedRow[];
  readonly total: number;
  /** One row a currency over the whole filter, by currency code. */
  readonly totals: readonly AdjustedTotals[];
  /** Of the filter, whatever `triage` says. */
  readonly triage: Readonly<Record<TriageState, number>>;
}

/** An adjusted invoice, when it was read, and what people did about it. */
export interface AdjustedFact {
  readonly record: Invoice;
  readonly asOf: string;
  readonly exception: Triage | null;
}
