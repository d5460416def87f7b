// A period of account: whole days of a named time zone, as a statement and a close are made for.
import { z } from 'zod';
import { FailureError } from '../kernel/failure/failure.ts';
import { instant, type ToldOf } from '../kernel/shape.ts';
import { DAY_MS, nextDay, startOfDay, toEpochMs } from '../kernel/time/time.ts';

export const PERIOD = z.object({
  /** The first day, "2026-10-01". */
  from: z.string(),
  /** The day after the last, "2026-11-01". */
  to: z.string(),
  /** "UTC", "Europe/Warsaw". Part of the period: the same days of another zone are another period. */
  timeZone: z.string(),
});
export type Period = ToldOf<typeof PERIOD>;

/** Half-open [from, to) in UTC, ISO. */
export const PERIOD_BOUNDS = z.object({ from: instant, to: instant });
export type PeriodBounds = ToldOf<typeof PERIOD_BOUNDS>;

/** The instants of the period; null when a day or the zone does not exist, or it does not end after it begins. */
export function periodBounds({ from, to, timeZone }: Period): PeriodBounds | null {
  const [begin, end] = [startOfDay(from, timeZone), startOfDay(to, timeZone)];
  if (begin === null || end === null) return null;
  const [beginMs, endMs] = [toEpochMs(begin), toEpochMs(end)];
  return beginMs !== null && endMs !== null && beginMs < endMs ? { from: begin, to: end } : null;
}

/** What is wrong with a period that has no instants. */
export const NO_PERIOD = 'no such days, no such zone, or it ends before it begins';

/** The instants of the period. Throws FailureError `invalid-input` when it has none. */
export function requireBounds(period: Period): PeriodBounds {
  const bounds = periodBounds(period);
  if (bounds !== null) return bounds;
  throw new FailureError({ kind: 'invalid-input', issues: [{ path: 'period', message: NO_PERIOD }] });
}

/** The instants of a period; null of all time. Throws like `requireBounds`. */
export function boundsOrNull(period: Period | undefined): PeriodBounds | null {
  return period === undefined ? null : requireBounds(period);
}

/** The last day that belongs to the period: "2026-10-31" of October. */
export function lastDay({ to }: Pick<Period, 'to'>): string {
  return new Date(Date.parse(`${to}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Whole days from one calendar day to another; days of a calendar have no zone. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Longer periods are not shown day by day. */
export const MAX_PERIOD_DAYS = 400;

/** The days of the period with the instants at which they begin (ISO in UTC); at most MAX_PERIOD_DAYS of them. */
export function periodDays({ from, to, timeZone }: Period): { readonly day: string; readonly from: string }[] {
  const days: { readonly day: string; readonly from: string }[] = [];
  let day: string | null = from;
  while (day !== null && day < to && days.length < MAX_PERIOD_DAYS) {
    const begin = startOfDay(day, timeZone);
    if (begin !== null) days.push({ day, from: begin });
    day = nextDay(day);
  }
  return days;
}
