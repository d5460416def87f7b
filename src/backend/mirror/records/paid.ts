// What customers paid in fiat, where that is known, beside the records it follows from: kept in the transaction that
// stores one of them, so that it can be searched like the other amounts.
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import { moneySortKey } from '../../../domain/kernel/money/money.ts';
import { paidAmount } from '../../../domain/webhooks/paid-amount.ts';
import { readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { storedDeliveries } from './delivery-records.ts';
import { parseInvoice } from '../kernel/records.ts';

/** The deliveries of an invoice were read. */
export function keepPaidOfReading(
  database: SqliteDatabase,
  invoiceUuid: string,
  deliveries: readonly Delivery[],
): void {
  // A join would be planned anew by SQLite for every uuid.
  const sql =
    'SELECT id, (SELECT record FROM invoice_records AS r WHERE r.id = i.id) AS record FROM invoices AS i WHERE uuid = ?';
  const row = database.get(sql, invoiceUuid);
  if (row !== null) keepPaid(database, readInteger(row, 'id'), parseInvoice(readText(row, 'record')), deliveries);
}

/** The invoice is new, or another one than before. */
export function keepPaidOfInvoice(database: SqliteDatabase, id: number, invoice: Invoice): void {
  keepPaid(database, id, invoice, storedDeliveries(database, invoice.uuid));
}

function keepPaid(database: SqliteDatabase, id: number, invoice: Invoice, deliveries: readonly Delivery[]): void {
  const paid = paidAmount(invoice, deliveries);
  if (paid === null) {
    database.run('DELETE FROM paid WHERE id = ?', id);
    return;
  }
  const sql = 'INSERT OR REPLACE INTO paid (id, amount, amount_key, source) VALUES (?, ?, ?, ?)';
  database.run(sql, id, paid.amount, moneySortKey(paid.amount), paid.source);
}
