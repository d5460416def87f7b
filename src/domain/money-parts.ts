/** An amount taken apart for reading: grouped in threes, its long tail apart. Never rounds. Pure. Not here: how it looks (renderer/ui/money-text.tsx). */
import { isExactDecimal } from './money-notation.ts';

/** Groups the whole part in threes. The text must be money. */
export function groupDigits(value: string): { sign: '' | '-'; whole: string; fraction: string } {
  const sign = value.startsWith('-') ? '-' : '';
  const [digits = '', fraction = ''] = value.slice(sign.length).split('.');
  return { sign, whole: digits.replace(/\B(?=(\d{3})+$)/g, ','), fraction };
}

export interface MoneyParts {
  /** A true minus, a plus where it is wished for, or nothing. */
  readonly lead: string;
  readonly whole: string;
  /** With its point: at most two decimals. */
  readonly cents: string;
  /** The decimals after those. */
  readonly tail: string;
  /** Digits, and the point where there is none, that would fill it up to `decimals`. */
  readonly room: string;
}

/** The parts in reading order; null for a text that is no exact decimal. `plus`: a plus before amounts above zero. */
export function moneyParts(value: string, decimals = 0, plus = false): MoneyParts | null {
  if (!isExactDecimal(value)) return null;
  const { sign, whole, fraction } = groupDigits(value);
  const isZero = /^[0.,]*$/.test(whole + fraction);
  const digits = '0'.repeat(Math.min(Math.max(0, decimals - fraction.length), MOST_ROOM));
  return {
    lead: sign === '-' ? (isZero ? '' : '−') : plus && !isZero ? '+' : '',
    whole,
    cents: fraction === '' ? '' : `.${fraction.slice(0, 2)}`,
    tail: fraction.slice(2),
    room: fraction === '' && digits !== '' ? `.${digits}` : digits,
  };
}

const MOST_ROOM = 30;

/** The most decimals of the amounts: what a column has to leave room for. */
export function mostDecimals(values: readonly (string | null)[]): number {
  return Math.max(0, ...values.map((value) => (value === null ? 0 : (value.split('.')[1] ?? '').length)));
}
