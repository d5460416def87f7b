// The window of an outage as a person types it: local times of the chosen zone, and the instants they stand for. Pure.
import { fromEpochMs, instantOfLocal, localMinute, toEpochMs } from '../../../../domain/kernel/time/time.ts';

export interface Window {
  readonly from: string;
  readonly to: string;
}

export const PRESETS = [
  { hours: 1, words: 'Last hour' },
  { hours: 3, words: 'Last 3 hours' },
  { hours: 12, words: 'Last 12 hours' },
  { hours: 24, words: 'Last 24 hours' },
] as const;

/** The last so many hours, in local times of the zone; the minute that has begun belongs to them. */
export function lastHours(hours: number, nowMs: number, timeZone: string): Window {
  const end = Math.ceil(nowMs / 60_000) * 60_000;
  return {
    from: minuteWords(fromEpochMs(end - hours * 3_600_000), timeZone),
    to: minuteWords(fromEpochMs(end), timeZone),
  };
}

export type WindowInstants =
  | { readonly ok: true; readonly value: Window }
  | { readonly ok: false; readonly why: string };

/** The half-open instants of a window, or what is wrong with it. */
export function windowInstants({ from, to }: Window, timeZone: string): WindowInstants {
  const [begin, end] = [instantOfLocal(from.trim(), timeZone), instantOfLocal(to.trim(), timeZone)];
  if (begin === null || end === null) return { ok: false, why: 'Give both times as 2026-11-21 14:30.' };
  if ((toEpochMs(begin) ?? 0) >= (toEpochMs(end) ?? 0))
    return { ok: false, why: 'The end must be after the beginning.' };
  return { ok: true, value: { from: begin, to: end } };
}

/** "2026-11-21 14:00 – 17:00 UTC"; the second day only where it is another. */
export function windowWords({ from, to }: Window, timeZone: string): string {
  const [begin, end] = [minuteWords(from, timeZone), minuteWords(to, timeZone)];
  const isSameDay = begin.slice(0, DAY_LETTERS) === end.slice(0, DAY_LETTERS);
  return `${begin} – ${isSameDay ? end.slice(DAY_LETTERS + 1) : end} ${timeZone}`;
}

const DAY_LETTERS = 'YYYY-MM-DD'.length;

function minuteWords(instant: string, timeZone: string): string {
  return localMinute(instant, timeZone) ?? instant;
}
