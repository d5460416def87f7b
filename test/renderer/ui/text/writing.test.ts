/** What a window shows follows the writing that was set for it; nothing else does. */
import { afterEach, expect, test } from 'vitest';
import { grouped as plainly } from '../../../../src/domain/kernel/text/count-words.ts';
import { PLAIN_WRITING, type Writing } from '../../../../src/domain/kernel/text/writing.ts';
import {
  amountSaid,
  compactCount,
  countWords,
  dayText,
  grouped,
  groupedAmount,
  instantWords,
  minuteWords,
  momentWords,
  moneyParts,
  percentText,
  rangeInWords,
  readAmount,
  readDay,
  readMinute,
  setWriting,
  shortDay,
  shortDays,
  typedSo,
  typedText,
  wholeDay,
} from '../../../../src/renderer/ui/text/writing.ts';

const GERMAN: Writing = {
  numbers: { decimal: ',', group: '.', size: 3, least: 4 },
  days: { order: 'dmy', mark: '.' },
  weekStart: 1,
};
const AMERICAN: Writing = { ...PLAIN_WRITING, days: { order: 'mdy', mark: '/' }, weekStart: 0 };

afterEach(() => setWriting(PLAIN_WRITING));

test('numbers', () => {
  setWriting(GERMAN);
  expect(grouped(12_512)).toBe('12.512');
  expect(countWords(12_512, 'row', 'rows')).toBe('12.512 rows');
  expect(groupedAmount('-1234567.891')).toBe('−1.234.567,891');
  expect(moneyParts('1234.5', 4, true)).toEqual({ lead: '+', whole: '1.234', cents: ',5', tail: '', room: '000' });
  expect(moneyParts('7', 2)?.room).toBe(',00');
  expect(moneyParts('-0.00')?.lead).toBe('');
  expect(compactCount(12_540)).toBe('12,5k');
  expect(plainly(12_512)).toBe('12,512');
});

test('what is typed is read as it would be written here, and how to type it is said so', () => {
  expect(readAmount('1,234')).toEqual({ kind: 'ambiguous', readings: ['1234', '1.234'] });
  expect(typedSo(['1234', '1.234'])).toEqual(['1234.00', '1.2340']);
  setWriting(GERMAN);
  const typed = readAmount('1.234');
  expect(typed).toEqual({ kind: 'ambiguous', readings: ['1234', '1.234'] });
  expect(typedSo(['1234', '1.234'])).toEqual(['1234,00', '1,2340']);
  for (const text of ['1234,00', '1,2340', typedText('1.234')]) expect(readAmount(text).kind).toBe('amount');
  expect(percentText('-12.60')).toBe('−12,60 %');
});

test('days', () => {
  const at = '2026-11-21T14:03:09Z';
  expect([instantWords(at, 'UTC'), shortDay('2026-11-21')]).toEqual(['2026-11-21 14:03:09', '21 Nov']);
  setWriting(GERMAN);
  expect(instantWords(at, 'Europe/Warsaw')).toBe('21.11.2026 15:03:09');
  expect(minuteWords(at, 'UTC')).toBe('21.11.2026 14:03');
  expect(instantWords('soon', 'UTC')).toBeNull();
  expect(momentWords('2026-11-21 14:03:09', '2026-11-21 18:00:00')).toBe('14:03:09');
  expect(momentWords('2026-11-20 14:03:09', '2026-11-21 18:00:00')).toBe('20.11.2026 14:03');
  expect(rangeInWords({ from: '2026-11-01', to: '2026-11-21' })).toBe('01.11.2026 – 21.11.2026');
  expect(rangeInWords({ from: '2026-11-01' })).toBe('since 01.11.2026');
  expect(shortDay('2025-11-07', '2026')).toBe('7 Nov 2025');
  expect(shortDays('2026-11-01', '2026-11-23')).toBe('1–23 Nov');
  expect(shortDays('2026-09-28', '2026-10-04')).toBe('28 Sep – 4 Oct');
  setWriting(AMERICAN);
  expect(instantWords(at, 'UTC')).toBe('11/21/2026 14:03:09');
  expect(shortDay('2025-11-07', '2026')).toBe('Nov 7, 2025');
  expect(shortDays('2026-11-01', '2026-11-23')).toBe('Nov 1–23');
});

test('a typed amount is said as it was taken, or why it is none', () => {
  expect(amountSaid(' 1 234,50 ', 'EUR')).toEqual({ amount: '1234.50', words: 'Taken as 1,234.50 EUR' });
  expect(amountSaid('-10')).toEqual({ amount: '-10', words: 'Taken as −10' });
  expect(amountSaid(' ', 'EUR')).toEqual({ amount: null, words: '' });
  expect(amountSaid('1,234').words).toBe('This can be read as 1234 and as 1.234. Type 1234.00 or 1.2340');
  setWriting(GERMAN);
  expect(amountSaid('1,234.5')).toEqual({ amount: '1234.5', words: 'Taken as 1.234,5' });
  expect(amountSaid('ten').words).toBe('No amount: digits, and a point or a comma before the decimals, 49,90');
});

test.each([
  ['2026-11-02', { order: 'ymd', mark: '-' }, 'Monday, 2 November 2026'],
  ['2026/11/02', { order: 'ymd', mark: '/' }, 'Monday, 2 November 2026'],
  ['02.11.2026', { order: 'dmy', mark: '.' }, 'Monday, 2 November 2026'],
  ['02/11/2026', { order: 'dmy', mark: '/' }, 'Monday, 2 November 2026'],
  ['02-11-2026', { order: 'dmy', mark: '-' }, 'Monday, 2 November 2026'],
  ['11/02/2026', { order: 'mdy', mark: '/' }, 'Monday, November 2, 2026'],
] as const)('a day that is typed as this window writes it, %s, is that day', (typed, days, words) => {
  setWriting({ ...PLAIN_WRITING, days });
  expect([dayText('2026-11-02'), readDay(typed), wholeDay('2026-11-02')]).toEqual([typed, '2026-11-02', words]);
  expect(readMinute(`${typed} 9:05`)).toBe('2026-11-02 09:05');
  for (const other of ['2026-11-02', '2 Nov 2026', 'November 2, 2026']) expect(readDay(other)).toBe('2026-11-02');
  // Neither a year nor a day is guessed.
  for (const none of ['', '2 Nov', '2026-02-30', '31.11.2026', '2026-11', 'today']) expect(readDay(none)).toBeNull();
  for (const none of [typed, `${typed} 24:00`, `${typed} 9`, '9:05']) expect(readMinute(none)).toBeNull();
});

test('digits that are days in two orders are read where the setting says which', () => {
  expect(readDay('11/12/2026')).toBeNull();
  setWriting(AMERICAN);
  expect(readDay('11/12/2026')).toBe('2026-11-12');
  expect(wholeDay('2026-11-21 14:03')).toBe('Saturday, November 21, 2026 14:03');
});
