/**
 * The steps of `npm test` beside each other: what must be over before a step is, what they say comes in the order of the list, and a step that
 * fails or throws hides no other. Not here: which steps there are.
 */
import { expect, it } from 'vitest';
import { runSideBySide, type Step } from '../../scripts/lib/side-by-side.mjs';

function stage() {
  const printed: string[] = [];
  const how = {
    write: (piece: string | Uint8Array) => void printed.push(String(piece)),
    thrown: () => 'threw',
    ended: ({ name }: Step<string>, result: string) => `== ${name}: ${result}\n`,
  };
  return { run: (steps: readonly Step<string>[]) => runSideBySide(steps, how), text: () => printed.join('') };
}

it('runs beside each other what waits for nothing, and prints it in the order of the list', async () => {
  const { run, text } = stage();
  const first = Promise.withResolvers<string>();
  const results = await run([
    {
      name: 'a',
      after: [],
      work: async (tell) => {
        tell('a begins\n');
        // Only the other one can say so: one after the other they would never end.
        return first.promise;
      },
    },
    {
      name: 'b',
      after: [],
      work: async (tell) => {
        tell('b is quick\n');
        expect(text()).toBe('\n== a\na begins\n');
        first.resolve('ok');
        return 'ok';
      },
    },
  ]);
  expect(results.map(({ name, result }) => [name, result])).toEqual([
    ['a', 'ok'],
    ['b', 'ok'],
  ]);
  expect(text()).toBe('\n== a\na begins\n== a: ok\n\n== b\nb is quick\n== b: ok\n');
});

it('begins a step when those are over that it comes after, also when they failed; who is not in the list is not waited for', async () => {
  const { run, text } = stage();
  const order: string[] = [];
  const step = (name: string, after: readonly string[], fails = false): Step<string> => ({
    name,
    after,
    work: async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (fails) throw new Error(`${name} broke`);
      return 'ok';
    },
  });
  const results = await run([step('build', [], true), step('unit', ['build', 'types']), step('e2e', ['unit'])]);
  expect(order).toEqual(['build begins', 'build ends', 'unit begins', 'unit ends', 'e2e begins', 'e2e ends']);
  expect(results.map(({ result }) => result)).toEqual(['threw', 'ok', 'ok']);
  expect(text()).toContain('Error: build broke');
  expect(text()).toContain('== build: threw\n\n== unit\n');
});
