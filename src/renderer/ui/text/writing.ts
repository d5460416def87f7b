/**
 * How this window writes numbers and days: set once, by the app, before anything is drawn, and again when the setting changes, with everything
 * drawn anew. Whatever is shown is written by these functions; test/tidy refuses the plain ones of the domain in the renderer.
 */
import {
  groupedAmount as amountWords,
  type MoneyParts,
  moneyParts as partsOf,
} from '../../../domain/kernel/money/parts.ts';
import { readTypedAmount, type TypedAmount } from '../../../domain/kernel/money/typed-amount.ts';
import { countWords as wordsOfCount, grouped as writeCount } from '../../../domain/kernel/text/count-words.ts';
import { rangeInWords as daysInWords } from '../../../domain/kernel/text/range-words.ts';
import { type CsvDialect, PLAIN_DIALECT } from '../../../domain/kernel/text/spreadsheet-text.ts';
import { PLAIN_WRITING, writeDay, type Writing } from '../../../domain/kernel/text/writing.ts';
import { momentWords as wordsOfMoment } from '../../../domain/kernel/time/clock.ts';
import { monthName, shortMonthName, WEEKDAYS } from '../../../domain/kernel/time/months.ts';
import { formatInstant as localOf, localMinute } from '../../../domain/kernel/time/time.ts';
import { readDays } from '../../../domain/kernel/time/typed-days.ts';

let chosen: Writing = PLAIN_WRITING;
let dialect: CsvDialect = PLAIN_DIALECT;

/** From now on this window writes so. What has been drawn stays as it is: whoever calls it draws anew. */
export function setWriting(writing: Writing, csv: CsvDialect = PLAIN_DIALECT): void {
  chosen = writing;
  dialect = csv;
}

/** Of files that are asked for and of cells that are copied. */
export function csvDialect(): CsvDialect {
  return dialect;
}

/** For words of the domain that screens and engine share. */
export function writing(): Writing {
  return chosen;
}

/** "12,512"; of a figure with decimals, such as 99.5, those too. */
export function grouped(count: number): string {
  return writeCount(count, chosen.numbers);
}

/** "1 invoice", "12,512 invoices". */
export function countWords(count: number, one: string, more: string): string {
  return wordsOfCount(count, one, more, chosen.numbers);
}

/** An amount inside a sentence, every digit. The text must be money. */
export function groupedAmount(value: string): string {
  return amountWords(value, chosen.numbers);
}

/** "83.6 %" of a plain decimal, below zero with a true minus. */
export function percentText(percent: string): string {
  return `${groupedAmount(percent)} %`;
}

/** See domain/kernel/money/parts. */
export function moneyParts(value: string, decimals = 0, plus = false): MoneyParts | null {
  return partsOf(value, decimals, plus, chosen.numbers);
}

/** What a person typed: both marks are taken, and what can be two amounts is both, first as this window writes. */
export function readAmount(text: string): TypedAmount {
  return readTypedAmount(text, chosen.numbers);
}

/** How to type each of two readings so that it can be read in one way only: "1234.00", "1.2340". In the order of the readings. */
export function typedSo(readings: readonly [string, string]): readonly [string, string] {
  const typed = (amount: string): string =>
    (amount.includes('.') ? `${amount}0` : `${amount}.00`).replace('.', chosen.numbers.decimal);
  return [typed(readings[0]), typed(readings[1])];
}

/** What is to be said under a field for an amount: how it was taken, or why it is none; nothing of an empty one. */
export function amountSaid(text: string, unit = ''): { readonly amount: string | null; readonly words: string } {
  const read = readAmount(text);
  if (read.kind === 'amount')
    return { amount: read.amount, words: `Taken as ${groupedAmount(read.amount)} ${unit}`.trimEnd() };
  if (text.trim() === '') return { amount: null, words: '' };
  if (read.kind === 'none')
    return {
      amount: null,
      words: `No amount: digits, and a point or a comma before the decimals, ${typedText('49.90')}`,
    };
  const [first, second] = read.readings.map(typedText);
  const meant = typedSo(read.readings).join(' or ');
  return { amount: null, words: `This can be read as ${first} and as ${second}. Type ${meant}` };
}

