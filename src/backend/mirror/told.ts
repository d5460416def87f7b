// Keeping what receivers were told beside the deliveries it is read from: one row for an invoice, written in the
// transaction that stores an answer.
import type { Delivery } from '../../domain/delivery.ts';
import { fieldOf, isFields } from '../../domain/fields.ts';
import { lastDelivered, toldBy } from '../../domain/told-payload.ts';
import { cellInteger, cellText, parseJson, readCount, readInteger } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { type DeliveryReading, lastReadOf, storedDeliveries } from './delivery-records.ts';
import { moneyKey, timeKey } from './freshness.ts';

const INSERT = `INSERT INTO told (id, read_at, unreadable, delivery_uuid, delivered_at, delivered_at_key, event, status, credited_usdt,
  credited_usdt_key, amount, original_amount, adjusted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

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
  insertTold(database, { id, asOf, quarantined }, deliveries);
}

/** A reading of one invoice, by the invoice's own key. */
interface Reading {
  readonly id: number;
  readonly asOf: string;
  readonly quarantined: number;
}

/** What is read of a delivery here. */
type ToldFacts = Pick<Delivery, 'uuid' | 'event' | 'status' | 'delivered_at' | 'created_at' | 'payload'>;

function insertTold(database: SqliteDatabase, reading: Reading, deliveries: readonly ToldFacts[]): void {
  const delivery = lastDelivered(deliveries);
  if (delivery === null && reading.quarantined === 0) return;
  const told = delivery === null ? null : toldBy(delivery);
  const adjusted = told?.adjusted ?? null;
  database.run(
    INSERT,
    reading.id,
    reading.asOf,
    reading.quarantined,
    told?.deliveryUuid ?? null,
    told?.deliveredAt ?? null,
    timeKey(told?.deliveredAt ?? null),
    told?.event ?? null,
    told?.status ?? null,
    told?.creditedUsdt ?? null,
    moneyKey(told?.creditedUsdt ?? null),
    told?.amount ?? null,
    told?.originalAmount ?? null,
    adjusted === null ? null : Number(adjusted),
  );
}

/** The invoice is new to the mirror. Answers whether its deliveries had been read before it. */
export function tellOfNewInvoice(database: SqliteDatabase, invoiceUuid: string): boolean {
  const read = lastReadOf(database, invoiceUuid);
  if (read === null) return false;
  const deliveries = storedDeliveries(database, invoiceUuid);
  tellOfReading(database, { invoiceUuid, deliveries, ...read });
  return true;
}

/** Readings that are gone through at once: between two of them nothing is held. */
const FILL_ROWS = 2000;

/**
 * Fills the empty table of a mirror that was kept without it. Runs once, within the migration, and as somebody waits: in the order of the
 * table that is filled, and only what is read of a record is looked at.
 */
export function fillTold(database: SqliteDatabase): void {
  const last = readCount(database.get('SELECT coalesce(max(id), 0) AS n FROM invoices'));
  for (let after = 0; after < last; after += FILL_ROWS) fillRange(database, after, after + FILL_ROWS);
}

const READ_IN_RANGE = `SELECT i.id, r.read_at, r.quarantined, d.record FROM invoices AS i
  CROSS JOIN delivery_reads AS r ON r.invoice_uuid = i.uuid LEFT JOIN deliveries AS d ON d.invoice_uuid = i.uuid
  WHERE i.id > ? AND i.id <= ? ORDER BY i.id, d.position`;

function fillRange(database: SqliteDatabase, after: number, to: number): void {
  const readings = new Map<number, { readonly reading: Reading; readonly deliveries: ToldFacts[] }>();
  for (const [cell, asOf, quarantined, record] of database.iterate(READ_IN_RANGE, after, to)) {
    const id = cellInteger(cell);
    const known = readings.get(id);
    const found = known ?? {
      reading: { id, asOf: cellText(asOf), quarantined: cellInteger(quarantined) },
      deliveries: [],
    };
    if (known === undefined) readings.set(id, found);
    if (record !== null) found.deliveries.push(factsOf(cellText(record)));
  }
  for (const { reading, deliveries } of readings.values()) insertTold(database, reading, deliveries);
}

/** Of a record that was stored as our own JSON; what is not of its type there counts as not told. */
function factsOf(record: string): ToldFacts {
  const fields = parseJson(record, 'a delivery');
  const text = (name: string): string | null => {
    const value = fieldOf(fields, name);
    return typeof value === 'string' ? value : null;
  };
  const payload = fieldOf(fields, 'payload');
  return {
    uuid: text('uuid') ?? '',
    event: text('event'),
    status: text('status'),
    delivered_at: text('delivered_at'),
    created_at: text('created_at'),
    payload: isFields(payload) ? payload : null,
  };
}
