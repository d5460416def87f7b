/** An amount taken apart for reading: grouped, its long tail apart, and shortened for a list, where it says so. Pure. How it looks: renderer/ui/text/money-text. */
import { groupDecimal, type NumberWriting, PLAIN_WRITING, writeDecimal } from '../text/writing.ts';
import { fromScaled, isExactDecimal, toScaled } from './notation.ts';

/** An amount inside a sentence: every digit, whole part grouped, a true minus. The text must be money. */
export function groupedAmount(value: string, numbers: NumberWriting = PLAIN_WRITING.numbers): string {
  return writeDecimal(value, numbers).replace('-', '−');
}

export interface MoneyParts {
  /** A true minus, a plus where it is wished for, or nothing. */
  readonly lead: string;
  readonly whole: string;
  /** With the mark before them: at most two decimals. */
  readonly cents: string;
  /** The decimals after those. */
  readonly tail: string;
  /** Digits, and the mark before them where there is none, that would fill it up to `decimals`. */
  readonly room: string;
}

/** The parts in reading order; null for a text that is no exact decimal. `plus`: a plus before amounts above zero. */
export function moneyParts(
  value: string,
  decimals = 0,
  plus = false,
  numbers: NumberWriting = PLAIN_WRITING.numbers,
): MoneyParts | null {
  if (!isExactDecimal(value)) return null;
  const { sign, whole, fraction } = groupDecimal(value, numbers);
  const isZero = !/[1-9]/.test(value);
  const digits = '0'.repeat(Math.min(Math.max(0, decimals - fraction.length), MOST_ROOM));
  return {
    lead: sign === '-' ? (isZero ? '' : '−') : plus && !isZero ? '+' : '',
    whole,
    cents: fraction === '' ? '' : `${numbers.decimal}${fraction.slice(0, 2)}`,
    tail: fraction.slice(2),
    room: fraction === '' && digits !== '' ? `${numbers.decimal}${digits}` : digits,
  };
}

const MOST_ROOM = 30;

/** The most decimals of the amounts: what a column has to leave room for. */
export function mostDecimals(values: readonly (string | null)[]): number {
  return Math.max(0, ...values.map((value) => (value === null ? 0 : (value.split('.')[1] ?? '').length)));
}

/** An amount for a list: half away from zero at `places` decimals. One that would be nothing is not: it is said to be less than the smallest that is shown. */
export interface ShortAmount {
  readonly text: string;
  /** The text is the smallest amount that is shown, and the amount lies between it and zero. */
  readonly isLess: boolean;
  readonly isWhole: boolean;
}

/** The text must be an exact decimal; with fewer decimals it is filled up with zeros. Throws RangeError otherwise. */
export function shortAmount(value: string, places: number): ShortAmount {
  const { units, scale } = toScaled(value);
  if (scale <= places) {
    return {
      text: fromScaled({ units: units * 10n ** BigInt(places - scale), scale: places }),
      isLess: false,
      isWhole: true,
    };
  }
  const cut = 10n ** BigInt(scale - places);
  const half = units < 0n ? -cut / 2n : cut / 2n;
  const rounded = (units + half) / cut;
  const isLess = rounded === 0n && units !== 0n;
  const shown = isLess ? (units < 0n ? -1n : 1n) : rounded;
  return { text: fromScaled({ units: shown, scale: places }), isLess, isWhole: units === rounded * cut };
}

const FIAT: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** A list asks for every cell, and making a format takes longer than drawing one; there are no more codes than FIAT has. */
const decimalsOf = new Map<string, number | null>();

/** The decimals of a fiat currency (EUR 2, JPY 0, KWD 3); null for what is none, as a token. */
export function currencyDecimals(code: string): number | null {
  if (!FIAT.has(code)) return null;
  const known = decimalsOf.get(code);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? null;
  decimalsOf.set(code, decimals);
  return decimals;
}
