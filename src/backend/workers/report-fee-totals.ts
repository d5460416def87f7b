// Gross, net and estimated fee by currency, from the mirror to the engine and back.
import type { FeeTotal } from '../../domain/fee-totals.ts';
import type { FeeTotalsJob } from '../../domain/report-job.ts';
import { feeTotals } from '../../reconciliation/fee-totals.ts';
import { eachTakeRate } from '../mirror/take-rate-facts.ts';
import { countTies } from '../mirror/tie-facts.ts';
import { type JobControl, Pace, paced } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** One pass over narrow columns. Throws FailureError `cancelled`. */
export function feeTotalsReport({ mirror }: ReportContext, job: FeeTotalsJob, control: JobControl): FeeTotal[] {
  const { database } = mirror;
  const pace = new Pace(countTies(database, job.bounds), control);
  return feeTotals(paced(eachTakeRate(database, job.bounds), pace));
}
