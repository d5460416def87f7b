/**
 * What `reconciliation.adjusted` takes and gives. The engine that fills it in (reconciliation/adjusted) is handed to the mirror
 * by the worker, which is where the compiler checks that both mean the same shape.
 */
import type { Sort } from '../../domain/invoice.ts';

export type AdjustedSortField =
  | 'uuid'
  | 'externalId'
  | 'currency'
  | 'expectedFiat'
  | 'actualFiat'
  | 'deltaFiat'
  | 'expectedUsdt'
  | 'actualUsdt'
  | 'deltaUsdt'
  | 'settledUsdt'
  | 'finishedAt';

export type AdjustedFinding = 'adjustment-missing' | 'ordered-differs' | 'settled-differs' | 'settled-missing';

export interface AdjustedRow {
  readonly uuid: string;
  readonly externalId: string;
  readonly currency: string;
  readonly status: string;
  readonly finishedAt: string | null;
  readonly method: string | null;
  /** The ordered fiat of the invoice itself. */
  readonly amount: string;
  readonly expectedFiat: string | null;
  readonly actualFiat: string | null;
  /** actual − expected; null, like the other five, when the API gives no adjustment. */
  readonly deltaFiat: string | null;
  readonly expectedUsdt: string | null;
  readonly actualUsdt: string | null;
  readonly deltaUsdt: string | null;
  readonly settledUsdt: string | null;
  readonly asOf: string;
  readonly findings: readonly AdjustedFinding[];
}

export interface AdjustedTotals {
  readonly currency: string;
  readonly count: number;
  readonly expectedFiat: string;
  readonly actualFiat: string;
  readonly deltaFiat: string;
  readonly expectedUsdt: string;
  readonly actualUsdt: string;
  readonly deltaUsdt: string;
  readonly settledUsdt: string;
  /** How many of them have no credited amount. */
  readonly settledMissing: number;
}

export interface AdjustedQuery {
  /** Latest finished first when empty. */
  readonly sort: readonly Sort<AdjustedSortField>[];
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

export interface AdjustedPage {
  readonly rows: readonly AdjustedRow[];
  readonly total: number;
  /** One row a currency over the whole filter, by currency code. */
  readonly totals: readonly AdjustedTotals[];
}
