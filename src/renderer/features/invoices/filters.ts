/**
 * The filters of the list of invoices as they stand in the address, and as the engine takes them. Days in the address are days
 * of the chosen zone. Pure. Not here: how they are chosen (filter-row.tsx).
 */
import type { CallInput } from '../../../contract/calls.ts';
import { dateBounds, type PlainRange, type RouteFilters } from '../../ui/index.ts';

/** A filter as the engine takes it. */
export type InvoiceFilterInput = NonNullable<CallInput<'invoices.page'>['filter']>;

type Reading = Pick<RouteFilters, 'text' | 'list' | 'flag'>;

/** The names in the address; sorting is kept apart and survives "Clear filters". */
export const FILTER_NAMES = [
  'text',
  'status',
  'currency',
  'adjusted',
  'customerId',
  'method',
  'createdFrom',
  'createdTo',
  'finishedFrom',
  'finishedTo',
] as const;

/** The days between which invoices were created or finished; both belong to the range. */
export function daysOf(route: Reading, what: 'created' | 'finished'): PlainRange {
  return { from: route.text(`${what}From`), to: route.text(`${what}To`) };
}

/** What the engine is asked for. Absent means any. */
export function invoiceFilter(route: Reading, timeZone: string): InvoiceFilterInput {
  const created = dateBounds(daysOf(route, 'created'), timeZone);
  const finished = dateBounds(daysOf(route, 'finished'), timeZone);
  return {
    status: someOf(route.list('status')),
    currency: someOf(route.list('currency')),
    adjusted: route.flag('adjusted'),
    text: route.text('text')?.slice(0, 256),
    customerId: route.text('customerId')?.slice(0, 256),
    method: route.text('method')?.slice(0, 256),
    createdFrom: created.from,
    createdTo: created.to,
    finishedFrom: finished.from,
    finishedTo: finished.to,
  };
}

function someOf(words: readonly string[]): string[] | undefined {
  return words.length === 0 ? undefined : [...words].slice(0, 100);
}

/** True when any filter narrows the list. */
export function isNarrowed(filter: InvoiceFilterInput): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The text of a search when it could be an id: one word of at least four characters. */
export function idLike(text: string | undefined): string | null {
  return text !== undefined && /^\S{4,128}$/.test(text) ? text : null;
}
