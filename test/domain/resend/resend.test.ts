/** What counts as evidence of a resend, and when a person is asked first. */
import { describe, expect, it } from 'vitest';
import { baselineOf, judgeEvidence, warningBefore } from '../../../src/domain/resend/resend.ts';
import { aDelivery, anAttempt } from '../../support/records.ts';

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
const byUser = { ...manual, triggered_by: 'user', triggered_uuid_user: 'cccccccc-0000-4000-8000-000000000001' };
const made = aDelivery({ uuid: 'new', created_at: at(1) });

describe('FAULT-4: evidence', () => {
  const history = before.attempts_history;
  it.each([
    ['nothing moved', [before], 'not-observed'],
    ['no delivery any more', [], 'not-observed'],
    ['resend_count grew', [{ ...before, resend_count: 2 }], 'occurred'],
    ['resend_count grew by two', [{ ...before, resend_count: 3 }], 'occurred-maybe-others'],
    ['a new delivery', [before, made], 'occurred'],
    ['a new delivery that was attempted by hand', [before, { ...made, attempts_history: [manual] }], 'occurred'],
    ['a new delivery of the system', [before, { ...made, attempts_history: [anAttempt()] }], 'inconclusive'],
    ['two new deliveries', [before, made, { ...made, uuid: 'newer' }], 'occurred-maybe-others'],
    ['an older delivery, the known one unreadable', [aDelivery({ uuid: 'older', created_at: at(-9) })], 'not-observed'],
    [
      'a queued delivery expedited, which is not counted',
      [{ ...before, status: 'delivered', attempts_history: [...history, { ...manual, triggered_by: 'merchant' }] }],
      'occurred',
    ],
    [
      'one resend, by a user at the dashboard',
      [{ ...before, resend_count: 2, attempts_history: [...history, byUser] }],
      'occurred-maybe-others',
    ],
    [
      'two resends, one of them by a user',
      [{ ...before, resend_count: 3, attempts_history: [...history, byUser] }],
      'occurred-maybe-others',
    ],
    [
      'one counted resend by a user, and an attempt of ours that is not counted',
      [{ ...before, resend_count: 2, attempts_history: [...history, manual, byUser] }],
      'occurred-maybe-others',
    ],
    [
      'one resend, and a scheduled attempt in the window',
      [{ ...before, resend_count: 2, attempts_history: [...history, anAttempt({ attempt_number: 3 })] }],
      'occurred',
    ],
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
  it('is settled when the attempt is listed, and waits for it while the resend is only counted', () => {
    const counted = { ...before, resend_count: 2, status: 'delivering' };
    expect(judgeEvidence(baseline, [counted], SENT_AT)).toMatchObject({ outcome: 'occurred', isSettled: false });
    const listed = { ...counted, attempts_history: [...history, manual] };
    expect(judgeEvidence(baseline, [listed], SENT_AT)).toMatchObject({ outcome: 'occurred', isSettled: true });
  });
  it('is not claimed while an earlier request of ours may be what is seen', () => {
    const once = { ...before, resend_count: 2, attempts_history: [...history, manual] };
    expect(judgeEvidence(baseline, [once], SENT_AT, true).outcome).toBe('inconclusive');
    expect(judgeEvidence(baseline, [{ ...once, resend_count: 3 }], SENT_AT, true).outcome).toBe(
      'occurred-maybe-others',
    );
  });
  it('has no baseline without a delivery', () => expect(baselineOf([], at(0))).toBeNull());
});

describe('FAULT-16: asking first', () => {
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
