/** Which report does what, in the compute thread. Not here: the facts (report-*.ts), the rules (reconciliation). */
import type { ReportJob, ReportResults } from '../../domain/report-job.ts';
import type { BooksContext } from '../books/context.ts';
import type { MirrorReadContext } from '../mirror/context.ts';
import type { JobControl } from './export-pace.ts';
import { statementReport } from './report-statement.ts';

/** Mirror and books of one moment each, read-only. */
export interface ReportContext {
  readonly mirror: MirrorReadContext;
  readonly books: BooksContext;
}

/** Runs one report to its end. Throws FailureError `cancelled` when it is no longer wanted. */
export function runReport(
  context: ReportContext,
  job: ReportJob,
  control: JobControl,
): ReportResults[ReportJob['kind']] {
  switch (job.kind) {
    case 'statement':
      return statementReport(context, job, control);
    case 'tie-out':
    case 'take-rates':
    case 'findings':
      throw new Error(`there is no report ${job.kind} yet`);
  }
}
