/**
 * What an export job is, how far it has come, and what it gives back; and the columns of the two exports there are. Not here: who
 * reads the records (the compute worker) and where a person saves the file (the Host).
 */
import type { Invoice, InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';
import type { CsvColumn } from './csv.ts';

interface ExportBase {
  readonly profileId: string;
  /** Every row and total then says SANDBOX. */
  readonly sandbox: boolean;
  readonly filter: InvoiceFilter;
  /** Absolute path of the file to write. */
  readonly path: string;
}

export interface ExportInvoicesJob extends ExportBase {
  readonly kind: 'export-invoices-csv';
  readonly sort: readonly Sort<InvoiceSortField>[];
}

export interface ExportAdjustedJob extends ExportBase {
  readonly kind: 'export-adjusted-csv';
  readonly sort: readonly Sort<AdjustedExportSortField>[];
}

export type ExportJob = ExportInvoicesJob | ExportAdjustedJob;

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

export interface InvoiceFact {
  readonly record: Invoice;
  readonly asOf: string;
}

const text = (title: string, cell: CsvColumn<InvoiceFact>['cell']): CsvColumn<InvoiceFact> => ({
  title,
  type: 'text',
  cell,
});
const number = (title: string, cell: CsvColumn<InvoiceFact>['cell']): CsvColumn<InvoiceFact> => ({
  title,
  type: 'number',
  cell,
});

/** The columns of the invoice export, by the API's names. */
export const INVOICE_COLUMNS: readonly CsvColumn<InvoiceFact>[] = [
  text('uuid', ({ record }) => record.uuid),
  text('external_id', ({ record }) => record.external_id),
  text('customer_id', ({ record }) => record.customer_id),
  text('status', ({ record }) => record.status),
  text('currency', ({ record }) => record.currency.code),
  number('amount', ({ record }) => record.amount),
  number('amount_to_send', ({ record }) => record.amount_to_send),
  text('payment_method', ({ record }) => record.payment_method?.name ?? null),
  number('rate', ({ record }) => record.rate),
  number('settled_amount_usdt', ({ record }) => record.settled_amount_usdt),
  text('is_adjusted', ({ record }) => (record.is_adjusted ? 'yes' : 'no')),
  number('expected_amount_fiat', ({ record }) => record.adjustment?.expected_amount_fiat ?? null),
  number('actual_amount_fiat', ({ record }) => record.adjustment?.actual_amount_fiat ?? null),
  number('expected_amount_usdt', ({ record }) => record.adjustment?.expected_amount_usdt ?? null),
  number('actual_amount_usdt', ({ record }) => record.adjustment?.actual_amount_usdt ?? null),
  text('created_at', ({ record }) => record.created_at),
  text('expires_at', ({ record }) => record.expires_at),
  text('finished_at', ({ record }) => record.finished_at),
  text('purpose', ({ record }) => record.purpose),
  text('payment_url', ({ record }) => record.payment_url),
  text('read_at', ({ asOf }) => asOf),
];

/** The shape of a row of adjusted invoices that the export needs; the reconciliation engine supplies it. */
export interface AdjustedExportRow {
  readonly uuid: string;
  readonly externalId: string;
  readonly currency: string;
  readonly status: string;
  readonly finishedAt: string | null;
  readonly method: string | null;
  readonly expectedFiat: string | null;
  readonly actualFiat: string | null;
  readonly deltaFiat: string | null;
  readonly expectedUsdt: string | null;
  readonly actualUsdt: string | null;
  readonly deltaUsdt: string | null;
  readonly settledUsdt: string | null;
  readonly findings: readonly string[];
  readonly asOf: string;
}

export type AdjustedExportSortField = Exclude<keyof AdjustedExportRow, 'status' | 'method' | 'findings' | 'asOf'>;

const adjusted = (
  title: string,
  type: 'text' | 'number',
  cell: CsvColumn<AdjustedExportRow>['cell'],
): CsvColumn<AdjustedExportRow> => ({ title, type, cell });

/** The columns of the export of adjusted invoices. */
export const ADJUSTED_COLUMNS: readonly CsvColumn<AdjustedExportRow>[] = [
  adjusted('uuid', 'text', (row) => row.uuid),
  adjusted('external_id', 'text', (row) => row.externalId),
  adjusted('status', 'text', (row) => row.status),
  adjusted('payment_method', 'text', (row) => row.method),
  adjusted('finished_at', 'text', (row) => row.finishedAt),
  adjusted('currency', 'text', (row) => row.currency),
  adjusted('expected_fiat', 'number', (row) => row.expectedFiat),
  adjusted('actual_fiat', 'number', (row) => row.actualFiat),
  adjusted('delta_fiat', 'number', (row) => row.deltaFiat),
  adjusted('expected_usdt', 'number', (row) => row.expectedUsdt),
  adjusted('actual_usdt', 'number', (row) => row.actualUsdt),
  adjusted('delta_usdt', 'number', (row) => row.deltaUsdt),
  adjusted('settled_usdt', 'number', (row) => row.settledUsdt),
  adjusted('findings', 'text', (row) => row.findings.join(' ')),
  adjusted('read_at', 'text', (row) => row.asOf),
];
