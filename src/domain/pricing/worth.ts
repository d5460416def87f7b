// What fiat is worth in USDT: for the calculator as for the fees of what was paid, so that both say the same of one payment. Pure.
import { divideScaled, type Scaled, toScaled } from '../kernel/money/money.ts';

/** Decimals of a worth in USDT, whose precision the specification does not tell. */
export const WORTH_DECIMALS = 6;

/** fiat ÷ rate (fiat for one USDT), rounded half to even to WORTH_DECIMALS; null for a rate of nothing. */
export function worthOf(fiat: string, rate: string): Scaled | null {
  const units = divideScaled(toScaled(fiat), toScaled(rate), WORTH_DECIMALS, 'half-even');
  return units === null ? null : { units, scale: WORTH_DECIMALS };
}
