/**
 * One answer of 8 MiB held the engine's thread for about a second: it was parsed, searched for secrets and read as records in one turn, whatever it
 * held, and took hundreds of megabytes when it held millions of small values. No turn is longer than 50 ms of the thread's own work now (the promise of the
 * engine's thread), a record that is larger than any costs itself alone, and what a page cannot need is refused by name.
 */
import { describe, expect, it } from 'vitest';
import { costOf, LARGE_ANSWERS } from '../../support/files/large-answers.ts';

/** The promise of the engine's thread. Processor time is measured, so that a busy machine does not lengthen it. */
const MOST_MS = 50;

describe('FAULT-26: the longest turn', () => {
  it.each(LARGE_ANSWERS)('of $name', async (answer) => {
    // The first time the runtime compiles what it runs; the best of eight says what the work is beside others.
    let best = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 8 && best > MOST_MS; tries += 1) {
      best = Math.min(best, (await costOf(answer)).longestTurnMs);
    }
    expect(best).toBeLessThan(MOST_MS);
  });
});
