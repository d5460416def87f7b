// What tells how the attempt of a resend has ended. Pure: what was read before and after goes in, the end comes out.
import { type Attempt, type Delivery, latestDelivery } from '../webhooks/delivery.ts';
import { freshSince, isByHand, isSince, type ResendBaseline } from './resend.ts';
import { type ResendAttempt, RESULT_WITHIN_MS } from './attempt.ts';

export interface AttemptVerdict {
  readonly attempt: ResendAttempt;
  /** Our own attempt is on record with its end: nothing that is seen later is about it. */
  readonly isSettled: boolean;
}

/**
 * How the attempt of a request that was carried out has ended; null while nothing tells. `ageMs`: since the request. An attempt by hand since
 * then that names no user is ours. Where none is listed, what the delivery says of itself counts; a failure only once an attempt must have
 * been over, for one by the system may have failed while ours was on its way.
 */
export function judgeAttempt(
  before: ResendBaseline,
  deliveries: readonly Delivery[],
  sentAtServerMs: number,
  ageMs: number,
): AttemptVerdict | null {
  const { old, made, attempts, sinceMs } = freshSince(before, deliveries, sentAtServerMs);
  const ended = attempts.filter((attempt) => isSince(attempt.created_at, sinceMs) && succeeded(attempt) !== null);
  const byHand = ended.filter(isByHand);
  const own = byHand.filter(({ triggered_uuid_user: user }) => user === null);
  if (own.length > 0) return { attempt: endOf(own), isSettled: true };
  const grown = (old?.resend_count ?? 0) - (before.resendCount ?? 0);
  if (byHand.length > 0 && grown <= byHand.length) return { attempt: endOf(byHand), isSettled: false };
  const latest = latestDelivery(old === null ? made : [old, ...made]);
  if (latest === null) return null;
  const isNew = latest.uuid !== before.deliveryUuid;
  if (
    latest.status === 'delivered' &&
    (isNew || before.status !== 'delivered' || isSince(latest.delivered_at, sinceMs))
  )
    return { attempt: toldBy(latest, 'delivered'), isSettled: false };
  if (ageMs < RESULT_WITHIN_MS || latest.status === 'delivering') return null;
  if (ended.length > 0) return { attempt: endOf(ended), isSettled: false };
  const isCounted = (latest.attempts ?? 0) > (isNew ? 0 : (before.attempts ?? 0));
  const hasFailed = latest.status === 'failed' && (isNew || before.status !== 'failed');
  return isCounted || hasFailed ? { attempt: toldBy(latest, 'failed'), isSettled: false } : null;
}

/** Did it arrive? Null while it has no end. */
function succeeded({ success, status_code: code, error }: Attempt): boolean | null {
  if (success !== null) return success;
  if (code !== null) return code >= 200 && code < 300;
  return error === null ? null : false;
}

/** Of several attempts one that arrived, else the latest: once the receiver has it, it has it. */
function endOf(attempts: readonly Attempt[]): ResendAttempt {
  const arrived = attempts.find((attempt) => succeeded(attempt) === true);
  const told = arrived ?? attempts.at(-1);
  return {
    state: arrived === undefined ? 'failed' : 'delivered',
    at: told?.created_at ?? null,
    statusCode: told?.status_code ?? null,
    error: told?.error ?? null,
  };
}

function toldBy(delivery: Delivery, state: 'delivered' | 'failed'): ResendAttempt {
  const at = state === 'delivered' ? delivery.delivered_at : delivery.updated_at;
  const error = state === 'delivered' ? null : delivery.last_error;
  return { state, at, statusCode: delivery.last_status_code, error };
}
