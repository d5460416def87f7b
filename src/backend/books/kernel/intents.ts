/** What the intents of both writes (resend, create) have in common: four states that only move forward. */
import { FailureError } from '../../../domain/kernel/failure/failure.ts';

/**
 * `armed`: committed, nothing sent. `inflight`: the request may be on its way. `resolving`: its fate is being found out by
 * reading. `ended`: it has a named outcome.
 */
export const INTENT_STATES = ['armed', 'inflight', 'resolving', 'ended'] as const;
export type IntentState = (typeof INTENT_STATES)[number];

/** Refuses a step backwards. An ended intent may end again: later evidence may improve its outcome. */
export function checkStep(from: IntentState, to: IntentState): void {
  if (INTENT_STATES.indexOf(to) >= INTENT_STATES.indexOf(from)) return;
  throw new Error(`an intent cannot go from ${from} back to ${to}`);
}

/** The failure of a command about an intent that is not there. */
export function noSuchIntent(intentId: string): FailureError {
  return new FailureError({ kind: 'not-found', what: 'intent', ident: intentId });
}
