// The parts of a resend that need no clock and no store.
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import { type Failure, failureLabel } from '../../../domain/kernel/failure/failure.ts';
import type { EvidenceJudgement, ResendBaseline, ResendReport, ResendWarning } from '../../../domain/resend/resend.ts';
import { type Clocks, type Moment, momentAt, momentOf } from '../../../domain/sync/reading-age.ts';
import { type ResendAttempt, RESULT_WITHIN_MS } from '../../../domain/resend/attempt.ts';
import { describeDuration, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { ResendIntent } from '../../books/resend/resends.ts';
import { inProfile, openDetails } from '../kernel/open-elsewhere.ts';
import { EMPTY_HAND, type Hand } from './budget.ts';

const NOT_RESENDABLE = 'WEBHOOK_NOT_RESENDABLE';
const TOO_SOON = 'WEBHOOK_RESEND_TOO_SOON';
export interface ResendRequest {
  readonly intentId: string;
  readonly invoiceUuid: string;
  /** A person has agreed to whatever was asked. */
  readonly confirmed: boolean;
  /** In whose name; the console's own where nobody is named. */
  readonly by?: string | undefined;
  /** ISO UTC: when somebody wanted it, where that is not now. */
  readonly askedAt?: string | undefined;
  /** What a person agreed to ahead of time, for a run of many: no other warning is passed over. */
  readonly agreed?: readonly ResendWarning[] | undefined;
  /** ISO UTC: what this console sent later is not in its books, so a resend since then is taken for one of its own. */
  readonly knownUntil?: string | undefined;
  /** Absent: a person waits for it. `visible`: leaves the reserve to the shop and comes after every click. */
  readonly lane?: 'visible' | undefined;
  /** Asked when everything before the request is done, which may take minutes: false, and it is not made. */
  readonly mayGo?: (() => Promise<boolean>) | undefined;
}

/**
 * The first warning that nobody has agreed to, or null. A confirmation agrees to what held when it was `asked` for: what came up since
 * is asked in its turn. Without a question before it, it agrees to everything.
 */
export function openQuestion(
  { confirmed, agreed = [] }: ResendRequest,
  warnings: readonly ResendWarning[],
  asked: readonly ResendWarning[] | null,
): ResendWarning | null {
  if (confirmed && asked === null) return null;
  const settled = confirmed ? [...agreed, ...(asked ?? [])] : agreed;
  return warnings.find((warning) => !settled.includes(warning)) ?? null;
}

export interface Send {
  readonly request: ResendRequest;
  readonly askedAt: Moment;
  hand: Hand;
  /** The latest resend of the invoice when the deliveries were read; null when there was none. */
  knownSent: string | null;
  /** The warnings of which a person was asked about before; null when nothing was asked. */
  asked: readonly ResendWarning[] | null;
  /** An earlier request of ours for the same invoice may still be carried out. */
  contested: boolean;
  /** The books had nothing of its id when it began. */
  isNew: boolean;
  /** The books have it: it was armed in this run or in an earlier one. */
  armed: boolean;
  /** The request may have left this machine. */
  posted: boolean;
  ended: boolean;
  /** How the attempt stands that it led to; null before it was carried out. */
  attempt: ResendAttempt | null;
  baseline: ResendBaseline | null;
  facts: string[];
  /** What the latest of the reads after the request showed. */
  shown: readonly Delivery[];
  /** Reads after the request that were answered. */
  reads: number;
  /** The send time on the server's clock, milliseconds since the epoch. */
  sentAtServerMs: number;
  /** The send time on our clocks. */
  sentAt: Moment;
  /** From when the reads are counted: when its answer was given up; the send time for one of an earlier run. */
  readsFrom: Moment;
}

const NEVER: Moment = { wallMs: 0, steadyMs: 0 };

export function newSend(request: ResendRequest, clocks: Clocks): Send {
  return {
    request,
    askedAt: momentOf(clocks),
    hand: EMPTY_HAND,
    knownSent: null,
    asked: null,
    contested: false,
    isNew: false,
    armed: false,
    posted: false,
    ended: false,
    attempt: null,
    baseline: null,
    facts: [],
    shown: [],
    reads: 0,
    sentAtServerMs: 0,
    sentAt: NEVER,
    readsFrom: NEVER,
  };
}

/** It was carried out. */
export function isDecisive(judgement: EvidenceJudgement): boolean {
  return judgement.outcome === 'occurred' || judgement.outcome === 'occurred-maybe-others';
}

/** The API's own no, as opposed to not having reached it. */
export function isRefusal(failure: Failure): boolean {
  return failure.kind === 'rejected' || failure.kind === 'not-found' || failure.kind === 'unauthorised';
}

/** `profile`: the name of another profile of the same origin that has it. */
export function alreadyOpen(openIntentId: string, profile: string | null): Failure {
  return {
    kind: 'rejected',
    code: 'RESEND_ALREADY_OPEN',
    status: 409,
    message: `Another resend of this invoice is still open in this console${inProfile(profile)}.`,
    details: openDetails(openIntentId, profile),
  };
}

/** The invoice's list of deliveries is empty, which is exactly the API's own condition for this code. */
export function noDelivery(): Failure {
  return {
    kind: 'rejected',
    code: 'WEBHOOK_NOT_FOUND',
    status: 404,
    // Nothing was asked for, so the API has said nothing.
    message: '',
  };
}

/** Entries of the list can not be read: the latest delivery, which is the one that the API sends, may be among them. */
export function notAllReadable(quarantined: number): Failure {
  const detail = `Deliveries of the invoice that can not be read: ${quarantined}.`;
  return { kind: 'malformed-response', reason: 'wrong-record', status: 200, detail };
}

/** The latest delivery is `delivering`, which is exactly the API's own condition for this code; nothing was sent. */
export function inFlight(): Failure {
  return { kind: 'rejected', code: NOT_RESENDABLE, status: 409, message: '', retryAfterMs: RESULT_WITHIN_MS };
}

/**
 * The refusal with the time after which it is worth asking again, where the specification tells it and the answer does not. How long
 * "too soon" lasts it does not tell: whoever waits guesses (domain/resend/interval), and can say so.
 */
export function withWait(failure: Failure): Failure {
  if (failure.kind !== 'rejected' || failure.retryAfterMs !== undefined || failure.code !== NOT_RESENDABLE)
    return failure;
  return { ...failure, retryAfterMs: RESULT_WITHIN_MS };
}

/** What the API's no was, as a fact of the evidence. */
export function refusalFact(failure: Failure): string {
  const said = `The API refused the request (${failureLabel(failure)}); nothing was sent.`;
  if (failure.kind !== 'rejected' || failure.code !== TOO_SOON) return said;
  return failure.retryAfterMs === undefined
    ? `${said} It did not say how long to wait.`
    : `${said} It asked to wait ${describeDuration(failure.retryAfterMs)}.`;
}

/** Refusals that tell of another resend: being sent right now, or not long ago. */
export function tellsOfAnother(failure: Failure): boolean {
  return failure.kind === 'rejected' && (failure.code === NOT_RESENDABLE || failure.code === TOO_SOON);
}

/** The send of an intent that an earlier run made, as the books have it. */
export function resumedSend(intent: ResendIntent, clocks: Clocks, by: string | null = intent.askedBy): Send {
  const { intentId, invoiceUuid } = intent;
  const sentAt = momentAt(toEpochMs(intent.sentAt ?? '') ?? clocks.now(), clocks);
  return {
    ...newSend({ intentId, invoiceUuid, confirmed: true, by: by ?? undefined }, clocks),
    armed: true,
    posted: intent.state !== 'armed',
    ended: intent.state === 'ended',
    attempt: intent.attempt,
    baseline: intent.baseline,
    facts: [...(intent.evidence?.facts ?? [])],
    reads: intent.evidence?.reads ?? 0,
    // Of one that no life of these books has sent: nothing older than the reading before it is its doing.
    sentAtServerMs: intent.sentAtServerMs ?? toEpochMs(intent.baseline?.serverTime ?? intent.armedAt) ?? 0,
    sentAt,
    readsFrom: sentAt,
  };
}

export function reportOf(intent: ResendIntent): ResendReport {
  const { intentId, invoiceUuid, outcome, evidence, failure, attempt, updatedAt } = intent;
  return { intentId, invoiceUuid, outcome, evidence, failure, attempt, warning: null, updatedAt };
}

/** The id is taken: by another invoice, or in another profile. */
export function intentTaken(): Failure {
  return { kind: 'invalid-input', issues: [{ path: 'intentId', message: 'was used before for another invoice' }] };
}
