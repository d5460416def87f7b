// Findings and exceptions in words, and the address of their list: kinds, reasons, ages, deeds, what came of an action. Total tables. Pure.
import type { FindingKind } from '../../../domain/kernel/finding.ts';
import type {
  ActionResult,
  AgeBucket,
  Exception,
  ExceptionAction,
  ExceptionDeed,
  ExceptionEvent,
  ResolutionReason,
} from '../../../domain/reconcile/exception.ts';
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { type Period, periodBounds } from '../../../domain/period/period.ts';

export interface FindingWords {
  readonly name: string;
  readonly meaning: string;
  readonly next: string;
}

export const FINDING_WORDS: Readonly<Record<FindingKind, FindingWords>> = {
  adjusted: {
    name: 'Adjusted',
    meaning: 'A dispute corrected what was paid. That is no contradiction by itself, but a person has to see it.',
    next: 'Check that your ledger carries the net USDT and not the ordered amount, then resolve it.',
  },
  'adjustment-missing': {
    name: 'No adjustment figures',
    meaning: 'The record is marked as adjusted, but the API gives no expected and actual amounts.',
    next: 'Read the invoice again; if the figures do not come, ask the payment service for them.',
  },
  'ordered-differs': {
    name: 'Ordered ≠ expected',
    meaning: 'The ordered amount never changes, yet it is not what the adjustment calls the expected amount.',
    next: 'Ask the payment service which of the two was ordered before you book the difference.',
  },
  'settled-differs': {
    name: 'Net ≠ actual',
    meaning: 'The net USDT of the record are not the actual USDT of its adjustment.',
    next: 'The specification does not promise that they agree. Ask the payment service which one your balance received.',
  },
  'settled-missing': {
    name: 'No net amount',
    meaning: 'A paid invoice without a net amount: it is in no sum.',
    next: 'Read the invoice again; if the amount does not come, ask the payment service what was received.',
  },
  'credited-differs': {
    name: 'Webhook told another amount',
    meaning:
      'The latest delivered webhook told your shop another net amount than the record holds, and nothing changed since.',
    next: 'Compare the shop’s ledger with the record, and ask the payment service which amount holds.',
  },
  'stale-receiver': {
    name: 'Shop told otherwise',
    meaning: 'The last webhook that was delivered says something of the amounts that is not true any more.',
    next: 'Correct the order in the shop. Whether a resend carries the new facts is not specified; check its payload after one.',
  },
  'finished-missing': {
    name: 'No finish date',
    meaning: 'A paid invoice without a finish date: it belongs to no period, so no statement has it in a sum.',
    next: 'Ask the payment service when it finished.',
  },
  'sent-differs': {
    name: 'Sent ≠ amount − fee',
    meaning: 'The amount of the withdrawal less its network fee is not what was to be sent.',
    next: 'Check on the chain what arrived, then ask the payment service about the rest.',
  },
  'processed-missing': {
    name: 'No processing date',
    meaning:
      'An approved withdrawal without a processing date: it belongs to no period, so no statement has it in a sum.',
    next: 'Ask the payment service when it was processed.',
  },
  'told-other-end': {
    name: 'Shop told another end',
    meaning:
      'The last delivered webhook told your shop that the invoice was paid while its record says it was not, or the other way round.',
    next: 'Go by the record: hold the order back while it is not paid, fulfil it if it was. Then ask the payment service why the webhook says otherwise.',
  },
  'delivery-missing': {
    name: 'No webhook',
    meaning: 'The invoice has ended and has a callback address, but long after its end the API lists no delivery.',
    next: 'Bring the order to its end in your shop by hand. Only a delivery that exists can be resent: ask the payment service why there is none.',
  },
  'delivery-twice': {
    name: 'More than one webhook',
    meaning:
      'The API lists more than one delivery of an invoice that was never corrected; the specification promises exactly one.',
    next: 'Check in your shop that the order was fulfilled and booked once only.',
  },
  'settled-unexpected': {
    name: 'Net, but not paid',
    meaning: 'The record holds a net amount, although the invoice is not paid: it is in no sum.',
    next: 'Read the invoice again, and compare it with your balance; then ask the payment service which one holds.',
  },
  'adjustment-unmarked': {
    name: 'Adjustment not marked',
    meaning:
      'The record has figures of an adjustment, but is not marked as adjusted. All sums here take it as not adjusted.',
    next: 'Ask the payment service whether it was corrected before you book the figures.',
  },
  'hash-missing': {
    name: 'No transaction hash',
    meaning: 'An approved withdrawal without the hash of its transaction: nothing proves that it was sent.',
    next: 'Check your wallet for the amount, then ask the payment service for the hash.',
  },
  'closed-fact-changed': {
    name: 'Changed after close',
    meaning: 'A fact of a closed period is another one now. The closed totals do not move.',
    next: 'Look at what changed after the close, and carry the difference in the period at hand.',
  },
  'entry-amount-differs': {
    name: 'Ledger amount differs',
    meaning: 'Your ledger has another amount for it than its record, by more than the tolerance of the currency.',
    next: 'Compare both sides. Correct your ledger, or resolve it with the reason for the difference.',
  },
  'entry-currency-differs': {
    name: 'Your currency differs',
    meaning: 'Your ledger has it in another currency than its record, so the amounts cannot be compared.',
    next: 'Check which currency was ordered; if the column was misunderstood, put the mapping of the source right.',
  },
  'missing-here': {
    name: 'No such invoice',
    meaning: 'Your ledger has an order with an id that no invoice has.',
    next: 'Check the id, and whether it was paid in another way; several orders of one invoice can be matched by hand.',
  },
  'missing-there': {
    name: 'Not in your ledger',
    meaning: 'A paid invoice that your ledger does not have, although it covers its day.',
    next: 'Find the order in your shop. If the ledger is not complete for these days, correct what the import says it covers.',
  },
  'duplicate-entry': {
    name: 'Twice in the ledger',
    meaning: 'The same id stands in your ledger more than once; only the first is compared.',
    next: 'Take the second one out of your ledger; parts of one order can be matched with it by hand.',
  },
  'fulfilled-not-paid': {
    name: 'Fulfilled, not paid',
    meaning: 'Your ledger says that the order was fulfilled, but its invoice was not paid.',
    next: 'Stop the delivery if you still can, and ask the customer to pay anew.',
  },
  'paid-not-fulfilled': {
    name: 'Paid, not fulfilled',
    meaning: 'The invoice was paid, but your ledger has the order as open or cancelled.',
    next: 'Fulfil it, or agree with the customer on what becomes of the money.',
  },
  'withdrawal-not-in-wallet': {
    name: 'Not in your wallet',
    meaning: 'An approved withdrawal that your wallet does not have, although its file covers the day.',
    next: 'Look its transaction hash up on the chain, and check that the address is yours.',
  },
  'wallet-line-without-withdrawal': {
    name: 'No such withdrawal',
    meaning: 'Money came into your wallet that no withdrawal has sent.',
    next: 'Find out who sent it; it may be none of this business.',
  },
  case: {
    name: 'Case',
    meaning: 'Somebody has opened it by hand. Reconciliation does not touch it.',
    next: 'Do what it says, then resolve it with what came of it.',
  },
};

