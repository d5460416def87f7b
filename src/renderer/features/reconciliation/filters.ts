/**
 * The filters of the adjusted invoices as the engine takes them. Pure.
 */
import type { CallInput } from '../../../contract/calls.ts';
import { type Address, boundsIn, textIn, wordsIn } from '../../ui/index.ts';

/** A filter as the engine takes it. */
export type AdjustedFilterInput = NonNullable<CallInput<'reconciliation.adjusted'>['filter']>;

/** What the address asks for, in days of the zone. */
export function adjustedFilter(address: Address, timeZone: string): AdjustedFilterInput {
  const created = boundsIn(address, 'created', timeZone);
  const finished = boundsIn(address, 'finished', timeZone);
  return {
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
