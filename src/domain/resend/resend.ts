// The language of resending one webhook: outcomes, evidence and the judgement of evidence. Resending is a POST that
// is not idempotent, so an unknown outcome is resolved by reading, never by sending again.
import { z } from 'zod';
import { type Attempt, attemptKey, type Delivery, latestDelivery } from '../webhooks/delivery.ts';
import type { Failure } from '../kernel/failure/failure.ts';
import type { ResendAttempt } from './attempt.ts';
import { count, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { toEpochMs } from '../kernel/time/time.ts';

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
  /** Stands still: it was open in a copy of the books that was put back, and a person decides. */
  'restored',
] as const;
export type ResendOutcome = (typeof RESEND_OUTCOMES)[number];

/** Ends that later evidence may still put right. */
export function isUnresolved(outcome: ResendOutcome): boolean {
  return outcome === 'not-observed' || outcome === 'inconclusive';
}

/** Outcomes that still move. Every other one is an end. */
export function isOpenOutcome(outcome: ResendOutcome): boolean {
  return outcome === 'waiting' || outcome === 'resolving';
}

/** Outcomes of a request that the API took: its attempt has an end, or will have one. */
export function isSent(outcome: ResendOutcome): boolean {
  return outcome === 'confirmed' || outcome === 'occurred' || outcome === 'occurred-maybe-others';
}

/** Outcomes of which it is certain that nothing was sent, or not yet. Any other one may have been sent, also where the books do not know when. */
export const UNSENT_OUTCOMES: readonly ResendOutcome[] = ['needs-confirmation', 'waiting', 'refused', 'not-sent'];

/** The state of the latest delivery just before the request was sent. */
export const RESEND_BASELINE = z.object({
  deliveryUuid: z.string(),
  status: textOrNull,
  resendCount: z.number().nullable(),
  attempts: z.number().nullable(),
  attemptKeys: z.array(z.string()),
  nextAttemptAt: textOrNull,
  /** The server's clock at the time of reading, ISO UTC. */
  serverTime: z.string(),
});
export type ResendBaseline = ToldOf<typeof RESEND_BASELINE>;

export const RESEND_EVIDENCE = z.object({
  /** Facts in plain sentences, newest last. */
  facts: z.array(z.string()),
  /** How many times the deliveries were read after the request was sent. */
  reads: count,
  baseline: RESEND_BASELINE.nullable(),
});
export type ResendEvidence = ToldOf<typeof RESEND_EVIDENCE>;

export interface ResendReport {
  readonly intentId: string;
  readonly invoiceUuid: string;
  readonly outcome: ResendOutcome;
  readonly evidence: ResendEvidence | null;
  readonly failure: Failure | null;
  /** How the attempt stands that it led to; null where none is known of, and of requests that were never followed. */
  readonly attempt: ResendAttempt | null;
  /** Why a confirmation is asked for; present with `needs-confirmation`. */
  readonly warning: ResendWarning | null;
  readonly updatedAt: string;
}

export const RESEND_WARNINGS = [
  'already-delivered',
  'retries-by-itself-soon',
  'unresolved-before',
  /** It went out after it was asked for, or by a colleague so shortly before that whoever asks need not have seen it. */
  'just-sent',
] as const;
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

/** This computer's clock and the API's may differ by so much. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/**
 * Is there an attempt by hand since that moment (ISO UTC, of this computer's clock)? Never when none is given. `read`: when the deliveries were read, by this
 * computer's clock and by the API's, milliseconds: it may have been as far ahead at that moment, and one that has not come yet at the API says nothing of
 * when it was.
 */
export function wasResentSince(
  deliveries: readonly Delivery[],
  since: string | undefined,
  read: { readonly oursMs: number; readonly serverMs: number },
): boolean {
  const told = since === undefined ? null : toEpochMs(since);
  if (told === null) return false;
  const atServer = told - Math.max(0, read.oursMs - read.serverMs);
  const sinceMs = atServer > read.serverMs ? Number.NEGATIVE_INFINITY : atServer;
  return deliveries.some(({ attempts_history: history, resend_count: count }) => {
    const byHand = history.filter(isByHand);
    const isLater = ({ created_at: at }: Attempt): boolean =>
      (epochOf(at) ?? Number.POSITIVE_INFINITY) >= sinceMs - CLOCK_TOLERANCE_MS;
    // One that is counted and not listed yet has its attempt before it.
    return (count ?? 0) > byHand.length || byHand.some(isLater);
  });
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
  /** Another look can not say more. Without it `occurred` rests on a count alone: whose resend it was is seen when its attempt ends. */
  readonly isSettled: boolean;
}

/** Clocks of one server may disagree by so much between its parts. */
const SERVER_TOLERANCE_MS = 2_000;

/** What is there after the request and was not before it. */
interface Traces {
  /** By how much `resend_count` grew. */
  readonly grown: number;
  /** Attempts that nobody but a key need have made: by hand, since the request, without a user. */
  readonly own: number;
  /** Attempts by hand since the request that name a user. */
  readonly byUser: number;
  /** Attempts by hand that are older than the request. */
  readonly older: number;
  /** Attempts by the system, or by nobody knows whom. */
  readonly system: number;
  /** Deliveries that were not there before and have no attempt yet. */
  readonly silent: number;
}

/**
 * What a read after the send says about an unknown outcome. `sentAtServerMs` is the send time on the server's clock. A resend may make
 * a new delivery or a new attempt on the old one; the specification shows neither, so either is evidence. An attempt triggered by
 * `system` is none: a scheduled retry may have fallen into the window. An attempt that names a user is likely somebody's at the
 * dashboard, but whom the API names for a request with a key is not shown: then the webhook was sent, perhaps not by us. `contested`:
 * an earlier request of ours for this invoice may be carried out late as well.
 */
