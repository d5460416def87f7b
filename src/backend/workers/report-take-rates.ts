// The implied take rates, from the mirror to the engine and back.
import type { TakeRateJob } from '../../domain/report-job.ts';
import type { TakeRateReport } from '../../domain/take-rate.ts';
import { takeRates } from '../../reconciliation/take-rate.ts';
import { latestPaymentMethods } from '../mirror/snapshots.ts';
import { eachTakeRate } from '../mirror/take-rate-facts.ts';
import { countTies } from '../mirror/tie-facts.ts';
import { type JobControl, Pace, paced } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** Two passes over narrow columns. Throws FailureError `cancelled`. */
export function takeRatesReport({ mirror }: ReportContext, job: TakeRateJob, control: JobControl): TakeRateReport {
  const { database } = mirror;
  const { bounds } = job;
  const pace = new Pace(2 * countTies(database, bounds), control);
  return takeRates({
    facts: () => paced(eachTakeRate(database, bounds), pace),
    catalogue: latestPaymentMethods(mirror),
    query: job,
  });
}
