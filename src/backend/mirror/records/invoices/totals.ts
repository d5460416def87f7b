/** Exact sums over invoices: the amounts are added in the domain, at their own scale, never by SQL. */
import type { InvoiceFilter } from '../../../../domain/records/invoice.ts';
import { MoneySum } from '../../../../domain/kernel/money/money.ts';
import type { CurrencyTotals } from '../../../../domain/records/totals.ts';
import { cellInteger, cellText, cellTextOrNull, parseJson } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import type { Where } from '../../../sqlite/terms.ts';
import { accessForCount, weighed } from '../../kernel/access.ts';
import type { InvoiceTotals } from '../../kernel/answers.ts';
import { invoiceWhere } from '../../kernel/conditions.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import { countQuarantined } from './counts.ts';
import { countOfFilter } from './pages.ts';
import { talliedFilter } from '../../kernel/tallies.ts';
import { listState } from '../../sync/list-state.ts';

/** `invoices.totals`: a row a currency over the whole filter, with the state of the list in the same snapshot. */
function invoiceTotals(
  { database, memo }: MirrorReadContext,
  input: { readonly filter: InvoiceFilter },
): InvoiceTotals {
  return memo.totals.get(JSON.stringify(input.filter), () => ({
    currencies: currencyTotals(database, input.filter),
    ...countsBeside(database, input.filter),
    list: listState(database, 'invoices'),
  }));
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

/** A row a currency over the whole filter, by code. */
export function currencyTotals(database: SqliteDatabase, filter: InvoiceFilter): readonly CurrencyTotals[] {
  const totals = new Map<string, Totals>();
  const tallied = talliedFilter(filter);
  if (tallied === null) addInvoices(database, totals, filter);
  else {
    addDays(database, totals, tallied.days);
    for (const edge of tallied.edges) addInvoices(database, totals, edge);
  }
  return [...totals]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, { byStatus, amount, settled, unsettled }]) => ({
      currency,
      count: [...byStatus.values()].reduce((sum, count) => sum + count, 0),
      byStatus: Object.fromEntries([...byStatus].sort(([left], [right]) => (left < right ? -1 : 1))),
      successAmount: amount.total(),
      settledUsdt: settled.total(),
      settledMissing: unsettled,
    }));
}

interface Totals {
  readonly byStatus: Map<string, number>;
  readonly amount: MoneySum;
  readonly settled: MoneySum;
  unsettled: number;
}

function totalsOf(totals: Map<string, Totals>, currency: string, status: string, count: number): Totals {
  const fresh: Totals = { byStatus: new Map(), amount: new MoneySum(), settled: new MoneySum(), unsettled: 0 };
  const known = totals.get(currency) ?? fresh;
  totals.set(currency, known);
  known.byStatus.set(status, (known.byStatus.get(status) ?? 0) + count);
  return known;
}

function addDays(database: SqliteDatabase, totals: Map<string, Totals>, { sql, parameters }: Where): void {
  const days = `SELECT i.currency, i.status, i.count, i.amount, i.settled, i.unsettled FROM invoice_tallies AS i ${sql}`;
  for (const [currency, status, count, amount, settled, unsettled] of database.iterate(days, ...parameters)) {
    const known = totalsOf(totals, cellText(currency), cellText(status), cellInteger(count));
    if (status !== 'success') continue;
    known.amount.add(cellText(amount));
    known.settled.add(cellText(settled));
    known.unsettled += cellInteger(unsettled);
  }
}

/**
 * SQLite hands the amounts of each currency and status over as one list, which costs a tenth of taking them row by row; it does not look into
 * them.
 */
function addInvoices(database: SqliteDatabase, totals: Map<string, Totals>, asked: InvoiceFilter): void {
  const filter = weighed(database, asked);
  const where = invoiceWhere(filter);
  const sql = `SELECT i.currency, i.status, count(*),
      CASE WHEN i.status = 'success' THEN json_group_array(i.amount) ELSE '[]' END,
      CASE WHEN i.status = 'success' THEN json_group_array(i.settled_amount_usdt) ELSE '[]' END
    FROM invoices AS i ${accessForCount(filter)} ${where.sql} GROUP BY i.currency, i.status`;
  for (const [currency, status, count, amounts, settled] of database.iterate(sql, ...where.parameters)) {
    const known = totalsOf(totals, cellText(currency), cellText(status), cellInteger(count));
    for (const amount of parseAmounts(cellText(amounts))) if (amount !== null) known.amount.add(amount);
    for (const amount of parseAmounts(cellText(settled))) {
      if (amount === null) known.unsettled += 1;
      else known.settled.add(amount);
    }
  }
}

function parseAmounts(json: string): readonly (string | null)[] {
  const list = parseJson(json, 'list of amounts');
  if (!Array.isArray(list)) throw new Error('json_group_array gives an array');
  return list.map(cellTextOrNull);
}

export const invoiceTotalsReads = {
  'invoices.totals': invoiceTotals,
} as const;
