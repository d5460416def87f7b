/** The exports of lists of the mirror: each opens nothing itself, streams the rows of its filter in their order, and adds exact totals. */
import type { InvoiceFilter } from '../../domain/invoice.ts';
import { AdjustedSums, adjustedRow, sortRows } from '../../reconciliation/adjusted.ts';
import { CsvFile } from '../files/csv.ts';
import {
  type ExportAdjustedJob,
  type ExportDeliveriesJob,
  type ExportInvoicesJob,
  type ExportResult,
  type ExportWithdrawalsJob,
  SANDBOX_CELL,
  withSandboxColumn,
} from '../files/export.ts';
import { ADJUSTED_COLUMNS } from '../files/export-adjusted.ts';
import { DELIVERY_COLUMNS } from '../files/export-deliveries.ts';
import { INVOICE_COLUMNS } from '../files/export-invoices.ts';
import { WITHDRAWAL_COLUMNS } from '../files/export-withdrawals.ts';
import type { MirrorReadContext } from '../mirror/context.ts';
import { countDesk, eachDeskRow } from '../mirror/desk-pages.ts';
import { eachInvoice, invoicePage } from '../mirror/invoice-pages.ts';
import { invoiceTotals } from '../mirror/invoice-totals.ts';
import { eachWithdrawal, withdrawalPage } from '../mirror/withdrawal-pages.ts';
import { type JobControl, Pace, written } from './export-pace.ts';

/** Invoices of a filter, then a totals row a currency. */
export function exportInvoices(context: MirrorReadContext, job: ExportInvoicesJob, control: JobControl): ExportResult {
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

/** Adjusted invoices with what was found, then a totals row a currency. */
export function exportAdjusted(context: MirrorReadContext, job: ExportAdjustedJob, control: JobControl): ExportResult {
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

/** Withdrawals of a filter, then a totals row for each token, network and status. */
export function exportWithdrawals(
  context: MirrorReadContext,
  job: ExportWithdrawalsJob,
  control: JobControl,
): ExportResult {
  const { filter, sort, sandbox, path } = job;
  const file = new CsvFile(path, withSandboxColumn(WITHDRAWAL_COLUMNS, sandbox));
  return written(file, () => {
    const { total, totals } = withdrawalPage(context, { filter, sort: [], offset: 0, limit: 0 });
    const pace = new Pace(total, control);
    for (const fact of eachWithdrawal(context.database, filter, sort)) {
      file.row(fact);
      pace.step();
    }
    for (const { count, token, network, status, amount, networkCommission, amountToSend } of totals) {
      file.cells({
        ...SANDBOX_CELL,
        uuid: `TOTAL of ${count}`,
        status,
        token: token ?? '',
        network: network ?? '',
        amount,
        network_commission: networkCommission,
        amount_to_send: amountToSend,
      });
    }
    return pace.done;
  });
}

/** Rows of the delivery desk, as the desk shows them. */
export function exportDeliveries(
  context: MirrorReadContext,
  job: ExportDeliveriesJob,
  control: JobControl,
): ExportResult {
  const { filter, acknowledged, sort, sandbox, path } = job;
  const file = new CsvFile(path, withSandboxColumn(DELIVERY_COLUMNS, sandbox));
  return written(file, () => {
    const pace = new Pace(countDesk(context.database, { filter, acknowledged }), control);
    for (const row of eachDeskRow(context.database, { filter, acknowledged }, sort)) {
      file.row(row);
      pace.step();
    }
    return pace.done;
  });
}
