// Which report does what, in the compute thread.
import type { ImportEntriesJob, ReportJob, ReportResults } from '../../domain/report-job.ts';
import { tieRows } from '../mirror/tie-rows.ts';
import type { JobControl } from './export-pace.ts';
import { type CloseParts, closeReport, readinessReport } from './report-close.ts';
import { closeProofReport } from './report-close-proof.ts';
import type { ReportContext } from './report-context.ts';
import { dryRunReport } from './report-dry-run.ts';
import { exceptionSheetReport } from './report-exception-sheet.ts';
import { feeTotalsReport } from './report-fee-totals.ts';
import { findingsReport } from './report-findings.ts';
import { inspectReport } from './report-inspect.ts';
import { lockedRowsReport } from './report-locked-rows.ts';
import { matchReport } from './report-match.ts';
import { movementsReport } from './report-movements.ts';
import { priorPeriodReport } from './report-prior-period.ts';
import { statementReport } from './report-statement.ts';
import { takeRatesReport } from './report-take-rates.ts';
import { tieOutReport } from './report-tie-out.ts';

/** All that are computed from one moment of mirror and books. */
type SnapshotJob = Exclude<ReportJob, ImportEntriesJob>;

/** Runs one report to its end. Throws FailureError `cancelled` when it is no longer wanted. */
export function runReport<Job extends SnapshotJob>(
  context: ReportContext,
  job: Job,
  control: JobControl,
): ReportResults[Job['kind']];
export function runReport(
  context: ReportContext,
  job: SnapshotJob,
  control: JobControl,
): ReportResults[SnapshotJob['kind']] {
  switch (job.kind) {
    case 'statement':
      return statementReport(context, job, control);
    case 'close-readiness':
      return readinessReport(context, job, partsOf(context, control));
    case 'close':
      return closeReport(context, job, control, partsOf(context, control));
    case 'prior-period':
      return priorPeriodReport(context, job, control);
    case 'tie-out':
      return tieOutReport(context, job, control);
    case 'tie-rows':
      return tieRows(context.mirror, job).rows;
    case 'findings':
      return findingsReport(context, job, control);
    case 'movements':
      return movementsReport(context, job, control);
    case 'locked-rows':
      return lockedRowsReport(context, job, control);
    case 'close-proof':
      return closeProofReport(context, job, control);
    case 'take-rates':
      return takeRatesReport(context, job, control);
    case 'fee-totals':
      return feeTotalsReport(context, job, control);
    case 'dry-run':
      return dryRunReport(context, job, control);
    case 'match':
      return matchReport(context, job, control);
    case 'inspect-file':
      return inspectReport(job);
    case 'exception-sheet':
      return exceptionSheetReport(job, control);
  }
}

/** A close is made of other reports of the same moment. */
function partsOf(context: ReportContext, control: JobControl): CloseParts {
  return {
    statement: (job) => runReport(context, job, control),
    tieOut: (job) => runReport(context, job, control),
  };
}
