/** Exact sums over invoices: the amounts are added in the domain, at their own scale, never by SQL. */
import type { InvoiceFilter } from '../../../../domain/records/invoice.ts';
import { MoneySum } from '../../../../domain/kernel/money/money.ts';
import type { CurrencyTotals } from '../../../../domain/records/totals.ts';
import { cellInteger, cellText, cellTextOrNull, parseJson } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { accessForSums, weighed } from '../../kernel/access.ts';
import type { InvoiceTotals } from '../../kernel/answers.ts';
import { invoiceWhere } from '../../kernel/conditions.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import { countQuarantined } from './counts.ts';
import { countOfFilter } from './pages.ts';
import { listState } from '../../sync/list-state.ts';

/** `invoices.totals`: a row a currency over the whole filter, with the state of the list in the same snapshot. */
function invoiceTotals(
  { database, memo }: MirrorReadContext,
  input: { readonly filter: InvoiceFilter },
): InvoiceTotals {
  return memo.totals.get(JSON.stringify(input.filter), () =>
    database.snapshot(() => ({
      currencies: currencyTotals(database, input.filter),
      ...countsBeside(database, input.filter),
      list: listState(database, 'invoices'),
    })),
  );
}

/** What is told beside the sums of a filter. */
export function countsBeside(
  database: SqliteDatabase,
  filter: InvoiceFilter,
): Pick<InvoiceTotals, 'quarantined' | 'missing'> {
  // What the API does not show any more was true when it was seen: it stays in the sums, and is counted beside them.
  const gone = weighed(database, { ...filter, missing: true });
  return {
    quarantined: countQuarantined(database),
    missing: countOfFilter(database, gone, invoiceWhere(gone)),
  };
}

/**
 * A row a currency over the whole filter, by code. SQLite hands the amounts of each currency and status over as one list, which costs a tenth of
 * taking them row by row; it does not look into them.
 */
export function currencyTotals(database: SqliteDatabase, asked: InvoiceFilter): readonly CurrencyTotals[] {
  const filter = weighed(database, asked);
  const where = invoiceWhere(filter);
  const sql = `SELECT i.currency, i.status, count(*),
      CASE WHEN i.status = 'success' THEN json_group_array(i.amount) ELSE '[]' END,
      CASE WHEN i.status = 'success' THEN json_group_array(i.settled_amount_usdt) ELSE '[]' END
    FROM invoices AS i ${accessForSums(filter)} ${where.sql} GROUP BY i.currency, i.status ORDER BY i.currency, i.status`;
  const totals = new Map<string, CurrencyTotals>();
  for (const [currency, status, count, amounts, settled] of database.iterate(sql, ...where.parameters)) {
    const code = cellText(currency);
    const before = totals.get(code) ?? emptyTotals(code);
    const group = { status: cellText(status), count: cellInteger(count) };
    const byStatus = { ...before.byStatus, [group.status]: group.count };
    const after = { ...before, count: before.count + group.count, byStatus };
    totals.set(
      code,
      group.status === 'success' ? { ...after, ...sumsOf(cellText(amounts), cellText(settled)) } : after,
    );
  }
  return [...totals.values()];
}

function emptyTotals(currency: string): CurrencyTotals {
  return { currency, count: 0, byStatus: {}, successAmount: '0', settledUsdt: '0', settledMissing: 0 };
}

function sumsOf(
  amounts: string,
  settled: string,
): Pick<CurrencyTotals, 'successAmount' | 'settledUsdt' | 'settledMissing'> {
  const successAmount = new MoneySum();
  for (const amount of parseAmounts(amounts)) if (amount !== null) successAmount.add(amount);
  const settledUsdt = new MoneySum();
  let settledMissing = 0;
  for (const amount of parseAmounts(settled)) {
    if (amount === null) settledMissing += 1;
    else settledUsdt.add(amount);
  }
  return { successAmount: successAmount.total(), settledUsdt: settledUsdt.total(), settledMissing };
}

function parseAmounts(json: string): readonly (string | null)[] {
  const list = parseJson(json, 'list of amounts');
  if (!Array.isArray(list)) throw new Error('json_group_array gives an array');
  return list.map(cellTextOrNull);
}

export const invoiceTotalsReads = {
  'invoices.totals': invoiceTotals,
} as const;
