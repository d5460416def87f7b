/**
 * While a part of all requests was redirected by somebody on the way, the others stayed without an answer, and none of it ever stopped: a redirect was taken for an
 * answer of the server, and ended every row of failures. It ends none, is no answer to a probe, and alone it stops nothing: people are told what it is.
 */
import { expect, test } from 'vitest';
import {
  admit,
  afterRequest,
  BREAKER_CLOSED,
  BREAKER_THRESHOLD,
  type BreakerState,
} from '../../../src/backend/api/gate/breaker.ts';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';

const LOST: Failure = { kind: 'unreachable', reason: 'connection-lost' };
const REDIRECT: Failure = { kind: 'malformed-response', reason: 'redirect', status: 302 };

/** The state after so many requests, every other one of which is redirected. */
function mixed(requests: number): BreakerState {
  let state: BreakerState = BREAKER_CLOSED;
  for (let number = 1; number <= requests; number += 1)
    state = afterRequest(state, number % 2 === 0 ? REDIRECT : LOST, 0);
  return state;
}

test('redirects between lost answers do not keep the breaker closed', () => {
  const enough = 2 * BREAKER_THRESHOLD - 1;
  expect(mixed(enough - 1).kind).toBe('closed');
  expect(mixed(enough)).toMatchObject({ kind: 'open', pauseMs: 30_000 });
});

test('a redirected probe is one that failed', () => {
  const { state } = admit(mixed(2 * BREAKER_THRESHOLD), 30_000);
  expect(state.kind).toBe('probing');
  expect(afterRequest(state, REDIRECT, 30_000)).toMatchObject({ kind: 'open', pauseMs: 60_000 });
});

test('redirects alone stop nothing, and an answer ends the row', () => {
  let state: BreakerState = BREAKER_CLOSED;
  for (let number = 0; number < 20; number += 1) state = afterRequest(state, REDIRECT, 0);
  expect(state).toEqual(BREAKER_CLOSED);
  expect(afterRequest(mixed(4), null, 0)).toEqual(BREAKER_CLOSED);
});
