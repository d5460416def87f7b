/**
 * Half of the worlds are calm: most kinds of trouble and most deeds stay out of them, and scenes come one after the other instead. Where everything is the matter at
 * once, runs and orders are hardly ever begun, and what is rare is not reached. (Testing of file systems and compilers knows the same as swarm testing: to leave
 * out is to find more.) Not here: what a scene is (scenes.ts).
 */
import { streamOf } from '../chance.ts';
import type { FaultKind } from '../faults/faults.ts';

const CALM = 0.5;
/** Of the kinds of trouble, those that a calm world has all the same. */
const KINDS = 0.15;
/** Of the deeds, one in so many. */
const DEEDS = 3;

export interface Calm {
  readonly isCalm: boolean;
  hasKind(kind: FaultKind): boolean;
  /** `at`: its place among all. */
  hasDeed(at: number): boolean;
}

export function calmOf(seed: number): Calm {
  const isCalm = streamOf(seed, 'calm').is(CALM);
  return {
    isCalm,
    // What is kept is drawn with its putting back.
    hasKind: (kind) => !isCalm || streamOf(seed, `calm with ${kind === 'keep' ? 'put back' : kind}`).is(KINDS),
    hasDeed: (at) => !isCalm || at % DEEDS === 0,
  };
}
