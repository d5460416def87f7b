/** Deliveries: timeline, words, and the law of the resend reducer: one click, one intent, no way to a second one. */
import { describe, expect, it } from 'vitest';
import type { ResendReportWire } from '../../../src/contract/wire/records.ts';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';
import {
  isOpenOutcome,
  RESEND_OUTCOMES,
  RESEND_WARNINGS,
  type ResendOutcome,
} from '../../../src/domain/resend/resend.ts';
import {
  IDLE,
  mayStart,
  pauseAfter,
  resendReducer,
} from '../../../src/renderer/features/webhooks/of-invoice/resend-state.ts';
import {
  countdown,
  resendOffer,
  warningWords,
} from '../../../src/renderer/features/webhooks/of-invoice/resend-words.ts';
import {
  answerWords,
  attemptsMade,
  attemptsOf,
  excerpt,
  numberWords,
  triggerWords,
} from '../../../src/renderer/features/webhooks/of-invoice/timeline.ts';
import { MAY_DELIVER_TWICE, outcomeWords } from '../../../src/renderer/parts/resend-outcome.tsx';
import { clockNote, clockStops, momentParts } from '../../../src/renderer/features/webhooks/of-invoice/clock-view.ts';
import { attempt, delivery, HOSTILE } from './records.ts';

const NOW = Date.parse('2026-11-20T09:20:00Z');

function report(fields: Partial<ResendReportWire> = {}): ResendReportWire {
  return {
    intentId: 'intent-0001',
    invoiceUuid: 'invoice',
    outcome: 'confirmed',
    updatedAt: '2026-11-20T09:20:00Z',
    ...fields,
  };
}

describe('the timeline', () => {
  const failedTwice = [attempt(), attempt({ attempt_number: 2, created_at: '2026-11-20T09:13:01Z' })];

  it('shows attempts oldest first, those behind a resend with their round', () => {
    const second = attempt({ round: 2, success: true, status_code: 200, created_at: '2026-11-20T11:00:00Z' });
    const shown = attemptsOf(delivery({ attempts_history: [second, ...failedTwice.toReversed()] }));
    expect(shown.map((one) => [numberWords(one.attempt), one.outcome])).toEqual([
      ['1', 'failed'],
      ['2', 'failed'],
      ['2.1', 'succeeded'],
    ]);
    expect(attemptsMade(delivery({ attempts: 3 }))).toBe('3 of 7 attempts');
  });

  it('survives attempts that say nothing', () => {
    const empty = attempt({
      attempt_number: null,
      round: null,
      triggered_by: null,
      success: null,
      created_at: null,
      status_code: null,
      error: null,
    });
    const points = attemptsOf(delivery({ attempts_history: [empty, empty] }));
    expect(points).toHaveLength(2);
    expect(new Set(points.map((point) => point.key)).size).toBe(2);
    expect(points[0]).toMatchObject({ outcome: 'unknown' });
    expect(answerWords(empty)).toBe('no answer recorded');
    expect(triggerWords(empty)).toBe('not named');
  });

  it('names answers, redirects and foreign triggers', () => {
    expect(answerWords(attempt({ status_code: 302 }))).toContain('redirect');
    expect(answerWords(attempt({ status_code: null, error: 'timeout' }))).toBe('no HTTP answer');
    expect(triggerWords(attempt({ triggered_by: 'user' }))).toBe('“user”');
  });

  it('cuts foreign text and says by how much', () => {
    expect(excerpt(HOSTILE.long)).toEqual({ text: 'A'.repeat(4000), hidden: 96 });
    expect(excerpt('short')).toEqual({ text: 'short', hidden: 0 });
  });
});

