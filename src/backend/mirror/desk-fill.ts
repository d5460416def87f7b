// The index of the delivery desk for a mirror that was filled before there was one: rows of the deliveries that it
// has, and of the final invoices without. An answer without any delivery may be from before the invoice ended: it is
// asked for again. Runs once, within the migration.
import { readText } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { storedDeliveries } from './delivery-records.ts';
import { deskOfDeliveries } from './desk-store.ts';
import { UNREAD } from './final-invoices.ts';

/** Fills the empty index. A stored record that cannot be read back is a damaged file, as everywhere. */
export function fillDesk(database: SqliteDatabase): void {
  database.exec(FORGET_EMPTY);
  database.exec(ADD_UNREAD);
  const read = database.all('SELECT invoice_uuid, read_at FROM delivery_reads');
  for (const row of read) {
    const invoiceUuid = readText(row, 'invoice_uuid');
    const deliveries = storedDeliveries(database, invoiceUuid);
    deskOfDeliveries(database, { invoiceUuid, deliveries, asOf: readText(row, 'read_at'), quarantined: 0 });
  }
}

const FORGET_EMPTY = `
DELETE FROM delivery_reads WHERE NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.invoice_uuid = delivery_reads.invoice_uuid);
UPDATE invoices SET deliveries_read = 0
  WHERE deliveries_read = 1 AND NOT EXISTS (SELECT 1 FROM delivery_reads AS r WHERE r.invoice_uuid = invoices.uuid);`;

const ADD_UNREAD = `INSERT INTO desk (id, invoice_uuid, position, is_latest, state, at_risk, elsewhere,
    external_id, customer_id, currency, payment_method, finished_at_key)
  SELECT id, uuid, 0, 1, 'never-read', 0, 0, external_id, customer_id, currency, payment_method, finished_at_key
  FROM invoices WHERE ${UNREAD} ORDER BY id`;
