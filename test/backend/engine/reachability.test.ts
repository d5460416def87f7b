/** What makes the API unreachable and what does not: every kind of failure, and answers that cross. */
import { describe, expect, it } from 'vitest';
import { Reachability } from '../../../src/backend/engine/reachability.ts';
import { FAILURE_KINDS, type Failure } from '../../../src/domain/kernel/failure/failure.ts';

const AT = '2026-11-21T10:32:00Z';
const REFUSED: Failure = { kind: 'unreachable', reason: 'refused' };

/** One of each kind; `offline` says which of them means that nobody answered. */
const KINDS: Readonly<Record<Failure['kind'], { readonly failure: Failure; readonly offline: boolean }>> = {
  unauthorised: { failure: { kind: 'unauthorised', code: 'API_KEY_REVOKED', status: 403 }, offline: false },
  'rate-limited': { failure: { kind: 'rate-limited', retryAfterMs: 5 }, offline: false },
  rejected: { failure: { kind: 'rejected', code: 'X', status: 500, message: '' }, offline: false },
  unreachable: { failure: REFUSED, offline: true },
  'malformed-response': { failure: { kind: 'malformed-response', reason: 'not-the-api', status: 502 }, offline: true },
  'not-found': { failure: { kind: 'not-found', what: 'invoice', ident: 'x' }, offline: false },
  cancelled: { failure: { kind: 'cancelled' }, offline: false },
  'invalid-input': { failure: { kind: 'invalid-input', issues: [] }, offline: false },
  'file-refused': { failure: { kind: 'file-refused', reason: 'file-empty' }, offline: false },
  'profile-changed': { failure: { kind: 'profile-changed', reason: 'no-key' }, offline: false },
  'unavailable-offline': { failure: { kind: 'unavailable-offline', detail: '' }, offline: false },
  'too-large': { failure: { kind: 'too-large' }, offline: false },
  locked: { failure: { kind: 'locked' }, offline: false },
  'not-allowed': { failure: { kind: 'not-allowed', needs: [], who: [] }, offline: false },
  'second-person': { failure: { kind: 'second-person', requestId: 'r', who: [], expiresAt: '' }, offline: false },
  'changed-since': { failure: { kind: 'changed-since' }, offline: false },
  'unknown-outcome': { failure: { kind: 'unknown-outcome', intentId: 'i' }, offline: false },
  bug: { failure: { kind: 'bug', incidentId: 'i' }, offline: false },
};

describe('Reachability', () => {
  it.each(FAILURE_KINDS)('%s', (kind) => {
    const reach = new Reachability();
    const { failure, offline } = KINDS[kind];
    expect(reach.failed(failure, 1, 2, AT)).toBe(offline);
    expect(reach.offline).toEqual(offline ? { since: AT, failure } : null);
  });

  it('ends with any answer, and keeps the beginning and the latest cause until then', () => {
    const reach = new Reachability();
    expect(reach.failed(REFUSED, 1, 2, AT)).toBe(true);
    expect(reach.failed({ kind: 'unreachable', reason: 'timeout' }, 3, 4, '2026-11-21T10:40:00Z')).toBe(false);
    expect(reach.failed({ kind: 'unreachable', reason: 'breaker-open' }, 5, 6, '2026-11-21T10:41:00Z')).toBe(false);
    expect(reach.offline).toEqual({ since: AT, failure: { kind: 'unreachable', reason: 'timeout' } });
    expect(reach.failed({ kind: 'malformed-response', reason: 'wrong-record', status: 200 }, 5, 7, AT)).toBe(true);
    expect([reach.offline, reach.answered(8)]).toEqual([null, false]);
  });

  it('does not flap: what was asked before the latest answer says nothing', () => {
    const reach = new Reachability();
    expect(reach.answered(10)).toBe(false);
    expect(reach.failed(REFUSED, 9, 11, AT)).toBe(false);
    expect(reach.failed(REFUSED, 10, 12, AT)).toBe(true);
  });
});
