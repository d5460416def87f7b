// The filter of the adjusted invoices, declared once: its controls and what the engine is asked for. Pure.
import type { CallInput } from '../../../../contract/calls.ts';
import { INVOICE_AMOUNT_WORDS } from '../../../../domain/amount-filter.ts';
import { type Address, filterOf } from '../../../ui/index.ts';

type Input = CallInput<'reconciliation.adjusted'>;

/** A filter as the engine takes it, and which part of the queue. */
export type AdjustedFilterInput = NonNullable<Input['filter']> & Pick<Input, 'triage'>;

/** Which of them the queue shows; without a word about it all of them. */
export const SHOWN = ['all', 'open', 'resolved'] as const;
export type Shown = (typeof SHOWN)[number];

const SHOWN_WORDS: Readonly<Record<string, string>> = { open: 'Open', resolved: 'Resolved', all: 'All' };

export const ADJUSTED_FILTER = filterOf({
  text: { as: 'text', label: 'Search adjusted invoices', placeholder: 'Any id' },
  state: { as: 'word', label: 'State', known: SHOWN, wordOf: (word) => SHOWN_WORDS[word] ?? word },
  currency: { as: 'words', label: 'Currency', options: 'currencies' },
  finished: { as: 'days', label: 'Paid on' },
  amount: { as: 'amount', label: 'Amount', of: INVOICE_AMOUNT_WORDS },
  method: { as: 'word', label: 'Method', options: 'methods' },
  created: { as: 'days', label: 'Created' },
  customerId: { as: 'text', label: 'Customer id' },
});

/** The choice of an address. */
export function shownIn(address: Pick<Address, 'text'>): Shown {
  return SHOWN.find((one) => one === address.text('state')) ?? 'all';
}

/** What the address asks for, in days of the zone. */
export function adjustedFilter(address: Address, timeZone: string): AdjustedFilterInput {
  const { state: _state, ...filter } = ADJUSTED_FILTER.read(address, timeZone);
  const shown = shownIn(address);
  return { triage: shown === 'all' ? undefined : shown, ...filter };
}
