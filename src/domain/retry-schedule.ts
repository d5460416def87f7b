/**
 * The retry clock of a delivery (specification, "Receiver behaviour and retries"): seven attempts, waits of 1, 5, 30, 120, 360
 * and 720 minutes after the previous attempt. What the API says (attempts_history, next_attempt_at) is fact; the rest of the
 * clock is an estimate and is drawn only while the delivery follows the default schedule.
 */
import type { Delivery } from './delivery.ts';
import { fromEpochMs, toEpochMs } from './time.ts';

/** Waits between attempts in minutes. */
export const RETRY_WAITS_MINUTES = [1, 5, 30, 120, 360, 720] as const;
export const DEFAULT_MAX_ATTEMPTS = 7;
/** An attempt may take this long before it counts as failed. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** Beyond this distance between the API's next attempt and ours, only the API's word is shown. */
const MAX_DRIFT_MS = 2 * 60_000;

export interface RetryTick {
  readonly at: string;
  readonly kind: 'past' | 'next' | 'estimate';
}

/**
 * The ticks of the clock in order of time: past attempts, the authoritative next one, then estimates. Estimates are absent when
 * max_attempts is not seven or the next attempt is over two minutes away from the schedule.
 */
export function retryTicks(delivery: Delivery): readonly RetryTick[] {
  const past = delivery.attempts_history
    .map((attempt) => (attempt.created_at === null ? null : toEpochMs(attempt.created_at)))
    .filter((at) => at !== null)
    .sort((left, right) => left - right);
  const ticks: RetryTick[] = past.map((at) => ({ at: fromEpochMs(at), kind: 'past' }));
  const next = delivery.next_attempt_at === null ? null : toEpochMs(delivery.next_attempt_at);
  if (next === null || delivery.status === 'delivered' || delivery.status === 'failed') return ticks;
  ticks.push({ at: fromEpochMs(next), kind: 'next' });
  if (!followsSchedule(delivery, past, next)) return ticks;
  let at = next;
  for (const wait of RETRY_WAITS_MINUTES.slice(past.length)) {
    at += wait * 60_000;
    ticks.push({ at: fromEpochMs(at), kind: 'estimate' });
  }
  return ticks;
}

function followsSchedule(delivery: Delivery, past: readonly number[], next: number): boolean {
  if (delivery.max_attempts !== DEFAULT_MAX_ATTEMPTS || (delivery.resend_count ?? 0) > 0) return false;
  const last = past.at(-1);
  if (last === undefined) return true;
  const wait = RETRY_WAITS_MINUTES[past.length - 1];
  return wait !== undefined && Math.abs(next - (last + wait * 60_000)) <= MAX_DRIFT_MS + ATTEMPT_TIMEOUT_MS;
}
