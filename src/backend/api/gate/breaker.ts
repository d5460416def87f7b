// The circuit breaker of one client, pure: after many failures nothing is sent, then one probe. Monotonic ms.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { isGatewayTrouble, isOffline, isTransient } from './retry.ts';

export type BreakerState =
  | { readonly kind: 'closed'; readonly failures: number }
  | OpenBreaker
  | { readonly kind: 'probing'; readonly pauseMs: number; readonly cause: Cause };

export interface OpenBreaker {
  readonly kind: 'open';
  /** When the latest request failed. */
  readonly since: number;
  /** When the next probe goes by itself. */
  readonly until: number;
  readonly pauseMs: number;
  readonly cause: Cause;
  /** What callers hear meanwhile. */
  readonly failure: Failure;
}

/** `server`: somebody answered badly or not in time. `offline`: nobody was reached. */
type Cause = 'server' | 'offline';

/** Failed requests in a row that open the breaker. */
export const BREAKER_THRESHOLD = 6;
/** Something else than the API has the key in its hands: two such answers are enough. */
const STRANGER_WEIGHT = 3;
const PAUSES = { server: { first: 30_000, last: 120_000 }, offline: { first: 5_000, last: 15_000 } } as const;
/** A person who asks need not wait for the longer pauses, but a server in trouble never sees more than one probe in this time. */
const HURRIED_PAUSE = { server: 30_000, offline: 1_000 } as const;

export const BREAKER_CLOSED: BreakerState = { kind: 'closed', failures: 0 };

export interface BreakerAdmission {
  readonly state: BreakerState;
  readonly admitted: boolean;
}

/** May a request be sent now? An open breaker whose pause is over admits one, the probe. */
export function admit(state: BreakerState, now: number): BreakerAdmission {
  if (state.kind === 'closed') return { state, admitted: true };
  if (state.kind === 'open' && now >= state.until)
    return { state: { kind: 'probing', pauseMs: state.pauseMs, cause: state.cause }, admitted: true };
  return { state, admitted: false };
}

/** A person asks: the probe may go as soon as politeness allows, whatever the pause has grown to. */
export function hurry(state: BreakerState): BreakerState {
  if (state.kind !== 'open') return state;
  return { ...state, until: Math.min(state.until, state.since + HURRIED_PAUSE[state.cause]) };
}

/** The machine slept or changed its network: what was known of the way to the server is out of date. */
export function forget(state: BreakerState, now: number): BreakerState {
  return state.kind === 'open' ? { ...state, until: Math.min(state.until, now) } : state;
}

/** The state after a request ended. `null` means that the server answered, well or badly, but answered. */
export function afterRequest(state: BreakerState, failure: Failure | null, now: number): BreakerState {
  if (failure?.kind === 'cancelled') return afterCancel(state, now);
  // Somebody on the way has answered, which ends no row of failures; where it is all there is, people are told so, and not that the server is down.
  if (state.kind === 'closed' && isRedirect(failure)) return state;
  const weight = failure === null ? 0 : weightOf(failure);
  if (failure === null || weight === 0) return BREAKER_CLOSED;
  if (state.kind === 'open') return state;
  const cause: Cause = isOffline(failure) ? 'offline' : 'server';
  if (state.kind === 'probing') {
    const { first, last } = PAUSES[cause];
    return opened(state.cause === cause ? Math.min(last, state.pauseMs * 2) : first, cause, failure, now);
  }
  const failures = state.failures + weight;
  if (failures < BREAKER_THRESHOLD) return { kind: 'closed', failures };
  return opened(PAUSES[cause].first, cause, failure, now);
}

function opened(pauseMs: number, cause: Cause, failure: Failure, now: number): OpenBreaker {
  // That nobody was reached stays true; of a server in trouble the pause is what a person has to know.
  const told: Failure = cause === 'offline' ? failure : { kind: 'unreachable', reason: 'breaker-open' };
  return { kind: 'open', since: now, until: now + pauseMs, pauseMs, cause, failure: told };
}

/** A cancelled request says nothing about the server; a cancelled probe lets another one try at once. */
function afterCancel(state: BreakerState, now: number): BreakerState {
  if (state.kind !== 'probing') return state;
  const { pauseMs, cause } = state;
  const failure: Failure = { kind: 'unreachable', reason: 'breaker-open' };
  return { kind: 'open', since: now, until: now, pauseMs, cause, failure };
}

/**
 * How much a failure says that the server, or the way to it, is down; 0 for nothing. A good status with something else than the API's JSON is a
 * stranger.
 */
function weightOf(failure: Failure): number {
  // A certificate and what a proxy demands do not get better by leaving the server alone.
  if (failure.kind === 'unreachable') return isTransient(failure) ? 1 : 0;
  if (failure.kind === 'rejected') return isGatewayTrouble(failure.status) ? 1 : 0;
  if (failure.kind !== 'malformed-response') return 0;
  if (isRedirect(failure)) return 1;
  if (failure.reason === 'not-the-api' && failure.status >= 200 && failure.status < 300) return STRANGER_WEIGHT;
  return isGatewayTrouble(failure.status) ? 1 : 0;
}

function isRedirect(failure: Failure | null): boolean {
  return failure?.kind === 'malformed-response' && failure.reason === 'redirect';
}
