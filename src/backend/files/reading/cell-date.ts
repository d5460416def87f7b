// Days and times as files have them, as instants: in the order of the format and no other, in its zone where nothing else is said.
import type { DateOrder, RejectReason } from '../../../domain/ledger/import.ts';
import { instantKey, localDay } from '../../../domain/kernel/time/time.ts';
import { ZonedTimes } from '../../../domain/kernel/time/zoned.ts';
import { isLikelyDay } from './row/days.ts';

export type DateFault = Extract<RejectReason, 'not-a-date' | 'not-a-likely-day' | 'no-such-time'>;

/** Days that were read before; a file with more begins anew. */
const MOST_DAYS = 100_000;
const NO_FRACTION = '000000000';
const END_OF_KEY = `.${NO_FRACTION}Z`;
/** "2026-11-21T14:03:09Z" */
const UTC_LENGTH = 20;
/** "2026-11-21T14" */
const HOUR_LENGTH = 13;
const COLON = 0x3a;
const ZERO = 0x30;
const TWO = 0x32;
const THREE = 0x33;
const FIVE = 0x35;
const NINE = 0x39;
const T = 0x54;
const Z = 0x5a;

/** Three numbers with the same mark between them. */
const PARTS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9})\d{0,20})?)? ?(am|pm|a\.m\.|p\.m\.)? ?(z|utc|gmt|[+\u2212-]\d{2}(?::?\d{2})?)?$/i;

/** The day that a text names in the order, "2026-11-21"; null when it names none. Two digits of a year are of this century. */
export function dayOf(text: string, order: DateOrder): string | null {
  const compact = order === 'iso' || order === 'ymd' ? COMPACT.exec(text) : null;
  if (compact !== null) return calendarDay(compact[1] ?? '', compact[2] ?? '', compact[3] ?? '');
  const [, first = '', mark, second = '', third = ''] = PARTS.exec(text) ?? [];
  if (mark === undefined) return null;
  switch (order) {
    case 'iso':
      return mark === '-' && first.length === 4 && second.length === 2 && third.length === 2
        ? calendarDay(first, second, third)
        : null;
    case 'ymd':
      return first.length === 4 && third.length <= 2 ? calendarDay(first, second, third) : null;
    case 'dmy':
      return first.length <= 2 ? calendarDay(fullYear(third), second, first) : null;
    case 'mdy':
      return first.length <= 2 ? calendarDay(fullYear(third), first, second) : null;
  }
}

function fullYear(digits: string): string {
  return digits.length === 2 ? `20${digits}` : digits;
}

/** Of the years that anybody keeps books of. */
function calendarDay(year: string, month: string, day: string): string | null {
  if (year.length !== 4 || year < '1900' || year > '2999') return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return instantKey(text) === null ? null : text;
}

/** Reads days and times of one format. */
export class DateReader {
  readonly #order: DateOrder;
  readonly #zone: ZonedTimes;
  readonly #timeZone: string;
  readonly #lastDayOfAll: string;
  readonly #days = new Map<string, string | null>();
  /** Local days by hours of UTC, of times that say that they are in it; null: within the hour another day begins. */
  readonly #dayOfHour = new Map<string, string | null>();
  #lastText = '';
  #lastDay: string | null = null;
  #lastHour = '';
  #dayOfLastHour: string | null = null;
  #day = '';
  readonly #rowsOfDays = new Map<string, number>();
  /** Rows of the day that was counted last, which are not in the map yet: rows of one day come together, mostly. */
  #counted = '';
  #rows = 0;
  /** Why the last text was none. */
  fault: DateFault = 'not-a-date';

  /** `last`: a text that names a later day names none. */
  constructor(order: DateOrder, timeZone: string, last: string) {
    this.#order = order;
    this.#lastDayOfAll = last;
    this.#timeZone = timeZone;
    this.#zone = new ZonedTimes(timeZone);
  }

