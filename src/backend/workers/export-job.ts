// Which kind of export is made of which rows.
import type { ExportSelection } from '../../domain/export.ts';
import type { ExportJob, ExportResult } from '../files/export.ts';
import {
  activitySource,
  exceptionsSource,
  lateChangesSource,
  priorPeriodSource,
  resendsSource,
} from './export-books.ts';
import { exportClose } from './export-close.ts';
import {
  deliveriesSource,
  invoicesSource,
  methodsSource,
  quarantineSource,
  ratesSource,
  withdrawalsSource,
} from './export-mirror.ts';
import type { JobControl } from './export-pace.ts';
import { entriesSource } from './export-entries.ts';
import { adjustedSource, takeRatesSource, tieSource } from './export-reports.ts';
import { type ExportSource, writeExport } from './export-source.ts';
import { movementsSource, statementRowsSource, statementSource } from './export-statement.ts';
import type { ReportContext } from './report-context.ts';

/** Runs one export to its end. Throws FailureError (`cancelled`, `not-found`, `invalid-input`) and the system's errors; nothing stays then. */
export function runExport(context: ReportContext, job: ExportJob, control: JobControl): ExportResult {
  const { selection } = job;
  if (selection.kind === 'close') return exportClose(context.books, selection, job, control);
  return writeExport(job, sourceOf(context, selection, job, control), control);
}

function sourceOf(
  context: ReportContext,
  selection: Exclude<ExportSelection, { readonly kind: 'close' }>,
  job: ExportJob,
  control: JobControl,
): ExportSource {
  const { mirror, books } = context;
  const { columns } = job;
  switch (selection.kind) {
    case 'invoices':
      return invoicesSource(mirror, selection, columns);
    case 'adjusted':
      return adjustedSource(mirror, selection, columns);
    case 'withdrawals':
      return withdrawalsSource(mirror, selection, columns);
    case 'deliveries':
      return deliveriesSource(mirror, selection, job);
    case 'quarantine':
      return quarantineSource(mirror, columns);
    case 'rates':
      return ratesSource(mirror, selection, columns);
    case 'payment-methods':
      return methodsSource(mirror, selection, columns);
    case 'resend-report':
      return resendsSource(books, selection, job);
    case 'activity':
      return activitySource(books, selection, job);
    case 'late-changes':
      return lateChangesSource(context, job);
    case 'exceptions':
      return exceptionsSource(context, selection, job);
    case 'entries':
      return entriesSource(context, selection, job);
    case 'prior-period':
      return priorPeriodSource(books, selection, job);
    case 'tie-rows':
      return tieSource(mirror, selection, columns);
    case 'statement':
      return statementSource(context, selection, job, control);
    case 'statement-rows':
      return statementRowsSource(context, selection, job);
    case 'movements':
      return movementsSource(context, selection, job, control);
    case 'take-rates':
    case 'take-rate-rows':
      return takeRatesSource(context, selection, job, control);
  }
}
