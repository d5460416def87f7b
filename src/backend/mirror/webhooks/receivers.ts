// How the receivers stand by the attempts that were read (domain/webhooks/receiver-health).
import { DELIVERY_CAUSES } from '../../../domain/webhooks/delivery-list.ts';
import {
  type MadeAttempt,
  type ReceiverOutage,
  receiverStanding,
  type ReceiverStanding,
  type ReceiverThresholds,
} from '../../../domain/webhooks/receiver-health.ts';
import { keyOfEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../../domain/webhooks/retry-schedule.ts';
import { readInteger, readText, readTextOrNull, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { orNull, word } from '../../sqlite/rows.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { requireInstant } from '../kernel/freshness.ts';
import { ASKABLE, UNREAD } from './final-invoices.ts';

export interface ReceiversQuery {
  /** Server time, ISO UTC. */
  readonly now: string;
  /** Attempts before it do not count. */
  readonly since: string;
  readonly thresholds: ReceiverThresholds;
  readonly told: readonly Pick<ReceiverOutage, 'host' | 'kind' | 'recoveredAt'>[];
}

/** A host with attempts of the last day, and what there is to tell of it; null: nothing new. */
export interface ReceiverAtHost {
  readonly host: string;
  readonly standing: ReceiverStanding | null;
}

const DAY_MS = 24 * 3_600_000;
/** An hour of the retries of a shop with twenty orders a minute, and more than that of any other. */
const MOST_ATTEMPTS = 3_000;
const MOST_HOSTS = 200;
/** An invoice that has just ended is read within so long; what is left unread for longer may say that the host is well. */
const READ_WITHIN_MS = ATTEMPT_TIMEOUT_MS + 75_000;

/** `receivers.standing`: of every host with attempts of the last day. */
function receiversNow({ database }: MirrorReadContext, input: ReceiversQuery): readonly ReceiverAtHost[] {
  requireInstant(input.now);
  const nowMs = toEpochMs(input.now) ?? 0;
  return hostsOf(database).flatMap((host) => {
    const told = input.told.find((one) => one.host === host);
    const from = keyOfEpochMs(Math.max(nowMs - DAY_MS, toEpochMs(told?.recoveredAt ?? input.since) ?? 0));
    const attempts = attemptsAt(database, host, from);
    if (attempts.length === 0) return [];
    const known = told?.recoveredAt === null ? told.kind : null;
    const standing = receiverStanding(attempts, nowMs, input.thresholds, known);
    const isBehind = standing?.kind === 'down' && isUnread(database, standing.lastMs, nowMs - READ_WITHIN_MS);
    return [{ host, standing: isBehind ? null : standing }];
  });
}

/** One step of the index for each, however many attempts they have. */
function hostsOf(database: SqliteDatabase): readonly string[] {
  const hosts: string[] = [];
  while (hosts.length < MOST_HOSTS) {
    const sql = 'SELECT min(host) AS host FROM attempts INDEXED BY attempts_in_order WHERE host > ?';
    const row = database.get(sql, hosts.at(-1) ?? '');
    const host = row === null ? null : readTextOrNull(row, 'host');
    if (host === null) break;
    hosts.push(host);
  }
  return hosts;
}

/** Those from a key to a key, both inclusive, the first one first; of more than MOST_ATTEMPTS the last. */
export function attemptsAt(database: SqliteDatabase, host: string, from: string, to = '9999'): readonly MadeAttempt[] {
  const sql = `SELECT invoice_uuid, made_at_key, is_success, cause, NOT EXISTS (
      SELECT 1 FROM attempts AS b INDEXED BY attempts_by_invoice
        WHERE b.invoice_uuid = a.invoice_uuid AND b.made_at_key < a.made_at_key) AS is_first
    FROM attempts AS a INDEXED BY attempts_in_order WHERE host = ? AND made_at_key >= ? AND made_at_key <= ?
    ORDER BY made_at_key DESC LIMIT ${MOST_ATTEMPTS}`;
  return database.all(sql, host, from, to).map(attemptOf).toReversed();
}

function attemptOf(row: Row): MadeAttempt {
  return {
    order: readText(row, 'invoice_uuid'),
    atMs: toEpochMs(readText(row, 'made_at_key')) ?? 0,
    isSuccess: readInteger(row, 'is_success') === 1,
    isFirst: readInteger(row, 'is_first') === 1,
    cause: orNull(word(DELIVERY_CAUSES))(row, 'cause'),
  };
}

/** Invoices that ended since the last failure and are not checked yet: their webhooks may have arrived. */
function isUnread(database: SqliteDatabase, afterMs: number, toMs: number): boolean {
  const sql = `SELECT 1 AS n FROM invoices INDEXED BY invoices_undelivered WHERE ${UNREAD} AND ${ASKABLE}
    AND finished_at_key > ? AND finished_at_key <= ? LIMIT 1`;
  return database.get(sql, keyOfEpochMs(afterMs), keyOfEpochMs(toMs)) !== null;
}

export const receiversReads = {
  'receivers.standing': receiversNow,
} as const;
