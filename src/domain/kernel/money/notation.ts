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

/** A running exact sum. BigInt at the finest scale seen so far; the total keeps that scale ("1.10" + "2" = "3.10"). */
export class MoneySum {
  /** Units by their scale: amounts of several scales are brought together once, at the end. */
  readonly #units: bigint[] = [];

  /** Adds one amount. Throws RangeError when the text is not money. */
  add(text: string): void {
    this.addScaled(toScaled(text));
  }

  /** The same of an amount that is split already: one that goes into several sums is read once. */
  addScaled({ units, scale }: Scaled): void {
    this.#units[scale] = (this.#units[scale] ?? 0n) + units;
  }

  /** Subtracts one amount. Throws RangeError when the text is not money. */
  subtract(text: string): void {
    const { units, scale } = toScaled(text);
    this.addScaled({ units: -units, scale });
  }

  /** The exact total so far as a decimal string. */
  total(): string {
    const scale = Math.max(0, this.#units.length - 1);
    const units = this.#units.reduce((sum, part, at) => sum + part * 10n ** BigInt(scale - at), 0n);
    return fromScaled({ units, scale });
  }
}
