// Whose deliveries are to be read next, and when. What is due is decided once, when an answer is stored
// (domain/webhooks/watch), and lies in `delivery_watch`; invoices that were never read have no row there but a partial index
// of their own. So every question here costs a few steps in an index, whatever the mirror's size.
import { stableJson } from '../../../domain/kernel/fields.ts';
import { type Invoice, isTerminal } from '../../../domain/records/invoice.ts';
import { fromEpochMs, keyOfEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../../domain/webhooks/retry-schedule.ts';
import {
  type EarlierReading,
  nextAfterFailure,
  nextReading,
  type NextReading,
  WATCH_REASONS,
} from '../../../domain/webhooks/watch.ts';
import { readCount, readInteger, readText, readTextOrNull, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import { rowReader, type Window, word } from '../../sqlite/rows.ts';
import type { MirrorReadContext, MirrorWriteContext } from '../kernel/context.ts';
import type { DeliveryReading } from '../records/delivery-records.ts';
import { ASKABLE, FINAL, FINAL_PRESENT, UNREAD } from './final-invoices.ts';
import { OVERLAP_MS, requireInstant } from '../kernel/freshness.ts';
import { checkPage } from '../records/invoices/pages.ts';
import { type AgainKind, NEWEST_AGAIN, type WatchCounts, type WatchNext, type WatchQuery } from './watch-answers.ts';
import { TOLD_THE_SAME } from './told.ts';
import { incidentCandidate } from './watch-incident.ts';

const FROM_UNREAD = `FROM invoices INDEXED BY invoices_undelivered WHERE ${UNREAD} AND ${ASKABLE}`;

const FRESH = `SELECT uuid ${FROM_UNREAD} AND finished_at_key >= ? AND finished_at_key <= ? ORDER BY finished_at_key DESC LIMIT 1`;
const BACKLOG = `SELECT uuid ${FROM_UNREAD} AND (finished_at_key IS NULL OR finished_at_key <= ? OR finished_at_key > ?)
  ORDER BY finished_at_key DESC LIMIT 1`;

/** An end so far in the future is no time to wait for. */
const ABSURD_MS = 24 * 3_600_000;

/** `watch.next`: the first of every kind, so that who asks may choose by the pace of each. */
function watchNext({ database }: MirrorReadContext, input: WatchQuery): WatchNext {
  const now = requireInstant(input.now);
  const nowMs = toEpochMs(input.now) ?? 0;
  const ripe = keyOfEpochMs(nowMs - ATTEMPT_TIMEOUT_MS);
  const absurd = keyOfEpochMs(nowMs + ABSURD_MS);
  // Asked for later than that: a clock was wrong when it was, and must not keep it from being read until then.
  const ahead = keyOfEpochMs(nowMs + OVERLAP_MS);
  return {
    incident: input.incident === null ? null : incidentCandidate(database, input.incident, ripe),
    fresh: uuidOf(database, FRESH, requireInstant(input.freshSince), ripe),
    onScreen: onScreen(database, input.onScreen, { ripe, now, ahead }),
    ...nextAgain(database, input.again, nowMs, ahead),
    due: dueAt(database, 1, now) ?? dueAt(database, 0, now),
    backlog: uuidOf(database, BACKLOG, ripe, absurd),
    nextAt: nextAt(database, now, ripe, absurd),
  };
}

function uuidOf(database: SqliteDatabase, sql: string, ...parameters: readonly SqlValue[]): string | null {
  return database.one((row) => readText(row, 'uuid'), sql, ...parameters);
}

function dueAt(database: SqliteDatabase, atRisk: 0 | 1, now: string): string | null {
  const sql = `SELECT invoice_uuid AS uuid FROM delivery_watch INDEXED BY delivery_watch_due
    WHERE at_risk = ? AND due_key IS NOT NULL AND due_key <= ? ORDER BY due_key LIMIT 1`;
  return uuidOf(database, sql, atRisk, now);
}

/** The first of these invoices, in their order, that was never read, is due, or was asked for too long ago. */
function onScreen(
  database: SqliteDatabase,
  shown: WatchQuery['onScreen'],
  { ripe, now, ahead }: { readonly ripe: string; readonly now: string; readonly ahead: string },
): string | null {
  if (shown.length === 0) return null;
  const sql = `SELECT invoices.uuid FROM json_each(?) AS shown CROSS JOIN invoices ON invoices.uuid = shown.value ->> 0
    WHERE (${UNREAD} AND ${ASKABLE} AND (finished_at_key IS NULL OR finished_at_key <= ?))
      OR EXISTS (SELECT 1 FROM delivery_watch AS d WHERE d.invoice_uuid = invoices.uuid AND d.due_key <= ?)
      OR (${FINAL_PRESENT} AND EXISTS (
        SELECT 1 FROM delivery_reads AS r
          WHERE r.invoice_uuid = invoices.uuid AND (r.asked_key < shown.value ->> 1 OR r.asked_key > ?)))
    ORDER BY shown.key LIMIT 1`;
  const asked = shown.map(({ uuid, askedBefore }) => [uuid, requireInstant(askedBefore)]);
  return uuidOf(database, sql, JSON.stringify(asked), ripe, now, ahead);
}

/** Of the rest, which somebody else may have resent, one is read again after a day at the earliest. */
const SLOW_AFTER_MS = 24 * 3_600_000;

/** The newest final invoices that were read. */
const NEWEST_UUIDS = `SELECT uuid FROM invoices INDEXED BY invoices_by_finished
    WHERE finished_at_key <= ? AND ${FINAL_PRESENT} ORDER BY finished_at_key DESC LIMIT ${NEWEST_AGAIN}`;
const NEWEST = `(${NEWEST_UUIDS}) AS n CROSS JOIN delivery_reads AS r ON r.invoice_uuid = n.uuid`;
const RECENT = `SELECT n.uuid FROM ${NEWEST} ORDER BY r.asked_key > ? DESC, r.asked_key LIMIT 1`;
/** Those among the newest have their turn with them. */
const OLDER_FAILED = `r.has_failed = 1 AND r.invoice_uuid NOT IN (${NEWEST_UUIDS})`;
const AGAIN = (index: string, condition: string): string => `SELECT i.uuid
  FROM delivery_reads AS r INDEXED BY ${index} CROSS JOIN invoices AS i ON i.uuid = r.invoice_uuid
  WHERE ${condition} AND i.${FINAL_PRESENT} ORDER BY r.asked_key LIMIT 1`;

/**
 * Those that have come to their end and are asked for again all the same, each that was asked for longest ago, or nobody knows when: of the
 * newest ones, of those whose latest delivery has failed, and of all, if that is long ago.
 */
function nextAgain(
  database: SqliteDatabase,
  kinds: readonly AgainKind[],
  nowMs: number,
  ahead: string,
): Pick<WatchNext, AgainKind> {
  const ended = keyOfEpochMs(nowMs);
  const failed = 'delivery_reads_failed';
  const first: Readonly<Record<AgainKind, () => string | null>> = {
    recent: () => uuidOf(database, RECENT, ended, ahead),
    failed: () =>
      uuidOf(database, AGAIN(failed, `r.asked_key > ? AND ${OLDER_FAILED}`), ahead, ended) ??
      uuidOf(database, AGAIN(failed, OLDER_FAILED), ended),
    slow: () =>
      uuidOf(database, AGAIN('delivery_reads_by_asked', 'r.asked_key <= ?'), keyOfEpochMs(nowMs - SLOW_AFTER_MS)),
  };
  return Object.fromEntries(kinds.map((kind) => [kind, first[kind]()]));
}

/** The next instant at which something becomes due that is not due now, ISO; null when there is none. */
function nextAt(database: SqliteDatabase, now: string, ripe: string, absurd: string): string | null {
  const later = `SELECT due_key AS at FROM delivery_watch INDEXED BY delivery_watch_due
    WHERE at_risk = ? AND due_key IS NOT NULL AND due_key > ? ORDER BY due_key LIMIT 1`;
  const due = [0, 1].map((atRisk) => database.get(later, atRisk, now));
  const unripe = `SELECT finished_at_key AS at ${FROM_UNREAD} AND finished_at_key > ? AND finished_at_key <= ? ORDER BY finished_at_key LIMIT 1`;
  const ripening = database.get(unripe, ripe, absurd);
  const instants = due.flatMap((row) => (row === null ? [] : [toEpochMs(readText(row, 'at')) ?? 0]));
  if (ripening !== null) instants.push((toEpochMs(readText(ripening, 'at')) ?? 0) + ATTEMPT_TIMEOUT_MS);
  return instants.length === 0 ? null : fromEpochMs(Math.min(...instants));
}

function watchCounts({ database }: MirrorReadContext, input: { readonly now: string }): WatchCounts {
  const now = requireInstant(input.now);
  const count = (sql: string, ...parameters: readonly string[]): number =>
    readCount(database.get(`SELECT count(*) AS n FROM ${sql}`, ...parameters));
  const unread = count(`invoices INDEXED BY invoices_undelivered WHERE ${UNREAD}`);
  // Few of either: the whole list of the unread need not be looked at again.
  const gone = count(`invoices INDEXED BY invoices_missing WHERE missing_since IS NOT NULL AND ${UNREAD}`);
  const inVain = count(
    `delivery_watch AS w CROSS JOIN invoices ON invoices.uuid = w.invoice_uuid WHERE ${UNREAD} AND missing_since IS NULL`,
  );
  return {
    terminal: count(`invoices INDEXED BY invoices_by_status WHERE ${FINAL}`),
    unread,
    toRead: Math.max(0, unread - gone - inVain),
    unresolved: count(`delivery_watch WHERE reason IN ('attempt', 'overdue', 'unsettled')`),
    due: count('delivery_watch WHERE due_key <= ?', now),
    recent: count(NEWEST, now),
    failed: count(`delivery_reads AS r INDEXED BY delivery_reads_failed WHERE ${OLDER_FAILED}`, now),
  };
}

/** `deliveries.unread`: invoices in a final status whose deliveries were never read, the latest finished first. */
function unreadDeliveries({ database }: MirrorReadContext, input: Window): readonly string[] {
  checkPage(input.offset, input.limit);
  const sql = `SELECT uuid FROM invoices INDEXED BY invoices_undelivered WHERE ${UNREAD}
    ORDER BY finished_at_key DESC LIMIT ? OFFSET ?`;
  return database.all(sql, input.limit, input.offset).map((row) => readText(row, 'uuid'));
}

/**
 * Plans the next reading after an answer; part of its transaction. Of an invoice that is not final nothing is expected; where entries
 * could not be read it is asked again as after a failure.
 */
export function planReading(database: SqliteDatabase, input: DeliveryReading): void {
  const invoice = database.get('SELECT status, finished_at_key FROM invoices WHERE uuid = ?', input.invoiceUuid);
  const finishedAt = invoice === null ? null : readTextOrNull(invoice, 'finished_at_key');
  // A delivery is opened by the end of its invoice: where there is one, the mirror's word on the status is the older one.
  const isOpen = input.deliveries.length === 0 && (invoice === null || !isTerminal(readText(invoice, 'status')));
  const asOfMs = toEpochMs(input.asOf) ?? 0;
  const before = earlier(database, input.invoiceUuid);
  const finishedMs = finishedAt === null ? null : toEpochMs(finishedAt);
  const ofKnown = isOpen ? null : nextReading(input.deliveries, { asOfMs, finishedMs, before });
  const next = input.quarantined === 0 ? ofKnown : nextAfterUnreadable(nextAfterFailure(asOfMs, before), ofKnown);
  // Read before its time, and nothing has happened: that was no try, and what is planned stays.
  if (next !== null && isStillPlanned(before, next, keyOfEpochMs(asOfMs))) return;
  if (next === null) database.run('DELETE FROM delivery_watch WHERE invoice_uuid = ?', input.invoiceUuid);
  else savePlan(database, input.invoiceUuid, next);
}

function isStillPlanned(before: Planned | null, next: NextReading, asOf: string): boolean {
  if (before === null || before.dueKey === null || before.dueKey <= asOf) return false;
  return before.reason === next.reason && before.mark === next.mark && next.reason !== 'attempt';
}

/** As after a failure, but no later than the announced attempt of a delivery that is known. */
function nextAfterUnreadable(next: NextReading, ofKnown: NextReading | null): NextReading {
  if (ofKnown?.reason !== 'attempt' || ofKnown.dueMs === null) return next;
  return { ...next, atRisk: ofKnown.atRisk, dueMs: Math.min(ofKnown.dueMs, next.dueMs ?? ofKnown.dueMs) };
}

/** `watch.failed`: the API was asked for the deliveries of an invoice, and there was nothing to store. `at`: server time. */
function noteFailedReading(
  { database }: MirrorWriteContext,
  input: { readonly invoiceUuid: string; readonly at: string },
): void {
  requireInstant(input.at);
  const next = nextAfterFailure(toEpochMs(input.at) ?? 0, earlier(database, input.invoiceUuid));
  savePlan(database, input.invoiceUuid, next);
  const sql = 'UPDATE delivery_reads SET asked_key = ? WHERE invoice_uuid = ?';
  database.run(sql, requireInstant(input.at), input.invoiceUuid);
}

/**
 * The record of an invoice changed; part of the same transaction. That it had no delivery before its end says nothing about the one
 * that the end has opened, and each correction may have opened another one.
 */
export function noteInvoiceChange(database: SqliteDatabase, invoice: Invoice, before: Invoice): void {
  if (!isTerminal(invoice.status)) return;
  const hasEnded = !isTerminal(before.status);
  if (hasEnded) readAgain(database, invoice.uuid, 'none', NO_DELIVERY);
  readAgain(database, invoice.uuid, 'adjusted', hasEnded || !isCorrected(invoice, before) ? TOLD_OTHERWISE : 'TRUE');
}

/** The deliveries of an invoice were read before the mirror had it; part of the transaction that stores it. */
export function noteInvoiceReadBefore(database: SqliteDatabase, { uuid, status }: Invoice): void {
  if (isTerminal(status)) readAgain(database, uuid, 'adjusted', TOLD_OTHERWISE);
}

const NO_DELIVERY = 'NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.invoice_uuid = i.uuid)';
/** What was read tells of no success with the settled amount; until it is read again, nothing is found in it (tie-rows.ts). */
const TOLD_OTHERWISE = `EXISTS (SELECT 1 FROM told AS t WHERE t.id = i.id AND t.delivery_uuid IS NOT NULL AND NOT (${TOLD_THE_SAME}))`;

/** Deliveries that were read, on the condition over `invoices AS i`. What is planned already stays, unless nobody asks any more. */
function readAgain(database: SqliteDatabase, uuid: string, reason: 'none' | 'adjusted', condition: string): void {
  const sql = `INSERT INTO delivery_watch (invoice_uuid, reason, due_key, at_risk, tries, mark)
    SELECT i.uuid, ?, '', 0, 0, '' FROM invoices AS i WHERE i.uuid = ? AND i.deliveries_read = 1 AND ${condition}
    ON CONFLICT (invoice_uuid) DO UPDATE SET reason = excluded.reason, due_key = '', at_risk = 0, tries = 0, mark = ''
      WHERE due_key IS NULL`;
  database.run(sql, reason, uuid);
}

/** Another amount is credited, or what an adjustment says is another thing. */
function isCorrected(invoice: Invoice, before: Invoice): boolean {
  const facts = ({ is_adjusted, adjustment, settled_amount_usdt }: Invoice): string =>
    stableJson([is_adjusted, adjustment, settled_amount_usdt]);
  return facts(invoice) !== facts(before);
}

interface Planned extends EarlierReading {
  readonly dueKey: string | null;
}
const readPlanned: (row: Row) => Planned = rowReader({
  reason: word(WATCH_REASONS),
  tries: readInteger,
  mark: readText,
  dueKey: readTextOrNull,
});

function earlier(database: SqliteDatabase, invoiceUuid: string): Planned | null {
  const sql = 'SELECT reason, due_key, tries, mark FROM delivery_watch WHERE invoice_uuid = ?';
  return database.one(readPlanned, sql, invoiceUuid);
}

function savePlan(database: SqliteDatabase, invoiceUuid: string, next: NextReading): void {
  const { reason, dueMs, tries, mark } = next;
  const sql =
    'INSERT OR REPLACE INTO delivery_watch (invoice_uuid, reason, due_key, at_risk, tries, mark) VALUES (?, ?, ?, ?, ?, ?)';
  database.run(sql, invoiceUuid, reason, dueMs === null ? null : keyOfEpochMs(dueMs), next.atRisk ? 1 : 0, tries, mark);
}

export const watchQueueReads = {
  'deliveries.unread': unreadDeliveries,
  'watch.next': watchNext,
  'watch.counts': watchCounts,
} as const;

export const watchQueueWrites = {
  'watch.failed': noteFailedReading,
} as const;
