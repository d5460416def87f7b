// Exact money of the sandbox: decimal strings on the wire, scaled BigInt inside, every rounding named. It knows nothing of invoices or HTTP.

/** `half-up`: ties away from zero (used for what a customer pays); `down`: towards zero (used for what is credited). */
export type Rounding = 'half-up' | 'down';

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** 100 percent in the unit of {@link percentUnits}: a percentage carries up to four decimals. */
export const WHOLE_PERCENT = 1_000_000n;

/** Decimals of a fiat amount (the specification, section "Common conventions": at most 2). */
export const FIAT_SCALE = 2;

/** Decimals of the rate snapshots that the sandbox makes; the specification does not show a precision. */
export const RATE_SCALE = 4;

/** The finest USDT precision that the sandbox uses; the specification does not show one. */
export const FINE_SCALE = 18;

/** The number of decimals in a non-negative decimal string, or undefined when it is not one. */
export function decimalsOf(text: string): number | undefined {
  const match = DECIMAL.exec(text);
  return match === null ? undefined : (match[2] ?? '').length;
}

/** A non-negative decimal string as an integer at `scale` decimals. Throws when it is malformed or finer than `scale`. */
export function toUnits(text: string, scale: number): bigint {
  const match = DECIMAL.exec(text);
  if (match === null) throw new Error(`not a decimal string: ${text}`);
  const fraction = match[2] ?? '';
  if (fraction.length > scale) throw new Error(`more than ${scale} decimals: ${text}`);
  return BigInt((match[1] ?? '0') + fraction.padEnd(scale, '0'));
}

/** An integer at `scale` decimals as a decimal string with exactly `scale` decimals. */
export function toText(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** A percentage such as "2.5" in ten-thousandths of a percent. */
export function percentUnits(percent: string): bigint {
  return toUnits(percent, 4);
}

/** numerator / denominator of non-negative integers, rounded once, as named. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  return rounding === 'down' ? numerator / denominator : (2n * numerator + denominator) / (2n * denominator);
}

/**
 * What the customer pays: the amount plus the client share, rounded half-up to whole cents (the specification names
 * the sum, section "Payment method", but shows no rounding).
 */
export function withClientShare(amount: string, clientPercent: string): string {
  const cents = toUnits(amount, FIAT_SCALE);
  const share = divide(cents * percentUnits(clientPercent), WHOLE_PERCENT, 'half-up');
  return toText(cents + share, FIAT_SCALE);
}

/**
 * The USDT credited for a fiat amount, net of the merchant share: one exact fraction, rounded down once at `decimals`
 * (net as the specification says, section "Invoice"; the rounding is not shown).
 */
export function creditedUsdt(amount: string, rate: string, merchantPercent: string, decimals: number): string {
  const cents = toUnits(amount, FIAT_SCALE);
  const kept = WHOLE_PERCENT - percentUnits(merchantPercent);
  const numerator = cents * kept * 10n ** BigInt(RATE_SCALE + decimals);
  const denominator = 10n ** BigInt(FIAT_SCALE) * WHOLE_PERCENT * toUnits(rate, RATE_SCALE);
  return toText(divide(numerator, denominator, 'down'), decimals);
}

/** a − b of two decimal strings, never below zero, with the decimals of the finer one. */
export function difference(a: string, b: string): string {
  const scale = Math.max(decimalsOf(a) ?? 0, decimalsOf(b) ?? 0);
  const units = toUnits(a, scale) - toUnits(b, scale);
  return toText(units > 0n ? units : 0n, scale);
}
