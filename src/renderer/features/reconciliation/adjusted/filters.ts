/**
 * The filters of the adjusted invoices as the engine takes them. Pure.
 */
import type { CallInput } from '../../../../contract/calls.ts';
import { type Address, boundsIn, textIn, wordsIn } from '../../../ui/index.ts';

type Input = CallInput<'reconciliation.adjusted'>;

/** A filter as the engine takes it, and which part of the queue. */
export type AdjustedFilterInput = NonNullable<Input['filter']> & Pick<Input, 'triage'>;

/** Which of them the queue shows; without a word about it all of them. */
export const SHOWN = ['all', 'open', 'resolved'] as const;
export type Shown = (typeof SHOWN)[number];

/** The choice of an address. */
export function shownIn(address: Pick<Address, 'text'>): Shown {
  return SHOWN.find((one) => one === address.text('state')) ?? 'all';
}

/** What the address asks for, in days of the zone. */
export function adjustedFilter(address: Address, timeZone: string): AdjustedFilterInput {
  const shown = shownIn(address);
  const created = boundsIn(address, 'created', timeZone);
  const finished = boundsIn(address, 'finished', timeZone);
  return {
    triage: shown === 'all' ? undefined : shown,
    currency: wordsIn(address, 'currency'),
    text: textIn(address, 'text'),
    customerId: textIn(address, 'customerId'),
    method: textIn(address, 'method'),
    createdFrom: created.from,
    createdTo: created.to,
    finishedFrom: finished.from,
    finishedTo: finished.to,
  };
}
