// How the attempt stands that a resend led to: the request may have been accepted long before anybody knows whether the webhook arrived. Pure.
import { ATTEMPT_TIMEOUT_MS } from '../webhooks/retry-schedule.ts';

/** `no-answer-yet`: two minutes after its POST nothing told its end; later evidence still may. */
export const RESEND_ATTEMPT_STATES = ['under-way', 'delivered', 'failed', 'no-answer-yet'] as const;
export type ResendAttemptState = (typeof RESEND_ATTEMPT_STATES)[number];

export interface ResendAttempt {
  readonly state: ResendAttemptState;
  /** When the API made it, ISO UTC; null while that is not known. */
  readonly at: string | null;
  readonly statusCode: number | null;
  /** Why there was no answer, in the API's words. */
  readonly error: string | null;
}

/** Before its end is known. */
export const UNDER_WAY: ResendAttempt = { state: 'under-way', at: null, statusCode: null, error: null };

/** So long after its POST an attempt without an end is called one without an answer, milliseconds by the clock that says more. */
export const NO_ANSWER_AFTER_MS = 120_000;
/** An attempt that is being made has ended by then, and its result is listed. */
export const RESULT_WITHIN_MS = ATTEMPT_TIMEOUT_MS + 1_000;

/** The end of an attempt as a fact of the evidence. */
export function attemptFact({ state, statusCode, error }: ResendAttempt): string {
  switch (state) {
    case 'under-way':
      return 'Its attempt is under way.';
    case 'delivered':
      return statusCode === null ? 'Its attempt was delivered.' : `Its attempt was delivered (HTTP ${statusCode}).`;
    case 'failed':
      return `Its attempt failed (${statusCode === null ? (error ?? 'the API does not say why') : `HTTP ${statusCode}`}).`;
    case 'no-answer-yet':
      return 'Two minutes after the request the deliveries did not tell how its attempt ended.';
  }
}