/** A case is called as whoever opened it has called it. */
export function findingName({ kind, evidence }: Pick<Exception, 'kind' | 'evidence'>): string {
  const title = kind === 'case' ? (evidence['title'] ?? null) : null;
  return title === null ? FINDING_WORDS[kind].name : plainText(title);
}

/** What a difference is in, behind its amount; absent where the API names nothing. */
export function unitWords(unit: string | null): string | undefined {
  return unit === null ? undefined : plainText(unit.slice(0, 16));
}

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

export interface ExceptionsOf {
  /** `all`: whatever people did about them. */
  readonly state: 'open' | 'all';
  readonly kind?: FindingKind;
  /** Null is none; absent: of whichever. */
  readonly unit?: string | null;
  /** Null: of all time. */
  readonly period: Period | null;
}

/** The list with what the facts still show, of records that lie in the period. */
export function exceptionsPath({ state, kind, unit, period }: ExceptionsOf): string {
  const query = new URLSearchParams({ state, ...(kind === undefined ? {} : { kind }) });
  // "-" is none: an empty word says nothing in an address.
  if (unit !== undefined) query.set('unit', unit ?? '-');
  const bounds = period === null ? null : periodBounds(period);
  if (bounds !== null) {
    // Instants rather than days: the period's zone need not be the chosen one.
    query.set('recordFrom', bounds.from);
    query.set('recordTo', bounds.to);
  }
  return `${screenPath('exceptions')}?${query.toString()}`;
}
