/** The overview's pure parts: the period of the address, the links to records, the sum of the token. */
import { expect, test } from 'vitest';
import { creditedInAll } from '../../../src/domain/overview-figures.ts';
import { daysOf, invoicesHref, periodOf, totalsFilter } from '../../../src/renderer/features/home/period.ts';
import { TOTALS } from '../support/scripts.ts';

const address = (query: string) => ({ text: (name: string) => new URLSearchParams(query).get(name) ?? undefined });
const NOON = Date.parse('2026-11-21T12:00:00Z');

test('the period of the address; an unknown one is this month', () => {
  expect(periodOf(address('period=all'))).toBe('all');
  expect(periodOf(address('period=evil'))).toBe('this-month');
  expect(daysOf(address(''), NOON, 'UTC')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  expect(daysOf(address('period=custom&from=2026-10-01'), NOON, 'UTC')).toEqual({ from: '2026-10-01', to: undefined });
});

test('a period is about when invoices became final; all time asks for everything', () => {
  expect(totalsFilter({ from: '2026-11-01', to: '2026-11-21' }, 'UTC')).toEqual({
    finishedFrom: '2026-11-01T00:00:00Z',
    finishedTo: '2026-11-22T00:00:00Z',
  });
  expect(totalsFilter({}, 'UTC')).toEqual({ finishedFrom: undefined, finishedTo: undefined });
});

test('links escape what they carry', () => {
  expect(invoicesHref({ from: '2026-11-01' }, { status: 'success', currency: 'A&B=C' })).toBe(
    '/invoices?status=success&currency=A%26B%3DC&finishedFrom=2026-11-01',
  );
});

test('the credited sum of all currencies is exact to the last digit', () => {
  expect(creditedInAll(TOTALS.currencies)).toBe('1656217.066338510000000000');
  expect(creditedInAll([])).toBe('0');
});
