/** What is typed into the finder is read as the window writes: the same text is another day, or another amount, elsewhere. */
import { expect, test } from 'vitest';
import { PLAIN_WRITING, type Writing } from '../../../src/domain/kernel/text/writing.ts';
import { readFinderQuery } from '../../../src/domain/records/finder-query.ts';

const GERMAN: Writing = {
  numbers: { decimal: ',', group: '.', size: 3, least: 4 },
  days: { order: 'dmy', mark: '.' },
  weekStart: 1,
};
const AMERICAN: Writing = { ...PLAIN_WRITING, days: { order: 'mdy', mark: '/' } };
const read = (text: string, writing?: Writing) => readFinderQuery(text, '2026-12-24', writing);

test('days', () => {
  expect(read('11/12/2026', GERMAN).days?.from).toBe('2026-12-11');
  expect(read('11/12/2026', AMERICAN).days?.from).toBe('2026-11-12');
  // Nothing says which of them is the day.
  expect(read('11/12/2026')).toMatchObject({ days: null, text: '11/12/2026' });
  for (const writing of [GERMAN, AMERICAN, PLAIN_WRITING]) {
    expect(read('2026-12-11', writing).days?.from).toBe('2026-12-11');
    expect(read('11.12.2026', writing).days?.from).toBe('2026-12-11');
  }
});

test('amounts', () => {
  expect(read('1.234 EUR', GERMAN).amount).toBe('1234');
  expect(read('1.234 EUR').amount).toBe('1.234');
  expect(read('49,90 EUR', GERMAN).amount).toBe('49.90');
});
