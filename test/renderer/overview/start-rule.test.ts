/** Where the figures of last time may stand in for those of now. */
import { expect, test } from 'vitest';
import type { LastKnown } from '../../../src/domain/last-known.ts';
import { mayStandIn } from '../../../src/renderer/features/overview/start-rule.ts';

const KNOWN: LastKnown = {
  readAt: '2026-11-22T10:00:00Z',
  profile: { id: 'p1', name: 'Shop', kind: 'business' },
  timeZone: 'UTC',
  colourScheme: 'auto',
  period: { from: '2026-11-01', to: '2026-11-22' },
  list: { certificate: 'certified', seen: 12, total: 12 },
  totals: { currencies: [], quarantined: 0, asOf: null },
};
const OPENING = { path: '/', search: '', profile: null, nowMs: Date.parse('2026-11-22T11:00:00Z') };

test.each([
  ['the overview as it opens', {}],
  ['the same with its period spelled out', { search: 'period=this-month' }],
  ['the same of the business that the figures are of', { profile: 'p1' }],
])('%s', (_, wanted) => {
  expect(mayStandIn(KNOWN, { ...OPENING, ...wanted })).toBe(true);
});

test.each([
  ['another screen', { path: '/invoices' }],
  ['another period', { search: 'period=all' }],
  ['days of one’s own', { search: 'from=2026-11-01&period=custom&to=2026-11-02' }],
  ['another business', { profile: 'p2' }],
  ['the next month', { nowMs: Date.parse('2026-12-01T00:00:00Z') }],
])('%s has none of them', (_, wanted) => {
  expect(mayStandIn(KNOWN, { ...OPENING, ...wanted })).toBe(false);
});
