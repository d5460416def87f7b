/** What counts as evidence of a resend, and when a person is asked first. */
import { describe, expect, it } from 'vitest';
import { baselineOf, judgeEvidence, warningBefore } from '../../src/domain/resend.ts';
import { aDelivery, anAttempt } from '../support/records.ts';

const SENT_AT = Date.parse('2026-11-21T12:00:00Z');
const at = (seconds: number): string => new Date(SENT_AT + seconds * 1000).toISOString();

const before = aDelivery({
  attempts: 2,
  resend_count: 1,
  attempts_history: [anAttempt(), anAttempt({ attempt_number: 2 })],
});
const baseline = baselineOf([before], at(-1));
if (baseline === null) throw new Error('a list with a delivery has a baseline');
const manual = anAttempt({ round: 2, triggered_by: 'api', created_at: at(1) });

describe('evidence', () => {
  const history = before.attempts_history;
  it.each([
    ['nothing moved', [before], 'not-observed'],
    ['no delivery any more', [], 'not-observed'],
    ['resend_count grew', [{ ...before, resend_count: 2 }], 'occurred'],
    ['resend_count grew by two', [{ ...before, resend_count: 3 }], 'occurred-maybe-others'],
    ['a new delivery', [before, aDelivery({ uuid: 'new', created_at: at(1) })], 'occurred'],
    ['an attempt by hand', [{ ...before, attempts_history: [...history, manual] }], 'occurred'],
    [
      'two attempts by hand',
      [{ ...before, attempts_history: [...history, manual, { ...manual, attempt_number: 2 }] }],
      'occurred-maybe-others',
    ],
    [
      'an attempt by the system',
      [{ ...before, attempts_history: [...history, anAttempt({ attempt_number: 3, created_at: at(1) })] }],
      'inconclusive',
    ],
    [
      'an attempt without a trigger',
      [{ ...before, attempts_history: [...history, { ...manual, triggered_by: null }] }],
      'inconclusive',
    ],
    [
      'an attempt by hand from before',
      [{ ...before, attempts_history: [...history, { ...manual, created_at: at(-3) }] }],
      'inconclusive',
    ],
    ['only the status moved', [{ ...before, status: 'pending' }], 'inconclusive'],
    ['only the count of attempts moved', [{ ...before, attempts: 3 }], 'inconclusive'],
  ])('%s → %s', (_name, deliveries, outcome) => {
    expect(judgeEvidence(baseline, deliveries, SENT_AT).outcome).toBe(outcome);
  });
  it('has no baseline without a delivery', () => expect(baselineOf([], at(0))).toBeNull());
});

describe('asking first', () => {
  it.each([
    ['delivered', null, 'already-delivered'],
    ['failed', null, null],
    ['pending', 59, 'retries-by-itself-soon'],
    ['pending', -600, 'retries-by-itself-soon'],
    ['pending', 61, null],
    ['pending', null, null],
  ] as const)('%s with the next attempt in %s s: %s', (status, seconds, warning) => {
    const delivery = aDelivery({ status, next_attempt_at: seconds === null ? null : at(seconds) });
    expect(warningBefore(delivery, SENT_AT)).toBe(warning);
  });
});
