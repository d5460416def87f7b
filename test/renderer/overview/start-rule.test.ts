/** Where the figures of last time may stand in for those of now. */
import { expect, test } from 'vitest';
import { mayStandIn } from '../../../src/renderer/features/home/start-rule.ts';
import { LAST_KNOWN } from '../../support/last-known.ts';

const OPENING = { path: '/', search: '', profile: null, nowMs: Date.parse('2026-11-22T11:00:00Z') };

test.each([
  ['the overview as it opens', {}],
  ['the same with its period spelled out', { search: 'period=this-month' }],
  ['the same of the business that the figures are of', { profile: 'p1' }],
])('%s', (_, wanted) => {
  expect(mayStandIn(LAST_KNOWN, { ...OPENING, ...wanted })).toBe(true);
});

test.each([
  ['another screen', { path: '/invoices' }],
  ['another period', { search: 'period=all' }],
  ['days of one’s own', { search: 'from=2026-11-01&period=custom&to=2026-11-02' }],
  ['another business', { profile: 'p2' }],
  ['the next month', { nowMs: Date.parse('2026-12-01T00:00:00Z') }],
])('%s has none of them', (_, wanted) => {
  expect(mayStandIn(LAST_KNOWN, { ...OPENING, ...wanted })).toBe(false);
});
