// Keeping what receivers were told beside the deliveries it is read from: one row for an invoice, written in the transaction that stores an answer.
import { lastDelivered, toldBy } from '../../../domain/webhooks/told-payload.ts';
import { readInteger } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { type DeliveryReading, lastReadOf, storedDeliveries } from '../records/delivery-records.ts';
import { moneyKey, timeKey } from '../kernel/freshness.ts';

const INSERT = `INSERT INTO told (id, read_at, unreadable, delivery_uuid, delivered_at, delivered_at_key, event, status, credited_usdt,
  credited_usdt_key, amount, original_amount, adjusted) VALUES (@id, @asOf, @quarantined, @deliveryUuid, @deliveredAt, @deliveredKey, @event,
  @status, @creditedUsdt, @creditedKey, @amount, @originalAmount, @adjusted)`;
/** Of a reading without any that is known. */
const NOTHING = {
  deliveryUuid: null,
  deliveredAt: null,
  event: null,
  status: null,
  creditedUsdt: null,
  amount: null,
  originalAmount: null,
  adjusted: null,
};

/** Of `invoices AS i` and `told AS t`: told of a success with the settled amount. */
export const TOLD_THE_SAME = `ifnull(t.credited_usdt_key = i.settled_amount_usdt_key, 0)
  AND ifnull(t.event, 'invoice.paid') = 'invoice.paid' AND ifnull(t.status, 'success') = 'success'`;

/** Of the same: neither side was read before the other one came to be. Our own instants are UTC, to the second, of the API's answers. */
export const TOLD_COMPARABLE = `ifnull(substr(t.delivered_at_key, 1, 19) < substr(i.as_of, 1, 19), 1)
  AND substr(t.read_at, 1, 19) >= substr(i.last_changed_at, 1, 19)`;

/** The deliveries of an invoice were read, or read again. */
export function tellOfReading(
  database: SqliteDatabase,
  { invoiceUuid, deliveries, asOf, quarantined }: DeliveryReading,
): void {
  const invoice = database.get('SELECT id FROM invoices WHERE uuid = ?', invoiceUuid);
  if (invoice === null) return;
  const id = readInteger(invoice, 'id');
  database.run('DELETE FROM told WHERE id = ?', id);
  const delivery = lastDelivered(deliveries);
  if (delivery === null && quarantined === 0) return;
  const told = delivery === null ? NOTHING : toldBy(delivery);
  const [deliveredKey, creditedKey] = [timeKey(told.deliveredAt), moneyKey(told.creditedUsdt)];
  const adjusted = told.adjusted === null ? null : Number(told.adjusted);
  database.run(INSERT, { ...told, id, asOf, quarantined, deliveredKey, creditedKey, adjusted });
}

/** The invoice is new to the mirror, and its deliveries were read before. */
export function tellOfNewInvoice(database: SqliteDatabase, invoiceUuid: string): void {
  const read = lastReadOf(database, invoiceUuid);
  if (read === null) return;
  const deliveries = storedDeliveries(database, invoiceUuid);
  tellOfReading(database, { invoiceUuid, deliveries, ...read });
}
