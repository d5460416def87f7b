/** Exact sums by another road than the product's: fractions of big integers over one common denominator. */

const DENOMINATOR = 10n ** 80n;

/** An amount as an integer number of 10^-80. */
export function exact(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`no amount: ${text}`);
  const [, sign = '', whole = '0', fraction = ''] = match;
  const value = BigInt(whole) * DENOMINATOR + BigInt(fraction.padEnd(80, '0'));
  return sign === '-' ? -value : value;
}

export function sumOf(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + exact(amount), 0n);
}
