/**
 * The long jobs of the compute thread. Each opens the files read-only itself, streams, reports how far it is and looks now and then
 * whether it is still wanted. Not here: what an export looks like (files/export).
 */
import { FailureError } from '../../domain/failure.ts';
import type { InvoiceFilter } from '../../domain/invoice.ts';
import { AdjustedSums, adjustedRow, sortRows } from '../../reconciliation/adjusted.ts';
import { CsvFile } from '../files/csv.ts';
import {
  ADJUSTED_COLUMNS,
  type ExportAdjustedJob,
  type ExportInvoicesJob,
  type ExportJob,
  type ExportResult,
  INVOICE_COLUMNS,
  type JobProgress,
  SANDBOX_CELL,
  withSandboxColumn,
} from '../files/export.ts';
import type { MirrorReadContext } from '../mirror/context.ts';
import { eachInvoice, invoicePage } from '../mirror/invoice-pages.ts';
import { invoiceTotals } from '../mirror/invoice-totals.ts';
import { openMirrorForReading } from './hosts.ts';

export type ComputeJob = ExportJob;

/** What each kind of job gives back. */
export interface ComputeResults {
  readonly 'export-invoices-csv': ExportResult;
  readonly 'export-adjusted-csv': ExportResult;
}

export interface JobControl {
  readonly report: (progress: JobProgress) => void;
  readonly isCancelled: () => boolean;
}

/** Runs a job to its end. Throws FailureError `cancelled` when it is no longer wanted; no partial file stays. */
export function runJob(dataFolder: string, job: ComputeJob, control: JobControl): ExportResult {
  const context = openMirrorForReading(dataFolder, job.profileId);
  try {
    return context.database.snapshot(() =>
      job.kind === 'export-invoices-csv'
        ? exportInvoices(context, job, control)
        : exportAdjusted(context, job, control),
    );
  } finally {
    context.database.close();
  }
}

/** Rows between two looks at the flag. */
const STRIDE = 500;

class Pace {
  #done = 0;
  readonly #total: number;
  readonly #control: JobControl;

  constructor(total: number, control: JobControl) {
    this.#total = total;
    this.#control = control;
    control.report({ done: 0, total });
  }

  step(): void {
    this.#done += 1;
    if (this.#done % STRIDE !== 0) return;
    if (this.#control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    this.#control.report({ done: this.#done, total: this.#total });
  }

  get done(): number {
    return this.#done;
  }
}

function exportInvoices(context: MirrorReadContext, job: ExportInvoicesJob, control: JobControl): ExportResult {
  const { filter, sort, sandbox, path } = job;
  const file = new CsvFile(path, withSandboxColumn(INVOICE_COLUMNS, sandbox));
  return written(file, () => {
    const pace = new Pace(countOf(context, filter), control);
    for (const fact of eachInvoice(context.database, filter, sort)) {
      file.row(fact);
      pace.step();
    }
    for (const totals of invoiceTotals(context, { filter }).currencies) {
      file.cells({
        ...SANDBOX_CELL,
        uuid: `TOTAL of ${totals.byStatus['success'] ?? 0} successful of ${totals.count}`,
        currency: totals.currency,
        amount: totals.successAmount,
        settled_amount_usdt: totals.settledUsdt,
        ...(totals.settledMissing > 0 ? { purpose: `${totals.settledMissing} without a credited amount` } : {}),
      });
    }
    return pace.done;
  });
}

function exportAdjusted(context: MirrorReadContext, job: ExportAdjustedJob, control: JobControl): ExportResult {
  const { sort, sandbox, path } = job;
  const filter: InvoiceFilter = { ...job.filter, adjusted: true };
  const file = new CsvFile(path, withSandboxColumn(ADJUSTED_COLUMNS, sandbox));
  return written(file, () => {
    const pace = new Pace(countOf(context, filter), control);
    const sums = new AdjustedSums();
    const rows = Array.from(eachInvoice(context.database, filter, []), (fact) => {
      pace.step();
      const row = adjustedRow(fact);
      sums.add(row);
      return row;
    });
    for (const row of sortRows(rows, sort)) file.row(row);
    for (const totals of sums.totals()) {
      file.cells({
        ...SANDBOX_CELL,
        uuid: `TOTAL of ${totals.count}`,
        currency: totals.currency,
        expected_fiat: totals.expectedFiat,
        actual_fiat: totals.actualFiat,
        delta_fiat: totals.deltaFiat,
        expected_usdt: totals.expectedUsdt,
        actual_usdt: totals.actualUsdt,
        delta_usdt: totals.deltaUsdt,
        settled_usdt: totals.settledUsdt,
        ...(totals.settledMissing > 0 ? { findings: `${totals.settledMissing} without a credited amount` } : {}),
      });
    }
    return rows.length;
  });
}

function countOf(context: MirrorReadContext, filter: InvoiceFilter): number {
  return invoicePage(context, { filter, sort: [], offset: 0, limit: 0 }).total;
}

function written(file: { finish(): number; abandon(): void }, write: () => number): ExportResult {
  try {
    const rows = write();
    return { rows, bytes: file.finish() };
  } catch (error) {
    file.abandon();
    throw error;
  }
}
