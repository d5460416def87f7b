/**
 * The filters of the list of withdrawals as they stand in the address, and as the engine takes them. Days in the address are
 * days of the chosen zone. Pure.
 */
import type { CallInput } from '../../../contract/calls.ts';
import { dateBounds, type PlainRange, type RouteFilters } from '../../ui/index.ts';

/** A filter as the engine takes it. */
export type WithdrawalFilterInput = NonNullable<CallInput<'withdrawals.page'>['filter']>;

type Reading = Pick<RouteFilters, 'text' | 'list'>;

/** The names in the address; sorting is kept apart. */
export const FILTER_NAMES = [
  'text',
  'status',
  'token',
  'network',
  'createdFrom',
  'createdTo',
  'processedFrom',
  'processedTo',
] as const;

/** The days between which withdrawals were requested or processed; both belong to the range. */
export function daysOf(route: Reading, what: 'created' | 'processed'): PlainRange {
  return { from: route.text(`${what}From`), to: route.text(`${what}To`) };
}

/** What the engine is asked for. Absent means any. */
export function withdrawalFilter(route: Reading, timeZone: string): WithdrawalFilterInput {
  const created = dateBounds(daysOf(route, 'created'), timeZone);
  const processed = dateBounds(daysOf(route, 'processed'), timeZone);
  return {
    status: someOf(route.list('status')),
    token: someOf(route.list('token')),
    network: someOf(route.list('network')),
    text: route.text('text')?.slice(0, 256),
    createdFrom: created.from,
    createdTo: created.to,
    processedFrom: processed.from,
    processedTo: processed.to,
  };
}

function someOf(words: readonly string[]): string[] | undefined {
  return words.length === 0 ? undefined : [...words].slice(0, 100);
}

/** True when any filter narrows the list. */
export function isNarrowed(filter: WithdrawalFilterInput): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The text of a search when it is a whole uuid, which the API can be asked for. */
export function uuidLike(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text) ? text : null;
}
