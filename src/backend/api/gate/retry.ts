// The retry policy, pure: reads have four attempts with full jitter, writes are never repeated here.
import type { Failure, UnreachableReason } from '../../../domain/kernel/failure/failure.ts';

export const MAX_ATTEMPTS = 4;
const BASE_MS = 500;
const CAP_MS = 8_000;

export type RetryDecision = { readonly kind: 'stop' } | { readonly kind: 'wait'; readonly ms: number };

/** A certificate or a proxy's demand does not change by asking again, and an open breaker has its own clock. */
const TRANSIENT_REASONS: ReadonlySet<UnreachableReason> = new Set([
  'dns',
  'no-network',
  'refused',
  'timeout',
  'connection-lost',
  'proxy-unreachable',
  'proxy-refused',
  'other',
]);

/** No server was reached. `refused` is an answer of the machine and not of the service on it, `proxy-refused` one of the proxy. */
const OFFLINE_REASONS: ReadonlySet<UnreachableReason> = new Set([
  'dns',
  'no-network',
  'refused',
  'proxy-unreachable',
  'proxy-refused',
]);

const STOP: RetryDecision = { kind: 'stop' };

/**
 * What to do after failed attempt number `attempt` (1-based). `random` yields [0, 1). The wait is a random part of a ceiling
 * that doubles from 1 s to 8 s, never under half a second. Rate limiting is not a failed attempt and is not decided here.
 */
export function decideRetry(
  attempt: number,
  failure: Failure,
  effect: 'read' | 'write',
  random: () => number,
): RetryDecision {
  if (effect === 'write' || attempt >= MAX_ATTEMPTS || !isTransient(failure)) return STOP;
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
  return { kind: 'wait', ms: Math.round(BASE_MS + random() * (ceiling - BASE_MS)) };
}

/** Could the same read succeed in a moment? */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'unreachable') return TRANSIENT_REASONS.has(failure.reason);
  if (failure.kind === 'rejected') return failure.status >= 500;
  if (failure.kind !== 'malformed-response') return false;
  return failure.reason === 'truncated' || failure.reason === 'not-json' || isGatewayTrouble(failure.status);
}

/** Statuses of a proxy that can not reach the API behind it; their bodies are HTML. */
export function isGatewayTrouble(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/**
 * Did the request fail before it reached any server? Then trying again costs the server nothing, and the wait for the next try may
 * be short: a laptop that is opened again is online within seconds.
 */
export function isOffline(failure: Failure): boolean {
  return failure.kind === 'unreachable' && OFFLINE_REASONS.has(failure.reason);
}
