// The address of the list of exceptions, narrowed to the records of a period. Pure.
import { screenPath } from '../../../domain/console/screens.ts';
import type { FindingKind } from '../../../domain/kernel/finding.ts';
import { type Period, periodBounds } from '../../../domain/period/period.ts';

export interface ExceptionsOf {
  /** `all`: whatever people did about them. */
  readonly state: 'open' | 'all';
  readonly kind?: FindingKind;
  /** Null is none; absent: of whichever. */
  readonly unit?: string | null;
  /** Null: of all time. */
  readonly period: Period | null;
}

/** The list with what the facts still show, of records that lie in the period. */
export function exceptionsPath({ state, kind, unit, period }: ExceptionsOf): string {
  const query = new URLSearchParams({ state, ...(kind === undefined ? {} : { kind }) });
  // "-" is none: an empty word says nothing in an address.
  if (unit !== undefined) query.set('unit', unit ?? '-');
  const bounds = period === null ? null : periodBounds(period);
  if (bounds !== null) {
    // Instants rather than days: the period's zone need not be the chosen one.
    query.set('recordFrom', bounds.from);
    query.set('recordTo', bounds.to);
  }
  return `${screenPath('exceptions')}?${query.toString()}`;
}
