/** The columns of the export of adjusted invoices. Not here: the figures themselves (reconciliation/adjusted). */
import { columnsOf } from './table.ts';

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

const { text, number, instant } = columnsOf<AdjustedExportRow>();

/** The columns of the export of adjusted invoices. */
export const ADJUSTED_COLUMNS = [
  text('uuid', ({ uuid }) => uuid),
  text('external_id', ({ externalId }) => externalId),
  text('status', ({ status }) => status),
  text('payment_method', ({ method }) => method),
  instant('finished_at', ({ finishedAt }) => finishedAt),
  text('currency', ({ currency }) => currency),
  number('expected_fiat', ({ expectedFiat }) => expectedFiat),
  number('actual_fiat', ({ actualFiat }) => actualFiat),
  number('delta_fiat', ({ deltaFiat }) => deltaFiat),
  number('expected_usdt', ({ expectedUsdt }) => expectedUsdt),
  number('actual_usdt', ({ actualUsdt }) => actualUsdt),
  number('delta_usdt', ({ deltaUsdt }) => deltaUsdt),
  number('settled_usdt', ({ settledUsdt }) => settledUsdt),
  text('findings', ({ findings }) => findings.join(' ')),
  instant('read_at', ({ asOf }) => asOf),
] as const;
