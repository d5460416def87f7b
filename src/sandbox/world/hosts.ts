// How the merchant's made-up webhook receivers behave: no traffic leaves the machine for them; what an attempt meets
// is a pure function of seed, host, delivery and instant.
import { fraction, KIND, word } from '../random.ts';
import type { Plan } from './orders.ts';
import type { AttemptResult, ReceiverState } from './records.ts';

const HOUR = 3_600_000;

/** The time limit of an attempt in milliseconds (the specification, section "Receiver behaviour and retries"). */
export const ATTEMPT_TIMEOUT_MS = 15_000;

export interface Trial {
  readonly invoice: number;
  readonly ordinal: number;
  readonly round: number;
  readonly number: number;
  readonly at: number;
}

/** True for the hosts to which webhooks are really sent. */
export function isLoopback(hostname: string): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
}

/** Hours after the epoch at which each host was or will be out of order; after the last it repeats every nine days. */
const OUTAGES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  'legacy.shop.example': [
    [-300, -268],
    [-26, 3],
    [150, 156],
  ],
  'stall.shop.example': [
    [-120, -118],
    [-0.25, 0.7],
    [60, 61],
  ],
};
const REPEAT_HOURS = 216;

function isOut(plan: Plan, host: string, at: number): boolean {
  const hours = (at - plan.epoch) / HOUR;
  const folded = hours > REPEAT_HOURS ? (hours % REPEAT_HOURS) + 3 : hours;
  return (OUTAGES[host] ?? []).some(([from, to]) => folded >= from && folded < to);
}

function answered(statusCode: number, durationMs: number, responseBody: string): AttemptResult {
  const ok = statusCode >= 200 && statusCode < 300;
  return { durationMs, statusCode, responseBody, error: ok ? null : `receiver answered ${statusCode}` };
}

const TIMED_OUT: AttemptResult = {
  durationMs: ATTEMPT_TIMEOUT_MS,
  statusCode: null,
  responseBody: null,
  error: 'timeout: no response within 15 s',
};

function refused(durationMs: number): AttemptResult {
  return { durationMs, statusCode: null, responseBody: null, error: 'connect ECONNREFUSED 203.0.113.7:443' };
}

/** What every attempt meets at a receiver that somebody has broken, or mended. */
export function madeUp(how: ReceiverState): AttemptResult {
  if (how === 'refuse') return refused(40);
  return how === 'error' ? answered(500, 120, '{"error":"internal"}') : answered(200, 120, '{"ok":true}');
}

export function simulate(plan: Plan, host: string, trial: Trial): AttemptResult {
  const key = trial.invoice * 8 + trial.ordinal;
  const salt = trial.round * 64 + trial.number;
  const luck = fraction(plan.seed, KIND.host, key, salt);
  const quick = 70 + (word(plan.seed, KIND.host, key, salt + 4_000) % 640);
  if (isOut(plan, host, trial.at)) {
    if (host === 'stall.shop.example') return TIMED_OUT;
    return luck < 0.7
      ? refused(20 + (quick % 60))
      : answered(503, quick, '<html><body>503 Service Unavailable</body></html>');
  }
  // About one order in a hundred trips over a mistake in the shop itself; a manual resend may come after its mending.
  const poisoned = fraction(plan.seed, KIND.host, trial.invoice, 9_999) < 0.01;
  if (poisoned && (trial.round === 1 || luck < 0.4)) return answered(500, quick, '{"error":"unknown order state"}');
  const flaky = host === 'pos.shop.example' ? 0.2 : 0.015;
  if (luck < flaky * 0.6) return answered(luck < flaky * 0.4 ? 500 : 502, quick, '{"error":"internal"}');
  if (luck < flaky * 0.85) return TIMED_OUT;
  if (luck < flaky) return refused(quick);
  return answered(luck < 0.9 ? 200 : 204, quick, luck < 0.9 ? '{"ok":true}' : '');
}
