/** What tells the end of the attempt of a resend, and what does not. */
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import { baselineOf } from '../../../src/domain/resend/resend.ts';
import { judgeAttempt } from '../../../src/domain/resend/attempt-end.ts';
import { aDelivery, anAttempt } from '../../support/records.ts';

const SENT = Date.parse('2026-11-21T12:00:00Z');
const at = (seconds: number): string => new Date(SENT + seconds * 1_000).toISOString();
const EARLY = 5_000;
const LATE = 20_000;

const first = anAttempt({ attempt_number: 1, round: 1, triggered_by: 'system', success: false, created_at: at(-600) });
const before = aDelivery({
  uuid: 'd1',
  status: 'failed',
  attempts: 1,
  resend_count: 0,
  attempts_history: [first],
  created_at: at(-700),
  delivered_at: null,
  next_attempt_at: null,
});
const baseline = baselineOf([before], at(-1));

function told(change: Partial<Delivery>, ageMs: number, others: readonly Delivery[] = []) {
  if (baseline === null) throw new Error('there is a delivery');
  const verdict = judgeAttempt(baseline, [{ ...before, ...change }, ...others], SENT, ageMs);
  return verdict === null ? null : [verdict.attempt.state, verdict.isSettled];
}

const attempt = (by: string | null, success: boolean | null, user: string | null = null) =>
  anAttempt({
    attempt_number: 2,
    round: 2,
    triggered_by: by,
    triggered_uuid_user: user,
    success,
    status_code: success === null ? null : success ? 200 : 500,
    error: null,
    created_at: at(1),
  });
const with2 = (...more: readonly ReturnType<typeof attempt>[]): Partial<Delivery> => ({
  attempts: 1 + more.length,
  resend_count: 1,
  attempts_history: [first, ...more],
});
const USER = '0a0a0a0a-0000-4000-8000-000000000001';

describe('FAULT-5: the end of an attempt', () => {
  it.each([
    ['nothing has changed', {}, LATE, null],
    ['our own attempt failed', with2(attempt('api', false)), EARLY, ['failed', true]],
    ['our own attempt arrived', with2(attempt('api', true)), EARLY, ['delivered', true]],
    ['our own attempt is listed and has no end', { ...with2(attempt('api', null)), status: 'delivering' }, LATE, null],
    [
      'of two that may be ours one arrived',
      with2(attempt('api', true), attempt('api', false)),
      EARLY,
      ['delivered', true],
    ],
    [
      'an attempt that names a user, and no other resend',
      with2(attempt('user', false, USER)),
      EARLY,
      ['failed', false],
    ],
    [
      'an attempt that names a user, and ours besides',
      { ...with2(attempt('user', false, USER)), resend_count: 2, status: 'delivering' },
      LATE,
      null,
    ],
    ['a retry of the schedule failed while ours may be on its way', with2(attempt('system', false)), EARLY, null],
    ['nothing but an attempt of the schedule failed', with2(attempt('system', false)), LATE, ['failed', false]],
    ['the receiver has it since', { status: 'delivered', delivered_at: at(2) }, EARLY, ['delivered', false]],
    ['it is being sent', { status: 'delivering', attempts: 2 }, LATE, null],
    ['an attempt is counted and not listed', { attempts: 2 }, LATE, ['failed', false]],
  ] as const)('%s', (_name, change, ageMs, expected) => {
    expect(told(change, ageMs)).toEqual(expected);
  });

  it('may be on a delivery that the resend has made', () => {
    const made = {
      ...before,
      uuid: 'd2',
      created_at: at(1),
      attempts_history: [attempt('api', true)],
      status: 'delivered',
    };
    expect(told({}, EARLY, [made])).toEqual(['delivered', true]);
    expect(told({}, LATE, [{ ...made, attempts: 0, attempts_history: [], status: 'pending' }])).toBeNull();
  });

  it('that was delivered before is not delivered anew by that', () => {
    const delivered = { ...before, status: 'delivered', delivered_at: at(-500) };
    const known = baselineOf([delivered], at(-1));
    if (known === null) throw new Error('there is a delivery');
    expect(judgeAttempt(known, [delivered], SENT, LATE)).toBeNull();
    expect(judgeAttempt(known, [{ ...delivered, delivered_at: at(3) }], SENT, EARLY)?.attempt.state).toBe('delivered');
  });
});
