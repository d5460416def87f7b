// Days as a person types them: "21 Nov", "21.11.2026", "11/21/2026" where days are written so, "last 3 days". Pure.
import type { DayOrder } from '../text/writing.ts';
import { MONTHS } from './months.ts';
import { DAY_MS, fromEpochMs, nextDay } from './time.ts';

/** Both days are inside. `period` names them where they move on ("yesterday"). */
export interface TypedDays {
  readonly from: string;
  readonly to: string;
  readonly period: 'today' | 'yesterday' | 'last-7-days' | 'last-30-days' | null;
}

/** Days by themselves; null for a text that is anything else. */
export function readDays(text: string, today: string, order?: DayOrder): TypedDays | null {
  const { found, rest } = takeDays(text.trim().slice(0, MAX_CHARACTERS), today, order);
  return rest === '' ? found : null;
}

const MAX_CHARACTERS = 256;

interface Taken {
  readonly found: TypedDays | null;
  readonly rest: string;
}

const SHORT = MONTHS.map((name) => name.slice(0, 3).toLowerCase());
const MONTH = `(${SHORT.join('|')})[a-z]*\\.?`;

type Reader = (groups: readonly string[], today: string) => TypedDays | null;

/** The first that can be read counts; what is no day of the calendar stays text. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/(?<!\S)today(?!\S)/i, (_, today) => ({ from: today, to: today, period: 'today' })],
  [/(?<!\S)yesterday(?!\S)/i, (_, today) => ({ from: before(today, 1), to: before(today, 1), period: 'yesterday' })],
  [/(?<!\S)last (\d{1,3}) days(?!\S)/i, ([count = ''], today) => lastDays(Number.parseInt(count, 10), today)],
  [/(?<!\S)last week(?!\S)/i, (_, today) => lastDays(7, today)],
  [
    /(?<!\S)(\d{4})[-./](\d{2})[-./](\d{2})(?!\S)/,
    ([year = '', month = '', day = '']) => dayOf(`${year}-${month}-${day}`),
  ],
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
const SLASHED = /(?<!\S)(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?!\S)/;

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

/** The days in a text, and what is left of it. `today`: the day of the zone in which the person lives. */
export function takeDays(text: string, today: string, order: DayOrder = 'ymd'): Taken {
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

function lastDays(count: number, today: string): TypedDays | null {
  if (count < 1) return null;
  const period = count === 7 ? 'last-7-days' : count === 30 ? 'last-30-days' : null;
  return { from: before(today, count - 1), to: today, period };
}

/** Without a year the latest such day that is not to come. */
function named(day: string, month: string, year: string, today: string): TypedDays | null {
  const number = two(String(SHORT.indexOf(month.toLowerCase()) + 1));
  if (year !== '') return dayOf(`${year}-${number}-${two(day)}`);
  const thisYear = Number.parseInt(today.slice(0, 4), 10);
  const own = `${thisYear}-${number}-${two(day)}`;
  return dayOf(own <= today ? own : `${thisYear - 1}-${number}-${two(day)}`);
}

function dayOf(day: string): TypedDays | null {
  return nextDay(day) === null ? null : { from: day, to: day, period: null };
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}

/** So many days earlier; noon in UTC keeps clear of every edge of a day. */
function before(day: string, days: number): string {
  return fromEpochMs(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).slice(0, 10);
}
