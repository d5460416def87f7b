/**
 * Adjusted invoices: what was expected, what came, and what does not add up. A dispute corrects the paid amount; the API then says
 * expected and actual in fiat and in USDT. Pure: records in, rows with findings and exact totals out.
 */
import type { Invoice, Sort } from '../domain/invoice.ts';
import { MoneySum, moneySortKey, sameMoney, subtractMoney } from '../domain/money.ts';
import { instantKey } from '../domain/time.ts';

export const ADJUSTED_FINDINGS = [
  /** is_adjusted is true, but the API gives no adjustment. */
  'adjustment-missing',
  /** amount, which never changes, is not the expected fiat. */
  'ordered-differs',
  /** The credited USDT are not the actual USDT of the adjustment. */
  'settled-differs',
  /** No credited amount at all. */
  'settled-missing',
] as const;
export type AdjustedFinding = (typeof ADJUSTED_FINDINGS)[number];

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
  /** actual − expected. */
  readonly deltaFiat: string | null;
  readonly expectedUsdt: string | null;
  readonly actualUsdt: string | null;
  readonly deltaUsdt: string | null;
  readonly settledUsdt: string | null;
  readonly asOf: string;
  readonly findings: readonly AdjustedFinding[];
}

export const ADJUSTED_SORT_FIELDS = [
  'uuid',
  'externalId',
  'currency',
  'expectedFiat',
  'actualFiat',
  'deltaFiat',
  'expectedUsdt',
  'actualUsdt',
  'deltaUsdt',
  'settledUsdt',
  'finishedAt',
] as const;
export type AdjustedSortField = (typeof ADJUSTED_SORT_FIELDS)[number];

export interface AdjustedQuery {
  /** Latest finished first when empty. */
  readonly sort: readonly Sort<AdjustedSortField>[];
  readonly offset: number;
  readonly limit: number;
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
  readonly settledMissing: number;
}

export interface AdjustedPage {
  readonly rows: readonly AdjustedRow[];
  readonly total: number;
  /** One row a currency over all records, by currency code. */
  readonly totals: readonly AdjustedTotals[];
}

/** An adjusted invoice and when it was read. */
export interface AdjustedFact {
  readonly record: Invoice;
  readonly asOf: string;
}

/** The row of one adjusted invoice. */
export function adjustedRow({ record, asOf }: AdjustedFact): AdjustedRow {
  const { adjustment, settled_amount_usdt: settled } = record;
  const delta = (actual: string | undefined, expected: string | undefined): string | null =>
    actual === undefined || expected === undefined ? null : subtractMoney(actual, expected);
  return {
    uuid: record.uuid,
    externalId: record.external_id,
    currency: record.currency.code,
    status: record.status,
    finishedAt: record.finished_at,
    method: record.payment_method?.name ?? null,
    amount: record.amount,
    expectedFiat: adjustment?.expected_amount_fiat ?? null,
    actualFiat: adjustment?.actual_amount_fiat ?? null,
    deltaFiat: delta(adjustment?.actual_amount_fiat, adjustment?.expected_amount_fiat),
    expectedUsdt: adjustment?.expected_amount_usdt ?? null,
    actualUsdt: adjustment?.actual_amount_usdt ?? null,
    deltaUsdt: delta(adjustment?.actual_amount_usdt, adjustment?.expected_amount_usdt),
    settledUsdt: settled,
    asOf,
    findings: findingsOf(record),
  };
}

function findingsOf(record: Invoice): readonly AdjustedFinding[] {
  const { adjustment, settled_amount_usdt: settled } = record;
  const findings: AdjustedFinding[] = [];
  if (adjustment === null) findings.push('adjustment-missing');
  else {
    if (!sameMoney(record.amount, adjustment.expected_amount_fiat)) findings.push('ordered-differs');
    if (settled !== null && !sameMoney(settled, adjustment.actual_amount_usdt)) findings.push('settled-differs');
  }
  if (settled === null) findings.push('settled-missing');
  return findings;
}

