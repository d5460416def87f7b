// What somebody means who types into the finder: an amount with or without its currency, days, and the rest as text.
import { currencyDecimals } from '../kernel/money/parts.ts';
import { MONTHS } from '../kernel/time/months.ts';
import { fromEpochMs, nextDay } from '../kernel/time/time.ts';
import { readTypedAmount } from '../kernel/money/typed-amount.ts';
import { type DayOrder, type NumberWriting, PLAIN_WRITING, type Writing } from '../kernel/text/writing.ts';

/** Both days are inside. `period` names them where they move on ("yesterday"). */
export interface FinderDays {
  readonly from: string;
  readonly to: string;
  readonly period: 'today' | 'yesterday' | 'last-7-days' | 'last-30-days' | null;
}

export interface FinderQuery {
  /** Exact, in the notation of the API; null where none was typed. */
  readonly amount: string | null;
  /** A whole number that stands alone is more often a part of an id. */
  readonly isAmountSure: boolean;
  readonly currency: string | null;
  readonly days: FinderDays | null;
  /** What is left: a part of an id, a customer, a purpose. */
  readonly text: string;
}

const MAX_CHARACTERS = 256;

/** `today`: the day of the zone in which the person lives ("2026-11-23"). */
export function readFinderQuery(
  typed: string,
  today: string,
  { days: { order }, numbers }: Writing = PLAIN_WRITING,
): FinderQuery {
  const plain = typed.slice(0, MAX_CHARACTERS).replace(/\s+/g, ' ').trim();
  const { found: days, rest } = takeDays(plain, today, order);
  const taken = takeAmount(rest, numbers);
  if (taken === null) return { amount: null, isAmountSure: false, currency: null, days, text: rest };
  const { amount, currency, isWhole } = taken;
  const isAlone = isWhole && currency === null && days === null;
  // A whole number beside other words is more often a part of what they name.
  if (isAlone && taken.rest !== '') return { amount: null, isAmountSure: false, currency: null, days, text: rest };
  return { amount, isAmountSure: !isAlone, currency, days, text: isAlone ? rest : taken.rest };
}

/** Days by themselves ("21 Nov", "21.11.2026", "last 3 days"); null for a text that is anything else. */
export function readDays(text: string, today: string): FinderDays | null {
  const { found, rest } = takeDays(text.slice(0, MAX_CHARACTERS), today);
  return rest === '' ? found : null;
}

interface Taken {
  readonly found: FinderDays | null;
  readonly rest: string;
}

const SHORT = MONTHS.map((name) => name.slice(0, 3).toLowerCase());
const MONTH = `(${SHORT.join('|')})[a-z]*\\.?`;

type Reader = (groups: readonly string[], today: string) => FinderDays | null;

/** The first that can be read counts; what is no day of the calendar stays text. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(?<!\S)today(?!\S)/i, (_, today) => ({ from: today, to: today, period: 'today' })],
  [/(?<!\S)yesterday(?!\S)/i, (_, today) => ({ from: before(today, 1), to: before(today, 1), period: 'yesterday' })],
  [/(?<!\S)last (\d{1,3}) days(?!\S)/i, ([count = ''], today) => lastDays(Number.parseInt(count, 10), today)],
  [/(?<!\S)last week(?!\S)/i, (_, today) => lastDays(7, today)],
  [/(?<!\S)(\d{4})-(\d{2})-(\d{2})(?!\S)/, ([year = '', month = '', day = '']) => dayOf(`${year}-${month}-${day}`)],
  [
    /(?<!\S)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\S)/,
    ([day = '', month = '', year = '']) => dayOf(`${year}-${two(month)}-${two(day)}`),
  ],
  [
    new RegExp(`(?<!\\S)(\\d{1,2})\\.? ?${MONTH}(?: (\\d{4}))?(?!\\S)`, 'i'),
    ([day = '', month = '', year = ''], today) => named(day, month, year, today),
  ],
  [
    new RegExp(`(?<!\\S)${MONTH} (\\d{1,2})(?:,? (\\d{4}))?(?!\\S)`, 'i'),
    ([month = '', day = '', year = ''], today) => named(day, month, year, today),
  ],
];

/** "11/12/2026" is read where days are written in an order that says which of them is the day; a point between them always stands after the day. */
const SLASHED = /(?<!\S)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\S)/;

