// Numbers of a workbook, which are doubles whatever was typed: as exact text where fifteen digits give the double
// back, and as days of the workbook's calendar.

/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Zeros that are written out; beyond, it is no amount and no id. */
const MAX_ZEROS = 40;
const DAY_MS = 86_400_000;
/** Where day 0 would be: the calendar of 1900 has a 29 February too many, before which nothing is kept. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const FIRST_SOUND_DAY_1900 = 61;
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const END_OF_CALENDAR = Date.UTC(10_000, 0, 1);

/** The double of a cell; null when the text is no number. */
export function doubleOf(text: string): number | null {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** The exact decimal text that the double stands for; null when it takes more digits than were ever typed. */
export function exactText(value: number): string | null {
  const [mantissa = '', power = '0'] = value.toExponential(DIGITS - 1).split('e');
  if (Number(`${mantissa}e${power}`) !== value) return null;
  const digits = mantissa.replace(/[-.]/g, '').replace(/0+$/, '');
  if (digits === '') return '0';
  const point = Number(power) + 1;
  if (Math.abs(point) > MAX_ZEROS) return null;
  const sign = value < 0 ? '-' : '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** "2026-11-21", or "2026-11-21T14:03:09" when it has a time; to the millisecond. Null outside of the calendar. */
export function serialDate(value: number, is1904: boolean): string | null {
  if (value < (is1904 ? 0 : FIRST_SOUND_DAY_1900)) return null;
  const ms = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(value * DAY_MS);
  if (!(ms < END_OF_CALENDAR)) return null;
  const text = new Date(ms).toISOString();
  if (ms % DAY_MS === 0) return text.slice(0, 10);
  return ms % 1000 === 0 ? text.slice(0, 19) : text.slice(0, 23);
}