  /** How often `count` was called for each local day. */
  rowsOfDays(): ReadonlyMap<string, number> {
    if (this.#rows > 0) this.#rowsOfDays.set(this.#counted, (this.#rowsOfDays.get(this.#counted) ?? 0) + this.#rows);
    this.#rows = 0;
    return this.#rowsOfDays;
  }

  /** The text that was read last counts. */
  count(): void {
    if (this.#day !== this.#counted) {
      this.rowsOfDays();
      this.#counted = this.#day;
    }
    this.#rows += 1;
  }

  /** The fixed-width key of the instant; of a day alone of its beginning. Null when it is none. */
  read(text: string): string | null {
    this.fault = 'not-a-date';
    const cut = endOfDay(text);
    const day = this.#dayOf(text, cut);
    if (day === null) {
      if (dayOf(text.slice(0, cut), this.#order) !== null) this.fault = 'not-a-likely-day';
      return null;
    }
    this.#day = day;
    if (
      text.length === UTC_LENGTH &&
      text.charCodeAt(cut) === T &&
      isPlainTime(text, cut + 1) &&
      text.startsWith(day)
    ) {
      this.#day = this.#localDay(text);
      return text.slice(0, 19) + END_OF_KEY;
    }
    const time = text.slice(cut + 1).trim();
    if (time === '') return this.#checked(this.#zone.startOfDay(day));
    if (time.length === 8 && isPlainTime(time, 0)) {
      return this.#checked(this.#zone.key(`${day}T${time.slice(0, 2)}`, time.slice(3), NO_FRACTION));
    }
    return this.#time(day, time);
  }

  #dayOf(text: string, length: number): string | null {
    // Rows of one day come together, mostly.
    if (length === this.#lastText.length && text.startsWith(this.#lastText)) return this.#lastDay;
    const own = text.slice(0, length);
    let day = this.#days.get(own);
    if (day === undefined) {
      if (this.#days.size >= MOST_DAYS) this.#days.clear();
      day = dayOf(own, this.#order);
      if (day !== null && !isLikelyDay(day, this.#lastDayOfAll)) day = null;
      this.#days.set(own, day);
    }
    this.#lastText = own;
    this.#lastDay = day;
    return day;
  }

  /** In the zone, of an instant in UTC. */
  #localDay(instant: string): string {
    if (this.#lastHour !== '' && instant.startsWith(this.#lastHour))
      return this.#dayOfLastHour ?? this.#ownDay(instant);
    const hour = instant.slice(0, HOUR_LENGTH);
    let day = this.#dayOfHour.get(hour);
    if (day === undefined) {
      if (this.#dayOfHour.size >= MOST_DAYS) this.#dayOfHour.clear();
      const first = this.#ownDay(`${hour}:00:00Z`);
      day = first === this.#ownDay(`${hour}:59:59Z`) ? first : null;
      this.#dayOfHour.set(hour, day);
    }
    this.#lastHour = hour;
    this.#dayOfLastHour = day;
    return day ?? this.#ownDay(instant);
  }

  #ownDay(instant: string): string {
    return localDay(instant, this.#timeZone) ?? instant.slice(0, 10);
  }

  #time(day: string, time: string): string | null {
    const [, hours, minutes = '', seconds = '00', fraction = '', half, offset] = TIME.exec(time) ?? [];
    if (hours === undefined) return null;
    const hour = hourOf(hours, half);
    if (hour === null || minutes > '59' || seconds > '59') return null;
    const digits = fraction.padEnd(9, '0');
    const local = `${day}T${hour}`;
    if (offset === undefined) return this.#checked(this.#zone.key(local, `${minutes}:${seconds}`, digits));
    const key = instantKey(`${local}:${minutes}:${seconds}.${digits}${offsetOf(offset)}`);
    if (key !== null) this.#day = localDay(key, this.#timeZone) ?? day;
    return key;
  }

  #checked(key: string | null): string | null {
    if (key === null) this.fault = this.#zone.reason === 'left-out' ? 'no-such-time' : 'not-a-date';
    return key;
  }
}

/** Where the day ends and a time may begin: at a T, a space or a comma. */
function endOfDay(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === T || code === 0x20 || code === 0x2c || code === 0xa0) return at;
  }
  return text.length;
}

/** "14:03:09" from there, and if anything follows, a "Z". */
function isPlainTime(text: string, from: number): boolean {
  if (text.length > from + 8 && (text.length !== from + 9 || text.charCodeAt(from + 8) !== Z)) return false;
  for (let at = 0; at < 8; at += 1) {
    const code = text.charCodeAt(from + at);
    if (at === 2 || at === 5) {
      if (code !== COLON) return false;
    } else if (code < ZERO || code > (at === 3 || at === 6 ? FIVE : NINE)) return false;
  }
  const first = text.charCodeAt(from);
  return first < TWO || (first === TWO && text.charCodeAt(from + 1) <= THREE);
}

/** Two digits of a 24-hour clock. */
function hourOf(digits: string, half: string | undefined): string | null {
  const hour = Number(digits);
  if (half === undefined) return hour <= 23 ? digits.padStart(2, '0') : null;
  if (hour < 1 || hour > 12) return null;
  return String((hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)).padStart(2, '0');
}

function offsetOf(text: string): string {
  if (/^[a-z]/i.test(text)) return 'Z';
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  return `${text.startsWith('+') ? '+' : '-'}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
