// Whether payments by a method have stopped: no success for so long that the same hours of past weeks would have had
// many. Pure; counts are of successes. The thresholds and why they are as they are: docs/faults.md.
import { z } from 'zod';
import { instant, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';

export const PAYMENT_SILENCE = z.object({
  /** The API's own word; null: orders that name none. */
  method: textOrNull,
  /** The last success before it, or since when this console has watched. */
  since: instant,
  /** Successes that as long a time usually has, when it was told. */
  usual: natural,
  /** The first success after it; null while there is none. */
  recoveredAt: instant.nullable(),
});
export type PaymentSilence = ToldOf<typeof PAYMENT_SILENCE>;

/** Weeks whose same hours are looked at; without all of them nothing is usual yet. */
export const USUAL_WEEKS = 4;
/** By what came in so long a time before the silence, today is held against those weeks. */
export const BEFORE_SILENCE_MS = 6 * 3_600_000;
/** A longer silence is looked at no more: it was told, or it has become usual. */
export const LONGEST_SILENCE_MS = 12 * 3_600_000;

export interface SilenceFacts {
  readonly silentMs: number;
  /** In the same time of each of the past weeks. */
  readonly usual: readonly number[];
  /** In the hours before the silence, and in the same ones of each of the past weeks. */
  readonly before: number;
  readonly usualBefore: readonly number[];
}

/** By chance alone so many are missed once in tens of millions of times: e^-18. */
const LEAST_EXPECTED = 18;

/** How many successes were to be expected: of the quieter of the past weeks, and no more than today has had of theirs before. */
export function expectedSuccesses({ usual, before, usualBefore }: SilenceFacts): number {
  if (usual.length < USUAL_WEEKS) return 0;
  const share = Math.min(1, (before + 1) / (quiet(usualBefore) + 1));
  return quiet(usual) * share;
}

/** True when nothing was paid for `leastMs` and longer, and that is no chance. */
export function isSilent(facts: SilenceFacts, leastMs: number): boolean {
  return facts.silentMs >= leastMs && expectedSuccesses(facts) >= LEAST_EXPECTED;
}

/** The mean without the busiest week: one feast does not make the next week's quiet an outage. */
function quiet(weeks: readonly number[]): number {
  const counted = weeks.toSorted((a, b) => a - b).slice(0, -1);
  return counted.reduce((sum, count) => sum + count, 0) / Math.max(1, counted.length);
}