function slashed(order: DayOrder): readonly (readonly [RegExp, Reader])[] {
  if (order === 'ymd') return [];
  return [
    [
      SLASHED,
      ([first = '', second = '', year = '']) => {
        const [day, month] = order === 'dmy' ? [first, second] : [second, first];
        return dayOf(`${year}-${two(month)}-${two(day)}`);
      },
    ],
  ];
}

function takeDays(text: string, today: string, order: DayOrder = 'ymd'): Taken {
  for (const [pattern, read] of [...READERS, ...slashed(order)]) {
    const match = pattern.exec(text);
    const found =
      match === null
        ? null
        : read(
            [...match].slice(1).map((group) => group ?? ''),
            today,
          );
    if (match === null || found === null) continue;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return { found, rest: rest.replace(/\s+/g, ' ').trim() };
  }
  return { found: null, rest: text };
}

function lastDays(count: number, today: string): FinderDays | null {
  if (count < 1) return null;
  const period = count === 7 ? 'last-7-days' : count === 30 ? 'last-30-days' : null;
  return { from: before(today, count - 1), to: today, period };
}

/** Without a year the latest such day that is not to come. */
function named(day: string, month: string, year: string, today: string): FinderDays | null {
  const number = two(String(SHORT.indexOf(month.toLowerCase()) + 1));
  if (year !== '') return dayOf(`${year}-${number}-${two(day)}`);
  const thisYear = Number.parseInt(today.slice(0, 4), 10);
  const own = `${thisYear}-${number}-${two(day)}`;
  return dayOf(own <= today ? own : `${thisYear - 1}-${number}-${two(day)}`);
}

function dayOf(day: string): FinderDays | null {
  return nextDay(day) === null ? null : { from: day, to: day, period: null };
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}

const DAY_MS = 86_400_000;

/** So many days earlier; noon in UTC keeps clear of every edge of a day. */
function before(day: string, days: number): string {
  return fromEpochMs(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).slice(0, 10);
}

interface TakenAmount {
  readonly amount: string;
  readonly currency: string | null;
  readonly isWhole: boolean;
  readonly rest: string;
}

/** A number by itself, with a code before or behind it: "49.90", "49,90 eur", "EUR 1 234,50". */
const AMOUNT =
  /(?<!\S)(?:([a-z]{3,4}) ?)?(\d{1,3}(?:[ '’.,]\d{3})+(?:[.,]\d{1,8})?|\d+(?:[.,]\d{1,8})?)(?: ?([a-z]{3,4}))?(?!\S)/gi;

function takeAmount(text: string, numbers: NumberWriting): TakenAmount | null {
  for (const match of text.matchAll(AMOUNT)) {
    const [all, first = '', digits = '', last = ''] = match;
    const read = readTypedAmount(digits, numbers);
    const amount = read.kind === 'amount' ? read.amount : read.kind === 'ambiguous' ? read.readings[0] : null;
    if (amount === null) continue;
    const [lead, tail] = [codeOf(first), codeOf(last)];
    // A word beside the number that is no currency is looked for as text.
    const words = [lead === null ? first : '', tail === null ? last : ''];
    const rest = `${text.slice(0, match.index)} ${words[0]} ${words[1]} ${text.slice(match.index + all.length)}`;
    return {
      amount,
      currency: lead ?? tail,
      isWhole: /^\d+$/.test(digits),
      rest: rest.replace(/\s+/g, ' ').trim(),
    };
  }
  return null;
}

function codeOf(word: string): string | null {
  const code = word.toUpperCase();
  return currencyDecimals(code) === null ? null : code;
}
