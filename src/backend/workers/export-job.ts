/** Which export is made of what. Not here: the rows (export-mirror.ts, export-books.ts), the writing (export-source.ts). */
import type { ExportJob, ExportResult } from '../files/export.ts';
import { activitySource, lateChangesSource, resendsSource } from './export-books.ts';
import {
  adjustedSource,
  deliveriesSource,
  invoicesSource,
  methodsSource,
  quarantineSource,
  ratesSource,
  withdrawalsSource,
} from './export-mirror.ts';
import type { JobControl } from './export-pace.ts';
import { type ExportSource, writeExport } from './export-source.ts';
import type { ReportContext } from './reports.ts';

/** Runs one export to its end. Throws FailureError (`cancelled`, `not-found`, `invalid-input`) and the system's errors; nothing stays then. */
export function runExport(context: ReportContext, job: ExportJob, control: JobControl): ExportResult {
  return writeExport(job, sourceOf(context, job), control);
}

function sourceOf(context: ReportContext, job: ExportJob): ExportSource {
  const { mirror, books } = context;
  const { selection, columns } = job;
  switch (selection.kind) {
    case 'invoices':
      return invoicesSource(mirror, selection, columns);
    case 'adjusted':
      return adjustedSource(mirror, selection, columns);
    case 'withdrawals':
      return withdrawalsSource(mirror, selection, columns);
    case 'deliveries':
      return deliveriesSource(mirror, selection, columns);
    case 'quarantine':
      return quarantineSource(mirror, columns);
    case 'rates':
      return ratesSource(mirror, columns);
    case 'payment-methods':
      return methodsSource(mirror, columns);
    case 'resend-report':
      return resendsSource(books, selection, job);
    case 'activity':
      return activitySource(books, selection, job);
    case 'late-changes':
      return lateChangesSource(context, job);
  }
}
