// The passphrase of a file that leaves this computer: what it must be, and how hard it is to guess, for people. Whoever finds such a file may guess
// for years, so more is asked of it than of the lock of a window. Pure.

/** Characters of one that a file is written under. */
export const FILE_PASSPHRASE = { min: 12, max: 256 } as const;

const STRENGTHS = ['weak', 'fair', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** Bits from which on it is called so. A guess costs about a second and 256 MiB: a thousand computers make 2^35 in a year. */
const FAIR_BITS = 38;
const STRONG_BITS = 52;

/** A run of letters is taken for one word of a list of 2,000, whatever it is; so are digits for a date or a year. */
const WORD_BITS = 11;
const NUMBER_BITS = 9;
const LETTER_BITS = 4.7;
const DIGIT_BITS = 3.3;
const SIGN_BITS = 4;

/** How hard it is to guess for somebody who knows words, dates and habits. What occurs again counts once, and of one character many count as one. */
export function strengthOf(passphrase: string): Strength {
  const parts = passphrase.toLowerCase().match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\s]+/gu) ?? [];
  const bits = [...new Set(parts)].reduce((sum, part) => sum + bitsOf(part), 0);
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

function bitsOf(part: string): number {
  const different = new Set(part).size;
  if (/^\p{L}/u.test(part)) return Math.min(WORD_BITS, different * LETTER_BITS);
  if (/^\p{N}/u.test(part)) return Math.min(NUMBER_BITS, different * DIGIT_BITS);
  return Math.min(different, 2) * SIGN_BITS;
}
