/** The pure policies: retry, quota, breaker, own window, server budget, headers. */
import { describe, expect, test } from 'vitest';
import {
  admit,
  afterRequest,
  BREAKER_CLOSED,
  BREAKER_THRESHOLD,
  type BreakerState,
  forget,
  hurry,
} from '../../../../src/backend/api/gate/breaker.ts';
import { createRetryQuota } from '../../../../src/backend/api/gate/quota.ts';
import { readRateHeaders } from '../../../../src/backend/api/gate/rate-headers.ts';
import { RequestWindow, WINDOW_MS } from '../../../../src/backend/api/gate/request-window.ts';
import { decideRetry } from '../../../../src/backend/api/gate/retry.ts';
import { ServerBudget } from '../../../../src/backend/api/gate/server-budget.ts';
import { errorCode, failureOfError } from '../../../../src/backend/api/transport/errors.ts';
import {
  FAILURE_KINDS,
  type Failure,
  type FailureKind,
  UNREACHABLE_REASONS,
} from '../../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';

const LOST: Failure = { kind: 'unreachable', reason: 'connection-lost' };
const rejected = (status: number, code = 'X'): Failure => ({ kind: 'rejected', code, status, message: '' });

describe('retry', () => {
  test('reads: four attempts, full jitter between half a second and eight', () => {
    for (const [attempt, ceiling] of [
      [1, 1_000],
      [2, 2_000],
      [3, 4_000],
    ] as const) {
      expect(decideRetry(attempt, LOST, 'read', () => 0)).toEqual({ kind: 'wait', ms: 500 });
      expect(decideRetry(attempt, LOST, 'read', () => 0.999_999)).toEqual({ kind: 'wait', ms: ceiling });
    }
    expect(decideRetry(4, LOST, 'read', () => 0)).toEqual({ kind: 'stop' });
  });

  test('writes: never', () => {
    for (const failure of [LOST, rejected(500), rejected(503)]) {
      expect(decideRetry(1, failure, 'write', () => 0)).toEqual({ kind: 'stop' });
    }
  });

  const examples: Readonly<Record<FailureKind, readonly [Failure, boolean][]>> = {
    unauthorised: [[{ kind: 'unauthorised', code: 'UNAUTHORIZED', status: 401 }, false]],
    'rate-limited': [[{ kind: 'rate-limited', retryAfterMs: 1 }, false]],
    rejected: [
      [rejected(404), false],
      [rejected(409), false],
      [rejected(429), false],
      [rejected(500), true],
      [rejected(503), true],
    ],
    unreachable: UNREACHABLE_REASONS.map((reason) => [
      { kind: 'unreachable', reason },
      !/^(?:tls-.*|breaker-open|proxy-(?:auth|kind|tls))$/.test(reason),
    ]),
    'malformed-response': [
      [{ kind: 'malformed-response', reason: 'truncated', status: 200 }, true],
      [{ kind: 'malformed-response', reason: 'not-json', status: 200 }, true],
      [{ kind: 'malformed-response', reason: 'not-the-api', status: 502 }, true],
      [{ kind: 'malformed-response', reason: 'not-the-api', status: 200 }, false],
      [{ kind: 'malformed-response', reason: 'redirect', status: 302 }, false],
      [{ kind: 'malformed-response', reason: 'too-large', status: 200 }, false],
      [{ kind: 'malformed-response', reason: 'wrong-envelope', status: 200 }, false],
    ],
    'not-found': [[{ kind: 'not-found', what: 'invoice', ident: 'x' }, false]],
    cancelled: [[{ kind: 'cancelled' }, false]],
    'invalid-input': [[{ kind: 'invalid-input', issues: [] }, false]],
    'file-refused': [[{ kind: 'file-refused', reason: 'file-empty' }, false]],
    'profile-changed': [[{ kind: 'profile-changed', reason: 'no-key' }, false]],
    'unavailable-offline': [[{ kind: 'unavailable-offline', detail: '' }, false]],
    'too-large': [[{ kind: 'too-large' }, false]],
    locked: [[{ kind: 'locked' }, false]],
    'not-allowed': [[{ kind: 'not-allowed', needs: ['support'], who: [] }, false]],
    'second-person': [[{ kind: 'second-person', requestId: '', who: [], expiresAt: '' }, false]],
    'changed-since': [[{ kind: 'changed-since' }, false]],
    'unknown-outcome': [[{ kind: 'unknown-outcome', intentId: '' }, false]],
    bug: [[{ kind: 'bug', incidentId: '' }, false]],
  };
  test('every kind of failure is decided', () => {
    for (const kind of FAILURE_KINDS) {
      for (const [failure, again] of examples[kind]) {
        const { kind: decision } = decideRetry(1, failure, 'read', () => 0);
        expect([failure, decision]).toEqual([failure, again ? 'wait' : 'stop']);
      }
    }
  });

  test('the quota of the process runs dry and fills again', async () => {
    const clock = new DiscreteClock();
    const quota = createRetryQuota(clock, 3, 1_000);
    expect([quota.take(), quota.take(), quota.take(), quota.take()]).toEqual([true, true, true, false]);
    await clock.runFor(2_000);
    expect([quota.take(), quota.take(), quota.take()]).toEqual([true, true, false]);
    await clock.runFor(3_600_000);
    expect([quota.take(), quota.take(), quota.take(), quota.take()]).toEqual([true, true, true, false]);
  });
});

