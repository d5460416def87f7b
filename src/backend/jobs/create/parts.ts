// The parts of a create that need no clock and no store: what is refused here, what an invoice means for the order.
import {
  type Failure,
  type FailureError,
  type InputIssue,
  invalidInput,
} from '../../../domain/kernel/failure/failure.ts';
import { type Invoice, isTerminal } from '../../../domain/records/invoice.ts';
import {
  type Order,
  type OrderDifference,
  orderDifferences,
  orderOfBody,
  type OrderProblemKind,
  orderProblems,
  termsDiffer,
} from '../../../domain/create/order.ts';
import type { CreateIntent, OrderOrigin } from '../../books/create/creates.ts';

/** `unknown` needs a person: the request may have been applied. `refused` covers requests that never left this machine. */
export type CreateOutcome = 'created' | 'existing' | 'conflict' | 'refused' | 'unknown';

export interface CreateReport {
  readonly intentId: string;
  readonly outcome: CreateOutcome;
  readonly invoice: Invoice | null;
  readonly differences: readonly OrderDifference[];
  readonly failure: Failure | null;
}

/** What the books have about one create, whether it has ended or not. */
export interface KeptCreate extends Omit<CreateReport, 'outcome'> {
  /** `restored` stands still: it was open in a copy of the books that was put back. */
  readonly state: 'sending' | 'looking-up' | 'restored' | 'ended';
  /** `waiting` until it has ended. */
  readonly outcome: CreateOutcome | 'waiting';
  readonly order: Order;
  /** The request, byte for byte. */
  readonly body: string;
  readonly recreatedFrom: OrderOrigin | null;
  readonly armedAt: string;
  readonly endedAt: string | null;
}

const MESSAGES: Readonly<Record<OrderProblemKind, string>> = {
  missing: 'is missing',
  'too-short': 'is too short',
  'too-long': 'is too long',
  'half-character': 'contains half a character, under which nothing could be looked up',
  'path-segment': 'cannot be addressed afterwards: it is a path segment of its own',
  'not-decimal': 'must be digits, with a point before the decimals, such as 49.90',
  'not-positive': 'must be greater than zero',
  'too-many-decimals': 'has more than two decimals',
  'not-an-address': 'is no address; a whole one begins with https://',
  'user-in-address': 'has a user name or a password in it',
  'not-https': 'must be an https address',
};

/** What the console itself refuses before anything is sent; empty when the order may go out. `allowLoopback`: see orderProblems. */
export function problemsOf(order: Order, allowLoopback: boolean): readonly InputIssue[] {
  return orderProblems(order, allowLoopback).map(({ field, kind }) => ({ path: field, message: MESSAGES[kind] }));
}

/**
 * What an invoice that the API has under the order's external_id means. Other money is a conflict, and so is a closed invoice of
 * somebody else: the id is used up. Only what agrees in every sent field is called created, and only when it is as young as our
 * request; a closed one that is ours is taken as what it is.
 */
export function outcomeOf(order: Order, invoice: Invoice, isYoung: boolean): 'created' | 'existing' | 'conflict' {
  const differences = orderDifferences(order, invoice);
  if (termsDiffer(differences)) return 'conflict';
  if (differences.length === 0 && isYoung) return 'created';
  return isTerminal(invoice.status) ? 'conflict' : 'existing';
}

/** True when the API would say the same to every copy of the request that may still be on its way. */
export function refusesEveryCopy(failure: Failure): boolean {
  if (failure.kind !== 'rejected') return false;
  return failure.status === 422 || failure.code === 'CURRENCY_NOT_FOUND';
}

/** The same id with another order is a mistake of the caller. */
export function usedBefore(): FailureError {
  return invalidInput('intentId', 'was used before for another invoice');
}

/** How an intent stands for people. */
export function stateOf({ state, outcome }: CreateIntent): KeptCreate['state'] {
  if (state === 'ended') return 'ended';
  if (outcome === 'restored') return 'restored';
  return state === 'resolving' ? 'looking-up' : 'sending';
}

/** The end of an intent as the API of this console names it: what was never sent was refused. */
export function endOf(outcome: CreateIntent['outcome']): CreateOutcome {
  if (outcome === 'waiting' || outcome === 'restored') return 'unknown';
  return outcome === 'not-sent' ? 'refused' : outcome;
}

/** The order of a recorded intent, out of the bytes that were sent. */
export function orderOfIntent(intent: CreateIntent): Order {
  const order = orderOfBody(intent.body);
  if (order === null) throw new Error('the books have an intent without an order');
  return order;
}