/** Rows of one page in order, and the totals of everything that came in. */
export function reconcileAdjusted(facts: Iterable<AdjustedFact>, query: AdjustedQuery): AdjustedPage {
  const rows: AdjustedRow[] = [];
  const totals = new AdjustedSums();
  for (const fact of facts) {
    const row = adjustedRow(fact);
    rows.push(row);
    totals.add(row);
  }
  const sorted = sortRows(rows, query.sort);
  return { rows: sorted.slice(query.offset, query.offset + query.limit), total: rows.length, totals: totals.totals() };
}

const AMOUNTS = [
  'expectedFiat',
  'actualFiat',
  'deltaFiat',
  'expectedUsdt',
  'actualUsdt',
  'deltaUsdt',
  'settledUsdt',
] as const;

interface CurrencySums {
  count: number;
  settledMissing: number;
  readonly sums: Readonly<Record<(typeof AMOUNTS)[number], MoneySum>>;
}

/** Exact sums per currency; a missing amount is in no sum. */
export class AdjustedSums {
  readonly #byCurrency = new Map<string, CurrencySums>();

  /** Adds one row. */
  add(row: AdjustedRow): void {
    const entry = this.#byCurrency.get(row.currency) ?? emptySums();
    this.#byCurrency.set(row.currency, entry);
    entry.count += 1;
    if (row.settledUsdt === null) entry.settledMissing += 1;
    for (const name of AMOUNTS) {
      const amount = row[name];
      if (amount !== null) entry.sums[name].add(amount);
    }
  }

  /** One row a currency, by currency code. */
  totals(): readonly AdjustedTotals[] {
    return [...this.#byCurrency]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([currency, { count, settledMissing, sums }]) => ({
        currency,
        count,
        expectedFiat: sums.expectedFiat.total(),
        actualFiat: sums.actualFiat.total(),
        deltaFiat: sums.deltaFiat.total(),
        expectedUsdt: sums.expectedUsdt.total(),
        actualUsdt: sums.actualUsdt.total(),
        deltaUsdt: sums.deltaUsdt.total(),
        settledUsdt: sums.settledUsdt.total(),
        settledMissing,
      }));
  }
}

function emptySums(): CurrencySums {
  return {
    count: 0,
    settledMissing: 0,
    sums: {
      expectedFiat: new MoneySum(),
      actualFiat: new MoneySum(),
      deltaFiat: new MoneySum(),
      expectedUsdt: new MoneySum(),
      actualUsdt: new MoneySum(),
      deltaUsdt: new MoneySum(),
      settledUsdt: new MoneySum(),
    },
  };
}

const LATEST_FIRST = [{ by: 'finishedAt', direction: 'desc' }] as const;

/** Sorted by keys that are made once a row: money numerically, instants in time, missing last, ties by uuid. */
export function sortRows(
  rows: readonly AdjustedRow[],
  sort: readonly Sort<AdjustedSortField>[],
): readonly AdjustedRow[] {
  const order = sort.length === 0 ? LATEST_FIRST : sort;
  const keyed = rows.map((row) => ({ row, keys: order.map(({ by }) => sortKey(row, by)) }));
  keyed.sort((left, right) => {
    for (const [index, { direction }] of order.entries()) {
      const verdict = compareKeys(left.keys[index] ?? null, right.keys[index] ?? null, direction);
      if (verdict !== 0) return verdict;
    }
    return left.row.uuid < right.row.uuid ? -1 : 1;
  });
  return keyed.map(({ row }) => row);
}

function sortKey(row: AdjustedRow, by: AdjustedSortField): string | null {
  const value = row[by];
  if (value === null || by === 'uuid' || by === 'externalId' || by === 'currency') return value;
  return by === 'finishedAt' ? instantKey(value) : moneySortKey(value);
}

function compareKeys(left: string | null, right: string | null, direction: 'asc' | 'desc'): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right === (direction === 'asc') ? -1 : 1;
}
