// What lies in the mirror of the deliveries of one invoice: the records, and when they were read.
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import { readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { parseDelivery } from '../kernel/records.ts';

export interface DeliveryReading {
  readonly invoiceUuid: string;
  /** In the API's order. */
  readonly deliveries: readonly Delivery[];
  readonly asOf: string;
  /** Entries of the answer that could not be read. */
  readonly quarantined: number;
}

/** When the deliveries of the invoice were read last; null when they never were. */
export function lastReadOf(
  database: SqliteDatabase,
  invoiceUuid: string,
): Pick<DeliveryReading, 'asOf' | 'quarantined'> | null {
  const row = database.get('SELECT read_at, quarantined FROM delivery_reads WHERE invoice_uuid = ?', invoiceUuid);
  return row === null ? null : { asOf: readText(row, 'read_at'), quarantined: readInteger(row, 'quarantined') };
}

/** The deliveries of the invoice in the API's order; a record that cannot be read back is a damaged file. */
export function storedDeliveries(
  database: SqliteDatabase,
  invoiceUuid: string,
  limit = Number.MAX_SAFE_INTEGER,
): readonly Delivery[] {
  const sql = 'SELECT record FROM deliveries WHERE invoice_uuid = ? ORDER BY position LIMIT ?';
  return database.all(sql, invoiceUuid, limit).map((row) => parseDelivery(readText(row, 'record')));
}
