/**
 * What an export job is, how far it has come, and what it gives back. Not here: the columns of each list (export-*.ts), who reads the
 * records (the compute worker) and where a person saves the file (the Host).
 */
import type { ActivityFilter } from '../../domain/activity.ts';
import type { ItemStanding } from '../../domain/bulk.ts';
import type { DeskFilter, DeskSortField, FailureGroupKey } from '../../domain/desk.ts';
import type { InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';
import type { WithdrawalFilter, WithdrawalSortField } from '../../domain/withdrawal.ts';
import type { CsvColumn } from './csv.ts';
import type { AdjustedExportSortField } from './export-adjusted.ts';

interface ExportBase {
  readonly profileId: string;
  /** Every row and total then says SANDBOX. */
  readonly sandbox: boolean;
  /** Absolute path of the file to write. */
  readonly path: string;
}

export interface ExportInvoicesJob extends ExportBase {
  readonly kind: 'export-invoices-csv';
  readonly filter: InvoiceFilter;
  readonly sort: readonly Sort<InvoiceSortField>[];
}

export interface ExportAdjustedJob extends ExportBase {
  readonly kind: 'export-adjusted-csv';
  readonly filter: InvoiceFilter;
  readonly sort: readonly Sort<AdjustedExportSortField>[];
}

export interface ExportWithdrawalsJob extends ExportBase {
  readonly kind: 'export-withdrawals-csv';
  readonly filter: WithdrawalFilter;
  readonly sort: readonly Sort<WithdrawalSortField>[];
}

export interface ExportDeliveriesJob extends ExportBase {
  readonly kind: 'export-deliveries-csv';
  readonly filter: DeskFilter;
  /** What the filter means by acknowledged. */
  readonly acknowledged: readonly FailureGroupKey[];
  readonly sort: readonly Sort<DeskSortField>[];
}

export interface ExportResendsJob extends ExportBase {
  readonly kind: 'export-resends-csv';
  readonly runId: string;
  /** Empty: all items. */
  readonly standings: readonly ItemStanding[];
}

export interface ExportActivityJob extends ExportBase {
  readonly kind: 'export-activity-csv';
  readonly filter: ActivityFilter;
  /** Entries of all profiles and of the console itself. */
  readonly all: boolean;
}

export type ExportJob =
  | ExportInvoicesJob
  | ExportAdjustedJob
  | ExportWithdrawalsJob
  | ExportDeliveriesJob
  | ExportResendsJob
  | ExportActivityJob;

export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

export interface ExportResult {
  readonly rows: number;
  readonly bytes: number;
}

/** The first column of every sandbox export. */
const SANDBOX_COLUMN: CsvColumn<unknown> = { title: 'SANDBOX', type: 'text', cell: () => 'SANDBOX' };

/** The columns, with the word SANDBOX before all others when the money is not real. */
export function withSandboxColumn<Item>(
  columns: readonly CsvColumn<Item>[],
  sandbox: boolean,
): readonly CsvColumn<Item>[] {
  return sandbox ? [SANDBOX_COLUMN, ...columns] : columns;
}

/** A totals row marks itself in the sandbox column too; without that column the cell is dropped. */
export const SANDBOX_CELL = { SANDBOX: 'SANDBOX' } as const;
