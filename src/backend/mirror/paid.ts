// What customers paid in fiat, where that is known, beside the records it follows from: kept in the transaction that
// stores one of them, so that it can be searched like the other amounts.
import type { Delivery } from '../../domain/delivery.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { moneySortKey } from '../../domain/money.ts';
import { paidAmount } from '../../domain/paid-amount.ts';
import { cellInteger, cellText, readCount, readInteger, readText } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { storedDeliveries } from './delivery-records.ts';
import { parseDelivery, parseInvoice } from './records.ts';

/** Version 9 of the mirror's schema. The key is the invoice's. What is to pay is searched by an index of its own as well. */
export const PAID_TABLE = `
CREATE TABLE paid (
  id INTEGER PRIMARY KEY REFERENCES invoices (id) ON DELETE CASCADE,
  amount TEXT NOT NULL,
  amount_key TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT;
CREATE INDEX paid_by_amount ON paid (amount_key);
CREATE INDEX invoices_by_to_pay ON invoices (amount_to_send_key) WHERE amount_to_send_key IS NOT NULL;
`;

/** The deliveries of an invoice were read. */
export function keepPaidOfReading(
  database: SqliteDatabase,
  invoiceUuid: string,
  deliveries: readonly Delivery[],
): void {
  const sql = 'SELECT i.id, r.record FROM invoices AS i JOIN invoice_records AS r ON r.id = i.id WHERE i.uuid = ?';
  const row = database.get(sql, invoiceUuid);
  if (row !== null) keepPaid(database, readInteger(row, 'id'), parseInvoice(readText(row, 'record')), deliveries);
}

/** The invoice is new, or another one than before. */
export function keepPaidOfInvoice(database: SqliteDatabase, id: number, invoice: Invoice): void {
  keepPaid(database, id, invoice, storedDeliveries(database, invoice.uuid));
}

function keepPaid(database: SqliteDatabase, id: number, invoice: Invoice, deliveries: readonly Delivery[]): void {
  const paid = paidAmount(invoice, deliveries);
  if (paid === null) database.run('DELETE FROM paid WHERE id = ?', id);
  else insertPaid(database, id, paid);
}

function insertPaid(database: SqliteDatabase, id: number, paid: NonNullable<ReturnType<typeof paidAmount>>): void {
  const sql = 'INSERT OR REPLACE INTO paid (id, amount, amount_key, source) VALUES (?, ?, ?, ?)';
  database.run(sql, id, paid.amount, moneySortKey(paid.amount), paid.source);
}

/** Invoices that are gone through at once. */
const FILL_ROWS = 2000;
const IN_RANGE = `SELECT i.id, r.record, d.record FROM invoices AS i JOIN invoice_records AS r ON r.id = i.id
  LEFT JOIN deliveries AS d ON d.invoice_uuid = i.uuid
  WHERE i.id > ? AND i.id <= ? AND (i.is_adjusted = 1 OR d.id IS NOT NULL) ORDER BY i.id, d.position`;

/** Fills the empty table of a mirror that was kept without it. Runs once, within the migration. */
export function fillPaid(database: SqliteDatabase): void {
  const last = readCount(database.get('SELECT coalesce(max(id), 0) AS n FROM invoices'));
  for (let after = 0; after < last; after += FILL_ROWS) {
    const found = new Map<number, { readonly invoice: Invoice; readonly deliveries: Delivery[] }>();
    for (const [cell, record, delivery = null] of database.iterate(IN_RANGE, after, after + FILL_ROWS)) {
      const id = cellInteger(cell);
      const known = found.get(id) ?? { invoice: parseInvoice(cellText(record)), deliveries: [] };
      found.set(id, known);
      if (delivery !== null) known.deliveries.push(parseDelivery(cellText(delivery)));
    }
    for (const [id, { invoice, deliveries }] of found) {
      const paid = paidAmount(invoice, deliveries);
      if (paid !== null) insertPaid(database, id, paid);
    }
  }
}
