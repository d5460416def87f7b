/** When a strip about the API appears above the screens, and what it says; the request budget in words. */
import { expect, test } from 'vitest';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';
import { budgetWords } from '../../../src/renderer/features/settings/data-panel.tsx';
import { clockWords, cutOffBy, phaseWords } from '../../../src/renderer/app/sync-words.ts';
import { quietStatus } from '../support/scripts.ts';

test('the clock is named when it is more than two minutes wrong, on either side', () => {
  expect([0, 120_000, -120_000].map(clockWords)).toEqual([null, null, null]);
  expect(clockWords(121_000)).toContain('The clock of this computer is 2 min behind the API’s');
  expect(clockWords(-86_400_000)).toContain('1 d 0 h ahead of the API’s');
});

test('an API that does not answer is told, being limited or refused is not', () => {
  const dns: Failure = { kind: 'unreachable', reason: 'dns' };
  const waiting = (failure?: Failure): Failure | null => cutOffBy({ state: 'waiting', failure });
  const told: readonly Failure[] = [
    dns,
    { kind: 'malformed-response', reason: 'not-the-api', status: 200 },
    { kind: 'rejected', code: 'DB_UNAVAILABLE', status: 503, message: '' },
  ];
  for (const failure of told) expect(waiting(failure)).toBe(failure);
  expect(waiting({ kind: 'rate-limited', retryAfterMs: 1 })).toBeNull();
  expect(waiting({ kind: 'rejected', code: 'X', status: 404, message: '' })).toBeNull();
  expect(waiting()).toBeNull();
  expect(cutOffBy({ state: 'stopped', failure: { kind: 'unauthorised', code: 'X', status: 401 } })).toBeNull();
  // A time offline has a strip of its own.
  const offline = { since: '2026-11-21T10:00:00Z', failure: dns };
  expect(cutOffBy({ state: 'waiting', failure: dns, offline })).toBeNull();
});

test('a budget whose minute is over is called neither left nor full while some of it was used', () => {
  expect(budgetWords(12, 100, 3)).toEqual({ title: '12 of 100 requests left', note: 'Resets in 3 s', isCurrent: true });
  expect(budgetWords(12, 100, 0)).toEqual({
    title: '12 of 100 requests were left',
    note: 'Not asked since',
    isCurrent: false,
  });
  expect(budgetWords(100, 100, 0)).toEqual({ title: '100 of 100 requests left', note: 'Full again', isCurrent: true });
});

test('while the API is out of reach the reading does not wait for the request limit', () => {
  const waiting = { ...quietStatus(), state: 'waiting' } as const;
  expect(phaseWords(waiting)).toBe('Waiting for the request limit');
  const offline = { since: '2026-11-21T10:00:00Z', failure: { kind: 'unreachable', reason: 'dns' } } as const;
  expect(phaseWords({ ...waiting, offline })).toBe('Waiting for the API to answer');
});
