// Amounts as texts: which texts are money, their units, and exact sums.

/** The only accepted notation: no exponent, no leading zeros, no plus sign, no separators, ASCII digits. */
const NOTATION = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Longer texts are refused: no fiat or token amount needs them and unbounded digits are an attack on memory. */
export const MAX_MONEY_LENGTH = 64;

/** Sums and differences of amounts may be longer than an amount; beyond this nothing sensible was added up. */
const MAX_RESULT_LENGTH = 512;

/** True when the text is an amount in the accepted notation and within the length limit. */
export function isMoney(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_MONEY_LENGTH && NOTATION.test(text);
}

/** True for amounts and for what is computed from them: the same notation, with room for the digits that sums and differences gain. */
export function isExactDecimal(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_RESULT_LENGTH && NOTATION.test(text);
}

/** An amount as an integer number of units of 10^-scale. */
export interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

/** Splits an amount into integer units and scale. Throws RangeError when the text is not money. */
export function toScaled(text: string): Scaled {
  if (!isExactDecimal(text)) throw new RangeError('not an amount of money');
  const dot = text.indexOf('.');
  if (dot < 0) return { units: BigInt(text), scale: 0 };
  return { units: BigInt(text.slice(0, dot) + text.slice(dot + 1)), scale: text.length - dot - 1 };
}

/** Writes units of 10^-scale as a decimal string with exactly `scale` decimals; zero has no sign. */
export function fromScaled({ units, scale }: Scaled): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return negative ? `-${text}` : text;
}

/** The same, or of few digits as a number, which a sum takes in a tenth of the time. */
export interface Units {
  readonly units: bigint | number;
  readonly scale: number;
}

/** Every whole number of so many digits is a number, and so are sums of them below MOST_SUMMED. */
const SHORT_DIGITS = 15;
const MOST_SUMMED = Number.MAX_SAFE_INTEGER - 10 ** SHORT_DIGITS;

const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

/** Splits an amount, a short one without looking for a pattern. Throws RangeError when the text is not money. */
export function toUnits(text: string): Units {
  const { length } = text;
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  // A sign, the digits and a dot. A zero in front is nearly always that of "0.5".
  if (length > SHORT_DIGITS + 1 || (text.charCodeAt(first) === ZERO && text.charCodeAt(first + 1) !== DOT))
    return toScaled(text);
  let units = 0;
  let dot = -1;
  for (let at = first; at < length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (digit === DOT - ZERO && dot < 0 && at > first) dot = at;
    else return toScaled(text);
  }
  if (length === first || dot === length - 1 || length - first > SHORT_DIGITS + (dot < 0 ? 0 : 1))
    return toScaled(text);
  return { units: first === 0 ? units : -units, scale: dot < 0 ? 0 : length - dot - 1 };
}

/** A running exact sum at the finest scale seen so far; the total keeps that scale ("1.10" + "2" = "3.10"). */
export class MoneySum {
  /** Units by their scale: amounts of several scales are brought together once, at the end. */
  readonly #units: bigint[] = [];
  /** Those of short amounts, whole numbers of at most MOST_SUMMED. */
  readonly #short: number[] = [];

  /** Adds one amount. Throws RangeError when the text is not money. */
  add(text: string): void {
    this.addScaled(toUnits(text));
  }

  /** The same of an amount that is split already: one that goes into several sums is read once. */
  addScaled({ units, scale }: Units): void {
    if (typeof units === 'bigint') {
      this.#units[scale] = (this.#units[scale] ?? 0n) + units;
      return;
    }
    const sum = (this.#short[scale] ?? 0) + units;
    if (sum <= MOST_SUMMED && sum >= -MOST_SUMMED) this.#short[scale] = sum;
    else {
      this.#units[scale] = (this.#units[scale] ?? 0n) + BigInt(sum);
      this.#short[scale] = 0;
    }
  }

  /** Subtracts one amount. Throws RangeError when the text is not money. */
  subtract(text: string): void {
    const { units, scale } = toUnits(text);
    this.addScaled({ units: -units, scale });
  }

  /** The exact total so far as a decimal string. */
  total(): string {
    const scale = Math.max(0, this.#units.length - 1, this.#short.length - 1);
    let units = 0n;
    for (let at = 0; at <= scale; at += 1) {
      const [long, short] = [this.#units[at] ?? 0n, this.#short[at] ?? 0];
      // Nearly every scale has nothing, and a power costs more than a sum.
      if (long !== 0n || short !== 0) units += (long + BigInt(short)) * 10n ** BigInt(scale - at);
    }
    return fromScaled({ units, scale });
  }
}
