/** Makes a failing scenario smaller as long as it fails in the same way: fewer sittings, deeds and faults, less time, a smaller world, nothing unusual about the machine. Not here: what is simulated. */
import { type Scenario, USUAL } from './scenario.ts';
import { simulate, type SimulationResult } from './simulation.ts';

type Run = (scenario: Scenario) => Promise<Pick<SimulationResult, 'violations'>>;

/** What kind of violation it is: its first word. */
function kindsOf({ violations }: Pick<SimulationResult, 'violations'>): ReadonlySet<string> {
  return new Set(violations.map((violation) => violation.split(':')[0] ?? violation));
}

/** At most `tries` runs. Answers the smallest scenario that still violates what the given one does. */
export async function shrink(
  scenario: Scenario,
  result: Pick<SimulationResult, 'violations'>,
  { tries = 80, run = simulate }: { readonly tries?: number; readonly run?: Run } = {},
): Promise<Scenario> {
  const wanted = kindsOf(result);
  let left = tries;
  let best = scenario;
  /** Takes it where it still fails. */
  const attempt = async (candidate: Scenario): Promise<boolean> => {
    if (left === 0) return false;
    left -= 1;
    const found = kindsOf(await run(candidate));
    const isFailing = [...wanted].some((kind) => found.has(kind));
    if (isFailing) best = candidate;
    return isFailing;
  };
  // The dearest first: each sitting and each minute is paid for in all that follows.
  for (const sittings of [1, 2].filter((count) => count < scenario.sittings))
    if (await attempt({ ...best, sittings })) break;
  while (best.sittingMs > SHORTEST_MS && (await attempt({ ...best, sittingMs: Math.ceil(best.sittingMs / 2) })));
  await fewer(best.faults, (faults) => attempt({ ...best, faults }));
  await fewer(best.second, (second) => attempt({ ...best, second }));
  await fewer(best.acts, (acts) => attempt({ ...best, acts }));
  await fewer(best.team, (team) => attempt({ ...best, team }));
  await attempt({ ...best, constants: USUAL });
  while (best.size > SMALLEST && (await attempt({ ...best, size: Math.ceil(best.size / 2) })));
  return best;
}

const SHORTEST_MS = 30_000;
const SMALLEST = 3;

/** Takes pieces out, half of all first and single ones last. */
async function fewer<Thing>(
  things: readonly Thing[],
  stillFails: (things: readonly Thing[]) => Promise<boolean>,
): Promise<void> {
  let kept = things;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const without = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await stillFails(without)) kept = without;
      else at += size;
    }
  }
}
