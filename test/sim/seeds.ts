/** What the suites of the simulator share: seeds in a row, each of which has to hold. Not here: what is simulated (simulation.ts). */
import { expect, test } from 'vitest';
import { scenarioOf, type Wish } from './scenario.ts';
import { simulate } from './simulation.ts';

/** Eight open minutes in three sittings over two days: what `npm test` has time for. */
export const SHORT: Wish = { days: 2, openMinutes: 8, sittings: 3 };

/** Each seed is a test of its own, which says how it is run again. */
export function holdFor(from: number, to: number): void {
  test.each(Array.from({ length: to - from + 1 }, (_, at) => from + at))('holds for seed %i', async (seed) => {
    const { violations, lines } = await simulate(scenarioOf(seed, SHORT));
    const again = `npm run sim -- --seed ${seed} --minutes ${SHORT.openMinutes} --trace FILE`;
    expect(violations, `${again}\n${lines.slice(-20).join('\n')}`).toEqual([]);
  });
}
