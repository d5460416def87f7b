// Keeping the index of the list of deliveries beside what it is made from: a row for each delivery when the deliveries of an invoice are stored, a
// row for an invoice without one when it is stored as final, the invoice's own facts in both. Every function runs within the caller's transaction.
import { type Attempt, type Delivery, deliveryState, latestDelivery } from '../../../../domain/webhooks/delivery.ts';
import {
  deliveryCause,
  failureCause,
  hasFailed,
  hostOf,
  isElsewhere,
  lastAttempt,
} from '../../../../domain/webhooks/delivery-cause.ts';
import { isAtRisk } from '../../../../domain/webhooks/delivery-list.ts';
import { type Invoice, isTerminal } from '../../../../domain/records/invoice.ts';
import { instantKey, keyOfEpochMs, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { readInteger, readText, readTextOrNull } from '../../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../../sqlite/database.ts';
import { type DeliveryReading, lastReadOf } from '../../records/delivery-records.ts';
import { timeKey } from '../../kernel/freshness.ts';
import { UNREAD } from '../final-invoices.ts';

/** What the index repeats of an invoice, in the order of FACTS; all null while the mirror does not have it. */
type InvoiceFacts = readonly [SqlValue, SqlValue, SqlValue, SqlValue, SqlValue];
const FACTS = 'external_id, customer_id, currency, payment_method, finished_at_key';
const UNKNOWN: InvoiceFacts = [null, null, null, null, null];

function factsOf(record: Invoice): InvoiceFacts {
  const { external_id: externalId, customer_id: customerId, currency, payment_method: method } = record;
  return [externalId, customerId, currency.code, method?.name ?? null, timeKey(record.finished_at)];
}

const WITHOUT_DELIVERY = `INSERT INTO desk (id, invoice_uuid, position, is_latest, state, at_risk, elsewhere, ${FACTS})
  VALUES (?, ?, 0, 1, ?, 0, 0, ?, ?, ?, ?, ?)`;

/** Of the table of invoices, of which `NOT INDEXED` leaves the ids. */
const NEVER_READ = `INSERT OR FAIL INTO desk (id, invoice_uuid, position, is_latest, state, at_risk, elsewhere, ${FACTS})
  SELECT id, uuid, 0, 1, 'never-read', 0, 0, ${FACTS} FROM invoices NOT INDEXED WHERE id >= ? AND ${UNREAD}`;

/** Invoices from this id on are new to the mirror, those whose deliveries were read before it are left to `listChangedInvoice`. */
export function listNewInvoices(database: SqliteDatabase, first: number): void {
  database.run(NEVER_READ, first);
}

/** The record of a known invoice is another one now. */
export function listChangedInvoice(database: SqliteDatabase, id: number, record: Invoice): void {
  if (hasDeliveries(database, record.uuid)) {
    refreshFacts(database, OF_DELIVERIES, record.uuid, record);
    refreshTargets(database, record);
  } else if (!isTerminal(record.status)) {
    database.run('DELETE FROM desk WHERE id = ?', id);
  } else if (refreshFacts(database, 'id = ?', id, record) === 0) {
    const state = stateWithout(database, record);
    database.run(WITHOUT_DELIVERY, id, record.uuid, state, ...factsOf(record));
    if (state === 'never-read') forgetReading(database, record.uuid);
  }
}

/** Literally the condition of the index desk_by_invoice. */
const OF_DELIVERIES = 'delivery_uuid IS NOT NULL AND invoice_uuid = ?';

function hasDeliveries(database: SqliteDatabase, uuid: string): boolean {
  return database.get(`SELECT 1 AS n FROM desk WHERE ${OF_DELIVERIES} LIMIT 1`, uuid) !== null;
}

/**
 * The state of a final invoice without a delivery that is known. The webhook is made when the invoice ends: that there was none before
 * says nothing. What is listed and could not be read is not none.
 */
function stateWithout(
  database: SqliteDatabase,
  { uuid, finished_at: finishedAt }: Invoice,
): 'none' | 'unknown' | 'never-read' {
  const read = lastReadOf(database, uuid);
  const end = timeKey(finishedAt);
  if (read === null || end === null || (instantKey(read.asOf) ?? '') < end) return 'never-read';
  return read.quarantined > 0 ? 'unknown' : 'none';
}

function forgetReading(database: SqliteDatabase, uuid: string): void {
  if (database.run('DELETE FROM delivery_reads WHERE invoice_uuid = ?', uuid).changes === 0) return;
  database.run('UPDATE invoices SET deliveries_read = 0 WHERE uuid = ?', uuid);
}

/** Answers how many rows there are. */
function refreshFacts(database: SqliteDatabase, term: string, of: SqlValue, record: Invoice): number {
  const set = FACTS.split(', ').map((column) => `${column} = ?`);
  return database.run(`UPDATE desk SET ${set.join(', ')} WHERE ${term}`, ...factsOf(record), of).changes;
}

/** The callback_url may be another one. */
function refreshTargets(database: SqliteDatabase, record: Invoice): void {
  const targets = database.all('SELECT position, target_url FROM deliveries WHERE invoice_uuid = ?', record.uuid);
  for (const row of targets) {
    const elsewhere = isElsewhere(readTextOrNull(row, 'target_url'), record.callback_url) ? 1 : 0;
    database.run(
      `UPDATE desk SET elsewhere = ? WHERE ${OF_DELIVERIES} AND position = ? AND elsewhere <> ?`,
      elsewhere,
      record.uuid,
      readInteger(row, 'position'),
      elsewhere,
    );
  }
}

/** The deliveries of an invoice as they were read at `asOf`, in place of what the index had. */
export function listDeliveries(
  database: SqliteDatabase,
  { invoiceUuid, deliveries, asOf, quarantined }: DeliveryReading,
): void {
  const invoice = invoiceOf(database, invoiceUuid);
  database.run(`DELETE FROM desk WHERE ${OF_DELIVERIES}`, invoiceUuid);
  database.run('DELETE FROM desk WHERE id = ?', invoice.id);
  database.run('DELETE FROM attempts WHERE invoice_uuid = ?', invoiceUuid);
  if (deliveries.length === 0) {
    // An invoice that is still open has no webhook yet, and no row.
    const state = quarantined > 0 ? 'unknown' : 'none';
    if (invoice.isFinal) database.run(WITHOUT_DELIVERY, invoice.id, invoiceUuid, state, ...invoice.facts);
    return;
  }
  const latest = latestDelivery(deliveries);
  const oldest = oldestAttemptKept(asOf);
  for (const [position, delivery] of deliveries.entries()) {
    const cells = [...cellsOf(delivery), isElsewhere(delivery.target_url, invoice.callbackUrl) ? 1 : 0];
    database.run(INSERT, invoiceUuid, position, delivery === latest ? 1 : 0, ...cells, ...invoice.facts);
    addAttempts(database, invoiceUuid, delivery, oldest);
  }
}

interface KnownInvoice {
  /** Null while the mirror does not have it. */
  readonly id: number | null;
  readonly facts: InvoiceFacts;
  readonly callbackUrl: string | null;
  readonly isFinal: boolean;
}

function invoiceOf(database: SqliteDatabase, uuid: string): KnownInvoice {
  const sql = `SELECT id, ${FACTS}, status, (SELECT callback_url FROM invoice_addresses AS a WHERE a.id = i.id) AS callback_url
    FROM invoices AS i WHERE uuid = ?`;
  const row = database.get(sql, uuid);
  if (row === null) return { id: null, facts: UNKNOWN, callbackUrl: null, isFinal: false };
  const text = (column: string): string | null => readTextOrNull(row, column);
  return {
    id: readInteger(row, 'id'),
    facts: [
      text('external_id'),
      text('customer_id'),
      text('currency'),
      text('payment_method'),
      text('finished_at_key'),
    ],
    callbackUrl: text('callback_url'),
    isFinal: isTerminal(readText(row, 'status')),
  };
}

/** Rows of deliveries have ids from here on; below are those of invoices. */
const FIRST_DELIVERY_ID = 2 ** 40;

/** Everything of a row that comes from the delivery, in the order of cellsOf. */
const COLUMNS =
  'delivery_uuid, state, event, host, http_code, cause, attempts, at_risk, created_at_key, last_attempt_at_key, next_attempt_at_key, delivered_at_key, failed_at_key';
const INSERT = `INSERT INTO desk (id, invoice_uuid, position, is_latest, ${COLUMNS}, elsewhere, ${FACTS})
  VALUES ((SELECT max(${FIRST_DELIVERY_ID}, ifnull(max(id), 0) + 1) FROM desk), ${Array.from({ length: 3 + 13 + 1 + 5 }, () => '?').join(', ')})`;

function cellsOf(delivery: Delivery): readonly SqlValue[] {
  const last = lastAttempt(delivery);
  return [
    delivery.uuid,
    deliveryState(delivery),
    delivery.event,
    hostOf(delivery.target_url),
    whole(delivery.last_status_code ?? last?.status_code ?? null),
    deliveryCause(delivery),
    whole(delivery.attempts),
    isAtRisk(delivery) ? 1 : 0,
    timeKey(delivery.created_at),
    timeKey(last?.created_at ?? null),
    timeKey(delivery.next_attempt_at),
    timeKey(delivery.delivered_at),
    failedAtKey(delivery, last),
  ];
}

/**
 * Since when the delivery has been failing as it does: from its first failure after the last success while it retries, from its last
 * attempt once the API has given up. A retry that fails like the one before is nothing new; that the last one failed is.
 */
function failedAtKey(delivery: Delivery, last: Attempt | null): string | null {
  const state = deliveryState(delivery);
  if (state !== 'failed' && state !== 'retrying') return null;
  const made = state === 'failed' ? (last?.created_at ?? null) : firstFailure(delivery);
  return timeKey(made) ?? timeKey(delivery.updated_at) ?? timeKey(delivery.created_at);
}

function firstFailure({ attempts_history: history }: Delivery): string | null {
  const inOrder = history
    .map((attempt) => ({ attempt, key: timeKey(attempt.created_at) ?? '' }))
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  let first: Attempt | null = null;
  for (const { attempt } of inOrder) first = hasFailed(attempt) ? (first ?? attempt) : null;
  return first?.created_at ?? null;
}

/** The health of hosts looks back thirty days; an attempt that was older when it was read is never asked for. */
const KEEP_ATTEMPTS_MS = 31 * 24 * 60 * 60_000;

function oldestAttemptKept(asOf: string): string {
  return keyOfEpochMs((toEpochMs(asOf) ?? 0) - KEEP_ATTEMPTS_MS);
}

function addAttempts(database: SqliteDatabase, invoiceUuid: string, delivery: Delivery, oldest: string): void {
  const host = hostOf(delivery.target_url);
  if (host === null) return;
  for (const attempt of delivery.attempts_history) {
    const madeAt = timeKey(attempt.created_at);
    if (madeAt === null || madeAt < oldest) continue;
    const failed = hasFailed(attempt);
    database.run(
      'INSERT INTO attempts (invoice_uuid, host, made_at_key, duration_ms, is_success, cause) VALUES (?, ?, ?, ?, ?, ?)',
      invoiceUuid,
      host,
      madeAt,
      durationOf(attempt),
      failed ? 0 : 1,
      failed ? failureCause({ statusCode: attempt.status_code, error: attempt.error }) : null,
    );
  }
}

function durationOf({ duration_ms: duration }: Attempt): number | null {
  return duration !== null && Number.isFinite(duration) && duration >= 0 ? whole(Math.round(duration)) : null;
}

/** The columns hold whole numbers only; the record keeps whatever came. */
export function whole(number: number | null): number | null {
  return number !== null && Number.isSafeInteger(number) ? number : null;
}
