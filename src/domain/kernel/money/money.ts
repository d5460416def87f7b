// Exact money. Amounts are decimal strings as the API writes them; they are compared, summed and subtracted here
// without ever becoming a JavaScript number.
import { Decimal as DecimalJs } from 'decimal.js';
import { fromScaled, isExactDecimal, isMoney, MoneySum, type Scaled, toScaled } from './notation.ts';

export {
  fromScaled,
  isExactDecimal,
  isMoney,
  MAX_MONEY_LENGTH,
  MoneySum,
  type Scaled,
  toScaled,
  toUnits,
  type Units,
} from './notation.ts';

/** Wide enough that the product of two amounts of MAX_MONEY_LENGTH digits is still exact. */
const Exact = DecimalJs.clone({ precision: 160, rounding: DecimalJs.ROUND_HALF_EVEN, toExpNeg: -400, toExpPos: 400 });

/** Rounding modes by the names finance uses. Every rounding in this code base names one of them. */
export type Rounding = 'half-even' | 'half-up' | 'down' | 'up';

const ROUNDING_MODES = {
  'half-even': DecimalJs.ROUND_HALF_EVEN,
  'half-up': DecimalJs.ROUND_HALF_UP,
  down: DecimalJs.ROUND_DOWN,
  up: DecimalJs.ROUND_UP,
} as const satisfies Record<Rounding, number>;

/** The one spelling of a value: no trailing zeros in the fraction, no negative zero. "100.00" and "100" agree. */
export function canonicalMoney(text: string): string {
  if (!isExactDecimal(text)) throw new RangeError('not an amount of money');
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}

/**
 * A key whose byte order is the numeric order of the amounts, for indexes and ORDER BY over TEXT columns.
 * Positive: `p`, two digits of integer length, integer digits, fraction. Negative: `m` and the ten's complement of the
 * same digits, closed by `~` so that a longer fraction (a smaller number) sorts first. `m` < `p`.
 */
export function moneySortKey(text: string): string {
  const canonical = canonicalMoney(text);
  const negative = canonical.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? canonical.slice(1) : canonical).split('.');
  const digits = `${String(whole.length).padStart(2, '0')}${whole}${fraction}`;
  if (!negative) return `p${digits}`;
  return `m${digits.replace(/\d/g, (digit) => String(9 - Number.parseInt(digit, 10)))}~`;
}

/** Numeric comparison: negative, zero or positive, as sort callbacks want it. */
export function compareMoney(left: string, right: string): -1 | 0 | 1 {
  const difference = toScaled(subtractMoney(left, right)).units;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** True when both texts name the same value ("5" and "5.00"). */
export function sameMoney(left: string, right: string): boolean {
  return canonicalMoney(left) === canonicalMoney(right);
}

/** left + right, exact, at the finer of the two scales. */
export function addMoney(left: string, right: string): string {
  const sum = new MoneySum();
  sum.add(left);
  sum.add(right);
  return sum.total();
}

/** Of all of them, exact, at the finest of their scales; 0 of none. */
export function sumMoney(amounts: Iterable<string>): string {
  const sum = new MoneySum();
  for (const amount of amounts) sum.add(amount);
  return sum.total();
}

/** left − right, exact, at the finer of the two scales. */
export function subtractMoney(left: string, right: string): string {
  const sum = new MoneySum();
  sum.add(left);
  sum.subtract(right);
  return sum.total();
}

/** left × right, exact: the product of two amounts within MAX_MONEY_LENGTH needs fewer digits than the precision. */
export function multiplyMoney(left: string, right: string): string {
  if (!isMoney(left) || !isMoney(right)) throw new RangeError('not an amount of money');
  return new Exact(left).times(right).toFixed();
}

/**
 * left ÷ right, rounded to `decimals` places by the named mode. Returns null for a division by zero, which callers show as
 * "cannot be computed", never as zero.
 */
export function divideMoney(left: string, right: string, decimals: number, rounding: Rounding): string | null {
  const units = divideScaled(toScaled(left), toScaled(right), decimals, rounding);
  return units === null ? null : fromScaled({ units, scale: decimals });
}

/** The same over amounts that were split already: units of 10^-decimals. */
export function divideScaled(dividend: Scaled, divisor: Scaled, decimals: number, rounding: Rounding): bigint | null {
  if (divisor.units === 0n) return null;
  // Both as whole numbers of one scale, so that the fraction is exact however long it is.
  const numerator = dividend.units * 10n ** BigInt(divisor.scale + decimals);
  const denominator = divisor.units * 10n ** BigInt(dividend.scale);
  return roundedQuotient(numerator, denominator, rounding);
}

/** left × right, exact, of amounts that were split already. */
export function multiplyScaled(left: Scaled, right: Scaled): Scaled {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** left − right, exact, of amounts that were split already. */
export function subtractScaled(left: Scaled, right: Scaled): Scaled {
  if (left.scale === right.scale) return { units: left.units - right.units, scale: left.scale };
  if (left.scale > right.scale) {
    return { units: left.units - right.units * 10n ** BigInt(left.scale - right.scale), scale: left.scale };
  }
  return { units: left.units * 10n ** BigInt(right.scale - left.scale) - right.units, scale: right.scale };
}

function roundedQuotient(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator];
  if (rest === 0n) return whole;
  const away = whole + (numerator < 0n === denominator < 0n ? 1n : -1n);
  if (rounding === 'down') return whole;
  if (rounding === 'up') return away;
  const twice = 2n * (rest < 0n ? -rest : rest) - (denominator < 0n ? -denominator : denominator);
  if (twice !== 0n) return twice > 0n ? away : whole;
  return rounding === 'half-up' || whole % 2n !== 0n ? away : whole;
}

/**
 * part ÷ whole in per cent, rounded (half to even, unless told otherwise) to `decimals` places out of the exact fraction; null when the whole is zero. Of any
 * amounts, sums and differences, however long.
 */
export function percentOf(
  part: string,
  whole: string,
  decimals: number,
  rounding: Rounding = 'half-even',
): string | null {
  const fraction = divideMoney(part, whole, decimals + 2, rounding);
  return fraction === null ? null : fromScaled({ units: toScaled(fraction).units, scale: decimals });
}

/** Rounds to `decimals` places by the named mode. */
export function roundMoney(text: string, decimals: number, rounding: Rounding): string {
  return new Exact(guarded(text)).toFixed(decimals, ROUNDING_MODES[rounding]);
}

function guarded(text: string): string {
  if (!isExactDecimal(text)) throw new RangeError('not an amount of money');
  return text;
}
