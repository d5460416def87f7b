// The attempts of one delivery, and how many there were, in words. Pure.
import { type Attempt, attemptKey, type Delivery } from '../../../../domain/webhooks/delivery.ts';
import { type AttemptOutcome, attemptOutcome } from '../../../../domain/webhooks/delivery-cause.ts';
import { SLOW_ATTEMPT_MS } from '../../../../domain/webhooks/delivery-list.ts';
import { toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { grouped } from '../../../ui/index.ts';

export interface ShownAttempt {
  /** Unique in the delivery, also where the API repeats itself. */
  readonly key: string;
  readonly attempt: Attempt;
  readonly outcome: AttemptOutcome;
  /** Milliseconds since the epoch; null where the API's time is none. */
  readonly at: number | null;
}

/** All attempts, oldest first; those without a readable time keep their place in the API's list. */
export function attemptsOf(delivery: Delivery): readonly ShownAttempt[] {
  return [...delivery.attempts_history].sort(byTime).map((attempt, index) => ({
    key: `${attemptKey(attempt)}#${index}`,
    attempt,
    outcome: attemptOutcome(attempt),
    at: timeOf(attempt),
  }));
}

function byTime(left: Attempt, right: Attempt): number {
  const [a, b] = [timeOf(left), timeOf(right)];
  return a === null || b === null ? 0 : a - b;
}

function timeOf(attempt: Attempt): number | null {
  return attempt.created_at === null ? null : toEpochMs(attempt.created_at);
}

/** What came back, in one line: "HTTP 503", "no HTTP answer", "no answer recorded". */
export function answerWords(attempt: Attempt, length: 'short' | 'whole' = 'whole'): string {
  if (attempt.status_code !== null) {
    const redirect = length === 'whole' && attempt.status_code >= 300 && attempt.status_code < 400;
    return redirect ? `HTTP ${attempt.status_code} (a redirect counts as a failure)` : `HTTP ${attempt.status_code}`;
  }
  return attempt.error === null ? 'no answer recorded' : 'no HTTP answer';
}

/** "the service", or the trigger as it came: the specification names one value only. */
export function triggerWords(attempt: Attempt): string {
  if (attempt.triggered_by === null) return 'not named';
  return attempt.triggered_by === 'system' ? 'the service' : `“${attempt.triggered_by}”`;
}

/** "3"; behind a resend with its round, "2.1"; what is missing says so. */
export function numberWords({ round, attempt_number: number }: Attempt): string {
  const place = number === null ? '?' : String(number);
  return round === null || round === 1 ? place : `${round}.${place}`;
}

/** "3 of 7 attempts". */
export function attemptsMade(delivery: Delivery): string {
  const made = delivery.attempts ?? delivery.attempts_history.length;
  const of = delivery.max_attempts === null ? '' : ` of ${delivery.max_attempts}`;
  return `${made}${of} attempts`;
}

/** Foreign text longer than this is cut on screen; copying gives all of it. */
const SHOWN_CHARACTERS = 4_000;

/** The beginning of a foreign text, and how many of its characters are not shown. */
export function excerpt(text: string): { readonly text: string; readonly hidden: number } {
  return { text: text.slice(0, SHOWN_CHARACTERS), hidden: Math.max(0, text.length - SHOWN_CHARACTERS) };
}

/** A payload as indented JSON. It is the parsed object, so it cannot prove a signature, which covers the raw bytes. */
export function payloadText(payload: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(payload, null, 2);
}

/** Newest delivery first, by created_at; the API does not say how its list is ordered. */
export function newestFirst(deliveries: readonly Delivery[]): readonly Delivery[] {
  return [...deliveries].sort((left, right) => (right.created_at ?? '').localeCompare(left.created_at ?? '', 'en'));
}

/** "812 ms", with a word of care when it came close to the limit. */
export function durationWords(attempt: Attempt): string | null {
  const { duration_ms: ms } = attempt;
  if (ms === null) return null;
  const words = `${grouped(ms)} ms`;
  return ms >= SLOW_ATTEMPT_MS ? `${words}, the limit is 15 s` : words;
}

/** "never", "once", "3 times"; a dash when the API does not say. */
export function timesWords(count: number | null): string {
  if (count === null) return '—';
  if (count === 0) return 'never';
  return count === 1 ? 'once' : `${count} times`;
}
