/**
 * Keeping what receivers were told beside the deliveries it is read from: one row for an invoice, written in the transaction that stores an
 * answer. Not here: what counts as told (domain/told-payload), and reading the rows (tie-facts.ts).
 */
import { lastDelivered, toldBy } from '../../domain/told-payload.ts';
import { readInteger, readText } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { type DeliveryReading, lastReadOf, storedDeliveries } from './delivery-records.ts';
import { timeKey } from './freshness.ts';

const INSERT = `INSERT INTO told (id, unreadable, delivery_uuid, delivered_at, delivered_at_key, event, status, credited_usdt, amount,
  original_amount, adjusted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The deliveries of an invoice were read, or read again. */
export function tellOfReading(
  database: SqliteDatabase,
  { invoiceUuid, deliveries, quarantined }: Omit<DeliveryReading, 'asOf'>,
): void {
  const invoice = database.get('SELECT id FROM invoices WHERE uuid = ?', invoiceUuid);
  if (invoice === null) return;
  const id = readInteger(invoice, 'id');
  database.run('DELETE FROM told WHERE id = ?', id);
  const delivery = lastDelivered(deliveries);
  if (delivery === null && quarantined === 0) return;
  const told = delivery === null ? null : toldBy(delivery);
  const adjusted = told?.adjusted ?? null;
  database.run(
    INSERT,
    id,
    quarantined,
    told?.deliveryUuid ?? null,
    told?.deliveredAt ?? null,
    timeKey(told?.deliveredAt ?? null),
    told?.event ?? null,
    told?.status ?? null,
    told?.creditedUsdt ?? null,
    told?.amount ?? null,
    told?.originalAmount ?? null,
    adjusted === null ? null : Number(adjusted),
  );
}

/** The invoice is new to the mirror; its deliveries may have been read before it. */
export function tellOfNewInvoice(database: SqliteDatabase, invoiceUuid: string): void {
  const read = lastReadOf(database, invoiceUuid);
  if (read === null) return;
  const deliveries = storedDeliveries(database, invoiceUuid);
  tellOfReading(database, { invoiceUuid, deliveries, quarantined: read.quarantined });
}

/** Fills the empty table of a mirror that was kept without it. Runs once, within the migration. */
export function fillTold(database: SqliteDatabase): void {
  for (const row of database.all('SELECT invoice_uuid FROM delivery_reads')) {
    tellOfNewInvoice(database, readText(row, 'invoice_uuid'));
  }
}
