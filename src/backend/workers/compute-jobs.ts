/**
 * The long jobs of the compute thread. Each opens the files read-only itself, streams, reports how far it is and looks now and then
 * whether it is still wanted. Not here: what an export looks like (files/export-*), and which rows are in it (export-*.ts).
 */
import type { ReportJob, ReportResults } from '../../domain/report-job.ts';
import type { BooksContext } from '../books/context.ts';
import type { ExportJob, ExportResult } from '../files/export.ts';
import type { MirrorReadContext } from '../mirror/context.ts';
import { exportActivity, exportResends } from './export-books.ts';
import { exportAdjusted, exportDeliveries, exportInvoices, exportWithdrawals } from './export-mirror.ts';
import type { JobControl } from './export-pace.ts';
import { openBooksForReading, openMirrorForReading } from './hosts.ts';
import { runReport } from './reports.ts';

export type ComputeJob = ExportJob | ReportJob;

/** What each kind of job gives back. */
export type ComputeResults = { readonly [Kind in ExportJob['kind']]: ExportResult } & ReportResults;

/** Runs a job to its end. Throws FailureError `cancelled` when it is no longer wanted; no partial file stays. */
export function runJob<Job extends ComputeJob>(
  dataFolder: string,
  job: Job,
  control: JobControl,
): ComputeResults[Job['kind']];
export function runJob(dataFolder: string, job: ComputeJob, control: JobControl): ComputeResults[ComputeJob['kind']] {
  const inMirror = (work: (context: MirrorReadContext) => ExportResult): ExportResult =>
    closing(openMirrorForReading(dataFolder, job.profileId), work);
  const inBooks = (work: (context: BooksContext) => ExportResult): ExportResult =>
    closing({ database: openBooksForReading(dataFolder) }, work);
  switch (job.kind) {
    case 'export-invoices-csv':
      return inMirror((context) => exportInvoices(context, job, control));
    case 'export-adjusted-csv':
      return inMirror((context) => exportAdjusted(context, job, control));
    case 'export-withdrawals-csv':
      return inMirror((context) => exportWithdrawals(context, job, control));
    case 'export-deliveries-csv':
      return inMirror((context) => exportDeliveries(context, job, control));
    case 'export-resends-csv':
      return inBooks((context) => exportResends(context, job, control));
    case 'export-activity-csv':
      return inBooks((context) => exportActivity(context, job, control));
    case 'tie-out':
    case 'statement':
    case 'take-rates':
    case 'findings':
      return closing(openMirrorForReading(dataFolder, job.profileId), (mirror) =>
        closing({ database: openBooksForReading(dataFolder) }, (books) => runReport({ mirror, books }, job, control)),
      );
  }
}

/** The work within one snapshot of the file, which is closed whatever comes of it. */
function closing<Context extends Pick<BooksContext, 'database'>, Result>(
  context: Context,
  work: (context: Context) => Result,
): Result {
  try {
    return context.database.snapshot(() => work(context));
  } finally {
    context.database.close();
  }
}
