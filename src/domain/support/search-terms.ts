// The terms of the finder and of the search of a list, each declared once with the filter that it is on each list. Pure.
import type { ScreenId } from '../console/screens.ts';
import { tableOf } from '../kernel/fields.ts';
import { FINDING_KINDS, MARKS } from '../kernel/finding.ts';
import { DELIVERY_CAUSES, DELIVERY_ROW_STATES } from '../webhooks/delivery-list.ts';

/** The lists that terms lead to; a search is of the first of them that knows all of its terms. */
export const SEARCHED_LISTS = [
  'invoices',
  'deliveries',
  'withdrawals',
  'exceptions',
  'ledger',
] as const satisfies readonly ScreenId[];
export type SearchedList = (typeof SEARCHED_LISTS)[number];

type On<Value> = Readonly<Partial<Record<SearchedList, Value>>>;

interface More {
  /** Of an amount: which of those that a record of the list has. */
  readonly of?: On<readonly string[]>;
  /** All words that it takes; any where they are absent. */
  readonly words?: readonly string[];
  /** Words that are offered while it is typed, where any are taken. */
  readonly offers?: readonly string[];
  readonly alias?: Readonly<Record<string, string>>;
}

export interface TermShape extends More {
  readonly kind: 'amount' | 'days' | 'words' | 'word' | 'flag';
  readonly says: string;
  readonly example: string;
  /** The filter that it is, by the name that it has in the address of each list that knows it. */
  readonly on: On<string>;
}

function term(kind: TermShape['kind'], says: string, example: string, on: On<string>, more: More = {}): TermShape {
  return { kind, says, example, on, ...more };
}

const FIAT = ['ordered', 'toPay', 'paid'];
const EVERY_AMOUNT = tableOf(SEARCHED_LISTS, () => 'amount');

export const TERMS: ReadonlyMap<string, TermShape> = new Map(
  Object.entries({
    label: term('words', 'a label that people have put on it', 'label:refund', {
      invoices: 'label',
      withdrawals: 'label',
      deliveries: 'label',
      exceptions: 'label',
    }),
    has: term(
      'words',
      'a note, or an open case',
      'has:case',
      { invoices: 'marked', withdrawals: 'marked' },
      { words: MARKS },
    ),
    amount: term(
      'amount',
      'ordered, to pay or paid; 40..60, >100, ~50 is two per cent more or less',
      'amount:49.90',
      EVERY_AMOUNT,
      { of: { invoices: FIAT, deliveries: FIAT, exceptions: ['record'], ledger: ['amount'] } },
    ),
    net: term(
      'amount',
      'credited, in USDT',
      'net:>100',
      { invoices: 'amount', deliveries: 'amount' },
      { of: { invoices: ['net'], deliveries: ['net'] } },
    ),
    difference: term(
      'amount',
      'how far two amounts are from each other, whatever the sign',
      'difference:>10',
      { exceptions: 'amount', ledger: 'amount' },
      { of: { exceptions: ['difference'], ledger: ['difference'] } },
    ),
    created: term('days', 'when it was made: yesterday, 2026-11-21, 2026-11-01..2026-11-15', 'created:yesterday', {
      invoices: 'created',
      deliveries: 'created',
      withdrawals: 'created',
    }),
    finished: term('days', 'when it came to its end', 'finished:last-7-days', {
      invoices: 'finished',
      deliveries: 'finished',
      withdrawals: 'processed',
    }),
    day: term('days', 'created or finished then', 'day:today', { invoices: 'day' }),
    date: term('days', 'the date of a record or of an entry', 'date:this-month', {
      exceptions: 'record',
      ledger: 'at',
    }),
    status: term(
      'words',
      'pending, paid, failed, expired, canceled; of a withdrawal sent, rejected',
      'status:expired',
      { invoices: 'status', withdrawals: 'status' },
      {
        offers: ['pending', 'paid', 'failed', 'expired', 'canceled', 'sent', 'rejected'],
        alias: { paid: 'success', failed: 'fail', cancelled: 'canceled', sent: 'approved' },
      },
    ),
    currency: term('words', 'of the order', 'currency:EUR', {
      invoices: 'currency',
      deliveries: 'currency',
      exceptions: 'unit',
      ledger: 'unit',
    }),
    method: term('word', 'the payment method', 'method:blik', { invoices: 'method', deliveries: 'method' }),
    customer: term('word', 'the customer’s whole id', 'customer:4711', {
      invoices: 'customerId',
      deliveries: 'customerId',
    }),
    webhook: term(
      'words',
      'how the latest delivery stands',
      'webhook:failed',
      { invoices: 'webhook', deliveries: 'state' },
      { words: DELIVERY_ROW_STATES },
    ),
    reason: term(
      'words',
      'why a webhook did not arrive',
      'reason:timeout',
      { deliveries: 'cause' },
      { words: DELIVERY_CAUSES },
    ),
    endpoint: term('words', 'the host of a delivery', 'endpoint:shop.example', { deliveries: 'host' }),
    reject: term('words', 'the code with which a withdrawal was rejected', 'reject:INVALID_ADDRESS', {
      withdrawals: 'rejectCode',
    }),
    actor: term('words', 'who made a withdrawal', 'actor:merchant', { withdrawals: 'actor' }),
    finding: term(
      'words',
      'what reconciliation has found',
      'finding:settled-missing',
      { exceptions: 'kind' },
      { words: FINDING_KINDS },
    ),
    assigned: term(
      'words',
      'who works on an exception; me is whoever sits here',
      'assigned:anna',
      { exceptions: 'assignee' },
      { offers: ['me'] },
    ),
    adjusted: term('flag', 'paid with another amount than ordered', 'is:adjusted', { invoices: 'adjusted' }),
    unusual: term('flag', 'needs a person: adjusted, webhook failing, or facts that contradict each other', 'unusual', {
      invoices: 'unusual',
    }),
  }),
);