/** An amount in the notation of the API as a field holds it: not grouped, with this window's mark. */
export function typedText(amount: string): string {
  return amount.replace('.', chosen.numbers.decimal);
}

/** A day ("2026-11-21"), or a local time that begins with one; another text as it came. */
export function dayText(text: string): string {
  return writeDay(text, chosen.days);
}

/** A day that a person typed, in the order of this window, in that of the API or with its month in words; null of any other text. A year is never guessed. */
export function readDay(text: string): string | null {
  const read = /\d{4}/.test(text) ? readDays(text, '', chosen.days.order) : null;
  return read === null || read.from !== read.to ? null : read.from;
}

/** The same with a time behind it, "2026-11-21 14:03". */
export function readMinute(text: string): string | null {
  const [, before = '', hour = '', minute = ''] = /^(.*\S)[ ,T]+([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  const day = readDay(before);
  return day === null ? null : `${day} ${hour.padStart(2, '0')}:${minute}`;
}

/** "Saturday, 21 November 2026" of a day, with its time where there is one: no order of digits is left to be mistaken. */
export function wholeDay(text: string): string {
  const day = text.slice(0, 10);
  const [own, name, year] = [Number(day.slice(8)), monthName(day) ?? '', day.slice(0, 4)];
  const words = chosen.days.order === 'mdy' ? `${name} ${own}, ${year}` : `${own} ${name} ${year}`;
  return `${WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? ''}, ${words}${text.slice(10)}`;
}

/** "2026-11-21 14:03:09" in the zone, the day as it is written here; null when the text is no instant. */
export function instantWords(text: string, timeZone: string): string | null {
  const local = localOf(text, timeZone);
  return local === null ? null : dayText(local);
}

/** The same to the minute. */
export function minuteWords(text: string, timeZone: string): string | null {
  const local = localMinute(text, timeZone);
  return local === null ? null : dayText(local);
}

/** "14:03:09" when `now` is of the same day, else the day and the minute. Both are local times of the zone. */
export function momentWords(local: string, now: string | null): string {
  return dayText(wordsOfMoment(local, now));
}

/** "21 Nov", of another year than `year` with it: "21 Nov 2025"; the month first where days are written so. */
export function shortDay(day: string, year = day.slice(0, 4)): string {
  const [own, name] = [`${Number.parseInt(day.slice(8, 10), 10)}`, shortMonthName(day) ?? day.slice(5, 7)];
  const isFirst = chosen.days.order === 'mdy';
  const words = isFirst ? `${name} ${own}` : `${own} ${name}`;
  return day.slice(0, 4) === year ? words : `${words}${isFirst ? ',' : ''} ${day.slice(0, 4)}`;
}

/** "21–23 Nov", "30 Nov – 2 Dec" of days without their years. */
export function shortDays(from: string, to: string): string {
  if (from === to) return shortDay(from);
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${shortDay(from)} – ${shortDay(to)}`;
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
  const name = shortMonthName(from) ?? monthName(from) ?? '';
  return chosen.days.order === 'mdy' ? `${name} ${first}–${last}` : `${first}–${last} ${name}`;
}

/** "2026-11-01 – 2026-11-21", "since 2026-11-01". */
export function rangeInWords({ from, to }: Parameters<typeof daysInWords>[0]): string {
  const written = (day: string | undefined): string | undefined => (day === undefined ? undefined : dayText(day));
  return daysInWords({ from: written(from), to: written(to) });
}

const COMPACT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** "12.5k" for the axis of a picture, where figures are drawn and none is exact. */
export function compactCount(count: number): string {
  return COMPACT.format(count).toLowerCase().replace('.', chosen.numbers.decimal).replace('-', '−');
}