describe('breaker', () => {
  const storm = (state: BreakerState, now: number): BreakerState => afterRequest(state, rejected(503), now);

  test('FAULT-29: opens after six in a row, probes after 30, 60, 120, 120 s, closes with the first answer', () => {
    let state: BreakerState = BREAKER_CLOSED;
    for (let index = 0; index < BREAKER_THRESHOLD - 1; index += 1) state = storm(state, 0);
    expect(afterRequest(state, null, 0)).toEqual(BREAKER_CLOSED);
    state = storm(state, 0);
    let now = 0;
    for (const pause of [30_000, 60_000, 120_000, 120_000]) {
      expect(admit(state, now + pause - 1).admitted).toBe(false);
      now += pause;
      const probe = admit(state, now);
      expect(probe.admitted).toBe(true);
      expect(admit(probe.state, now).admitted).toBe(false);
      state = storm(probe.state, now);
    }
    expect(afterRequest(admit(state, now + 120_000).state, rejected(409), now)).toEqual(BREAKER_CLOSED);
  });

  test('what is no storm', () => {
    const before: BreakerState = { kind: 'closed', failures: 5 };
    for (const failure of [rejected(500), rejected(404)]) {
      expect(afterRequest(before, failure, 0)).toEqual(BREAKER_CLOSED);
    }
    expect(afterRequest(before, { kind: 'cancelled' }, 0)).toEqual(before);
    const probing: BreakerState = { kind: 'probing', pauseMs: 60_000, cause: 'server' };
    expect(afterRequest(probing, { kind: 'cancelled' }, 7)).toMatchObject({ kind: 'open', until: 7, pauseMs: 60_000 });
    expect(afterRequest(before, { kind: 'unreachable', reason: 'tls-expired' }, 0)).toEqual(BREAKER_CLOSED);
    expect(afterRequest(before, LOST, 0).kind).toBe('open');
    const open = afterRequest(before, LOST, 0);
    expect(afterRequest(open, LOST, 5)).toEqual(open);
  });

  test('a person who asks is let through as soon as is polite, and never twice in 30 s', () => {
    let state: BreakerState = { kind: 'probing', pauseMs: 60_000, cause: 'server' };
    state = storm(state, 1_000);
    expect(admit(state, 120_999).admitted).toBe(false);
    expect(admit(hurry(state), 30_999).admitted).toBe(false);
    expect(admit(hurry(state), 31_000).admitted).toBe(true);
    expect(admit(forget(state, 1_001), 1_001).admitted).toBe(true);
    expect(hurry(BREAKER_CLOSED)).toEqual(BREAKER_CLOSED);
  });

  test('while nobody can be reached the pauses are short, and callers hear why', () => {
    let state: BreakerState = BREAKER_CLOSED;
    let now = 0;
    for (const reason of ['dns', 'no-network', 'refused', 'dns', 'dns', 'no-network'] as const) {
      state = afterRequest(state, { kind: 'unreachable', reason }, now);
    }
    expect(state).toMatchObject({ kind: 'open', failure: { kind: 'unreachable', reason: 'no-network' } });
    for (const pause of [5_000, 10_000, 15_000, 15_000]) {
      expect(admit(state, now + pause - 1).admitted).toBe(false);
      expect(admit(hurry(state), now + 1_000).admitted).toBe(true);
      now += pause;
      state = afterRequest(admit(state, now).state, { kind: 'unreachable', reason: 'dns' }, now);
    }
    // The network is back, and now the server is in trouble.
    state = storm(admit(state, now + 15_000).state, now + 15_000);
    expect(state).toMatchObject({ pauseMs: 30_000, failure: { reason: 'breaker-open' } });
  });

  test('FAULT-19: two answers of something else than the API are enough', () => {
    const stranger: Failure = { kind: 'malformed-response', reason: 'not-the-api', status: 200 };
    const once = afterRequest(BREAKER_CLOSED, stranger, 0);
    expect([once.kind, afterRequest(once, stranger, 0).kind]).toEqual(['closed', 'open']);
    expect(afterRequest(once, null, 0)).toEqual(BREAKER_CLOSED);
  });
});

