// The queue of adjusted invoices: what was expected, what came, what does not add up, and what somebody did about it. Shapes; the rules are
// reconciliation/reconcile/adjusted.ts. Nothing here is judged by an invoice's `amount` alone. Fiat and USDT never meet in a sum.
import { z } from 'zod';
import { type ExceptionState, type Triage, TRIAGE } from './exception.ts';
import type { FindingKind } from '../kernel/finding.ts';
import { type Invoice, INVOICE_LIST } from '../records/invoice.ts';
import { defineList, type Sort, type SortFieldOf } from '../kernel/list.ts';
import { count, instant, money, moneyOrNull, textOrNull, type ToldOf } from '../kernel/shape.ts';

export const ADJUSTED_FINDINGS = [
  'adjustment-missing',
  'ordered-differs',
  'settled-differs',
  'settled-missing',
] as const satisfies readonly FindingKind[];
export type AdjustedFinding = (typeof ADJUSTED_FINDINGS)[number];

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

export interface AdjustedQuery {
  readonly triage?: TriageState | undefined;
  /** Latest finished first when empty. */
  readonly sort: readonly Sort<AdjustedSortField>[];
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

export const ADJUSTED_ROW = z.object({
  uuid: z.string(),
  externalId: z.string(),
  customerId: textOrNull,
  currency: z.string(),
  status: z.string(),
  method: textOrNull,
  finishedAt: textOrNull,
  /** The ordered fiat of the invoice itself, beside the adjustment's own figures. */
  amount: money,
  expectedFiat: moneyOrNull,
  actualFiat: moneyOrNull,
  /** actual − expected; null, like the other five, when the API gives no adjustment. */
  deltaFiat: moneyOrNull,
  /** (actual − expected) ÷ expected in per cent, four decimals, half to even; null when nothing was expected. */
  deltaFiatPercent: moneyOrNull,
  expectedUsdt: moneyOrNull,
  actualUsdt: moneyOrNull,
  deltaUsdt: moneyOrNull,
  deltaUsdtPercent: moneyOrNull,
  settledUsdt: moneyOrNull,
  asOf: instant,
  findings: z.array(z.enum(ADJUSTED_FINDINGS)),
  /** What people did about the finding `adjusted`; null until a run of the engine has found it. */
  exception: TRIAGE.nullable(),
});
export type AdjustedRow = ToldOf<typeof ADJUSTED_ROW>;

/** The sums of one currency: fiat in `currency`, USDT in `token`. */
export const ADJUSTED_TOTALS = z.object({
  currency: z.string(),
  token: z.string(),
  count,
  expectedFiat: money,
  actualFiat: money,
  deltaFiat: money,
  expectedUsdt: money,
  actualUsdt: money,
  deltaUsdt: money,
  settledUsdt: money,
  /** Successes among them without a credited amount: not in `settledUsdt`. */
  settledMissing: count,
  /** Those without an adjustment: in none of the six sums of it. */
  adjustmentMissing: count,
});
export type AdjustedTotals = ToldOf<typeof ADJUSTED_TOTALS>;

export const ADJUSTED_PAGE = z.object({
  rows: z.array(ADJUSTED_ROW),
  total: count,
  /** One row a currency over the whole filter, by currency code. */
  totals: z.array(ADJUSTED_TOTALS),
  /** Of the filter, whatever `triage` says. */
  triage: z.object({ open: count, resolved: count }),
});
export type AdjustedPage = ToldOf<typeof ADJUSTED_PAGE>;

/** An adjusted invoice, when it was read, and what people did about it. */
export interface AdjustedFact {
  readonly record: Invoice;
  readonly asOf: string;
  readonly exception: Triage | null;
}