describe('the retry clock', () => {
  const FIRST = Date.parse('2026-11-20T09:12:01Z');
  const at = (minutes: number) => new Date(FIRST + minutes * 60_000).toISOString();
  const failedAt = (...minutes: number[]) =>
    minutes.map((minute, index) => attempt({ attempt_number: index + 1, created_at: at(minute) }));
  const waiting = delivery({
    created_at: at(0),
    attempts: 2,
    attempts_history: failedAt(0, 1),
    next_attempt_at: at(6),
  });

  it('stands on one line, each stop at its time', () => {
    const stops = clockStops(waiting);
    expect(stops.map(({ kind }) => kind)).toEqual([
      'past',
      'past',
      'next',
      ...Array.from({ length: 4 }, () => 'estimate'),
    ]);
    expect(stops.map(({ at: moment }) => (Date.parse(moment ?? '') - FIRST) / 60_000)).toEqual([
      0, 1, 6, 36, 156, 516, 1236,
    ]);
  });

  it('folds attempts that a line has no room for, however many', () => {
    const many = delivery({ attempts_history: failedAt(...Array.from({ length: 3_000 }, (_, index) => index)) });
    const stops = clockStops(many);
    expect(stops).toHaveLength(5);
    expect(stops[0]).toMatchObject({ kind: 'earlier', words: '2,996 earlier' });
    expect(clockStops(delivery({ attempts_history: failedAt(0) }))).toEqual([]);
  });

  it.each<[string, Partial<Delivery>, number, RegExp]>([
    ['that nothing is estimated after a resend', { resend_count: 1 }, 2, /not estimated, since it was resent/],
    ['the same off the schedule', { next_attempt_at: at(9) }, 2, /not estimated, since its times/],
    ['the same with other attempts', { max_attempts: 9 }, 2, /usual seven attempts/],
    ['that it is due', {}, 7, /should be over; how it ended is not read yet/],
    ['that nothing is named', { next_attempt_at: null }, 2, /names no next attempt/],
  ])('says %s', (_name, change, minutes, words) => {
    expect(clockNote({ ...waiting, ...change }, FIRST + minutes * 60_000)).toMatch(words);
  });

  it('says nothing where the line shows it all', () => {
    expect(clockNote(waiting, FIRST + 2 * 60_000)).toBeNull();
    for (const status of ['delivered', 'failed', 'delivering', 'settling']) {
      expect(clockNote({ ...waiting, status }, FIRST)).toBeNull();
    }
  });

  it.each([
    ['2026-11-20T23:59:00Z', '23:59', null],
    ['2026-11-21T00:00:00Z', '00:00', 'tomorrow'],
    ['2026-11-19T23:59:00Z', '23:59', 'yesterday'],
    ['2026-11-22T01:02:00Z', '01:02', '2026-11-22'],
    ['soon', 'soon', null],
  ])('names %s as %s %s', (instant, time, day) => expect(momentParts(instant, FIRST, 'UTC')).toEqual({ time, day }));
});

