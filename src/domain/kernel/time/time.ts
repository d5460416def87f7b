// Instants as the API writes them (ISO 8601, UTC) and how a person reads them in a named zone. Pure: "now" is always an argument.
import { Temporal } from 'temporal-polyfill';
import { isCalendarDay, quickLocal, UTC_INSTANT, utcEpochMs } from './clock.ts';

/**
 * Milliseconds since the epoch, or null when the text is not an instant of the years 0 to 9999: others have a sign before them, and no order
 * as text. The fraction of the API is not specified.
 */
export function toEpochMs(text: string): number | null {
  if (UTC_INSTANT.test(text)) return utcEpochMs(text);
  return otherInstant(text)?.epochMilliseconds ?? null;
}

/** Written in another way than the API's: with an offset, say. */
function otherInstant(text: string): Temporal.Instant | null {
  try {
    const instant = Temporal.Instant.from(text);
    return /^\d{4}-/.test(text) && /^\d{4}-/.test(instant.toString()) ? instant : null;
  } catch {
    return null;
  }
}

/** ISO 8601 in UTC with milliseconds. */
export function fromEpochMs(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/**
 * A fixed-width UTC key whose byte order is the order in time, whatever fraction the text has; null when it is no instant.
 * A plain date stands for its midnight in UTC, so that filters may be given by day.
 */
export function instantKey(text: string): string | null {
  const match = UTC_INSTANT.exec(text);
  if (match !== null) {
    if (!isCalendarDay(text) || Number.isNaN(Date.parse(text))) return null;
    return `${text.slice(0, 19)}.${(match[1] ?? '').padEnd(9, '0')}Z`;
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return instantKey(`${text}T00:00:00Z`);
  return otherInstant(text)?.toString({ fractionalSecondDigits: 9 }) ?? null;
}

/** The same key of a moment, milliseconds since the epoch. */
export function keyOfEpochMs(epochMs: number): string {
  const text = fromEpochMs(epochMs);
  // Other years are written with a sign, and have no order as text.
  return text.startsWith('+') || text.startsWith('-') ? '' : text.replace('Z', '000000Z');
}

/** True when the name is a time zone this runtime knows ("UTC", "Europe/Warsaw"). */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** "2026-11-21 14:03:09" in the zone; the zone's name stands beside it on screen. Null when the text is no instant. */
export function formatInstant(text: string, timeZone: string): string | null {
  const epochMs = toEpochMs(text);
  if (epochMs === null) return null;
  const quick = quickLocal(epochMs, timeZone);
  if (quick !== null) return quick;
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/** "2026-11-21 14:03" in the zone; null when the text is no instant. */
export function localMinute(text: string, timeZone: string): string | null {
  return formatInstant(text, timeZone)?.slice(0, 'YYYY-MM-DD HH:MM'.length) ?? null;
}

/** The calendar day of an instant in the zone, "2026-11-21"; null when the text is no instant. */
export function localDay(text: string, timeZone: string): string | null {
  return formatInstant(text, timeZone)?.slice(0, 'YYYY-MM-DD'.length) ?? null;
}

/** The calendar day of a time in the zone, "2026-11-21". */
export function dayAt(epochMs: number, timeZone: string): string {
  const at = fromEpochMs(epochMs);
  return localDay(at, timeZone) ?? at.slice(0, 'YYYY-MM-DD'.length);
}

/** The instant of a key as the API would write it: instantKey back again, without the zeros that only make it wide. */
export function instantOfKey(key: string): string {
  return key.replace(/\.?0*Z$/, 'Z');
}

/** Of a day in UTC. */
export const DAY_MS = 86_400_000;
/** The day after it is written with a sign. */
const LAST_DAY = '9999-12-31';

/** A day of the calendar as the API writes one, which the runtime reckons with in a fraction of Temporal's time. */
function isPlainDay(date: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && isCalendarDay(date) && !Number.isNaN(Date.parse(date));
}

/** The instant at which a local day begins ("2026-11-01" in "Europe/Warsaw"), ISO in UTC; null when either is invalid. */
export function startOfDay(date: string, timeZone: string): string | null {
  if (timeZone === 'UTC' && isPlainDay(date)) return `${date}T00:00:00Z`;
  try {
    return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return null;
  }
}

/**
 * The instant of a local time ("2026-11-01T14:30" in "Europe/Warsaw"), ISO in UTC; null when either is invalid. A time that the clocks
 * skip stands for as much later, one that they show twice for the first of the two.
 */
export function instantOfLocal(local: string, timeZone: string): string | null {
  // A day alone would be its midnight, which nobody has typed.
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(local)) return null;
  try {
    return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return null;
  }
}

/** The calendar day after ("2026-10-31" → "2026-11-01"), for half-open ranges; null when the text is no date. */
export function nextDay(date: string): string | null {
  if (isPlainDay(date) && date < LAST_DAY) return fromEpochMs(Date.parse(date) + DAY_MS).slice(0, 'YYYY-MM-DD'.length);
  try {
    return Temporal.PlainDate.from(date).add({ days: 1 }).toString();
  } catch {
    return null;
  }
}

/** Coarse age or distance in words for people: "4 s", "12 min", "3 h 05 min", "6 d 2 h". Negative input counts as zero. */
export function describeDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
