// Webhook deliveries in the mirror. They are read invoice by invoice, always all of one invoice, so an answer replaces what was there; one with
// entries that could not be read says nothing of those that it does not show, and they are kept. What changed since the answer before goes to the
// observation log first (mirror/kernel/diff says what a change is).
import { type Delivery, deliveryState, latestDelivery } from '../../../domain/webhooks/delivery.ts';
import { readCount } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { DeliveriesRead, DeliveryCounts } from '../kernel/answers.ts';
import type { MirrorReadContext, MirrorWriteContext } from '../kernel/context.ts';
import { type DeliveryReading, lastReadOf, storedDeliveries } from '../records/delivery-records.ts';
import { FAILING } from './delivery-list/conditions.ts';
import { listDeliveries, whole } from './delivery-list/store.ts';
import { diffDelivery, type Observation, observationsOf } from '../kernel/diff.ts';
import { FINAL, UNREAD } from './final-invoices.ts';
import { isOlder, requireInstant, timeKey } from '../kernel/freshness.ts';
import { keepPaidOfReading } from '../records/paid.ts';
import { bindToNamed, type BindResult } from '../kernel/binding.ts';
import { tellOfReading } from './told.ts';
import { planReading } from './watch-queue.ts';
import { storedText } from '../kernel/records.ts';

/** `askedAt`: server time at which it was asked for; absent: that of the answer. A copy that somebody has kept is dated long ago. */
type StoreDeliveries = Omit<DeliveryReading, 'quarantined'> & {
  readonly quarantined?: number | undefined;
  readonly askedAt?: string | undefined;
};

export interface StoredDeliveries {
  readonly binding: BindResult;
  /** Something is known now that was not: an answer like the one before, of a record that has not changed since, only says until when it was so. */
  readonly isNew: boolean;
}

/**
 * `deliveries.store`: binds the mirror to the business that they name; what names another one is not stored (`different`), and an answer that the
 * stored one overtook changes nothing.
 */
export function storeDeliveries(context: MirrorWriteContext, input: StoreDeliveries): StoredDeliveries {
  const binding = bindToNamed(context.database, input.deliveries);
  return { binding, isNew: binding !== 'different' && isNews(context, input) };
}

function isNews(context: MirrorWriteContext, input: StoreDeliveries): boolean {
  const { database } = context;
  const { invoiceUuid, asOf, askedAt = asOf, quarantined = 0 } = input;
  requireInstant(asOf);
  const asked = requireInstant(askedAt);
  const stored = lastReadOf(database, invoiceUuid);
  if (stored !== null && isOlder(asOf, stored.asOf)) return false;
  const known = storedDeliveries(database, invoiceUuid);
  const shown = new Set(input.deliveries.map(({ uuid }) => uuid));
  const hidden = quarantined === 0 ? [] : known.filter(({ uuid }) => !shown.has(uuid));
  const answer = { invoiceUuid, asOf, quarantined, deliveries: [...hidden, ...input.deliveries] };
  if (stored?.quarantined === quarantined && isAlike(known, answer.deliveries)) {
    return touch(database, answer, asked, stored.asOf);
  }
  const observations = stored === null ? [] : observed(context, answer, known, stored.asOf);
  if (observations.length > 0) context.observe(observations);
  database.run('DELETE FROM deliveries WHERE invoice_uuid = ?', invoiceUuid);
  for (const [position, delivery] of answer.deliveries.entries()) {
    insertDelivery(database, invoiceUuid, position, delivery);
  }
  const sql = `INSERT INTO delivery_reads (invoice_uuid, read_at, quarantined, asked_key, has_failed) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (invoice_uuid) DO UPDATE SET read_at = excluded.read_at, quarantined = excluded.quarantined,
        asked_key = excluded.asked_key, has_failed = excluded.has_failed`;
  const latest = latestDelivery(answer.deliveries);
  const hasFailed = latest !== null && deliveryState(latest) === 'failed' ? 1 : 0;
  database.run(sql, invoiceUuid, asOf, quarantined, asked, hasFailed);
  database.run('UPDATE invoices SET deliveries_read = 1 WHERE uuid = ? AND deliveries_read = 0', invoiceUuid);
  listDeliveries(database, answer);
  tellOfReading(database, answer);
  keepPaidOfReading(database, invoiceUuid, answer.deliveries);
  planReading(database, answer);
  return true;
}

function isAlike(known: readonly Delivery[], shown: readonly Delivery[]): boolean {
  return known.length === shown.length && JSON.stringify(known) === JSON.stringify(shown);
}

/** The same was read again; the rows stay as they are. Answers whether that is news all the same: the record has changed since the reading before. */
function touch(database: SqliteDatabase, reading: DeliveryReading, asked: string, readBefore: string): boolean {
  const { invoiceUuid, asOf } = reading;
  const read = 'UPDATE delivery_reads SET read_at = ?, asked_key = ? WHERE invoice_uuid = ?';
  database.run(read, asOf, asked, invoiceUuid);
  database.run('UPDATE told SET read_at = ? WHERE id = (SELECT id FROM invoices WHERE uuid = ?)', asOf, invoiceUuid);
  planReading(database, reading);
  const sql = 'SELECT 1 AS n FROM invoices WHERE uuid = ? AND substr(last_changed_at, 1, 19) >= substr(?, 1, 19)';
  return database.get(sql, invoiceUuid, readBefore) !== null;
}

/** What the answer shows that the one before did not: changed deliveries, new ones, and those that are not listed any more. */
function observed(
  context: MirrorWriteContext,
  input: DeliveryReading,
  known: readonly Delivery[],
  readBefore: string,
): readonly Observation[] {
  const before = new Map(known.map((delivery) => [delivery.uuid, delivery]));
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
    storedText(delivery),
  );
}

/** No message carries more. */
const MAX_ROWS = 1_000;

/** `deliveries.ofInvoice`: null when they were never read. */
function deliveriesOfInvoice(
  { database }: MirrorReadContext,
  input: { readonly invoiceUuid: string },
): DeliveriesRead | null {
  const read = lastReadOf(database, input.invoiceUuid);
  return read === null ? null : { deliveries: storedDeliveries(database, input.invoiceUuid, MAX_ROWS), ...read };
}

/** `deliveries.counts`: every invoice counts once, by its latest delivery, as the groups of failures count. */
export function deliveryCounts({ database, memo }: MirrorReadContext): DeliveryCounts {
  const count = (sql: string): number => readCount(database.get(`SELECT count(*) AS n FROM ${sql}`));
  return memo.deliveryCounts.get('counts', () => {
    const terminal = count(`invoices INDEXED BY invoices_by_status WHERE ${FINAL}`);
    const unread = count(`invoices INDEXED BY invoices_undelivered WHERE ${UNREAD}`);
    const failing = `desk AS d INDEXED BY desk_failing WHERE ${FAILING}`;
    return {
      // Not the readings: a person may have looked at an invoice that is not final.
      read: terminal - unread,
      terminal,
      failed: count(`${failing} AND d.state = 'failed'`),
      retrying: count(`${failing} AND d.state = 'retrying'`),
    };
  });
}

export const deliveriesReads = {
  'deliveries.ofInvoice': deliveriesOfInvoice,
  'deliveries.counts': deliveryCounts,
} as const;

export const deliveriesWrites = {
  'deliveries.store': storeDeliveries,
} as const;
