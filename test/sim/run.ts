/**
 * `npm run sim -- --seed N [--days 2] [--minutes 60] [--sittings 3] [--runs K] [--trace FILE] [--scenario FILE] [--shrink FILE]
 * [--json [--situations]] [--first] [--team]`: runs seeds from N on, or with --team those of them whose engine is a team's, or one scenario that was written down, and says what was violated. Ends with 1 when anything was. Not here: what is simulated (simulation.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Scenario, scenarioOf } from './scenario.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '60' },
    sittings: { type: 'string', default: '3' },
    runs: { type: 'string', default: '1' },
    trace: { type: 'string' },
    scenario: { type: 'string' },
    shrink: { type: 'string' },
    situations: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    team: { type: 'boolean', default: false },
  },
});

const wish = { days: Number(values.days), openMinutes: Number(values.minutes), sittings: Number(values.sittings) };
const first = Number(values.seed);
const told: Scenario | null = values.scenario === undefined ? null : JSON.parse(readFileSync(values.scenario, 'utf8'));
let isViolated = false;

/** What runs the same world again. */
function again(seed: number): string {
  if (values.scenario !== undefined) return `--scenario ${values.scenario}`;
  return `--seed ${seed} --days ${wish.days} --minutes ${wish.openMinutes} --sittings ${wish.sittings}`;
}

let left = Number(values.runs);
for (let seed = first; left > 0 && !(isViolated && values.first); seed += 1) {
  const scenario = told ?? scenarioOf(seed, wish);
  if (values.team && told === null && scenario.team.length === 0) continue;
  left -= 1;
  const begun = process.cpuUsage();
  const result = await simulate(scenario, {
    trace: values.trace !== undefined,
    isFirstEnough: values.first,
  });
  const { hash, events, violations, situations, lines } = result;
  if (values.trace !== undefined) writeFileSync(values.trace, `${lines.join('\n')}\n`);
  isViolated ||= violations.length > 0;
  if (values.shrink !== undefined && violations.length > 0) {
    const smaller = await shrink(scenario, result);
    writeFileSync(values.shrink, `${JSON.stringify(smaller, null, 2)}\n`);
  }
  if (!values.json) {
    const { user, system } = process.cpuUsage(begun);
    const seconds = ((user + system) / 1_000_000).toFixed(1);
    process.stdout.write(
      `seed ${result.seed}: ${events} events, ${Object.keys(situations).length} situations, ${seconds} s of a processor, ${hash.slice(0, 16)}\n`,
    );
    for (const violation of violations) process.stdout.write(`  ${violation}\n`);
    if (violations.length > 0 && values.trace === undefined)
      process.stdout.write(
        `${lines
          .slice(-25)
          .map((line) => line.slice(0, 240))
          .join('\n')}\n  replay: npm run sim -- ${again(seed)}\n`,
      );
  } else
    process.stdout.write(
      `${JSON.stringify({ seed: result.seed, hash, events, violations, ...(values.situations ? { situations } : {}) })}\n`,
    );
}
process.exitCode = isViolated ? 1 : 0;
