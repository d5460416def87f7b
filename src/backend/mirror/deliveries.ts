/**
 * Webhook deliveries in the mirror. They are read invoice by invoice, always all of one invoice, so an answer replaces what was
 * there. What changed since the answer before goes to the observation log first (mirror/diff says what a change is).
 */
import { type Delivery, deliveryState } from '../../domain/delivery.ts';
import { TERMINAL_STATUSES } from '../../domain/invoice.ts';
import { readCount, readText } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import type { DeliveriesRead, DeliveryCounts } from './answers.ts';
import type { MirrorReadContext, MirrorWriteContext } from './context.ts';
import { deskOfDeliveries, whole } from './desk-store.ts';
import { diffDelivery, type Observation, observationsOf } from './diff.ts';
import { isOlder, requireInstant, timeKey } from './freshness.ts';
import { parseDelivery } from './records.ts';
import { planReading } from './watch-queue.ts';

/** `deliveries.store`: an answer that the stored one overtook changes nothing. */
export function storeDeliveries(context: MirrorWriteContext, input: DeliveriesAnswer): void {
  const { database } = context;
  requireInstant(input.asOf);
  const stored = readAt(database, input.invoiceUuid);
  if (stored !== null && isOlder(input.asOf, stored)) return;
  const observations = stored === null ? [] : observed(context, input, stored);
  if (observations.length > 0) context.observe(observations);
  database.transaction(() => {
    database.run('DELETE FROM deliveries WHERE invoice_uuid = ?', input.invoiceUuid);
    for (const [position, delivery] of input.deliveries.entries()) {
      insertDelivery(database, input.invoiceUuid, position, delivery);
    }
    const sql = `INSERT INTO delivery_reads (invoice_uuid, read_at) VALUES (?, ?)
      ON CONFLICT (invoice_uuid) DO UPDATE SET read_at = excluded.read_at`;
    database.run(sql, input.invoiceUuid, input.asOf);
    database.run('UPDATE invoices SET deliveries_read = 1 WHERE uuid = ? AND deliveries_read = 0', input.invoiceUuid);
    deskOfDeliveries(database, input);
    planReading(database, input);
  });
}

interface DeliveriesAnswer {
  readonly invoiceUuid: string;
  readonly deliveries: readonly Delivery[];
  readonly asOf: string;
}

/** What the answer shows that the one before did not: changed deliveries, new ones, and those that are not listed any more. */
function observed(context: MirrorWriteContext, input: DeliveriesAnswer, readBefore: string): readonly Observation[] {
  const rows = context.database.all('SELECT record FROM deliveries WHERE invoice_uuid = ?', input.invoiceUuid);
  const before = new Map(rows.map((row) => parseDelivery(readText(row, 'record'))).map((known) => [known.uuid, known]));
  const after = new Map(input.deliveries.map((delivery) => [delivery.uuid, delivery]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((uuid) => {
    const [old, fresh] = [before.get(uuid), after.get(uuid)];
    const changes =
      old === undefined || fresh === undefined
        ? [{ field: 'uuid', before: old?.uuid ?? null, after: fresh?.uuid ?? null }]
        : diffDelivery(old, fresh);
    return observationsOf(
      {
        profileId: context.profileId,
        list: 'deliveries',
        recordUuid: uuid,
        parentUuid: input.invoiceUuid,
        before: { status: old?.status ?? null, asOf: readBefore },
        at: input.asOf,
        source: 'deliveries',
      },
      changes,
    );
  });
}

function insertDelivery(database: SqliteDatabase, invoiceUuid: string, position: number, delivery: Delivery): void {
  database.run(
    `INSERT INTO deliveries (invoice_uuid, position, uuid, event, status, state, attempts, max_attempts, resend_count,
      last_status_code, created_at_key, next_attempt_at_key, delivered_at_key, target_url, record)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    invoiceUuid,
    position,
    delivery.uuid,
    delivery.event,
    delivery.status,
    deliveryState(delivery),
    whole(delivery.attempts),
    whole(delivery.max_attempts),
    whole(delivery.resend_count),
    whole(delivery.last_status_code),
    timeKey(delivery.created_at),
    timeKey(delivery.next_attempt_at),
    timeKey(delivery.delivered_at),
    delivery.target_url,
    JSON.stringify(delivery),
  );
}

function readAt(database: SqliteDatabase, invoiceUuid: string): string | null {
  const row = database.get('SELECT read_at FROM delivery_reads WHERE invoice_uuid = ?', invoiceUuid);
  return row === null ? null : readText(row, 'read_at');
}

/** `deliveries.ofInvoice`: null when they were never read. */
export function deliveriesOfInvoice(
  { database }: MirrorReadContext,
  input: { readonly invoiceUuid: string },
): DeliveriesRead | null {
  return database.snapshot(() => {
    const asOf = readAt(database, input.invoiceUuid);
    if (asOf === null) return null;
    const sql = 'SELECT record FROM deliveries WHERE invoice_uuid = ? ORDER BY position LIMIT 1000';
    const rows = database.all(sql, input.invoiceUuid);
    return { deliveries: rows.map((row) => parseDelivery(readText(row, 'record'))), asOf };
  });
}

/** `deliveries.counts`. */
export function deliveryCounts({ database, memo }: MirrorReadContext): DeliveryCounts {
  const count = (sql: string, ...parameters: readonly string[]): number =>
    readCount(database.get(`SELECT count(*) AS n FROM ${sql}`, ...parameters));
  const terminal = TERMINAL_STATUSES.map(() => '?').join(', ');
  return memo.deliveryCounts.get('counts', () =>
    database.snapshot(() => ({
      read: count('delivery_reads'),
      terminal: count(`invoices WHERE status IN (${terminal})`, ...TERMINAL_STATUSES),
      failed: count(`desk WHERE state = 'failed'`),
      retrying: count(`desk WHERE state = 'retrying'`),
    })),
  );
}