export function judgeEvidence(
  before: ResendBaseline,
  deliveries: readonly Delivery[],
  sentAtServerMs: number,
  contested = false,
): EvidenceJudgement {
  const fresh = freshSince(before, deliveries, sentAtServerMs);
  const { old, made } = fresh;
  const traces = tracesOf(before, fresh);
  const { grown, own, byUser, older, silent } = traces;
  // A resend that is counted and whose attempt is still being made, so that nobody knows yet whose it is.
  const unnamed = Math.max(0, grown - own - byUser - older) + silent;
  const all = own + byUser + older + unnamed;
  if (own + unnamed > 0) {
    const facts = sightingFacts(traces, made);
    if (all === 1 && contested) {
      const fact = 'It may have been the earlier request of this console, whose outcome is not known either.';
      return { outcome: 'inconclusive', facts: [...facts, fact], isSettled: false };
    }
    return { outcome: all > 1 ? 'occurred-maybe-others' : 'occurred', facts, isSettled: own > 0 };
  }
  if (byUser > 0) {
    const fact = 'A resend since the request names a user: it may be somebody else’s, or this one.';
    return { outcome: contested ? 'inconclusive' : 'occurred-maybe-others', facts: [fact], isSettled: false };
  }
  if (older > 0) {
    const fact = 'An attempt by hand appeared that is older than the request.';
    return { outcome: 'inconclusive', facts: [fact], isSettled: false };
  }
  return judgeRest(before, old, traces);
}

/** What a read after the send shows that the one before it did not. */
export interface Fresh {
  /** The delivery that was the latest before; null when it is not shown any more. */
  readonly old: Delivery | null;
  readonly made: readonly Delivery[];
  readonly attempts: readonly Attempt[];
  /** From when on something counts as after the send, milliseconds since the epoch on the server's clock. */
  readonly sinceMs: number;
}

export function freshSince(before: ResendBaseline, deliveries: readonly Delivery[], sentAtServerMs: number): Fresh {
  const sinceMs = sentAtServerMs - SERVER_TOLERANCE_MS;
  const known = new Set(before.attemptKeys);
  const old = deliveries.find(({ uuid }) => uuid === before.deliveryUuid) ?? null;
  const made = deliveries.filter(({ uuid, created_at: at }) => uuid !== before.deliveryUuid && isSince(at, sinceMs));
  const attempts = [
    ...(old?.attempts_history ?? []).filter((attempt) => !known.has(attemptKey(attempt))),
    ...made.flatMap(({ attempts_history: history }) => history),
  ];
  return { old, made, attempts, sinceMs };
}

/** Not before the moment; what has no readable time is. */
export function isSince(instant: string | null, sinceMs: number): boolean {
  return (epochOf(instant) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
}

/** An attempt that somebody asked for, as opposed to one by the system or by nobody knows whom. */
export function isByHand({ triggered_by: by }: Attempt): boolean {
  return by !== null && by !== 'system';
}

function tracesOf(before: ResendBaseline, { old, made, attempts, sinceMs }: Fresh): Traces {
  const byHand = attempts.filter(isByHand);
  const sinceThen = byHand.filter(({ created_at: at }) => isSince(at, sinceMs));
  const own = sinceThen.filter(({ triggered_uuid_user: user }) => user === null);
  return {
    grown: old === null ? 0 : Math.max(0, (old.resend_count ?? 0) - (before.resendCount ?? 0)),
    own: own.length,
    byUser: sinceThen.length - own.length,
    older: byHand.length - sinceThen.length,
    system: attempts.length - byHand.length,
    silent: made.filter(({ attempts_history: history }) => history.length === 0).length,
  };
}

/** What speaks for it, in plain sentences. */
function sightingFacts({ grown, own, byUser, older, silent }: Traces, made: readonly Delivery[]): readonly string[] {
  const facts = made.map(({ uuid }) => `A new delivery ${uuid} exists.`);
  if (grown === 1) facts.push('resend_count grew by one.');
  if (grown > 1) {
    const more = 'someone else resent it as well, or the request was applied more than once.';
    facts.push(`resend_count grew by ${grown}: ${more}`);
  }
  if (own === 1) facts.push('An attempt by hand appeared after the request.');
  if (own > 1) facts.push(`${own} attempts by hand appeared after the request.`);
  if (byUser + older > 0) facts.push('Somebody else resent it as well.');
  if (own === 0 && silent === 0) facts.push('Its attempt is not listed yet.');
  return facts;
}

function judgeRest(before: ResendBaseline, old: Delivery | null, { system }: Traces): EvidenceJudgement {
  if (system > 0) {
    const fact = 'Only an attempt by the system appeared: a scheduled retry may be all it was.';
    return { outcome: 'inconclusive', facts: [fact], isSettled: false };
  }
  if (old === null) {
    return { outcome: 'not-observed', facts: ['The delivery is not shown any more.'], isSettled: false };
  }
  if (old.status !== before.status || old.attempts !== before.attempts) {
    const fact = `Only the status moved, from ${before.status ?? '?'} to ${old.status ?? '?'}.`;
    return { outcome: 'inconclusive', facts: [fact], isSettled: false };
  }
  return { outcome: 'not-observed', facts: ['Nothing changed since before the request.'], isSettled: false };
}

function epochOf(instant: string | null): number | null {
  return instant === null ? null : toEpochMs(instant);
}
