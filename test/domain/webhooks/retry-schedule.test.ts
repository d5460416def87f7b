/** The retry clock: facts are drawn always, estimates only while every known time agrees with the default schedule. */
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import { retryClock } from '../../../src/domain/webhooks/retry-schedule.ts';
import { aDelivery, anAttempt } from '../../support/records.ts';

const START = Date.parse('2026-11-20T10:05:00Z');
const PLANNED = [0, 1, 6, 36, 156, 516, 1236];

/** Seconds after the first attempt. */
function at(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString();
}

function failedAt(seconds: number, number: number) {
  return anAttempt({ attempt_number: number, created_at: at(seconds) });
}

/** After so many attempts on the minute, waiting for the next. */
function waiting(made: number, change: Partial<Delivery> = {}): Delivery {
  return aDelivery({
    status: 'pending',
    created_at: at(0),
    attempts: made,
    attempts_history: PLANNED.slice(0, made).map((minutes, index) => failedAt(minutes * 60, index + 1)),
    next_attempt_at: made < PLANNED.length ? at((PLANNED[made] ?? 0) * 60) : null,
    ...change,
  });
}

function minutesOf(delivery: Delivery): readonly number[] {
  return retryClock(delivery).ticks.map((tick) => (Date.parse(tick.at) - START) / 60_000);
}

describe('the default schedule', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('draws seven ticks after %i attempts', (made) => {
    const clock = retryClock(waiting(made));
    expect(minutesOf(waiting(made))).toEqual(PLANNED);
    expect(clock.ticks.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: made }, () => 'past'),
      'next',
      ...Array.from({ length: 6 - made }, () => 'estimate'),
    ]);
    expect(clock.doubt).toBeNull();
    expect(clock.next).toBe(clock.ticks[made]?.at);
    expect(clock.last).toEqual({ at: clock.ticks[6]?.at, isEstimate: made < 6 });
  });

  it('estimates from the API’s own next attempt, not from the beginning', () => {
    const late = waiting(2, { next_attempt_at: at(360 + 90) });
    expect(minutesOf(late)).toEqual([0, 1, 7.5, 37.5, 157.5, 517.5, 1237.5]);
  });

  it('knows nothing of the order of the history', () => {
    const { attempts_history: attempts } = waiting(3);
    expect(minutesOf(waiting(3, { attempts_history: attempts.toReversed() }))).toEqual(PLANNED);
  });
});

describe('drift', () => {
  // The second wait is five minutes and begins when the attempt before it ends, at most 15 s later.
  it.each([
    [300 - 121, true],
    [300 - 120, false],
    [300 + 135, false],
    [300 + 136, true],
  ])('a next attempt %i s after the last one is off: %s', (seconds, isOff) => {
    const clock = retryClock(waiting(2, { next_attempt_at: at(60 + seconds) }));
    expect(clock.doubt).toBe(isOff ? 'drift' : null);
    expect(clock.ticks.map(({ kind }) => kind).includes('estimate')).toBe(!isOff);
    expect(clock.last === null).toBe(isOff);
    expect(clock.next).toBe(at(60 + seconds));
  });

  it('is seen between past attempts too', () => {
    const attempts = [failedAt(0, 1), failedAt(600, 2)];
    expect(retryClock(waiting(2, { attempts_history: attempts, next_attempt_at: at(900) })).doubt).toBe('drift');
  });

  it('is seen when the first attempt is not made at once', () => {
    expect(retryClock(waiting(0, { next_attempt_at: at(300) })).doubt).toBe('drift');
    expect(retryClock(waiting(0, { next_attempt_at: at(300), created_at: null })).doubt).toBeNull();
  });
});

describe('without estimates', () => {
  it.each<[string, string, Partial<Delivery>]>([
    ['another number of attempts', 'max-attempts', { max_attempts: 5 }],
    ['an unnamed number of attempts', 'max-attempts', { max_attempts: null }],
    ['a resend', 'resent', { resend_count: 1 }],
    ['a second round', 'resent', { attempts_history: [failedAt(0, 1), { ...failedAt(60, 1), round: 2 }] }],
    [
      'an attempt by hand',
      'resent',
      { attempts_history: [failedAt(0, 1), { ...failedAt(60, 2), triggered_by: 'user' }] },
    ],
    ['attempts that are not on record', 'history', { attempts: 3 }],
    ['an attempt without a time', 'history', { attempts_history: [failedAt(0, 1), anAttempt({ created_at: null })] }],
  ])('after %s', (_name, doubt, change) => {
    const clock = retryClock(waiting(2, change));
    expect(clock.doubt).toBe(doubt);
    expect(clock.last).toBeNull();
    expect(clock.ticks.at(-1)).toEqual({ at: at(360), kind: 'next' });
  });

  it.each(['delivered', 'failed'])('has no future when %s', (status) => {
    const clock = retryClock(waiting(2, { status }));
    expect(clock.ticks.map(({ kind }) => kind)).toEqual(['past', 'past']);
    expect(clock).toMatchObject({ next: null, last: null, doubt: null });
  });

  it.each([null, 'soon', '2026-13-01T00:00:00Z'])('has no future when the API names none (%j)', (next) => {
    expect(retryClock(waiting(2, { next_attempt_at: next }))).toMatchObject({ next: null, last: null, doubt: null });
  });
});
