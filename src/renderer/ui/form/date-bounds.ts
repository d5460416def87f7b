// Plain dates of a person in a zone, and the half-open UTC instants they stand for. Pure.
import { assertNever } from '../../../domain/kernel/failure/failure.ts';
import {
  fromEpochMs,
  localDay,
  localMinute,
  nextDay,
  startOfDay,
  toEpochMs,
} from '../../../domain/kernel/time/time.ts';

/** Both days belong to the range. Absent means open. A link may name an instant instead: the range is half-open there. */
export interface PlainRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Half-open [from, to) in UTC. */
export interface InstantRange {
  readonly from?: string;
  readonly to?: string;
}

/** The instants between which the days of the range lie, in the zone. A date that is none is left out. */
export function dateBounds({ from: first, to: last }: PlainRange, timeZone: string): InstantRange {
  const from = first === undefined || isInstant(first) ? (first ?? null) : startOfDay(first, timeZone);
  const to = last === undefined || isInstant(last) ? (last ?? null) : startAfter(last, timeZone);
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
}

function startAfter(day: string, timeZone: string): string | null {
  const after = nextDay(day);
  return after === null ? null : startOfDay(after, timeZone);
}

/** "2026-11-21T14:00:00Z" rather than "2026-11-21". */
function isInstant(text: string): boolean {
  return text.includes('T') && text.length <= MAX_INSTANT && toEpochMs(text) !== null;
}

const MAX_INSTANT = 64;

/** The range in local words: days as they are, instants to the minute. */
export function localRange({ from, to }: PlainRange, timeZone: string): PlainRange {
  return { from: localWords(from, timeZone), to: localWords(to, timeZone) };
}

function localWords(text: string | undefined, timeZone: string): string | undefined {
  if (text === undefined || !isInstant(text)) return text;
  return localMinute(text, timeZone) ?? undefined;
}

export function dayOf(epochMs: number, timeZone: string): string {
  return localDay(fromEpochMs(epochMs), timeZone) ?? '';
}

/** Periods that move with the day, by their names in an address. */
export const PERIOD_TITLES = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  all: 'Any date',
} as const;
export type PeriodName = keyof typeof PERIOD_TITLES;
export const PERIODS: readonly PeriodName[] = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
  'all',
];

export function periodNamed(text: string | undefined): PeriodName | undefined {
  return PERIODS.find((name) => name === text && name !== 'all');
}

const DAY_MS = 86_400_000;

/** The days of a named period as of a moment. The last n days include today. */
export function periodDays(name: PeriodName, nowMs: number, timeZone: string): PlainRange {
  const today = dayOf(nowMs, timeZone);
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayBefore(today, 1), to: dayBefore(today, 1) };
    case 'last-7-days':
      return { from: dayBefore(today, 6), to: today };
    case 'last-30-days':
      return { from: dayBefore(today, 29), to: today };
    case 'this-month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'last-month': {
      const to = dayBefore(`${today.slice(0, 7)}-01`, 1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case 'all':
      return {};
    default:
      return assertNever(name);
  }
}

/** So many calendar days earlier. Noon in UTC keeps clear of every edge of a day. */
export function dayBefore(day: string, days: number): string {
  return fromEpochMs(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).slice(0, 10);
}
