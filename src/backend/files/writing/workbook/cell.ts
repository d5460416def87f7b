// What a spreadsheet can hold of an amount and of a time: numbers of at most fifteen digits, and days of its calendar. Pure. So the cells of a column
// are together off by less than 5.2 × 10^-15 of what its amounts add up to without their signs, however many they are: by less than half a cent below
// SOUND_SUM. A program that adds doubles up one by one adds its own error to that.
import { isExactDecimal } from '../../../../domain/kernel/money/notation.ts';
import { toEpochMs } from '../../../../domain/kernel/time/time.ts';

/** Digits that a double gives back as they were, and all that spreadsheets keep. */
export const CELL_DIGITS = 15;
/** Most decimals that a number format can show. */
export const MAX_DECIMALS = 30;
/** As long as the amounts of a column add up to less, without their signs, its cells are right to the cent. */
export const SOUND_SUM = '900000000000';
/** Beyond, it is no amount, and no double either at some point. */
const MAX_WHOLE_DIGITS = 100;

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

export interface CellNumber {
  /** Plain decimal notation, at most fifteen significant digits. */
  readonly value: string;
  readonly decimals: number;
  /** False where it was rounded, or shows less than there is: the exact text has to stand beside it. */
  readonly isWhole: boolean;
}

/** An amount as a number of a spreadsheet, rounded half to even to fifteen digits where it has more. Null for what is no amount. */
export function cellNumber(text: string): CellNumber | null {
  const match = DECIMAL.exec(text);
  if (match === null || !isExactDecimal(text)) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole.length > MAX_WHOLE_DIGITS) return null;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits.replace(/0+$/, '').length > CELL_DIGITS) return rounded(sign, digits, fraction.length);
  return { value: text, decimals: Math.min(fraction.length, MAX_DECIMALS), isWhole: fraction.length <= MAX_DECIMALS };
}

/** `digits` are all significant ones, more than fifteen, the last `scale` of them decimals. */
function rounded(sign: string, digits: string, scale: number): CellNumber {
  const kept = Number(digits.slice(0, CELL_DIGITS));
  const rest = digits.slice(CELL_DIGITS);
  const half = `5${'0'.repeat(rest.length - 1)}`;
  const isUp = rest > half || (rest === half && kept % 2 === 1);
  const units = `${kept + (isUp ? 1 : 0)}`;
  // How many decimals the fifteen digits are; below zero it is zeros that follow them.
  const left = scale - rest.length;
  if (left <= 0) return { value: `${sign}${units}${'0'.repeat(-left)}`, decimals: 0, isWhole: false };
  const padded = units.padStart(left + 1, '0');
  const value = `${sign}${padded.slice(0, -left)}.${padded.slice(-left)}`;
  return { value, decimals: Math.min(left, MAX_DECIMALS), isWhole: false };
}

/** `moment` to the second, `instant` to the millisecond. */
export type DateLook = 'day' | 'moment' | 'instant';

export interface CellDate {
  /** Days since the spreadsheet's day 0. */
  readonly value: string;
  readonly look: DateLook;
}

const DAY_MS = 86_400_000;
/** Where day 0 would be. The calendar has a 29 February 1900 too many, before which days are not what they say. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_SOUND_DAY = 61;
/** As much as fifteen digits hold: ten microseconds. */
const DAY_DECIMALS = 10;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** As LocalTimes writes it. */
const LOCAL = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;

/**
 * "2026-11-21", "2026-11-21T14:03:09.5Z" or the local "2026-11-21 14:03:09" as a date of a spreadsheet, to the millisecond; it has no time zone, which
 * the head of the column names. Null for what is none of these, or not in its calendar.
 */
export function cellDate(text: string): CellDate | null {
  const isDay = DAY.test(text);
  const ms = toEpochMs(isDay ? `${text}T00:00:00Z` : text.replace(LOCAL, '$1T$2Z'));
  if (ms === null) return null;
  const days = Math.floor((ms - EPOCH) / DAY_MS);
  if (days < FIRST_SOUND_DAY) return null;
  const within = ms - EPOCH - days * DAY_MS;
  const fraction = (within / DAY_MS).toFixed(DAY_DECIMALS).slice(1);
  const look = isDay ? 'day' : within % 1000 === 0 ? 'moment' : 'instant';
  return { value: within === 0 ? `${days}` : `${days}${fraction}`, look };
}
