// Exceptions in words: reasons, ages, deeds, and what came of an action. Total tables.
import type {
  ActionResult,
  AgeBucket,
  Exception,
  ExceptionAction,
  ExceptionDeed,
  ExceptionEvent,
  ResolutionReason,
} from '../../../domain/reconcile/exception.ts';

/** Why it is called settled; the digit that chooses it is its place. */
export const REASON_WORDS: Readonly<Record<ResolutionReason, { readonly name: string; readonly meaning: string }>> = {
  explained: { name: 'Explained', meaning: 'The difference is right as it is, and why is known' },
  accepted: { name: 'Accepted', meaning: 'The loss or gain is taken' },
  'corrected-by-service': { name: 'Corrected by the service', meaning: 'The payment service has put it right' },
  'corrected-by-us': { name: 'Corrected by us', meaning: 'Put right in our own books or shop' },
  'no-difference': { name: 'No difference', meaning: 'There was nothing wrong' },
  done: { name: 'Done', meaning: 'What there was to do is done' },
};

/** "open", "resolved: explained". */
export function standingWords({ state, reason }: Pick<Exception, 'state' | 'reason'>): string {
  return reason === null ? state : `${state}: ${REASON_WORDS[reason].name.toLowerCase()}`;
}

export const AGE_WORDS: Readonly<Record<AgeBucket, string>> = {
  'under-1': 'under 1 day',
  '1-3': '1 to 3 days',
  '3-7': '3 to 7 days',
  'over-7': 'over 7 days',
};

const DEED_WORDS: Readonly<Record<ExceptionDeed, string>> = {
  found: 'Found by reconciliation',
  'facts-changed': 'The facts changed',
  cleared: 'The facts do not show it any more',
  'found-again': 'Found again',
  assigned: 'Assigned',
  noted: 'Note',
  resolved: 'Resolved',
  reopened: 'Reopened',
  opened: 'Opened by hand',
  'due-set': 'Due',
};

/** "Resolved: explained". */
export function deedWords({ deed, reason }: Pick<ExceptionEvent, 'deed' | 'reason'>): string {
  return reason === null ? DEED_WORDS[deed] : `${DEED_WORDS[deed]}: ${REASON_WORDS[reason].name.toLowerCase()}`;
}

/** What an action has done, for the sentence after it: "order-7 resolved". */
export const ACTION_WORDS: Readonly<Record<ExceptionAction['kind'], string>> = {
  assign: 'assigned',
  due: 'due on another day',
  note: 'noted',
  resolve: 'resolved',
  reopen: 'reopened',
};

export const RESULT_WORDS: Readonly<Record<ActionResult, string>> = {
  done: 'Done',
  unchanged: 'It was so already',
  'changed-since': 'Changed by somebody else since you saw it; look at it again',
  'already-resolved': 'Resolved already, perhaps by somebody else; reopen it first',
  'not-resolved': 'Open, so there is nothing to reopen',
  'not-found': 'Not there any more',
};
