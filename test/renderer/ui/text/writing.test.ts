/** What a window shows follows the writing that was set for it; nothing else does. */
import { afterEach, expect, test } from 'vitest';
import { grouped as plainly } from '../../../../src/domain/kernel/text/count-words.ts';
import { PLAIN_WRITING, type Writing } from '../../../../src/domain/kernel/text/writing.ts';
import {
  compactCount,
  countWords,
  grouped,
  groupedAmount,
  instantWords,
  minuteWords,
  momentWords,
  moneyParts,
  percentText,
  rangeInWords,
  readAmount,
  setWriting,
  shortDay,
  shortDays,
  typedSo,
  typedText,
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
