// Adjusted invoices: what was expected, what came, and what does not add up.
import {
  ADJUSTED_FINDINGS,
  type AdjustedFact,
  type AdjustedFinding,
  type AdjustedPage,
  type AdjustedQuery,
  type AdjustedRow,
  type AdjustedSortField,
  type AdjustedTotals,
} from '../../domain/reconcile/adjusted.ts';
import { tableOf } from '../../domain/kernel/fields.ts';
import type { Sort } from '../../domain/kernel/list.ts';
import { MoneySum, moneySortKey, percentOf, subtractMoney } from '../../domain/kernel/money/money.ts';
import { CREDIT_TOKEN } from '../../domain/period/statement.ts';
import { instantKey } from '../../domain/kernel/time/time.ts';
import { verdictOf } from './tie-findings.ts';

const PERCENT_DECIMALS = 4;

export function adjustedRow(fact: AdjustedFact): AdjustedRow {
  const { record, asOf, exception } = fact;
  const { adjustment, settled_amount_usdt: settled } = record;
  const fiat = deltaOf(adjustment?.actual_amount_fiat, adjustment?.expected_amount_fiat);
  const usdt = deltaOf(adjustment?.actual_amount_usdt, adjustment?.expected_amount_usdt);
  return {
    uuid: record.uuid,
    externalId: record.external_id,
    customerId: record.customer_id,
    currency: record.currency.code,
    status: record.status,
    finishedAt: record.finished_at,
    method: record.payment_method?.name ?? null,
    amount: record.amount,
    expectedFiat: adjustment?.expected_amount_fiat ?? null,
    actualFiat: adjustment?.actual_amount_fiat ?? null,
    deltaFiat: fiat.delta,
    deltaFiatPercent: fiat.percent,
    expectedUsdt: adjustment?.expected_amount_usdt ?? null,
    actualUsdt: adjustment?.actual_amount_usdt ?? null,
    deltaUsdt: usdt.delta,
    deltaUsdtPercent: usdt.percent,
    settledUsdt: settled,
    asOf,
    findings: findingsOf(fact),
    exception,
  };
}

function deltaOf(
  actual: string | undefined,
  expected: string | undefined,
): { readonly delta: string | null; readonly percent: string | null } {
  if (actual === undefined || expected === undefined) return { delta: null, percent: null };
  const delta = subtractMoney(actual, expected);
  return { delta, percent: percentOf(delta, expected, PERCENT_DECIMALS) };
}

/** Those of the record itself; what its receiver was told is the tie-out's. */
function findingsOf({ record, asOf }: AdjustedFact): readonly AdjustedFinding[] {
  const { findings } = verdictOf({
    kind: 'invoice',
    uuid: record.uuid,
    externalId: record.external_id,
    customerId: record.customer_id,
    method: record.payment_method?.name ?? null,
    status: record.status,
    currency: record.currency.code,
    amount: record.amount,
    settledUsdt: record.settled_amount_usdt,
    isAdjusted: record.is_adjusted,
    adjustment: record.adjustment,
    finishedAt: record.finished_at,
    told: null,
    deliveries: null,
    callbackUrl: null,
    untold: 'webhook-not-read',
    toldReadAt: null,
    lastChangedAt: asOf,
    changeSeenAt: null,
    firstSeenAt: asOf,
    asOf,
  });
  return ADJUSTED_FINDINGS.filter((kind) => findings.includes(kind));
}

/** Rows of one page in order, and the totals of everything that came in and stands as asked. */
export function reconcileAdjusted(facts: Iterable<AdjustedFact>, query: AdjustedQuery): AdjustedPage {
  const rows: AdjustedRow[] = [];
  const totals = new AdjustedSums();
  const triage = { open: 0, resolved: 0 };
  for (const fact of facts) {
    // Open until somebody has resolved it, whether or not a run of the engine has found it.
    const state = fact.exception?.state === 'resolved' ? 'resolved' : 'open';
    triage[state] += 1;
    if (query.triage !== undefined && query.triage !== state) continue;
    const row = adjustedRow(fact);
    rows.push(row);
    totals.add(row);
  }
  const sorted = sortRows(rows, query.sort);
  return {
    rows: sorted.slice(query.offset, query.offset + query.limit),
    total: rows.length,
    totals: totals.totals(),
    triage,
  };
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
  adjustmentMissing: number;
  readonly sums: Readonly<Record<(typeof AMOUNTS)[number], MoneySum>>;
}

/** Exact sums per currency; a missing amount is in no sum. */
export class AdjustedSums {
  readonly #byCurrency = new Map<string, CurrencySums>();

  add(row: AdjustedRow): void {
    const entry = this.#byCurrency.get(row.currency) ?? emptySums();
    this.#byCurrency.set(row.currency, entry);
    entry.count += 1;
    if (row.findings.includes('settled-missing')) entry.settledMissing += 1;
    if (row.findings.includes('adjustment-missing')) entry.adjustmentMissing += 1;
    for (const name of AMOUNTS) {
      const amount = row[name];
      if (amount !== null) entry.sums[name].add(amount);
    }
  }

  /** One row a currency, by currency code. */
  totals(): readonly AdjustedTotals[] {
    return [...this.#byCurrency]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([currency, { count, settledMissing, adjustmentMissing, sums }]) => ({
        currency,
        token: CREDIT_TOKEN,
        count,
        ...tableOf(AMOUNTS, (name) => sums[name].total()),
        settledMissing,
        adjustmentMissing,
      }));
  }
}

function emptySums(): CurrencySums {
  return { count: 0, settledMissing: 0, adjustmentMissing: 0, sums: tableOf(AMOUNTS, () => new MoneySum()) };
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
  if (by === 'absDeltaFiat') return sizeKey(row.deltaFiat);
  if (by === 'absDeltaUsdt') return sizeKey(row.deltaUsdt);
  const value = row[by];
  if (value === null || by === 'uuid' || by === 'externalId' || by === 'currency') return value;
  return by === 'finishedAt' ? instantKey(value) : moneySortKey(value);
}

function sizeKey(delta: string | null): string | null {
  return delta === null ? null : moneySortKey(delta.startsWith('-') ? delta.slice(1) : delta);
}

function compareKeys(left: string | null, right: string | null, direction: 'asc' | 'desc'): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right === (direction === 'asc') ? -1 : 1;
}
