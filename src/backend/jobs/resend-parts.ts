/**
 * The parts of a resend that need no clock and no store: what a running send knows, the refusals that the console can tell by itself,
 * and reports of recorded intents. Not here: the protocol (resend.ts) and the judgement of evidence (domain/resend).
 */
import type { Failure } from '../../domain/failure.ts';
import type { EvidenceJudgement, ResendBaseline, ResendReport, ResendWarning } from '../../domain/resend.ts';
import type { ResendIntent } from '../books/resends.ts';

export interface ResendRequest {
  readonly intentId: string;
  readonly invoiceUuid: string;
  /** A person has agreed to whatever was asked. */
  readonly confirmed: boolean;
  /** What a person agreed to ahead of time, for a run of many: no other warning is passed over. */
  readonly agreed?: readonly ResendWarning[] | undefined;
  /** Absent: a person waits for it. `visible`: leaves the reserve to the shop and comes after every click. */
  readonly lane?: 'visible' | undefined;
}

/** The first warning that nobody has agreed to, or null. */
export function openQuestion(
  { confirmed, agreed = [] }: ResendRequest,
  warnings: readonly (ResendWarning | null)[],
): ResendWarning | null {
  if (confirmed) return null;
  return warnings.find((warning) => warning !== null && !agreed.includes(warning)) ?? null;
}

/** One intent at work. */
export interface Send {
  readonly request: ResendRequest;
  /** The books have it: it was armed in this run or in an earlier one. */
  armed: boolean;
  /** The request may have left this machine. */
  posted: boolean;
  /** The books have its end. */
  ended: boolean;
  baseline: ResendBaseline | null;
  facts: string[];
  reads: number;
  /** The send time on the server's clock, milliseconds since the epoch. */
  sentAtServerMs: number;
  /** The send time on our monotonic clock. */
  sentAtMonotonic: number;
}

export function newSend(request: ResendRequest): Send {
  return {
    request,
    armed: false,
    posted: false,
    ended: false,
    baseline: null,
    facts: [],
    reads: 0,
    sentAtServerMs: 0,
    sentAtMonotonic: 0,
  };
}

export function isDecisive(judgement: EvidenceJudgement): boolean {
  return judgement.outcome === 'occurred' || judgement.outcome === 'occurred-maybe-others';
}

/** The API's own no, as opposed to not having reached it. */
export function isRefusal(failure: Failure): boolean {
  return failure.kind === 'rejected' || failure.kind === 'not-found' || failure.kind === 'unauthorised';
}

export function alreadyOpen(openIntentId: string): Failure {
  return {
    kind: 'rejected',
    code: 'RESEND_ALREADY_OPEN',
    status: 409,
    message: 'Another resend of this invoice is still open in this console.',
    details: { openIntentId },
  };
}

/** The invoice's list of deliveries is empty, which is exactly the API's own condition for this code. */
export function noDelivery(): Failure {
  return {
    kind: 'rejected',
    code: 'WEBHOOK_NOT_FOUND',
    status: 404,
    message: 'The invoice has no webhook delivery yet.',
  };
}

/** The latest delivery is `delivering`, which is exactly the API's own condition for this code; nothing was sent. */
export function inFlight(): Failure {
  return {
    kind: 'rejected',
    code: 'WEBHOOK_NOT_RESENDABLE',
    status: 409,
    message: 'The delivery is being sent right now.',
  };
}

export function reportOf(intent: ResendIntent): ResendReport {
  return {
    intentId: intent.intentId,
    invoiceUuid: intent.invoiceUuid,
    outcome: intent.outcome,
    evidence: intent.evidence,
    failure: intent.failure,
    warning: null,
    updatedAt: intent.updatedAt,
  };
}

/** The id is taken: by another invoice, or in another profile. */
export function intentTaken(): Failure {
  return { kind: 'invalid-input', issues: [{ path: 'intentId', message: 'was used before for another invoice' }] };
}