describe('what the button offers', () => {
  it.each([
    ['failed', 'Resend', false],
    ['delivered', 'Send again', false],
    ['delivering', 'Resend', true],
    ['settling', 'Resend', false],
  ])('%s', (status, verb, blocked) => {
    const offer = resendOffer(delivery({ status }));
    expect(offer.verb).toBe(verb);
    expect(offer.blocked !== null).toBe(blocked);
  });

  it('offers to skip the wait, and nothing without a delivery', () => {
    expect(resendOffer(delivery({ attempts: 1 })).verb).toBe('Send now instead of waiting');
    expect(resendOffer(null).blocked).toMatch(/no delivery/);
    expect(resendOffer(delivery({ status: 'delivered' })).caution).toContain('X-Webhook-Id');
  });

  it('says when a delivery goes out by itself, only while it does', () => {
    const next = '2026-11-20T09:30:00Z';
    expect(resendOffer(delivery({ attempts: 1, next_attempt_at: next })).byItselfAt).toBe(next);
    expect(resendOffer(delivery({ status: 'failed', next_attempt_at: next })).byItselfAt).toBeNull();
    expect(resendOffer(delivery({ attempts: 1 })).caution).toMatch(
      /leaves open whether a resend counts as one of the seven attempts and whether it moves the next one/,
    );
  });

  it('asks with different words for every warning', () => {
    const titles = [...RESEND_WARNINGS, null].map((warning) => warningWords(warning).title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(warningWords('already-delivered').text).toContain('X-Webhook-Id');
  });
});

describe('outcomes in words', () => {
  it('differ for all of them', () => {
    const titles = RESEND_OUTCOMES.map((outcome) => outcomeWords({ outcome }).title);
    expect(new Set(titles).size).toBe(RESEND_OUTCOMES.length);
  });

  it.each(['inconclusive', 'not-observed'] as const)('%s warns of a second delivery', (outcome) => {
    expect(outcomeWords({ outcome }).text).toContain(MAY_DELIVER_TWICE);
  });

  it('speak with the API’s own code when it refused', () => {
    const failure: Failure = { kind: 'rejected', code: 'WEBHOOK_NOT_FOUND', status: 404, message: 'x' };
    expect(outcomeWords({ outcome: 'refused', failure }).text).toMatch(/no webhook delivery yet/);
  });

  it('say so when the console itself has one open', () => {
    const failure: Failure = { kind: 'rejected', code: 'RESEND_ALREADY_OPEN', status: 409, message: 'x' };
    expect(outcomeWords({ outcome: 'refused', failure }).title).toMatch(/still open/);
  });

  it('count down in whole seconds, rounded up', () => {
    expect(countdown(41_001)).toBe('42 s');
    expect(countdown(65_000)).toBe('1:05 min');
    expect(countdown(0)).toBe('0 s');
  });
});

describe('the resend reducer', () => {
  const clicked = { kind: 'clicked', intentId: 'intent-0001' } as const;
  const second = { kind: 'clicked', intentId: 'intent-0002' } as const;
  const sending = resendReducer(IDLE, clicked);

  it('makes one intent of two clicks', () => {
    expect(resendReducer(sending, second)).toBe(sending);
  });

  it('keeps the intent through the confirmation', () => {
    const asked = resendReducer(sending, {
      kind: 'reported',
      report: report({ outcome: 'needs-confirmation', warning: 'already-delivered' }),
    });
    expect(asked).toMatchObject({ kind: 'confirming', intentId: 'intent-0001', warning: 'already-delivered' });
    expect(resendReducer(asked, second)).toBe(asked);
    expect(resendReducer(asked, { kind: 'confirmed' })).toEqual(sending);
    expect(resendReducer(asked, { kind: 'declined' })).toEqual(IDLE);
  });

  const isUnderWay = (outcome: ResendOutcome): boolean => isOpenOutcome(outcome) || outcome === 'restored';

  it.each(RESEND_OUTCOMES.filter(isUnderWay))('leaves no way to a second intent while %s', (outcome) => {
    const open = resendReducer(sending, { kind: 'reported', report: report({ outcome }) });
    expect(open.kind).toBe('open');
    expect(mayStart(open)).toBe(false);
    expect(resendReducer(open, second)).toBe(open);
  });

  it.each(RESEND_OUTCOMES.filter((outcome) => !isUnderWay(outcome) && outcome !== 'needs-confirmation'))(
    'ends with %s',
    (outcome) => {
      const ended = resendReducer(sending, { kind: 'reported', report: report({ outcome }) });
      expect(ended.kind).toBe('ended');
      expect(mayStart(ended)).toBe(true);
    },
  );

  it('looks a lost answer up instead of sending again', () => {
    const failure: Failure = { kind: 'unreachable', reason: 'connection-lost' };
    const lost = resendReducer(sending, { kind: 'call-failed', intentId: 'intent-0001', failure });
    expect(lost.kind).toBe('lost');
    expect(mayStart(lost)).toBe(false);
    expect(resendReducer(lost, { kind: 'reported', report: report() }).kind).toBe('ended');
    expect(resendReducer(lost, { kind: 'looked-up-in-vain', intentId: 'intent-0001' }).kind).toBe('refused-here');
  });

  it('knows when the engine turned the call down', () => {
    const failure: Failure = { kind: 'profile-changed', reason: 'read-only' };
    expect(resendReducer(sending, { kind: 'call-failed', intentId: 'intent-0001', failure }).kind).toBe('refused-here');
  });

  it('takes over another window’s open intent, and ignores the end of a foreign one', () => {
    const foreign = report({ intentId: 'intent-9999', outcome: 'resolving' });
    expect(resendReducer(IDLE, { kind: 'reported', report: foreign })).toMatchObject({
      kind: 'open',
      intentId: 'intent-9999',
    });
    expect(resendReducer(IDLE, { kind: 'reported', report: { ...foreign, outcome: 'occurred' } })).toBe(IDLE);
  });

  it('asks even when the intent was seen waiting first, but never for another window', () => {
    const waiting = resendReducer(sending, { kind: 'reported', report: report({ outcome: 'waiting' }) });
    const asks = { kind: 'reported', report: report({ outcome: 'needs-confirmation' }) } as const;
    expect(resendReducer(waiting, asks).kind).toBe('confirming');
    const theirs = resendReducer(IDLE, { kind: 'reported', report: report({ outcome: 'waiting' }) });
    expect(resendReducer(theirs, asks)).toEqual(IDLE);
  });

  it('does not reopen an intent that has ended', () => {
    const ended = resendReducer(sending, { kind: 'reported', report: report() });
    expect(resendReducer(ended, { kind: 'reported', report: report({ outcome: 'resolving' }) })).toBe(ended);
  });

  it('FAULT-8: counts down after TOO_SOON and then is merely armed', () => {
    const failure: Failure = {
      kind: 'rejected',
      code: 'WEBHOOK_RESEND_TOO_SOON',
      status: 429,
      message: 'x',
      retryAfterMs: 42_000,
    };
    const refused = report({ outcome: 'refused', failure });
    const pause = { why: 'too-soon', intentId: 'intent-0001', leftMs: 42_000, isGuess: false };
    expect(pauseAfter([refused], NOW)).toEqual(pause);
    expect(pauseAfter([refused], NOW + 41_000)?.leftMs).toBe(1_000);
    expect(pauseAfter([refused], NOW + 42_000)).toBeNull();
    expect(pauseAfter([refused], NOW - 86_400_000)?.leftMs).toBe(42_000);
    expect(pauseAfter([report()], NOW)).toBeNull();
    expect(mayStart(resendReducer(sending, { kind: 'reported', report: refused }))).toBe(true);
    // The API did not say how long.
    const mute = report({ outcome: 'refused', failure: { ...failure, retryAfterMs: undefined } });
    expect(pauseAfter([mute], NOW)).toEqual({ ...pause, leftMs: 60_000, isGuess: true });
    expect(pauseAfter([mute], NOW + 60_000)).toBeNull();
  });

  it('waits twenty seconds for an attempt that is on its way, and the longest pause counts', () => {
    const failure: Failure = { kind: 'rejected', code: 'WEBHOOK_NOT_RESENDABLE', status: 409, message: 'x' };
    const inFlight = report({ outcome: 'refused', failure });
    expect(pauseAfter([inFlight], NOW + 3_000)).toEqual({
      why: 'in-flight',
      intentId: 'intent-0001',
      leftMs: 17_000,
      isGuess: false,
    });
    expect(pauseAfter([inFlight], NOW + 20_000)).toBeNull();
    const soon: Failure = { ...failure, code: 'WEBHOOK_RESEND_TOO_SOON', status: 429, retryAfterMs: 42_000 };
    expect(pauseAfter([inFlight, report({ intentId: 'b', failure: soon })], NOW)?.why).toBe('too-soon');
    const other: Failure = { ...failure, code: 'WEBHOOK_NOT_FOUND', status: 404 };
    expect(pauseAfter([report({ failure: other })], NOW)).toBeNull();
  });
});
