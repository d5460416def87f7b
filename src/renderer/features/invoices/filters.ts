// The filter of the list of invoices, declared once: its controls and what the engine is asked for. Pure.
import type { CallInput } from '../../../contract/calls.ts';
import { INVOICE_AMOUNT_WORDS } from '../../../domain/amount-filter.ts';
import { DESK_STATES } from '../../../domain/desk.ts';
import { invoiceStatusWord } from '../../../domain/invoice-state.ts';
import { readTypedAmount } from '../../../domain/typed-amount.ts';
import { type Address, filterOf, webhookWords } from '../../ui/index.ts';

/** A filter as the engine takes it. */
export type InvoiceFilterInput = NonNullable<CallInput<'invoices.page'>['filter']>;

export const INVOICE_FILTER = filterOf({
  text: { as: 'text', label: 'Search invoices', placeholder: 'Id or amount' },
  status: { as: 'words', label: 'Status', options: 'statuses', wordOf: invoiceStatusWord },
  currency: { as: 'words', label: 'Currency', options: 'currencies' },
  created: { as: 'days', label: 'Created' },
  method: { as: 'word', label: 'Method', options: 'methods' },
  webhook: {
    as: 'words',
    label: 'Webhook',
    known: DESK_STATES,
    wordOf: (state) => webhookWords(standingOf(state)),
  },
  amount: { as: 'amount', label: 'Amount', of: INVOICE_AMOUNT_WORDS },
  finished: { as: 'days', label: 'Finished' },
  customerId: { as: 'text', label: 'Customer id' },
  adjusted: { as: 'flag', label: 'Adjusted only' },
  day: { as: 'days', label: 'Created or finished', isRare: true },
  missing: { as: 'flag', label: 'Not seen any more', isRare: true },
});

function standingOf(word: string) {
  const state = DESK_STATES.find((known) => known === word);
  return state === undefined ? undefined : { state, attempts: null, maxAttempts: null };
}

/** What the address asks for, in days of the zone. A search for an amount is one. */
export function invoiceFilter(address: Address, timeZone: string): InvoiceFilterInput {
  const filter = INVOICE_FILTER.read(address, timeZone);
  const { text, ...others } = filter;
  const typed = text === undefined || filter.amount !== undefined ? undefined : amountTyped(text);
  return typed === undefined
    ? filter
    : { ...others, amount: { of: ['ordered', 'toPay', 'paid'], from: typed, to: typed } };
}

/** "49.90" or "1 234,50"; whole numbers are parts of ids. */
function amountTyped(text: string): string | undefined {
  if (!/[.,]\d{1,3}$/.test(text)) return undefined;
  const read = readTypedAmount(text);
  return read.kind === 'amount' ? read.amount : undefined;
}

/** The text of a search when it could be an id: one word of at least four characters. */
export function idLike(text: string | undefined): string | null {
  return text !== undefined && /^\S{4,128}$/.test(text) ? text : null;
}
