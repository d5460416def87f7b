// Many instants as local times of one named zone, quickly and exactly: how far the clocks are from UTC is looked up
// once for each hour, and within an hour in which they are changed every instant is looked up itself. Pure.
import { formatInstant, fromEpochMs, toEpochMs } from './time.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The beginning of an instant as far as the hour is its own: "2026-11-21T14:03:09". */
const PLAIN = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;
/** A list that spans more hours than eleven years have begins anew. */
const MOST_HOURS = 100_000;

/** An hour of UTC in the zone: a local hour and the next, and the minutes by which it is off; null when the clocks change within it. */
interface LocalHour {
  readonly first: string;
  readonly second: string;
  readonly minutes: number;
}

export class LocalTimes {
  readonly timeZone: string;
  readonly #hours = new Map<string, LocalHour | null>();

  /** `timeZone` is one that isTimeZone knows. */
  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  /** "2026-11-21 14:03:09", as formatInstant says it; null when the text is no instant. */
  local(text: string): string | null {
    const hour = PLAIN.test(text) ? this.#hour(text.slice(0, 13)) : null;
    if (hour === null) return formatInstant(text, this.timeZone);
    if (hour.minutes === 0) return hour.first + text.slice(13, 19);
    const minute = Number(text.slice(14, 16)) + hour.minutes;
    const [prefix, within] = minute < 60 ? [hour.first, minute] : [hour.second, minute - 60];
    return `${prefix}:${within < 10 ? '0' : ''}${within}${text.slice(16, 19)}`;
  }

  #hour(key: string): LocalHour | null {
    const known = this.#hours.get(key);
    if (known !== undefined) return known;
    if (this.#hours.size >= MOST_HOURS) this.#hours.clear();
    const found = this.#lookUp(key);
    this.#hours.set(key, found);
    return found;
  }

  #lookUp(key: string): LocalHour | null {
    const from = toEpochMs(`${key}:00:00Z`);
    if (from === null) return null;
    // The clocks may be changed at any minute, and no zone changes them twice within an hour.
    const [begin, end] = [this.#localMs(`${key}:00:00Z`), this.#localMs(`${key}:59:59Z`)];
    if (begin === null || end === null || end - begin !== HOUR_MS - 1000 || begin % MINUTE_MS !== 0) return null;
    const minutes = (((begin / MINUTE_MS) % 60) + 60) % 60;
    const [first, second] = [hourWords(begin), hourWords(begin + HOUR_MS)];
    return first === null || second === null ? null : { first, second, minutes };
  }

  /** The local time as if it were one of UTC, milliseconds. */
  #localMs(text: string): number | null {
    const local = formatInstant(text, this.timeZone);
    return local === null ? null : toEpochMs(`${local.replace(' ', 'T')}Z`);
  }
}

/** "2026-11-21 14" of a time of UTC. */
function hourWords(epochMs: number): string | null {
  return formatInstant(fromEpochMs(epochMs), 'UTC')?.slice(0, 13) ?? null;
}
