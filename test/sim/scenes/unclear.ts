/**
 * Scenes of what stays unclear, and of what nobody wants any more in the middle of its turn: an end that nobody knows and that somebody asks for again, a refusal
 * after an answer that was lost, a run that is cancelled between its reading and its request. Not here: when a world has them (scenes.ts).
 */
import type { Stream } from '../chance.ts';
import type { Fault } from '../faults/faults.ts';
import type { Act } from './acts.ts';

export interface Scene {
  readonly faults: readonly Fault[];
  readonly acts: readonly Act[];
}

/** Takes the first invoice of all, as people choose (people.ts), and agrees to what was delivered: in a run nothing else is a question but the earlier one. */
const THE_FIRST = 0.005;
/** The deliveries are read for about two minutes until nobody looks for a resend any more. */
const GIVEN_UP_MS = 130_000;

/** A resend without an answer, as the last that people do: no life comes after the next one that would take it up. */
export const leftAtTheEnd = (openMs: number): Scene => ({
  faults: [
    { kind: 'refusal', from: openMs - 9_000, forMs: 9_000, code: 'INTERNAL_ERROR', operation: 'resend', share: 1 },
  ],
  acts: [{ at: openMs - 6_000, deed: 'resend', choice: THE_FIRST }],
});

export const UNCLEAR: Readonly<Record<string, (from: number, chance: Stream) => Scene>> = {
  'a resend of unknown fate, and a run that has it too': (from, chance) => ({
    faults: [{ kind: 'refusal', from, forMs: 15_000, code: 'INTERNAL_ERROR', operation: 'resend', share: 1 }],
    acts: [
      { at: from + 1_000, deed: 'resend', choice: THE_FIRST },
      { at: from + GIVEN_UP_MS + chance.between(0, 10_000), deed: 'run', choice: THE_FIRST },
    ],
  }),
  'an order without an answer, then refused': (from, chance) => ({
    faults: [
      { kind: 'refusal', from, forMs: 30_000, code: 'the other 422', operation: 'create', share: 0.5 },
      { kind: 'line', from: from + 1, forMs: 30_000, fault: 'lost after', share: 0.6 },
    ],
    acts: [1_000, 9_000, 18_000].map((afterMs) => ({ at: from + afterMs, deed: 'create', choice: chance.next() })),
  }),
  'a run that nobody wants any more': (from, chance) => ({
    faults: [{ kind: 'moment', from, what: 'cancel', step: 'bulk.turn', when: 'before', passes: chance.between(0, 2) }],
    acts: [{ at: from + 500, deed: 'run', choice: chance.next() }],
  }),
};
