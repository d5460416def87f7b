// The filter of the adjusted invoices, declared once: its controls and what the engine is asked for. Pure.
import type { CallInput } from '../../../../contract/calls.ts';
import { INVOICE_AMOUNT_WORDS } from '../../../../domain/kernel/money/amount-filter.ts';
import { ADJUSTED_LIST } from '../../../../domain/reconcile/adjusted.ts';
import { choice } from '../../../../domain/kernel/list.ts';
import { type Address, filterOf } from '../../../ui/index.ts';

type Input = CallInput<'reconciliation.adjusted'>;

/** A filter as the engine takes it, and which part of the queue. */
export type AdjustedFilterInput = NonNullable<Input['filter']> & Pick<Input, 'triage'>;

/** Which of them the queue shows; without a word about it all of them. */
export const SHOWN = ['all', 'open', 'resolved'] as const;
export type AdjustedShown = (typeof SHOWN)[number];

const SHOWN_WORDS: Readonly<Record<AdjustedShown, string>> = { open: 'Open', resolved: 'Resolved', all: 'All' };

export const ADJUSTED_FILTER = filterOf(
  { ...ADJUSTED_LIST.filter, state: choice(SHOWN) },
  {
    text: { label: 'Search adjusted invoices', placeholder: 'Any id' },
    state: { label: 'State', wordOf: (state) => SHOWN_WORDS[state] },
    currency: { label: 'Currency', options: 'currencies' },
    finished: { label: 'Paid on' },
    amount: { label: 'Amount', of: INVOICE_AMOUNT_WORDS },
    method: { label: 'Method', options: 'methods' },
    created: { label: 'Created' },
    customerId: { label: 'Customer id' },
  },
);

/** The choice of an address. */
export function shownIn(address: Pick<Address, 'text'>): AdjustedShown {
  return SHOWN.find((one) => one === address.text('state')) ?? 'all';
}

/** What the address asks for, in days of the zone. */
export function adjustedFilter(address: Address, timeZone: string): AdjustedFilterInput {
  const { state: _state, ...filter } = ADJUSTED_FILTER.read(address, timeZone);
  const shown = shownIn(address);
  return { triage: shown === 'all' ? undefined : shown, ...filter };
}
