/**
 * Invoices as plain cells, for files: all of a filter in its order, only the columns that are wanted, straight from the narrow tables. A
 * record is opened only for what no column has, which is the adjustment of the few that have one. Not here: how a file is written.
 */
import type { InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { readTextOrNull } from '../sqlite/columns.ts';
import { StoreError } from '../sqlite/errors.ts';
import { accessForRows } from './access.ts';
import { invoiceWhere } from './conditions.ts';
import { invoiceOrder } from './order.ts';

const ofAdjustment = (field: string): string =>
  `CASE WHEN i.is_adjusted = 1 THEN (SELECT json_extract(r.record, '$.adjustment.${field}') FROM invoice_records AS r WHERE r.id = i.id) END`;

const CELLS = {
  uuid: 'i.uuid',
  external_id: 'i.external_id',
  customer_id: 'i.customer_id',
  status: 'i.status',
  currency: 'i.currency',
  amount: 'i.amount',
  amount_to_send: 'i.amount_to_send',
  payment_method: 'i.payment_method',
  rate: 'i.rate',
  settled_amount_usdt: 'i.settled_amount_usdt',
  is_adjusted: `CASE WHEN i.is_adjusted = 1 THEN 'yes' ELSE 'no' END`,
  expected_amount_fiat: ofAdjustment('expected_amount_fiat'),
  actual_amount_fiat: ofAdjustment('actual_amount_fiat'),
  expected_amount_usdt: ofAdjustment('expected_amount_usdt'),
  actual_amount_usdt: ofAdjustment('actual_amount_usdt'),
  created_at: 'i.created_at',
  expires_at: 'i.expires_at',
  finished_at: 'i.finished_at',
  purpose: 'i.purpose',
  payment_url: '(SELECT u.payment_url FROM invoice_addresses AS u WHERE u.id = i.id)',
  not_shown_since: 'i.missing_since',
  read_at: 'i.as_of',
} as const;
export type InvoiceCell = keyof typeof CELLS;

/** The named cells of every invoice of the filter, in the order of the list; within one snapshot of the file. Throws `invalid-input`. */
export function* eachInvoiceCells(
  database: SqliteDatabase,
  query: { readonly filter: InvoiceFilter; readonly sort: readonly Sort<InvoiceSortField>[] },
  cells: readonly InvoiceCell[],
): IterableIterator<readonly (string | number | null)[]> {
  const { filter, sort } = query;
  const where = invoiceWhere(filter);
  const order = invoiceOrder(sort);
  const columns = cells.map((cell) => CELLS[cell]).join(', ');
  const sql = `SELECT ${columns} FROM invoices AS i ${accessForRows(filter, sort)} ${order.join} ${where.sql} ${order.sql}`;
  for (const row of database.iterate(sql, ...where.parameters)) {
    if (!row.every(isCell))
      throw new StoreError('corrupt', 'mirror', 'a cell of an invoice is neither text nor number');
    yield row;
  }
}

function isCell(value: unknown): value is string | number | null {
  return typeof value === 'string' || value === null || typeof value === 'number';
}

/** The oldest reading of an invoice of the filter, server's time; null without any. */
export function oldestInvoiceReading(database: SqliteDatabase, filter: InvoiceFilter): string | null {
  const where = invoiceWhere(filter);
  const row = database.get(`SELECT min(i.as_of) AS oldest FROM invoices AS i ${where.sql}`, ...where.parameters);
  return row === null ? null : readTextOrNull(row, 'oldest');
}
