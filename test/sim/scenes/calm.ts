/**
 * Half of the worlds are calm: most kinds of trouble and most deeds stay out of them, and scenes come one after the other instead. Where everything is the matter at
 * once, runs and orders are hardly ever begun, and what is rare is not reached. (Testing of file systems and compilers knows the same as swarm testing: to leave
 * out is to find more.) Not here: what a scene is (scenes.ts).
 */
import { type Stream, streamOf } from '../chance.ts';
import type { FaultKind } from '../faults/faults.ts';

const CALM = 0.5;
/** Of the kinds of trouble, those that a calm world has all the same. */
const KINDS = 0.15;
/** Of the deeds, one in so many. */
const DEEDS = 3;

/** Of calm worlds, those that have each of the rare scenes. */
const RARELY = 0.2;

/** Its own stream of a rare scene, where the world has that one; null elsewhere. */
export function rarely(seed: number, scene: string): Stream | null {
  const chance = streamOf(seed, scene);
  return chance.is(RARELY) ? chance : null;
}

/** The scenes in which orders are made, or lost, beside pages: their lists have many pages, of which the first shows no order that is new. */
export const BESIDE_PAGES = 'orders beside pages';
export const LOSS_BESIDE_PAGES = 'a loss beside pages';

export function hasManyPages(seed: number): boolean {
  const scenes = [BESIDE_PAGES, LOSS_BESIDE_PAGES];
  return calmOf(seed).isCalm && scenes.some((scene) => rarely(seed, scene) !== null);
}

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
