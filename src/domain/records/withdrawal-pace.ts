// How long the business's own withdrawals took from request to approval, which is all that can be said of how long one that is pending will. Pure.
import { z } from 'zod';
import { count, type ToldOf } from '../kernel/shape.ts';

/** Of fewer nothing is said. */
export const LEAST_SAMPLE = 5;

export const WITHDRAWAL_PACE = z.object({
  /** Approved ones with both dates. */
  sample: count,
  /** Of an even number the middle between the two in the middle; null below LEAST_SAMPLE. Milliseconds. */
  medianMs: z.number().nullable(),
});
export type WithdrawalPace = ToldOf<typeof WITHDRAWAL_PACE>;

/** `took`: milliseconds, in any order; those that ended before they began say nothing. */
export function paceOf(took: readonly number[]): WithdrawalPace {
  const sorted = took.filter((ms) => ms >= 0).toSorted((left, right) => left - right);
  const sample = sorted.length;
  const [low, high] = [sorted[Math.floor((sample - 1) / 2)], sorted[Math.floor(sample / 2)]];
  const isSaid = sample >= LEAST_SAMPLE && low !== undefined && high !== undefined;
  return { sample, medianMs: isSaid ? (low + high) / 2 : null };
}
