/**
 * The state of resending on one screen, as a pure reducer. Its law: one click makes one intent, an intent whose fate is open
 * leaves no way to make another, and nothing here ever sends. Not here: the calls (use-resend.ts) and the words
 * (resend-words.ts).
 */
import type { ResendReportWire } from '../../../contract/wire/records.ts';
import type { Failure } from '../../../domain/failure.ts';
import { isOpenOutcome, type ResendWarning } from '../../../domain/resend.ts';

export type ResendState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly intentId: string }
  | { readonly kind: 'confirming'; readonly intentId: string; readonly warning: ResendWarning | null }
  | { readonly kind: 'open'; readonly intentId: string; readonly report: ResendReportWire }
  | { readonly kind: 'ended'; readonly intentId: string; readonly report: ResendReportWire }
  /** The console's own engine refused before anything was sent. */
  | { readonly kind: 'refused-here'; readonly intentId: string; readonly failure: Failure }
  /** The engine's answer did not arrive: the intent may exist, so it is looked up, never made again. */
  | { readonly kind: 'lost'; readonly intentId: string; readonly failure: Failure };

export type ResendStep =
  | { readonly kind: 'clicked'; readonly intentId: string }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'reported'; readonly report: ResendReportWire }
  | { readonly kind: 'call-failed'; readonly intentId: string; readonly failure: Failure }
  | { readonly kind: 'looked-up-in-vain'; readonly intentId: string };

export const IDLE: ResendState = { kind: 'idle' };

/** May a click make a new intent now? Only when no other intent of this screen is under way. */
export function mayStart(state: ResendState): boolean {
  return state.kind === 'idle' || state.kind === 'ended' || state.kind === 'refused-here';
}

/** The next state. Steps that do not fit the state change nothing. */
export function resendReducer(state: ResendState, step: ResendStep): ResendState {
  switch (step.kind) {
    case 'clicked':
      return mayStart(state) ? { kind: 'sending', intentId: step.intentId } : state;
    case 'confirmed':
      return state.kind === 'confirming' ? { kind: 'sending', intentId: state.intentId } : state;
    case 'declined':
      return state.kind === 'confirming' ? IDLE : state;
    case 'reported':
      return reported(state, step.report);
    case 'call-failed':
      return callFailed(state, step.intentId, step.failure);
    case 'looked-up-in-vain':
      return state.kind === 'lost' && state.intentId === step.intentId
        ? { kind: 'refused-here', intentId: state.intentId, failure: state.failure }
        : state;
  }
}

function reported(state: ResendState, report: ResendReportWire): ResendState {
  const mine = state.kind !== 'idle' && state.intentId === report.intentId;
  // Another window's open intent of the same invoice is taken over for display; its end is left to the list of intents.
  if (!mine && !mayStart(state) && state.kind !== 'sending') return state;
  if (!mine && !isOpenOutcome(report.outcome)) return state;
  if (report.outcome === 'needs-confirmation') {
    const asked = state.kind === 'sending' || state.kind === 'lost';
    return asked ? { kind: 'confirming', intentId: report.intentId, warning: report.warning ?? null } : state;
  }
  const kind = isOpenOutcome(report.outcome) ? 'open' : 'ended';
  return { kind, intentId: report.intentId, report };
}

function callFailed(state: ResendState, intentId: string, failure: Failure): ResendState {
  if (state.kind === 'idle' || state.intentId !== intentId || state.kind !== 'sending') return state;
  return { kind: saysNothingWasSent(failure) ? 'refused-here' : 'lost', intentId, failure };
}

/** True for failures by which the engine itself says that the call was turned down before anything went out. */
export function saysNothingWasSent(failure: Failure): boolean {
  switch (failure.kind) {
    case 'invalid-input':
    case 'profile-changed':
    case 'unavailable-offline':
    case 'not-found':
    case 'unauthorised':
    case 'rate-limited':
    case 'rejected':
      return true;
    case 'unreachable':
    case 'malformed-response':
    case 'cancelled':
    case 'unknown-outcome':
    case 'bug':
      return false;
  }
}

/** Milliseconds until the API takes another resend, by the last report; 0 when nothing is known to stand in the way. */
export function tooSoonForMs(state: ResendState, nowMs: number, epochMs: (instant: string) => number | null): number {
  if (state.kind !== 'ended') return 0;
  const { failure, updatedAt } = state.report;
  if (failure?.kind !== 'rejected' || failure.code !== 'WEBHOOK_RESEND_TOO_SOON') return 0;
  const wait = failure.retryAfterMs ?? 0;
  const since = epochMs(updatedAt) ?? nowMs;
  return Math.min(wait, Math.max(0, since + wait - nowMs));
}
