/**
 * The filters of the list of invoices as the engine takes them. Pure. Not here: how they are chosen (filter-row.tsx).
 */
import type { CallInput } from '../../../contract/calls.ts';
import { type Address, boundsIn, textIn, wordsIn } from '../../ui/index.ts';

/** A filter as the engine takes it. */
export type InvoiceFilterInput = NonNullable<CallInput<'invoices.page'>['filter']>;

/** What the address asks for, in days of the zone. */
export function invoiceFilter(address: Address, timeZone: string): InvoiceFilterInput {
  const created = boundsIn(address, 'created', timeZone);
  const finished = boundsIn(address, 'finished', timeZone);
  return {
    status: wordsIn(address, 'status'),
    currency: wordsIn(address, 'currency'),
    adjusted: address.flag('adjusted'),
    missing: address.flag('missing'),
    text: textIn(address, 'text'),
    customerId: textIn(address, 'customerId'),
    method: textIn(address, 'method'),
    createdFrom: created.from,
    createdTo: created.to,
    finishedFrom: finished.from,
    finishedTo: finished.to,
  };
}

/** The text of a search when it could be an id: one word of at least four characters. */
export function idLike(text: string | undefined): string | null {
  return text !== undefined && /^\S{4,128}$/.test(text) ? text : null;
}
