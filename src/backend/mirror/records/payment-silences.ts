// By which methods nothing is paid any more, held against the same hours of past weeks (domain/records/payment-health).
import {
  BEFORE_SILENCE_MS,
  expectedSuccesses,
  isSilent,
  LONGEST_SILENCE_MS,
  type PaymentSilence,
  USUAL_WEEKS,
} from '../../../domain/records/payment-health.ts';
import { fromEpochMs, keyOfEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { readCount, readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { requireInstant } from '../kernel/freshness.ts';

export interface SilencesQuery {
  /** Server time up to which every status is known, ISO UTC. */
  readonly now: string;
  /** A silence begins no earlier. */
  readonly since: string;
  readonly leastMs: number;
  readonly told: readonly Pick<PaymentSilence, 'method' | 'since'>[];
}

const WEEK_MS = 7 * 24 * 3_600_000;
const MOST_METHODS = 100;
const SUCCESSES = `FROM invoices INDEXED BY invoices_by_finished
  WHERE finished_at_key > ? AND finished_at_key <= ? AND status = 'success'`;

/** `payments.silences`: methods that have fallen silent and were not told, and those that were and have a success again. */
function paymentSilences({ database }: MirrorReadContext, input: SilencesQuery): readonly PaymentSilence[] {
  const now = requireInstant(input.now);
  const nowMs = toEpochMs(input.now) ?? 0;
  const over = input.told.flatMap((silence) => {
    const row = database.get(
      `SELECT min(finished_at_key) AS at ${SUCCESSES} AND payment_method IS ?`,
      requireInstant(silence.since),
      now,
      silence.method,
    );
    const at = row === null ? null : readTextOrNull(row, 'at');
    return at === null ? [] : [{ ...silence, usual: 0, recoveredAt: at }];
  });
  const isTold = (method: string | null): boolean => input.told.some((one) => one.method === method);
  const sql = `SELECT payment_method AS method, max(finished_at_key) AS last ${SUCCESSES} GROUP BY payment_method LIMIT ${MOST_METHODS}`;
  const fallen = database.all(sql, keyOfEpochMs(nowMs - LONGEST_SILENCE_MS), now).flatMap((row) => {
    const method = readTextOrNull(row, 'method');
    const fromMs = Math.max(toEpochMs(readText(row, 'last')) ?? 0, toEpochMs(input.since) ?? 0);
    const silentMs = nowMs - fromMs;
    if (silentMs < input.leastMs || isTold(method)) return [];
    const count = successes(database, method);
    const weeks = Array.from({ length: USUAL_WEEKS }, (_, week) => (week + 1) * WEEK_MS);
    const facts = {
      silentMs,
      usual: weeks.map((ago) => count(fromMs - ago, nowMs - ago)),
      before: count(fromMs - BEFORE_SILENCE_MS, fromMs),
      usualBefore: weeks.map((ago) => count(fromMs - BEFORE_SILENCE_MS - ago, fromMs - ago)),
    };
    const usual = Math.round(expectedSuccesses(facts));
    return isSilent(facts, input.leastMs) ? [{ method, since: fromEpochMs(fromMs), usual, recoveredAt: null }] : [];
  });
  return [...over, ...fallen];
}

/** How many there were in half-open times, by a method. */
function successes(database: SqliteDatabase, method: string | null): (fromMs: number, toMs: number) => number {
  const sql = `SELECT count(*) AS n ${SUCCESSES} AND payment_method IS ?`;
  return (fromMs, toMs) => readCount(database.get(sql, keyOfEpochMs(fromMs), keyOfEpochMs(toMs), method));
}

export const paymentSilencesReads = {
  'payments.silences': paymentSilences,
} as const;
