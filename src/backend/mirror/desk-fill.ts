/**
 * The index of the delivery desk for a mirror that was filled before there was one: rows of the deliveries that it has, and of the
 * final invoices without. Runs once, within the migration.
 */
import { readText } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { deskOfDeliveries } from './desk-store.ts';
import { parseDelivery } from './records.ts';

/** Fills the empty index. A stored record that cannot be read back is a damaged file, as everywhere. */
export function fillDesk(database: SqliteDatabase): void {
  database.exec(UNREAD);
  // Ids first: the statement must not be open while rows are written.
  const read = database.all('SELECT invoice_uuid, read_at FROM delivery_reads');
  for (const row of read) {
    const invoiceUuid = readText(row, 'invoice_uuid');
    const stored = database.all('SELECT record FROM deliveries WHERE invoice_uuid = ? ORDER BY position', invoiceUuid);
    const deliveries = stored.map((one) => parseDelivery(readText(one, 'record')));
    deskOfDeliveries(database, { invoiceUuid, deliveries, asOf: readText(row, 'read_at') });
  }
}

/** In the order of the index that is the largest to write. */
const UNREAD = `INSERT INTO desk (invoice_uuid, position, is_latest, state, at_risk, elsewhere,
    external_id, customer_id, currency, payment_method, finished_at_key)
  SELECT uuid, 0, 1, 'never-read', 0, 0, external_id, customer_id, currency, payment_method, finished_at_key
  FROM invoices WHERE deliveries_read = 0 AND status IN ('success', 'fail', 'expired', 'canceled') ORDER BY id`;
