/** Why nothing can be sent: every reason, and which comes first. */
import { describe, expect, it } from 'vitest';
import { readBar, writeBar } from '../../../src/renderer/bridge/hooks/use-write-bar.ts';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';

const OPEN = { key: 'keychain', readOnly: false } as const;
const REFUSED: Failure = { kind: 'unreachable', reason: 'refused' };
const OFFLINE = { since: '2026-11-21T10:32:00Z', failure: REFUSED };
const REVOKED: Failure = { kind: 'unauthorised', code: 'API_KEY_REVOKED', status: 403 };

describe('writeBar', () => {
  it('is null when nothing is in the way, also while nothing is known yet', () => {
    expect(writeBar(OPEN, undefined)).toBeNull();
    expect(writeBar(OPEN, { state: 'idle' })).toBeNull();
    // A wait for the request budget, or a failure that may pass, keeps nobody from sending.
    expect(writeBar(OPEN, { state: 'waiting', failure: { kind: 'rate-limited', retryAfterMs: 5 } })).toBeNull();
  });

  it('names what is in the way, what a person can change first', () => {
    const states = [
      writeBar({ ...OPEN, readOnly: true, key: 'absent' }, { state: 'idle', offline: OFFLINE }),
      writeBar({ ...OPEN, key: 'absent' }, { state: 'stopped' }),
      writeBar({ ...OPEN, keyStanding: 'different' }, { state: 'stopped', failure: REVOKED }),
      writeBar({ ...OPEN, keyStanding: 'unproved' }, { state: 'stopped', failure: REVOKED }),
      writeBar({ ...OPEN, keyStanding: 'unproved' }, { state: 'waiting', offline: OFFLINE }),
      writeBar(OPEN, { state: 'waiting', failure: REFUSED, offline: OFFLINE }),
    ];
    expect(states.map((bar) => (bar !== null && 'reason' in bar ? bar.reason : bar?.kind))).toEqual([
      'read-only',
      'no-key',
      'different-business',
      'unauthorised',
      'unproved',
      'unavailable-offline',
    ]);
  });
});

describe('readBar', () => {
  it('lets a read-only or unproved profile read, and names what keeps everybody from it', () => {
    const readOnly = { ...OPEN, readOnly: true };
    expect(readBar(readOnly, { state: 'idle' })).toBeNull();
    expect(readBar({ ...OPEN, keyStanding: 'unproved' }, { state: 'idle' })).toBeNull();
    expect(readBar({ ...OPEN, key: 'absent' }, { state: 'idle' })).toMatchObject({ reason: 'no-key' });
    expect(readBar({ ...OPEN, keyStanding: 'different' }, undefined)).toMatchObject({ reason: 'different-business' });
    expect(readBar(readOnly, { state: 'stopped', failure: REVOKED })).toBe(REVOKED);
    expect(readBar(OPEN, { state: 'waiting', offline: OFFLINE })).toMatchObject({
      detail: expect.stringContaining('nothing can be read'),
    });
  });
});
