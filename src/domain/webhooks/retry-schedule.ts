// The retry clock of a delivery (specification, "Receiver behaviour and retries"): seven attempts, waits of 1, 5, 30,
// 120, 360 and 720 minutes after the previous attempt. What the API says (attempts_history, next_attempt_at) is fact;
// the rest of the clock is an estimate and is drawn only while the delivery follows the default schedule.
import type { Delivery } from './delivery.ts';
import { fromEpochMs, toEpochMs } from '../kernel/time/time.ts';

const RETRY_WAITS_MINUTES = [1, 5, 30, 120, 360, 720] as const;
export const DEFAULT_MAX_ATTEMPTS = 7;
/** An attempt may take this long before it counts as failed. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** Beyond this distance between the API's times and the schedule's, only the API's word is shown. */
const MAX_DRIFT_MS = 2 * 60_000;

export interface RetryTick {
  readonly at: string;
  readonly kind: 'past' | 'next' | 'estimate';
}

/** Why nothing is estimated beyond the next attempt. */
export type ScheduleDoubt =
  /** The API allows another number of attempts than the seven of the specification. */
  | 'max-attempts'
  /** It was resent: whether that uses an attempt or moves the schedule is not specified. */
  | 'resent'
  /** The attempts on record are not the attempts that were made. */
  | 'history'
  /** The times are more than two minutes off the schedule. */
  | 'drift';

export interface RetryClock {
  /** In order of time. */
  readonly ticks: readonly RetryTick[];
  /** The API's own next attempt while the delivery is still on its way; null when there is none. */
  readonly next: string | null;
  /** The attempt after which the API gives up; null while that is not known. An estimate unless it is the next one. */
  readonly last: { readonly at: string; readonly isEstimate: boolean } | null;
  /** Present with a next attempt beyond which nothing is estimated. */
  readonly doubt: ScheduleDoubt | null;
}

/** The clock of a delivery: past attempts, the authoritative next one, then estimates while the default schedule holds. */
export function retryClock(delivery: Delivery): RetryClock {
  const past = delivery.attempts_history
    .map((attempt) => (attempt.created_at === null ? null : toEpochMs(attempt.created_at)))
    .filter((at) => at !== null)
    .sort((left, right) => left - right);
  const ticks: RetryTick[] = past.map((at) => ({ at: fromEpochMs(at), kind: 'past' }));
  const next = delivery.next_attempt_at === null ? null : toEpochMs(delivery.next_attempt_at);
  if (next === null || delivery.status === 'delivered' || delivery.status === 'failed') {
    return { ticks, next: null, last: null, doubt: null };
  }
  const nextTick: RetryTick = { at: fromEpochMs(next), kind: 'next' };
  const doubt = doubtOf(delivery, past, next);
  if (doubt !== null) return { ticks: [...ticks, nextTick], next: nextTick.at, last: null, doubt };
  const estimates = estimatesAfter(next, past.length);
  const last = estimates.at(-1) ?? nextTick;
  return {
    ticks: [...ticks, nextTick, ...estimates],
    next: nextTick.at,
    last: { at: last.at, isEstimate: last !== nextTick },
    doubt: null,
  };
}

/**
 * About when a delivery that still retries has used its attempts: the next one (the API's word), and the waits behind it. Null where the API allows other
 * than the seven attempts, or it was resent and the schedule is not known any more.
 */
export function runsOutAt(delivery: {
  readonly attempts: number | null;
  readonly maxAttempts: number | null;
  readonly resendCount: number | null;
  readonly nextAttemptAt: string | null;
}): string | null {
  const { attempts, maxAttempts, resendCount, nextAttemptAt } = delivery;
  const next = nextAttemptAt === null ? null : toEpochMs(nextAttemptAt);
  if (next === null || attempts === null || maxAttempts !== DEFAULT_MAX_ATTEMPTS || (resendCount ?? 0) > 0) return null;
  return attempts >= DEFAULT_MAX_ATTEMPTS ? null : (estimatesAfter(next, attempts).at(-1)?.at ?? fromEpochMs(next));
}

/** True once the attempt at `next` must have ended: its result is known to the API and not to whoever still waits for it. */
export function isOver(next: string, nowMs: number): boolean {
  const at = toEpochMs(next);
  return at !== null && nowMs > at + ATTEMPT_TIMEOUT_MS;
}

function estimatesAfter(next: number, made: number): readonly RetryTick[] {
  let at = next;
  return RETRY_WAITS_MINUTES.slice(made).map((wait) => {
    at += wait * 60_000;
    return { at: fromEpochMs(at), kind: 'estimate' };
  });
}

function doubtOf(delivery: Delivery, past: readonly number[], next: number): ScheduleDoubt | null {
  if (delivery.max_attempts !== DEFAULT_MAX_ATTEMPTS) return 'max-attempts';
  if (wasResent(delivery)) return 'resent';
  const isWhole =
    past.length === delivery.attempts_history.length && past.length === (delivery.attempts ?? past.length);
  if (!isWhole || past.length >= DEFAULT_MAX_ATTEMPTS) return 'history';
  return [...past, next].every((at, index) => isOnTime(at, index === 0 ? firstAt(delivery) : past[index - 1], index))
    ? null
    : 'drift';
}

/** Any trace of a person: a count, a second round, an attempt that something other than the system triggered. */
function wasResent({ resend_count: count, attempts_history: attempts }: Delivery): boolean {
  if ((count ?? 0) > 0 || new Set(attempts.map(({ round }) => round)).size > 1) return true;
  return attempts.some(({ triggered_by: by }) => by !== null && by !== 'system');
}

/** The first attempt is made at once. */
function firstAt({ created_at: createdAt }: Delivery): number | undefined {
  return createdAt === null ? undefined : (toEpochMs(createdAt) ?? undefined);
}

/** A wait begins when the attempt before has ended, which is within 15 s of its beginning. Without a time before there is no drift. */
function isOnTime(at: number, before: number | undefined, index: number): boolean {
  if (before === undefined) return true;
  const waitMs = (RETRY_WAITS_MINUTES[index - 1] ?? 0) * 60_000;
  const lateMs = at - (before + waitMs);
  return lateMs >= -MAX_DRIFT_MS && lateMs <= MAX_DRIFT_MS + ATTEMPT_TIMEOUT_MS;
}
