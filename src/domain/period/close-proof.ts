// Whether a kept close is still what was locked, and the words in it that this version of the console does not know.
import { z } from 'zod';
import { instant, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** Where in a close a word may stand that a later version of the console has brought. */
export const UNKNOWN_WORD_PLACES = [
  'requirement',
  'certificate',
  'line',
  'opening',
  'no-closing',
  'finding',
  'untold',
  'missing',
  'cause',
  'item',
] as const;

/** What of a kept close is not what was locked. */
export const CLOSE_FAULTS = [
  /** The SHA-256 of its text is another one, or the text cannot be read. */
  'text',
  /** The figures that are shown are not those at the head of its text. Not compared where they have a word that this version does not know. */
  'figures',
  /** It has more or fewer facts than it says. */
  'facts',
  /** It does not follow the close before it: that one is missing, or has another SHA-256 than the one it was chained to. */
  'chain',
] as const;
export type CloseFault = (typeof CLOSE_FAULTS)[number];

/** A word of a later version. What it names is left out of what is shown, and said; the text of the close has it. */
export const UNKNOWN_WORD = z.object({
  where: z.enum(UNKNOWN_WORD_PLACES),
  word: z.string(),
});
export type UnknownWord = ToldOf<typeof UNKNOWN_WORD>;

/** What recomputing the SHA-256 of a close over its text has shown. */
export const CLOSE_PROOF = z.object({
  verified: z.boolean(),
  faults: z.array(z.enum(CLOSE_FAULTS)),
  /** As recomputed, lower-case hex; null when the text cannot be read. */
  sha256: textOrNull,
  /** On this computer's clock, ISO. */
  checkedAt: instant,
});
export type CloseProof = ToldOf<typeof CLOSE_PROOF>;
