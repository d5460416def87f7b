/**
 * The language of resending one webhook: outcomes, evidence and the judgement of evidence. Resending is a POST that is not
 * idempotent, so an unknown outcome is resolved by reading, never by sending again. Not here: requests, timers, storage
 * (backend/jobs/resend).
 */
import { attemptKey, type Delivery, latestDelivery } from './delivery.ts';
import type { Failure } from './failure.ts';
import { toEpochMs } from './time.ts';

export const RESEND_OUTCOMES = [
  'needs-confirmation',
  'waiting',
  'resolving',
  'confirmed',
  'refused',
  'not-sent',
  'occurred',
  'occurred-maybe-others',
  'inconclusive',
  'not-observed',
] as const;
export type ResendOutcome = (typeof RESEND_OUTCOMES)[number];

/** Outcomes that still move. Every other one is an end. */
export function isOpenOutcome(outcome: ResendOutcome): boolean {
  return outcome === 'waiting' || outcome === 'resolving';
}

/** The state of the latest delivery just before the request was sent. */
export interface ResendBaseline {
  readonly deliveryUuid: string;
  readonly status: string | null;
  readonly resendCount: number | null;
  readonly attempts: number | null;
  readonly attemptKeys: readonly string[];
  readonly nextAttemptAt: string | null;
  /** The server's clock at the time of reading, ISO UTC. */
  readonly serverTime: string;
}

export interface ResendEvidence {
  /** Facts in plain sentences, newest last. */
  readonly facts: readonly string[];
  /** How many times the deliveries were read after the request was sent. */
  readonly reads: number;
  readonly baseline: ResendBaseline | null;
}

export interface ResendReport {
  readonly intentId: string;
  readonly invoiceUuid: string;
  readonly outcome: ResendOutcome;
  readonly evidence: ResendEvidence | null;
  readonly failure: Failure | null;
  /** Why a confirmation is asked for; present with `needs-confirmation`. */
  readonly warning: ResendWarning | null;
  readonly updatedAt: string;
}

export const RESEND_WARNINGS = ['already-delivered', 'retries-by-itself-soon', 'unresolved-before'] as const;
export type ResendWarning = (typeof RESEND_WARNINGS)[number];

/** A queued delivery whose next attempt is nearer than this is offered to wait for. */
const SOON_MS = 60_000;

/** Should a person be asked first? Delivered: the receiver may ignore the same id. Queued and due soon: it goes by itself. */
export function warningBefore(delivery: Delivery, serverNowMs: number): ResendWarning | null {
  if (delivery.status === 'delivered') return 'already-delivered';
  const next = delivery.next_attempt_at === null ? null : toEpochMs(delivery.next_attempt_at);
  if (delivery.status === 'pending' && next !== null && next - serverNowMs < SOON_MS) return 'retries-by-itself-soon';
  return null;
}

/** The baseline that later evidence is compared with. Null when the invoice has no delivery. */
export function baselineOf(deliveries: readonly Delivery[], serverTime: string): ResendBaseline | null {
  const latest = latestDelivery(deliveries);
  if (latest === null) return null;
  return {
    deliveryUuid: latest.uuid,
    status: latest.status,
    resendCount: latest.resend_count,
    attempts: latest.attempts,
    attemptKeys: latest.attempts_history.map(attemptKey),
    nextAttemptAt: latest.next_attempt_at,
    serverTime,
  };
}

export interface EvidenceJudgement {
  readonly outcome: 'occurred' | 'occurred-maybe-others' | 'inconclusive' | 'not-observed';
  readonly facts: readonly string[];
}

/** Clocks of one server may disagree by so much between its parts. */
const SERVER_TOLERANCE_MS = 2_000;

/**
 * What a read after the send says about an unknown outcome. `sentAtServerMs` is the send time on the server's clock. A resend
 * may make a new delivery or a new attempt on the old one; the specification shows neither, so either is evidence. An attempt
 * triggered by `system` is none: a scheduled retry may have fallen into the window.
 */
export function judgeEvidence(
  before: ResendBaseline,
  deliveries: readonly Delivery[],
  sentAtServerMs: number,
): EvidenceJudgement {
  const latest = latestDelivery(deliveries);
  if (latest === null) return { outcome: 'not-observed', facts: ['The API shows no delivery any more.'] };
  if (latest.uuid !== before.deliveryUuid) {
    return { outcome: 'occurred', facts: [`A new delivery ${latest.uuid} exists.`] };
  }
  const grown = (latest.resend_count ?? 0) - (before.resendCount ?? 0);
  if (grown > 1) {
    const fact = `resend_count grew by ${grown}: someone else resent it as well, or the request was applied more than once.`;
    return { outcome: 'occurred-maybe-others', facts: [fact] };
  }
  if (grown === 1) return { outcome: 'occurred', facts: ['resend_count grew by one.'] };
  return judgeAttempts(before, latest, sentAtServerMs);
}

function judgeAttempts(before: ResendBaseline, latest: Delivery, sentAtServerMs: number): EvidenceJudgement {
  const known = new Set(before.attemptKeys);
  const fresh = latest.attempts_history.filter((attempt) => !known.has(attemptKey(attempt)));
  const manual = fresh.filter((attempt) => {
    const at = attempt.created_at === null ? null : toEpochMs(attempt.created_at);
    const byHand = attempt.triggered_by !== null && attempt.triggered_by !== 'system';
    return byHand && at !== null && at >= sentAtServerMs - SERVER_TOLERANCE_MS;
  });
  if (manual.length > 1) {
    return {
      outcome: 'occurred-maybe-others',
      facts: [`${manual.length} attempts by hand appeared after the request.`],
    };
  }
  if (manual.length === 1) return { outcome: 'occurred', facts: ['An attempt by hand appeared after the request.'] };
  if (fresh.length > 0) {
    return {
      outcome: 'inconclusive',
      facts: ['Only an attempt by the system appeared: a scheduled retry may be all it was.'],
    };
  }
  if (latest.status !== before.status || latest.attempts !== before.attempts) {
    return {
      outcome: 'inconclusive',
      facts: [`Only the status moved, from ${before.status ?? '?'} to ${latest.status ?? '?'}.`],
    };
  }
  return { outcome: 'not-observed', facts: ['Nothing changed since before the request.'] };
}
