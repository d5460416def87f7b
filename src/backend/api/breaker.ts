/**
 * The circuit breaker of one client as a pure state machine: after several failed requests in a row nothing is sent for 30 s, then
 * one probe; each failed probe doubles the pause up to 120 s. Times are monotonic milliseconds. Not here: what the caller is
 * told meanwhile (calling.ts).
 */
import type { Failure } from '../../domain/failure.ts';
import { isGatewayTrouble } from './retry.ts';

export type BreakerState =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly until: number; readonly pauseMs: number }
  | { readonly kind: 'probing'; readonly pauseMs: number };

/** Failed requests in a row that open the breaker. */
export const BREAKER_THRESHOLD = 6;
const FIRST_PAUSE_MS = 30_000;
const LAST_PAUSE_MS = 120_000;

export const BREAKER_CLOSED: BreakerState = { kind: 'closed', failures: 0 };

export interface BreakerAdmission {
  readonly state: BreakerState;
  readonly admitted: boolean;
}

/** May a request be sent now? An open breaker whose pause is over admits one, the probe. */
export function admit(state: BreakerState, now: number): BreakerAdmission {
  if (state.kind === 'closed') return { state, admitted: true };
  if (state.kind === 'open' && now >= state.until)
    return { state: { kind: 'probing', pauseMs: state.pauseMs }, admitted: true };
  return { state, admitted: false };
}

/** The state after a request ended. `null` means that the server answered, well or badly, but answered. */
export function afterRequest(state: BreakerState, failure: Failure | null, now: number): BreakerState {
  if (failure === null || !isStorm(failure))
    return failure?.kind === 'cancelled' ? afterCancel(state, now) : BREAKER_CLOSED;
  if (state.kind === 'open') return state;
  if (state.kind === 'probing') {
    const pauseMs = Math.min(LAST_PAUSE_MS, state.pauseMs * 2);
    return { kind: 'open', until: now + pauseMs, pauseMs };
  }
  const failures = state.failures + 1;
  if (failures < BREAKER_THRESHOLD) return { kind: 'closed', failures };
  return { kind: 'open', until: now + FIRST_PAUSE_MS, pauseMs: FIRST_PAUSE_MS };
}

/** A cancelled request says nothing about the server; a cancelled probe lets another one try at once. */
function afterCancel(state: BreakerState, now: number): BreakerState {
  return state.kind === 'probing' ? { kind: 'open', until: now, pauseMs: state.pauseMs } : state;
}

/** Signs that the server, or the way to it, is down. RATE_UNAVAILABLE is about exchange rates only. */
function isStorm(failure: Failure): boolean {
  if (failure.kind === 'unreachable') return !failure.reason.startsWith('tls-') && failure.reason !== 'breaker-open';
  if (failure.kind === 'rejected') return isGatewayTrouble(failure.status) && failure.code !== 'RATE_UNAVAILABLE';
  return failure.kind === 'malformed-response' && isGatewayTrouble(failure.status);
}
