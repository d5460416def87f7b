/** What counts as evidence of a resend, and when a person is asked first. */
import { describe, expect, it } from 'vitest';
import { baselineOf, judgeEvidence, warningBefore } from '../../src/domain/resend.ts';
import { retryTicks } from '../../src/domain/retry-schedule.ts';
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

describe('the retry clock', () => {
  const failedAt = (minutes: number, number: number) =>
    anAttempt({ attempt_number: number, created_at: at(minutes * 60) });
  it('draws past, next and the estimates of the default schedule', () => {
    const delivery = aDelivery({
      status: 'pending',
      attempts_history: [failedAt(0, 1), failedAt(1, 2)],
      next_attempt_at: at(360),
    });
    const ticks = retryTicks(delivery);
    expect(ticks.map(({ kind }) => kind)).toEqual([
      'past',
      'past',
      'next',
      'estimate',
      'estimate',
      'estimate',
      'estimate',
    ]);
    const minutes = ticks.map((tick) => (Date.parse(tick.at) - SENT_AT) / 60_000);
    expect(minutes).toEqual([0, 1, 6, 36, 156, 516, 1236]);
  });
  it.each([
    ['another number of attempts', { max_attempts: 5 }],
    ['a drift of over two minutes', { next_attempt_at: at(360 + 136) }],
    ['a resend', { resend_count: 1 }],
  ])('draws no estimates after %s', (_name, change) => {
    const delivery = aDelivery({
      status: 'pending',
      attempts_history: [failedAt(0, 1), failedAt(1, 2)],
      next_attempt_at: at(360),
      ...change,
    });
    expect(retryTicks(delivery).map(({ kind }) => kind)).toEqual(['past', 'past', 'next']);
  });
  it.each(['delivered', 'failed'])('stops when %s', (status) => {
    const delivery = aDelivery({ status, attempts_history: [failedAt(0, 1)], next_attempt_at: at(60) });
    expect(retryTicks(delivery).map(({ kind }) => kind)).toEqual(['past']);
  });
});