describe('own window', () => {
  test('counts, expires and says when there is room', () => {
    const window = new RequestWindow();
    window.restore([-30_000, -10_000]);
    for (const at of [0, 100, 200]) window.add(at);
    expect(window.count(200)).toBe(5);
    expect(window.freeAt(4)).toBe(-30_000 + WINDOW_MS);
    expect(window.freeAt(0)).toBe(200 + WINDOW_MS);
    expect(window.freeAt(5)).toBe(Number.NEGATIVE_INFINITY);
    expect(window.count(WINDOW_MS)).toBe(2);
    expect(window.expired(0, WINDOW_MS)).toBe(3);
    for (let index = 1; index <= 1_000; index += 1) window.add(200 + index * 1_000);
    expect(window.count(1_000_200)).toBe(61);
  });
});

describe('the server’s word', () => {
  const NOW = Date.UTC(2026, 0, 1);
  test('headers that make no sense are absent', () => {
    const read = (limit: string, remaining: string, reset: string) =>
      readRateHeaders(
        { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset },
        NOW,
      );
    expect(read('100', '7', '30')).toEqual({ limit: 100, remaining: 7, resetMs: 30_000 });
    expect(read('0', '-1', '-5')).toEqual({ limit: null, remaining: null, resetMs: null });
    expect(read('1e3', '7.5', 'soon')).toEqual({ limit: null, remaining: null, resetMs: null });
    expect(read('', '', '')).toEqual({ limit: null, remaining: null, resetMs: null });
    expect(read('99999999', '99999999', '100000')).toEqual({ limit: null, remaining: null, resetMs: null });
    expect(read('100', '0', String(NOW / 1000 + 42)).resetMs).toBe(42_000);
    // A minute in milliseconds, a day: no window of this API.
    expect([read('100', '0', '60000').resetMs, read('100', '0', '86400').resetMs]).toEqual([null, null]);
    expect(readRateHeaders({}, NOW)).toEqual({ limit: null, remaining: null, resetMs: null });
  });

  test('several roundings of one reset are one reset, and a rounded-down nought is a second', () => {
    const budget = new ServerBudget();
    budget.take({ limit: 100, remaining: 50, resetMs: 30_000 }, 0, false);
    budget.take({ limit: 100, remaining: 49, resetMs: 30_000 }, 900, false);
    expect(budget.resetAt).toBe(30_000);
    budget.take({ limit: 100, remaining: 48, resetMs: 0 }, 31_000, false);
    expect(budget.resetAt).toBe(32_000);
    expect(budget.left(31_500, 3)).toBe(51);
    expect(budget.left(32_000, 0)).toBe(100);
  });

  test('of answers that crossed the lower Remaining counts', () => {
    const budget = new ServerBudget();
    budget.take({ limit: 100, remaining: 90, resetMs: 60_000 }, 0, false);
    budget.take({ limit: 100, remaining: 91, resetMs: 60_000 }, 1, true);
    expect(budget.left(1, 0)).toBe(90);
    budget.take({ limit: 50, remaining: 40, resetMs: 60_000 }, 2, false);
    expect([budget.limit, budget.left(2, 0)]).toEqual([50, 40]);
  });
});

describe('errors of sockets and TLS', () => {
  test('codes become reasons, messages are never looked at', () => {
    const cases: [string, string][] = [
      ['ENOTFOUND', 'dns'],
      ['EAI_AGAIN', 'dns'],
      ['ECONNREFUSED', 'refused'],
      ['ENETUNREACH', 'no-network'],
      ['EHOSTUNREACH', 'no-network'],
      ['CERT_HAS_EXPIRED', 'tls-expired'],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-untrusted'],
      ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-wrong-host'],
      ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-other'],
      ['CERT_SIGNATURE_FAILURE', 'tls-other'],
      ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
      ['ECONNRESET', 'connection-lost'],
      ['SOMETHING_ELSE', 'other'],
      ['toString', 'other'],
    ];
    for (const [code, reason] of cases) {
      const error = Object.assign(new Error('certificate has expired ENOTFOUND'), { code });
      expect(failureOfError(error, null)).toMatchObject({ kind: 'unreachable', reason });
    }
    const several = new AggregateError([Object.assign(new Error('a'), { code: 'ECONNREFUSED' })]);
    expect(errorCode(several)).toBe('ECONNREFUSED');
    expect(errorCode(new Error('x', { cause: { code: 'EPIPE' } }))).toBe('EPIPE');
    for (const odd of [null, undefined, 7, 'x', {}])
      expect(failureOfError(odd, null)).toMatchObject({ reason: 'other' });
    expect(failureOfError({ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }, 200)).toMatchObject({
      reason: 'truncated',
      status: 200,
    });
  });
});
