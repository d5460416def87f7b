/**
 * The long computations over mirror and books: what each takes, gives back, and hands over on its way. They run in a thread of their own
 * (backend/workers). Not here: the rules (reconciliation).
 */
import type { Period, PeriodBounds } from './period.ts';
import type { Statement, TypedBalance } from './statement.ts';
import type { TakeRateReport } from './take-rate.ts';
import type { TieOutReport } from './tie-out.ts';

interface ReportBase {
  readonly profileId: string;
}

/** The tie-out of successes that finished within, and of withdrawals created within; of all without bounds. */
export interface TieOutJob extends ReportBase {
  readonly kind: 'tie-out';
  readonly bounds: PeriodBounds | null;
}

export interface StatementJob extends ReportBase {
  readonly kind: 'statement';
  readonly period: Period;
  readonly typed: readonly TypedBalance[];
}

export interface TakeRateJob extends ReportBase {
  readonly kind: 'take-rates';
  readonly bounds: PeriodBounds | null;
  /** A fraction. */
  readonly tolerance: string;
  readonly method: string | null;
  readonly estimate: TakeRateReport['rows'][number]['kinds'][number] | null;
  readonly offset: number;
  readonly limit: number;
}

/** Every finding of the profile, handed over in batches of Finding. */
export interface FindingsJob extends ReportBase {
  readonly kind: 'findings';
}

export type ReportJob = TieOutJob | StatementJob | TakeRateJob | FindingsJob;

/** What each gives back at its end. */
export interface ReportResults {
  readonly 'tie-out': TieOutReport;
  readonly statement: Statement;
  readonly 'take-rates': TakeRateReport;
  readonly findings: { readonly invoices: number; readonly withdrawals: number; readonly findings: number };
}
