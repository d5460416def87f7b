/**
 * The window of an incident as a person types it: local times of the chosen zone, and the instants they stand for. Pure. Not here: the
 * dialog (incident-dialog.tsx).
 */
import { formatInstant, fromEpochMs, instantOfLocal, toEpochMs } from '../../../domain/time.ts';

export interface Window {
  readonly from: string;
  readonly to: string;
}

/** As a datetime-local field holds it. */
const MINUTE_LETTERS = 'YYYY-MM-DDTHH:MM'.length;

export const PRESETS = [
  { hours: 1, words: 'Last hour' },
  { hours: 3, words: 'Last 3 hours' },
  { hours: 12, words: 'Last 12 hours' },
  { hours: 24, words: 'Last 24 hours' },
] as const;

/** The last so many hours, in local times of the zone; the minute that has begun belongs to them. */
export function lastHours(hours: number, nowMs: number, timeZone: string): Window {
  const end = Math.ceil(nowMs / 60_000) * 60_000;
  return { from: localMinute(end - hours * 3_600_000, timeZone), to: localMinute(end, timeZone) };
}

function localMinute(epochMs: number, timeZone: string): string {
  return (formatInstant(fromEpochMs(epochMs), timeZone) ?? '').replace(' ', 'T').slice(0, MINUTE_LETTERS);
}

export type WindowInstants =
  | { readonly ok: true; readonly value: Window }
  | { readonly ok: false; readonly why: string };

/** The half-open instants of a window, or what is wrong with it. */
export function windowInstants({ from, to }: Window, timeZone: string): WindowInstants {
  const [begin, end] = [instantOfLocal(from, timeZone), instantOfLocal(to, timeZone)];
  if (begin === null || end === null) return { ok: false, why: 'Give both times, with day, hour and minute.' };
  if ((toEpochMs(begin) ?? 0) >= (toEpochMs(end) ?? 0))
    return { ok: false, why: 'The end must be after the beginning.' };
  return { ok: true, value: { from: begin, to: end } };
}
