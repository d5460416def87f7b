// Many local times of one named zone as instants, quickly and exactly: how far the clocks are from UTC is looked up
// once for each local hour, and within an hour in which they are changed every time is looked up itself. Pure.
import { Temporal } from 'temporal-polyfill';

/** A list that spans more hours than eleven years have begins anew. */
const MOST_HOURS = 100_000;

/** A local hour in UTC: the hour of UTC in which it begins, and the next, and the minutes by which it is off; null when the clocks change in it. */
interface UtcHour {
  readonly first: string;
  readonly second: string;
  readonly minutes: number;
}

/** What a local time is when it is no instant: a time that the clocks leave out, or nothing that a calendar has. */
type NoInstant = 'left-out' | 'invalid';

export class ZonedTimes {
  readonly #timeZone: string;
  readonly #hours = new Map<string, UtcHour | null>();
  /** Why the last time was no instant. */
  reason: NoInstant = 'invalid';

  /** `timeZone` is one that isTimeZone knows. */
  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /**
   * The fixed-width key (instantKey) of a local time, from "2026-11-01T14", "30:05" and nine digits of a fraction. One that the clocks show
   * twice stands for the first of the two. Null when it is no instant, for the `reason`.
   */
  key(hour: string, minutesAndSeconds: string, fraction: string): string | null {
    if (this.#timeZone === 'UTC') return `${hour}:${minutesAndSeconds}.${fraction}Z`;
    const known = this.#hour(hour);
    if (known === null) return this.#lookUp(`${hour}:${minutesAndSeconds}`, fraction);
    if (known.minutes === 0) return `${known.first}:${minutesAndSeconds}.${fraction}Z`;
    const minute = Number(minutesAndSeconds.slice(0, 2)) + known.minutes;
    const [prefix, within] = minute < 60 ? [known.first, minute] : [known.second, minute - 60];
    return `${prefix}:${within < 10 ? '0' : ''}${within}${minutesAndSeconds.slice(2)}.${fraction}Z`;
  }

  /** The key of the instant at which a local day begins, which need not be midnight; null as above. */
  startOfDay(date: string): string | null {
    try {
      const { epochNanoseconds } = Temporal.PlainDate.from(date).toZonedDateTime(this.#timeZone);
      return keyOf(new Temporal.Instant(epochNanoseconds));
    } catch {
      this.reason = 'invalid';
      return null;
    }
  }

  #hour(hour: string): UtcHour | null {
    const known = this.#hours.get(hour);
    if (known !== undefined) return known;
    if (this.#hours.size >= MOST_HOURS) this.#hours.clear();
    const found = this.#hourInUtc(hour);
    this.#hours.set(hour, found);
    return found;
  }

  #hourInUtc(hour: string): UtcHour | null {
    const [begin, end] = [this.#instant(`${hour}:00:00`), this.#instant(`${hour}:59:59`)];
    if (begin === null || end === null) return null;
    if (end.epochMilliseconds - begin.epochMilliseconds !== 3_599_000) return null;
    // Before there were zones, clocks were off by seconds too.
    if (begin.epochMilliseconds % 60_000 !== 0) return null;
    const [first, second] = [keyOf(begin), keyOf(begin.add({ hours: 1 }))];
    return { first: first.slice(0, 13), second: second.slice(0, 13), minutes: Number(first.slice(14, 16)) };
  }

  #lookUp(local: string, fraction: string): string | null {
    const instant = this.#instant(local);
    return instant === null ? null : `${keyOf(instant).slice(0, 20)}${fraction}Z`;
  }

  #instant(local: string): Temporal.Instant | null {
    try {
      const plain = Temporal.PlainDateTime.from(local);
      const zoned = plain.toZonedDateTime(this.#timeZone, { disambiguation: 'compatible' });
      if (zoned.toPlainDateTime().equals(plain)) return zoned.toInstant();
      this.reason = 'left-out';
    } catch {
      this.reason = 'invalid';
    }
    return null;
  }
}

function keyOf(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 9 });
}
