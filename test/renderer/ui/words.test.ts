/** Pure parts of the building blocks: digits, words for failures, dates, addresses, foreign text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FAILURE_KINDS,
  type Failure,
  FILE_REFUSALS,
  MALFORMED_REASONS,
  PROFILE_CHANGES,
  UNREACHABLE_REASONS,
} from '../../../src/domain/kernel/failure/failure.ts';
import { API_CODES } from '../../../src/domain/kernel/failure/api-code.ts';
import { dateBounds, periodDays } from '../../../src/renderer/ui/form/date-bounds.ts';
import { failureCode, failureWords } from '../../../src/renderer/ui/frame/failure-words.ts';
import { tellWhereEngineIs } from '../../../src/renderer/ui/text/engine-words.ts';
import { momentWords } from '../../../src/domain/kernel/time/clock.ts';
import { readSort, writeSort } from '../../../src/renderer/ui/grid/types.ts';
import { invoicePath, splitHash } from '../../../src/renderer/ui/window/route.ts';

const everyFailure: readonly Failure[] = [
  ...API_CODES.map((code): Failure => ({ kind: 'rejected', code, status: 400, message: 'no' })),
  ...UNREACHABLE_REASONS.map((reason): Failure => ({ kind: 'unreachable', reason })),
  ...MALFORMED_REASONS.map((reason): Failure => ({ kind: 'malformed-response', reason, status: 502 })),
  ...PROFILE_CHANGES.map((reason): Failure => ({ kind: 'profile-changed', reason })),
  { kind: 'unauthorised', code: 'API_KEY_REVOKED', status: 401 },
  { kind: 'rate-limited', retryAfterMs: 4_000 },
  { kind: 'not-found', what: 'invoice', ident: 'x'.repeat(500) },
  { kind: 'cancelled' },
  { kind: 'invalid-input', issues: [{ path: 'name', message: 'is empty' }] },
  ...FILE_REFUSALS.map((reason): Failure => ({ kind: 'file-refused', reason, detail: '7' })),
  { kind: 'unavailable-offline', detail: 'The disk is gone.' },
  { kind: 'too-large' },
  { kind: 'locked' },
  { kind: 'not-allowed', needs: ['support', 'finance'], who: ['Ada', 'Grace'] },
  { kind: 'not-allowed', needs: [], who: [] },
  { kind: 'second-person', requestId: 'r', who: ['Ada', 'Grace'], expiresAt: '2026-11-02T00:00:00.000Z' },
  { kind: 'second-person', requestId: 'r', who: [], expiresAt: '2026-11-02T00:00:00.000Z' },
  { kind: 'changed-since', by: 'Grace', at: '2026-11-28T10:00:00.000Z' },
  { kind: 'changed-since' },
  { kind: 'unknown-outcome', intentId: 'i' },
  { kind: 'bug', incidentId: 'inc-1' },
];

describe('words for failures', () => {
  test('every kind has some, with a next step', () => {
    expect(new Set(everyFailure.map(({ kind }) => kind))).toEqual(new Set(FAILURE_KINDS));
    for (const failure of everyFailure) {
      const { title, sentence, nextStep } = failureWords(failure);
      for (const words of [title, sentence, nextStep]) expect(words.length).toBeGreaterThan(3);
      expect(sentence.length).toBeLessThan(430);
    }
  });

  test('every way of not reaching the API, and of a useless answer, has words of its own; none blames the key', () => {
    const words = everyFailure
      .filter(({ kind }) => kind === 'unreachable' || kind === 'malformed-response')
      .map((failure) => failureWords(failure));
    for (const part of ['title', 'sentence', 'nextStep'] as const) {
      expect(new Set(words.map((told) => told[part])).size).toBe(words.length);
    }
    for (const { title, sentence } of words) expect(`${title} ${sentence}`).not.toMatch(/invalid|wrong key|your key/i);
  });

  test('of a team’s engine they name its host, and never the computer of whoever reads', () => {
    tellWhereEngineIs(() => true);
    const words = everyFailure.flatMap((failure) => Object.values(failureWords(failure)));
    tellWhereEngineIs(() => false);
    expect(words.filter((text) => /this computer|keychain|[{}]/i.test(text))).toEqual([]);
    expect(words).toContain('The team’s host is offline');
    expect(failureWords({ kind: 'unreachable', reason: 'no-network' }).title).toBe('This computer is offline');
  });

  test('none of them sends anybody to change an address, which cannot be changed', () => {
    const steps = everyFailure
      .filter(({ kind }) => kind === 'unreachable' || kind === 'malformed-response')
      .map((failure) => failureWords(failure).nextStep);
    for (const step of steps)
      expect(step).not.toMatch(/(?:set|change|correct|check) [^.;]*(?:address|port|it) in Settings/i);
    expect(failureWords({ kind: 'malformed-response', reason: 'redirect', status: 302 }).nextStep).toContain(
      'connect the business as a new profile',
    );
  });

  test('what the API said ends the sentence, marked as the API’s, and a code is named when there is one', () => {
    expect(failureWords({ kind: 'rejected', code: 'X', status: 409, message: 'Taken.' }).sentence).toMatch(
      /does not know\. The API says: “Taken\.”\.$/,
    );
    expect(failureCode({ kind: 'rejected', code: 'X', status: 409, message: '' })).toBe('X');
    expect(failureCode({ kind: 'cancelled' })).toBeNull();
  });
});

describe('days and instants', () => {
  test('both days belong to the range, which is half-open in UTC', () => {
    expect(dateBounds({ from: '2026-11-01', to: '2026-11-30' }, 'UTC')).toEqual({
      from: '2026-11-01T00:00:00Z',
      to: '2026-12-01T00:00:00Z',
    });
    expect(dateBounds({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Warsaw')).toEqual({
      from: '2026-10-24T22:00:00Z',
      to: '2026-10-25T23:00:00Z',
    });
    expect(dateBounds({ from: 'nonsense' }, 'UTC')).toEqual({});
  });

  test('a moment of another day is never told by its time alone', () => {
    expect(momentWords('2026-11-21 14:03:09', '2026-11-21 23:59:59')).toBe('14:03:09');
    expect(momentWords('2026-11-20 14:03:09', '2026-11-21 14:03:10')).toBe('2026-11-20 14:03');
    // The computer's clock may be behind, or wrong altogether.
    expect(momentWords('2026-11-22 00:00:01', '2026-11-21 23:59:59')).toBe('2026-11-22 00:00');
    expect(momentWords('2026-11-22 00:00:01', null)).toBe('2026-11-22 00:00');
  });

  test('named periods count in the zone, today included', () => {
    const now = Date.parse('2026-03-01T00:30:00Z');
    expect(periodDays('this-month', now, 'UTC')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(periodDays('this-month', now, 'America/New_York')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodDays('last-month', now, 'UTC')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(periodDays('last-30-days', now, 'UTC')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
    expect(periodDays('all', now, 'UTC')).toEqual({});
  });
});

describe('addresses', () => {
  test('path and query of a hash', () => {
    expect(splitHash('')).toEqual({ path: '/', query: '' });
    expect(splitHash('#/invoices?a=1&b=%3F')).toEqual({ path: '/invoices', query: 'a=1&b=%3F' });
    expect(splitHash('#/x?a=1?b')).toEqual({ path: '/x', query: 'a=1?b' });
  });

  test('an invoice has one, whatever stands in its uuid, and one at its deliveries', () => {
    expect(invoicePath('a/b?c#d')).toBe('/invoices/a%2Fb%3Fc%23d');
    expect(invoicePath('u-1', 'deliveries')).toBe('/invoices/u-1?at=deliveries');
  });

  test('a sort survives the address; unknown fields do not', () => {
    const fields = ['amount', 'created_at'] as const;
    fc.assert(
      fc.property(
        fc.array(fc.record({ by: fc.constantFrom(...fields), direction: fc.constantFrom('asc', 'desc') })),
        (sort) => {
          expect(readSort(writeSort(sort), fields)).toEqual(sort);
        },
      ),
    );
    expect(readSort('-amount,evil,created_at', fields)).toEqual([
      { by: 'amount', direction: 'desc' },
      { by: 'created_at', direction: 'asc' },
    ]);
  });
});
