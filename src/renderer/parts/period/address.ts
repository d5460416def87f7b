// A period of account as it stands in an address: its first and last day and its zone, so that a link means the same days for everybody. Pure.
import { monthName } from '../../../domain/kernel/time/months.ts';
import { lastDay, type Period, periodBounds } from '../../../domain/period/period.ts';
import { isTimeZone, nextDay } from '../../../domain/kernel/time/time.ts';
import { dayOf, type PlainRange } from '../../ui/form/date-bounds.ts';
import type { Address } from '../../ui/list/filter-of.ts';
import { dayText } from '../../ui/text/writing.ts';

/** The period of the address; null when it names none, or one that does not exist. Both days belong to it there. */
export function periodIn(address: Address, timeZone: string): Period | null {
  const [from, last] = [address.text('from'), address.text('to')];
  const to = last === undefined ? null : nextDay(last);
  if (from === undefined || to === null) return null;
  const period = { from, to, timeZone: zoneIn(address, timeZone) };
  return periodBounds(period) === null ? null : period;
}

/** The zone of the address, else the chosen one. */
export function zoneIn(address: Address, timeZone: string): string {
  const zone = address.text('zone');
  return zone !== undefined && zone.length <= MAX_ZONE && isTimeZone(zone) ? zone : timeZone;
}

const MAX_ZONE = 64;

/** The period of the address, else the last whole month of the zone: what is to be closed next. */
export function periodOrLastMonth(address: Address, nowMs: number, timeZone: string): Period {
  const zone = zoneIn(address, timeZone);
  return periodIn(address, timeZone) ?? monthPeriod(monthBefore(monthOfDay(dayOf(nowMs, zone))), zone);
}

/** What an address says of the period. */
export function periodQuery(period: Period): { readonly from: string; readonly to: string; readonly zone: string } {
  return { from: period.from, to: lastDay(period), zone: period.timeZone };
}

/** The period of days that were chosen; null while one of them is missing or they make none. */
export function periodOfDays({ from, to }: PlainRange, timeZone: string): Period | null {
  const after = to === undefined ? null : nextDay(to);
  if (from === undefined || after === null) return null;
  const period = { from, to: after, timeZone };
  return periodBounds(period) === null ? null : period;
}

/** "2026-10-05" is in "2026-10". */
export function monthOfDay(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

/** "2026-10" as a period of the zone. */
export function monthPeriod(month: string, timeZone: string): Period {
  return { from: `${month}-01`, to: `${monthAfter(month)}-01`, timeZone };
}

/** The periods from that day on, month by month, the latest first; the last is the month of `now`. At most `most` of them. */
export function monthsSince(from: string, nowMs: number, timeZone: string, most: number): readonly Period[] {
  const last = monthOfDay(dayOf(nowMs, timeZone));
  const periods: Period[] = [];
  let begin = from;
  while (monthOfDay(begin) <= last && periods.length < most) {
    const period = restOfMonth(begin, timeZone);
    periods.unshift(period);
    begin = period.to;
  }
  return periods;
}

/** The first day of the month so many months before now. */
export function monthsAgo(months: number, nowMs: number, timeZone: string): string {
  return `${shifted(monthOfDay(dayOf(nowMs, timeZone)), -months)}-01`;
}

/** From that day to the end of its month: how an account goes on after a close. */
export function restOfMonth(from: string, timeZone: string): Period {
  return { from, to: `${monthAfter(monthOfDay(from))}-01`, timeZone };
}

/** The month before: "2026-01" → "2025-12". */
export function monthBefore(month: string): string {
  return shifted(month, -1);
}

export function monthBeforeOf({ from, timeZone }: Pick<Period, 'from' | 'timeZone'>): Period {
  return monthPeriod(monthBefore(monthOfDay(from)), timeZone);
}

export function monthAfter(month: string): string {
  return shifted(month, 1);
}

function shifted(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map((part) => Number.parseInt(part, 10));
  const months = year * 12 + (number - 1) + by;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** "October 2026". */
export function monthWords(month: string): string {
  const name = monthName(month);
  return name === undefined ? month : `${name} ${month.slice(0, 4)}`;
}

/** "October 2026", or the days where it is no whole month: "2026-10-01 – 2026-10-15". */
export function periodWords(period: Pick<Period, 'from' | 'to'>): string {
  const month = monthOfDay(period.from);
  if (period.from === `${month}-01` && period.to === `${monthAfter(month)}-01`) return monthWords(month);
  const last = lastDay(period);
  return period.from === last ? dayText(last) : `${dayText(period.from)} – ${dayText(last)}`;
}
