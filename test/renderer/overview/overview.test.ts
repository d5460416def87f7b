/** Home's pure parts: the period of the address and the days before it, the links to records, sums, shares and changes. */
import { describe, expect, it, test } from 'vitest';
import {
  changeOf,
  changeWords,
  currencyFigures,
  feeOf,
  grossOf,
  netOf,
  paidOf,
  percentOf,
} from '../../../src/renderer/features/home/figures.ts';
import {
  choiceOf,
  createdIn,
  daysBefore,
  daysOf,
  finishedIn,
  invoicesPath,
} from '../../../src/renderer/features/home/period.tsx';
import { subtractMoney } from '../../../src/domain/kernel/money/money.ts';
import { FEES, TOTALS } from '../support/scripts.ts';

const address = (query: string) => ({ text: (name: string) => new URLSearchParams(query).get(name) ?? undefined });
const NOON = Date.parse('2026-11-21T12:00:00Z');

test('the period of the address; an unknown one, or days that are none, is this month', () => {
  expect(choiceOf(address('period=last-month'))).toBe('last-month');
  expect(choiceOf(address('period=evil'))).toBe('this-month');
  expect(daysOf(address(''), NOON, 'UTC')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  expect(daysOf(address('period=today'), NOON, 'UTC')).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(daysOf(address('period=custom&from=2026-10-01'), NOON, 'UTC')).toEqual({
    from: '2026-11-01',
    to: '2026-11-21',
  });
  expect(daysOf(address('period=custom&from=2026-10-03&to=2026-10-05'), NOON, 'UTC')).toEqual({
    from: '2026-10-03',
    to: '2026-10-05',
  });
});

test.each([
  // Part of a month: the same part of the month before, as far as that has days.
  ['2026-11-01', '2026-11-23', '2026-10-01', '2026-10-23'],
  ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  // Whole months.
  ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  // Anything else: as many days directly before.
  ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
  ['2026-10-03', '2026-10-05', '2026-09-30', '2026-10-02'],
  ['2026-10-01', '2026-11-02', '2026-08-29', '2026-09-30'],
])('%s to %s is compared with %s to %s', (from, to, earlierFrom, earlierTo) => {
  expect(daysBefore({ from, to })).toEqual({ from: earlierFrom, to: earlierTo });
});

test('filters are the instants of the days in the zone, and links carry the days', () => {
  const days = { from: '2026-11-01', to: '2026-11-21' };
  expect(finishedIn(days, 'UTC')).toEqual({ finishedFrom: '2026-11-01T00:00:00Z', finishedTo: '2026-11-22T00:00:00Z' });
  expect(createdIn(days, 'Europe/Warsaw')).toEqual({
    createdFrom: '2026-10-31T23:00:00Z',
    createdTo: '2026-11-21T23:00:00Z',
  });
  expect(invoicesPath('finished', days, { status: 'success', currency: 'A&B=C' })).toBe(
    '/invoices?status=success&currency=A%26B%3DC&finishedFrom=2026-11-01&finishedTo=2026-11-21',
  );
});

describe('figures', () => {
  it('are exact to the last digit', () => {
    expect(netOf(TOTALS)).toBe('1656217.066338510000000000');
    expect(netOf({ ...TOTALS, currencies: [] })).toBe('0');
    const gross = grossOf(FEES) ?? '';
    expect(feeOf(FEES)).toBe(subtractMoney(gross, '1656217.066338510000000000'));
    expect(grossOf(undefined)).toBeNull();
  });

  it('count what was paid of what was created', () => {
    const share = paidOf(TOTALS);
    expect(share?.part).toBe(8_600);
    expect(share?.of).toBe(8_600);
  });

  it.each([
    ['1', '3', 1, '33.3'],
    ['2', '3', 1, '66.7'],
    ['-1', '8', 1, '-12.5'],
    ['1', '2000', 1, '0.1'],
    ['0', '5', 2, '0.00'],
    ['1', '0', 1, null],
  ] as const)('%s of %s at %i decimals', (part, whole, decimals, expected) => {
    expect(percentOf(part, whole, decimals)).toBe(expected);
  });

  it('change against before, and against nothing do not', () => {
    expect(changeOf('656628.86', '622540.36')).toBe('5.5');
    expect(changeOf('97.9', '100')).toBe('-2.1');
    expect(changeOf('5', '0')).toBeNull();
  });

  it.each([
    ['5.5', '5.5 %'],
    ['-2.1', '2.1 %'],
    ['899.9', '899.9 %'],
    ['900.0', '10×'],
    ['8847.4', '89×'],
    ['99849.9', '999×'],
    ['99850.0', 'over 1,000×'],
    ['123456789.0', 'over 1,000×'],
  ])('change by %s per cent is told as %s', (percent, words) => {
    expect(changeWords(percent)).toBe(words);
  });

  it('of currencies are ordered by their net', () => {
    const nothing = { finished: undefined, created: undefined, fees: undefined, movements: undefined };
    const rows = currencyFigures(
      { ...nothing, finished: TOTALS, fees: FEES, created: TOTALS },
      { ...nothing, finished: TOTALS },
    );
    expect(rows.map(({ currency }) => currency)).toEqual(['IDR', 'EUR', 'PLN', 'GBP', 'TRY']);
    expect(rows[1]).toMatchObject({
      paid: 2_614,
      gross: '418230.55',
      net: '452105.338104',
      feePercent: '2.00',
      change: '0.0',
    });
  });
});
