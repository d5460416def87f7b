// An invoice in the API's own words (specification, "Invoice"), after tolerant reading. Vocabularies stay open: an
// unknown status is kept as text and shown as unknown.
import { MARKS } from '../kernel/finding.ts';
import { INVOICE_AMOUNTS } from '../kernel/money/amount-filter.ts';
import { DELIVERY_ROW_STATES } from '../webhooks/delivery-list.ts';
import * as by from '../kernel/list.ts';
import { defineList, type FilterOf, type SortFieldOf } from '../kernel/list.ts';
import {
  defineRecord,
  group,
  type GroupOf,
  integer,
  money,
  notedText,
  type RecordOf,
  requiredFlag,
  requiredGroup,
  requiredMoney,
  requiredText,
  text,
  textOr,
  uuid,
} from './declare.ts';

/** The token that every invoice is settled in, whatever it was ordered in (specification, "What the service does"). */
export const SETTLEMENT_TOKEN = 'USDT';

export const INVOICE_STATUSES = ['pending', 'success', 'fail', 'expired', 'canceled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** The four final states; closed invoices are never revived (specification, "States and transitions"). */
export const TERMINAL_STATUSES = ['success', 'fail', 'expired', 'canceled'] as const satisfies readonly InvoiceStatus[];

/** The short form of a currency; only its code is indispensable. */
export const CURRENCY = { id: integer, code: requiredText(64), name: textOr('code'), symbol: textOr() };
export type Currency = GroupOf<typeof CURRENCY>;

const ADJUSTMENT = {
  expected_amount_fiat: requiredMoney,
  actual_amount_fiat: requiredMoney,
  expected_amount_usdt: requiredMoney,
  actual_amount_usdt: requiredMoney,
};
export type InvoiceAdjustment = GroupOf<typeof ADJUSTMENT>;

export const INVOICE = defineRecord('invoice', {
  uuid,
  external_id: requiredText(),
  customer_id: text(),
  purpose: text(),
  /** Ordered fiat; never changes, not even after an adjustment. */
  amount: requiredMoney,
  /** What the customer pays: amount plus the client commission. Null until a method is chosen. */
  amount_to_send: money,
  currency: requiredGroup(CURRENCY),
  /** One of INVOICE_STATUSES, or a word this console does not know. */
  status: requiredText(64),
  callback_url: text(),
  success_url: text(),
  fail_url: text(),
  payment_url: text(),
  created_at: notedText(),
  expires_at: text(),
  finished_at: text(),
  payment_method: group({ name: requiredText(), logo_url: text() }),
  /** Fiat per USDT, snapshot of the deal. */
  rate: money,
  /** USDT credited, net of the merchant commission; only on success. */
  settled_amount_usdt: money,
  is_adjusted: requiredFlag,
  adjustment: group(ADJUSTMENT),
});
export type Invoice = RecordOf<typeof INVOICE>;

/** True for the five words of the specification. */
export function isInvoiceStatus(status: string): status is InvoiceStatus {
  return INVOICE_STATUSES.some((known) => known === status);
}

/** True when the status is one of the four final ones. An unknown word counts as not final. */
export function isTerminal(status: string): boolean {
  return TERMINAL_STATUSES.some((known) => known === status);
}

/** Which invoices a list, total or export is about. Dates are half-open [from, to) in UTC. Absent means "any". */
export const INVOICE_LIST = defineList({
  filter: {
    status: by.words,
    currency: by.words,
    adjusted: by.flag,
    /** Names of labels, in any case. */
    label: by.words,
    /** Those that somebody has written about, or opened a case on that is open. */
    marked: by.known(MARKS),
    /** Only those that the API does not show any more. */
    missing: by.flag,
    /** Case-insensitive substring of any id, purpose, customer or method. */
    text: by.text,
    customerId: by.word,
    /** The display name of the payment method, in whichever case; the API gives no id with an invoice. */
    method: by.word,
    createdFrom: by.bound,
    createdTo: by.bound,
    finishedFrom: by.bound,
    finishedTo: by.bound,
    /** Created or finished then: what somebody means who says that something was paid yesterday. */
    dayFrom: by.bound,
    dayTo: by.bound,
    amount: by.amount(INVOICE_AMOUNTS),
    /** Only those that need a person (domain/support/unusual). */
    unusual: by.flag,
    ids: by.ids,
    /** How its latest delivery stands (domain/webhooks/delivery-list). */
    webhook: by.known(DELIVERY_ROW_STATES),
  },
  sort: [
    'uuid',
    'external_id',
    'customer_id',
    'purpose',
    'amount',
    'amount_to_send',
    'currency',
    'status',
    'callback_url',
    'success_url',
    'fail_url',
    'payment_url',
    'created_at',
    'expires_at',
    'finished_at',
    'payment_method',
    'rate',
    'settled_amount_usdt',
    'is_adjusted',
  ],
});
export type InvoiceFilter = FilterOf<typeof INVOICE_LIST>;
export type InvoiceSortField = SortFieldOf<typeof INVOICE_LIST>;
