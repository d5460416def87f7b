/** What each end of a resend means for its run. The runs themselves: test/faults/bulk/bulk.test.ts, test/integration/resend/bulk.test.ts. */
import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../../../../src/backend/jobs/resend/bulk/turn.ts';
import type { Failure } from '../../../../../src/domain/kernel/failure/failure.ts';
import { RESEND_OUTCOMES, type ResendReport } from '../../../../../src/domain/resend/resend.ts';

function report(change: Partial<ResendReport>): ResendReport {
  return {
    intentId: 'intent',
    invoiceUuid: 'invoice',
    outcome: 'confirmed',
    evidence: null,
    failure: null,
    attempt: null,
    warning: null,
    updatedAt: '2026-11-21T10:00:00Z',
    ...change,
  };
}

const rejected = (code: string, status = 409, retryAfterMs?: number): Failure => ({
  kind: 'rejected',
  code,
  status,
  message: 'no',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

describe('FAULT-10: what a report means for its run', () => {
  it.each([
    [{ outcome: 'confirmed' }, { kind: 'ended', answer: 'clear' }],
    [{ outcome: 'occurred' }, { kind: 'ended', answer: 'unclear' }],
    [{ outcome: 'occurred-maybe-others' }, { kind: 'ended', answer: 'unclear' }],
    [{ outcome: 'inconclusive' }, { kind: 'ended', answer: 'unclear' }],
    [{ outcome: 'not-observed' }, { kind: 'ended', answer: 'unclear' }],
    [
      { outcome: 'needs-confirmation', warning: 'already-delivered' },
      { kind: 'skipped', reason: 'delivered' },
    ],
    [
      { outcome: 'needs-confirmation', warning: 'retries-by-itself-soon' },
      { kind: 'skipped', reason: 'retries-by-itself' },
    ],
    [
      { outcome: 'needs-confirmation', warning: 'unresolved-before' },
      { kind: 'skipped', reason: 'resend-unresolved' },
    ],
    [
      { outcome: 'refused', failure: rejected('WEBHOOK_NOT_FOUND', 404) },
      { kind: 'skipped', reason: 'no-delivery' },
    ],
    [
      { outcome: 'refused', failure: rejected('WEBHOOK_NOT_RESENDABLE') },
      { kind: 'skipped', reason: 'in-flight' },
    ],
    [
      { outcome: 'refused', failure: rejected('RESEND_ALREADY_OPEN') },
      { kind: 'skipped', reason: 'resend-open' },
    ],
    [
      { outcome: 'refused', failure: { kind: 'not-found', what: 'invoice', ident: 'x' } },
      { kind: 'skipped', reason: 'gone' },
    ],
    [
      { outcome: 'refused', failure: rejected('WEBHOOK_RESEND_TOO_SOON', 429, 42_000) },
      { kind: 'too-soon', waitMs: 42_000 },
    ],
    [
      { outcome: 'refused', failure: rejected('WEBHOOK_RESEND_TOO_SOON', 429) },
      { kind: 'too-soon', waitMs: null },
    ],
    [
      { outcome: 'refused', failure: { kind: 'rate-limited', retryAfterMs: 9 } },
      { kind: 'not-sent', waitMs: 9 },
    ],
    [
      { outcome: 'refused', failure: rejected('DB_UNAVAILABLE', 503) },
      { kind: 'not-sent', waitMs: null },
    ],
    [
      { outcome: 'refused', failure: rejected('SOMETHING_NEW', 422) },
      { kind: 'ended', answer: 'clear' },
    ],
    [
      { outcome: 'refused', failure: { kind: 'unauthorised', code: 'API_KEY_REVOKED', status: 403 } },
      { kind: 'stop', stop: 'key' },
    ],
    [{ outcome: 'not-sent' }, { kind: 'not-sent', waitMs: null }],
    [
      { outcome: 'not-sent', failure: { kind: 'unreachable', reason: 'dns' } },
      { kind: 'not-sent', waitMs: null },
    ],
    [
      { outcome: 'not-sent', failure: { kind: 'rate-limited', retryAfterMs: 9 } },
      { kind: 'not-sent', waitMs: 9 },
    ],
    [
      { outcome: 'not-sent', failure: { kind: 'unavailable-offline', detail: 'disk' } },
      { kind: 'stop', stop: 'books' },
    ],
    [
      { outcome: 'not-sent', failure: { kind: 'profile-changed', reason: 'different-business' } },
      { kind: 'stop', stop: 'different-business' },
    ],
    [
      { outcome: 'not-sent', failure: { kind: 'profile-changed', reason: 'read-only' } },
      { kind: 'stop', stop: 'read-only' },
    ],
    [
      { outcome: 'not-sent', failure: { kind: 'profile-changed', reason: 'unproved' } },
      { kind: 'stop', stop: 'key' },
    ],
  ] as const)('%o: %o', (change, meaning) => {
    expect(meaningOf(report(change))).toEqual(meaning);
  });

  it('a request whose answer was unclear is never made again, whatever was found out', () => {
    const unclear = RESEND_OUTCOMES.filter((outcome) => {
      const meaning = meaningOf(report({ outcome }));
      return meaning.kind === 'ended' && meaning.answer === 'unclear';
    });
    expect(unclear).toEqual([
      'waiting',
      'resolving',
      'occurred',
      'occurred-maybe-others',
      'inconclusive',
      'not-observed',
    ]);
    // Not even when a reason is given that would excuse one that was not sent.
    const failure: Failure = { kind: 'rate-limited', retryAfterMs: 1 };
    for (const outcome of unclear) expect(meaningOf(report({ outcome, failure })).kind).toBe('ended');
  });
});
