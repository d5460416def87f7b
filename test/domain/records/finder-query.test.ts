/** What is understood of a text in the finder: amounts, currencies, days and the rest, in any order; and what stays text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFinderQuery } from '../../../src/domain/records/finder-query.ts';
import { isMoney } from '../../../src/domain/kernel/money/notation.ts';
import { nextDay } from '../../../src/domain/kernel/time/time.ts';

const TODAY = '2026-11-23';
const read = (text: string) => readFinderQuery(text, TODAY);
const day = (from: string, to = from, period: string | null = null) => ({ from, to, period });
const NOTHING = { amount: null, isAmountSure: false, currency: null, days: null, text: '' };

describe('the finder understands', () => {
  it.each([
    ['49.90', { amount: '49.90', isAmountSure: true }],
    ['49,90', { amount: '49.90', isAmountSure: true }],
    ['49.90 eur', { amount: '49.90', isAmountSure: true, currency: 'EUR' }],
    ['EUR 1 234,50', { amount: '1234.50', isAmountSure: true, currency: 'EUR' }],
    ['1,234', { amount: '1234', isAmountSure: true }],
    ['100 pln', { amount: '100', isAmountSure: true, currency: 'PLN' }],
    ['49.90 yesterday', { amount: '49.90', isAmountSure: true, days: day('2026-11-22', '2026-11-22', 'yesterday') }],
    ['100 today', { amount: '100', isAmountSure: true, days: day(TODAY, TODAY, 'today') }],
    ['last 7 days', { days: day('2026-11-17', TODAY, 'last-7-days') }],
    ['last 90 days', { days: day('2026-08-26', TODAY) }],
    ['12 Oct', { days: day('2026-10-12') }],
    ['Dec 24', { days: day('2025-12-24') }],
    ['3 march 2024', { days: day('2024-03-03') }],
    ['2026-11-02', { days: day('2026-11-02') }],
    ['2.11.2026', { days: day('2026-11-02') }],
    [
      '49,90 eur 12 oct alice',
      { amount: '49.90', isAmountSure: true, currency: 'EUR', days: day('2026-10-12'), text: 'alice' },
    ],
    ['alice 49.90 coffee', { amount: '49.90', isAmountSure: true, text: 'alice coffee' }],
    // A whole number alone may be either; beside other words it belongs to them.
    ['112490', { amount: '112490', isAmountSure: false, text: '112490' }],
    ['table 12', { text: 'table 12' }],
    ['SO-112490', { text: 'SO-112490' }],
    ['3f1c2b1e-0000-4000-8000-000000000901', { text: '3f1c2b1e-0000-4000-8000-000000000901' }],
    ['30 Feb', { text: '30 Feb' }],
    ['2026-02-30', { text: '2026-02-30' }],
    ['exceptions', { text: 'exceptions' }],
    ['', {}],
  ])('%s', (text, understood) => {
    expect(read(text)).toEqual({ ...NOTHING, ...understood });
  });

  it('whatever is typed: amounts that are money, days of the calendar, and no error', () => {
    const word = fc.constantFrom(
      '49.90',
      '1,2,3',
      'eur',
      'yesterday',
      'last',
      '0',
      'days',
      '31 apr',
      '\u202e',
      "1'000",
      '..',
      '-5',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { amount, days } = read(text);
        if (amount !== null) expect(isMoney(amount)).toBe(true);
        if (days !== null) expect([nextDay(days.from), nextDay(days.to)]).not.toContain(null);
      }),
      { seed: 20_261_123, numRuns: 300 },
    );
  });
});
