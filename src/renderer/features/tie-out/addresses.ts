/**
 * Where the figures of the tie-out lead: the exceptions behind a finding, the records behind a count. Pure.
 */
import type { FindingKind } from '../../../domain/finding.ts';
import { type Period, periodBounds } from '../../../domain/period.ts';

/** Every exception of the kind and unit whose record lies in the period, whatever its state. */
export function exceptionsPath(kind: FindingKind, unit: string | null, period: Period | null): string {
  const query = new URLSearchParams({ state: 'all', kind });
  // "-" is none: an empty word says nothing in an address.
  query.set('unit', unit ?? '-');
  const bounds = period === null ? null : periodBounds(period);
  if (bounds !== null) {
    // Instants rather than days: the period's zone need not be the chosen one.
    query.set('recordFrom', bounds.from);
    query.set('recordTo', bounds.to);
  }
  return `/exceptions?${query.toString()}`;
}
