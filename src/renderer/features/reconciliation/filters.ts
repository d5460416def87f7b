/**
 * The filters of the adjusted invoices as they stand in the address, and as the engine takes them. Days in the address are days
 * of the chosen zone. Pure.
 */
import type { CallInput } from '../../../contract/calls.ts';
import { dateBounds, type PlainRange, type RouteFilters } from '../../ui/index.ts';

/** A filter as the engine takes it. */
export type AdjustedFilterInput = NonNullable<CallInput<'reconciliation.adjusted'>['filter']>;

type Reading = Pick<RouteFilters, 'text' | 'list'>;

/** The names in the address; sorting is kept apart. */
export const FILTER_NAMES = [
  'text',
  'currency',
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
export function adjustedFilter(route: Reading, timeZone: string): AdjustedFilterInput {
  const created = dateBounds(daysOf(route, 'created'), timeZone);
  const finished = dateBounds(daysOf(route, 'finished'), timeZone);
  const currencies = route.list('currency');
  return {
    currency: currencies.length === 0 ? undefined : [...currencies].slice(0, 100),
    text: route.text('text')?.slice(0, 256),
    customerId: route.text('customerId')?.slice(0, 256),
    method: route.text('method')?.slice(0, 256),
    createdFrom: created.from,
    createdTo: created.to,
    finishedFrom: finished.from,
    finishedTo: finished.to,
  };
}

/** True when any filter narrows the list. */
export function isNarrowed(filter: AdjustedFilterInput): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
