// What the report of one resend means for its run: an end, a skip, another turn, or the end of the run. Pure.
import type { Exclusion, OrderSkip, RunStop } from '../../../../domain/resend/bulk.ts';
import type { Failure } from '../../../../domain/kernel/failure/failure.ts';
import type { ResendReport, ResendWarning } from '../../../../domain/resend/resend.ts';

export type TurnMeaning =
  | { readonly kind: 'ended'; readonly answer: 'clear' | 'unclear' | 'none' }
  | { readonly kind: 'skipped'; readonly reason: Exclusion | OrderSkip }
  /** The API has refused it as too soon; null: it did not say how long. */
  | { readonly kind: 'too-soon'; readonly waitMs: number | null }
  /** Nothing left this machine, or it was refused for a while for reasons that are not the invoice's. */
  | { readonly kind: 'not-sent'; readonly waitMs: number | null }
  /** Of an order: its customer has too many open invoices, and no order of his is taken for so long. */
  | { readonly kind: 'held'; readonly waitMs: number }
  | { readonly kind: 'stop'; readonly stop: RunStop };

const BY_WARNING: Readonly<Record<ResendWarning, Exclusion>> = {
  'already-delivered': 'delivered',
  'retries-by-itself-soon': 'retries-by-itself',
  'unresolved-before': 'resend-unresolved',
  'just-sent': 'resend-open',
};

/** Refusals that say that this invoice needs no resend now, or can have none. */
const BY_CODE: Readonly<Record<string, Exclusion>> = {
  WEBHOOK_NOT_FOUND: 'no-delivery',
  WEBHOOK_NOT_RESENDABLE: 'in-flight',
  RESEND_ALREADY_OPEN: 'resend-open',
};

/** The meaning of a report that does not move any more. */
export function meaningOf({ outcome, failure, warning }: ResendReport): TurnMeaning {
  switch (outcome) {
    case 'needs-confirmation':
      return { kind: 'skipped', reason: warning === null ? 'resend-unresolved' : BY_WARNING[warning] };
    case 'confirmed':
      return { kind: 'ended', answer: 'clear' };
    // Only an unclear answer is resolved by reading, whatever the reading says.
    case 'occurred':
    case 'occurred-maybe-others':
    case 'inconclusive':
    case 'not-observed':
    case 'waiting':
    case 'resolving':
      return { kind: 'ended', answer: 'unclear' };
    // Decided by a person, beside the run.
    case 'restored':
      return { kind: 'ended', answer: 'none' };
    case 'refused':
      return failure === null ? { kind: 'ended', answer: 'clear' } : meaningOfRefusal(failure);
    case 'not-sent':
      return failure === null ? { kind: 'not-sent', waitMs: null } : meaningOfNotSent(failure);
  }
}

function meaningOfRefusal(failure: Failure): TurnMeaning {
  switch (failure.kind) {
    case 'unauthorised':
      return { kind: 'stop', stop: 'key' };
    case 'not-found':
      return { kind: 'skipped', reason: 'gone' };
    case 'rate-limited':
      return { kind: 'not-sent', waitMs: failure.retryAfterMs };
    case 'rejected': {
      if (failure.code === 'WEBHOOK_RESEND_TOO_SOON') return { kind: 'too-soon', waitMs: failure.retryAfterMs ?? null };
      const reason = BY_CODE[failure.code];
      if (reason !== undefined) return { kind: 'skipped', reason };
      // The read before it found the API in trouble: nothing was sent.
      return failure.status >= 500 ? { kind: 'not-sent', waitMs: null } : { kind: 'ended', answer: 'clear' };
    }
    case 'unreachable':
    case 'malformed-response':
    case 'cancelled':
    case 'invalid-input':
    case 'file-refused':
    case 'profile-changed':
    case 'unavailable-offline':
    case 'too-large':
    case 'locked':
    case 'not-allowed':
    case 'second-person':
    case 'changed-since':
    case 'unknown-outcome':
    case 'bug':
      return { kind: 'ended', answer: 'clear' };
  }
}

export function meaningOfNotSent(failure: Failure): TurnMeaning {
  switch (failure.kind) {
    case 'unauthorised':
      return { kind: 'stop', stop: 'key' };
    case 'profile-changed':
      return { kind: 'stop', stop: stopOf(failure.reason) };
    case 'unavailable-offline':
    case 'bug':
      return { kind: 'stop', stop: 'books' };
    case 'rate-limited':
      return { kind: 'not-sent', waitMs: failure.retryAfterMs };
    case 'rejected':
    case 'unreachable':
    case 'malformed-response':
    case 'not-found':
    case 'cancelled':
    case 'invalid-input':
    case 'file-refused':
    case 'too-large':
    case 'locked':
    case 'not-allowed':
    case 'second-person':
    case 'changed-since':
    case 'unknown-outcome':
      return { kind: 'not-sent', waitMs: null };
  }
}

/** Why a business that may not write does not go on with its run. */
export function stopOf(reason: Extract<Failure, { kind: 'profile-changed' }>['reason']): RunStop {
  switch (reason) {
    case 'different-business':
      return 'different-business';
    case 'read-only':
      return 'read-only';
    case 'unknown':
    case 'other':
    case 'no-key':
    case 'unproved':
    case 'sealed':
      return 'key';
  }
}
