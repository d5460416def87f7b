/** Figures of last time for tests that need some: of one business and one day, with nothing in them. Not here: how they are kept or shown. */
import type { LastKnown } from '../../src/domain/last-known.ts';

export const LAST_KNOWN: LastKnown = {
  readAt: '2026-11-22T10:00:00Z',
  profile: { id: 'p1', name: 'Shop', kind: 'business' },
  timeZone: 'UTC',
  colourScheme: 'auto',
  period: { from: '2026-11-01', to: '2026-11-22' },
  list: { certificate: 'certified', seen: 120, total: 120 },
  totals: { currencies: [], quarantined: 0, asOf: null },
};
