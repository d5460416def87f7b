// Instants in the API's own notation on the clock of a zone, by the runtime's formatter alone. Pure.

/** Without hour 24, which Date.parse takes for the next day's midnight: as a text it would sort before that day. */
export const UTC_INSTANT = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.(\d{1,9})\d*)?Z$/;

/** Milliseconds since the epoch of a text in that notation; null when it is none, or names a day that is none. */
export function utcEpochMs(text: string): number | null {
  return UTC_INSTANT.test(text) && isCalendarDay(text) ? finite(Date.parse(text)) : null;
}

/** Of a text that begins like a date. Date.parse takes 30 February for 2 March; such a day is no date. */
export function isCalendarDay(text: string): boolean {
  // Every month has so many, and two characters say it.
  const short = Number(text.slice('YYYY-MM-'.length, 'YYYY-MM-DD'.length));
  if (short >= 1 && short <= 28) return true;
  const [year = 0, month = 0, day = 0] = text
    .slice(0, 10)
    .split('-')
    .map((part) => Number.parseInt(part, 10));
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day >= 1 && day <= days;
}

function finite(milliseconds: number): number | null {
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

/** "2026-11-21 14:03:09" in the zone; null outside of the years in which the formatter can be relied on. Throws RangeError for no zone. */
export function quickLocal(epochMs: number, timeZone: string): string | null {
  if (epochMs < MODERN_FROM_MS || epochMs >= MODERN_TO_MS) return null;
  const quick = clockOf(timeZone).format(epochMs);
  return LOCAL.test(quick) ? quick : null;
}

/**
 * Within these the runtime's own formatter says what Temporal says, a hundred times as fast, and a table has dozens of instants in view. Before
 * them zones were off by parts of a minute and calendars differed; after them years have five digits.
 */
const MODERN_FROM_MS = Date.UTC(1973, 0, 1);
const MODERN_TO_MS = Date.UTC(9999, 11, 30);
const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const clocks = new Map<string, Intl.DateTimeFormat>();
/** A window shows one zone or two; whoever asks for many begins anew. */
const MOST_CLOCKS = 50;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  // Sweden writes dates as ISO 8601 does.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(timeZone, clock);
  return clock;
}

const DAY_LETTERS = 'YYYY-MM-DD'.length;
const MINUTE_LETTERS = 'YYYY-MM-DD HH:MM'.length;

/** "14:03:09" when `now` is of the same day, else "2026-11-20 14:03". Both are local times as `formatInstant` writes them. */
export function momentWords(local: string, now: string | null): string {
  const isToday = now !== null && now.slice(0, DAY_LETTERS) === local.slice(0, DAY_LETTERS);
  return isToday ? local.slice(DAY_LETTERS + 1) : local.slice(0, MINUTE_LETTERS);
}
