/** A failing world with less in it: what fails it is kept, what does not goes, and it fails still when it is run again from what was written down. */
import { describe, expect, test } from 'vitest';
import type { Fault } from './faults/faults.ts';
import { type Scenario, scenarioOf, USUAL } from './scenario.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulation.ts';

const WORLD = scenarioOf(5, { days: 2, openMinutes: 20, sittings: 4 });
const crash: Fault = { kind: 'crash', from: 61_000 };
const given: Scenario = {
  ...WORLD,
  faults: [...WORLD.faults, crash],
  acts: [...WORLD.acts, { at: 60_000, deed: 'create', choice: 0.5 }],
};

describe('a failing scenario', () => {
  test('is left with the fault and the deed that fail it, in a smaller world', async () => {
    let runs = 0;
    const run = async ({ faults, acts, sittings, sittingMs, size }: Scenario) => {
      runs += 1;
      const isMet = faults.some(({ kind, from }) => kind === 'crash' && from === crash.from);
      const isDone = acts.some(({ deed }) => deed === 'create') && sittings * sittingMs >= 60_000 && size >= 7;
      return { violations: isMet && isDone ? ['order: one was made twice'] : ['something else: as well'] };
    };
    const result = { violations: ['order: one was lost'] };
    const small = await shrink(given, result, { run });
    expect(small.faults).toEqual([crash]);
    expect(small.acts.map(({ deed }) => deed)).toEqual(['create']);
    expect(small).toMatchObject({ sittings: 1, constants: USUAL });
    expect(small.sittingMs).toBeLessThan(120_000);
    expect(small.size).toBeLessThan(14);
    expect(runs).toBeLessThanOrEqual(80);
    // What is written down is all of it.
    expect(await run(JSON.parse(JSON.stringify(small)))).toEqual({ violations: ['order: one was made twice'] });
  });

  test('stays as it is when nothing can be taken out of it, and after so many tries', async () => {
    const never = async () => ({ violations: [] });
    expect(await shrink(given, { violations: ['a: b'] }, { run: never })).toBe(given);
    const always = async () => ({ violations: ['a: c'] });
    const once = await shrink(given, { violations: ['a: b'] }, { run: always, tries: 1 });
    expect(once).toEqual({ ...given, sittings: 1 });
  });

  test('of the whole engine is left with what brings its failure about', async () => {
    const world = scenarioOf(5, { days: 1, openMinutes: 2, sittings: 1 });
    const acts = [20_000, 40_000, 60_000].map((at) => ({ at, deed: 'fresh', choice: 0.5 }) as const);
    const line: Fault = { kind: 'line', fault: 'slow', share: 0.3, from: 10_000, forMs: 20_000 };
    const full: Scenario = {
      ...world,
      size: 12,
      constants: USUAL,
      acts,
      faults: [line, { kind: 'crash', from: 60_001 }],
    };
    const run = async (candidate: Scenario) => {
      const { situations } = await simulate(candidate);
      return { violations: 'a crash during: fresh' in situations ? ['met: it'] : [] };
    };
    const result = await run(full);
    expect(result.violations).toEqual(['met: it']);
    const small = await shrink(full, result, { run, tries: 14 });
    expect(small.faults).toEqual([{ kind: 'crash', from: 60_001 }]);
    expect(small.acts).toEqual(acts.slice(2));
  });
});
