/** Makes a failing scenario smaller as long as it fails in the same way: fewer faults, fewer deeds, a shorter world. Not here: what is simulated. */
import type { Scenario } from './scenario.ts';
import { simulate, type SimulationResult } from './simulation.ts';

/** What kind of violation it is: its first word. */
function kindsOf({ violations }: SimulationResult): ReadonlySet<string> {
  return new Set(violations.map((violation) => violation.split(':')[0] ?? violation));
}

/** At most `tries` runs. Answers the smallest scenario that still violates what the given one does. */
export async function shrink(scenario: Scenario, result: SimulationResult, tries = 60): Promise<Scenario> {
  const wanted = kindsOf(result);
  let left = tries;
  const fails = async (candidate: Scenario): Promise<boolean> => {
    if (left === 0) return false;
    left -= 1;
    const found = kindsOf(await simulate(candidate));
    return [...wanted].some((kind) => found.has(kind));
  };
  let best = scenario;
  for (const sittings of [1, 2].filter((count) => count < scenario.sittings)) {
    if (await fails({ ...best, sittings })) {
      best = { ...best, sittings };
      break;
    }
  }
  best = { ...best, acts: await fewer(best.acts, (acts) => fails({ ...best, acts })) };
  best = { ...best, faults: await fewer(best.faults, (faults) => fails({ ...best, faults })) };
  return best;
}

/** Takes pieces out, half of all first and single ones last. */
async function fewer<Thing>(
  things: readonly Thing[],
  stillFails: (things: readonly Thing[]) => Promise<boolean>,
): Promise<readonly Thing[]> {
  let kept = things;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const without = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await stillFails(without)) kept = without;
      else at += size;
    }
  }
  return kept;
}
