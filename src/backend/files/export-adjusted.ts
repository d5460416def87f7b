/** The columns of the export of adjusted invoices. Not here: the figures themselves (reconciliation/adjusted). */
import type { CsvColumn } from './csv.ts';

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
