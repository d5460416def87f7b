/** Every control is taken away in a copy of the tree, one after the other, and each is missed by its test. Not here: the list (controls.ts). */
import { expect, test } from 'vitest';
import { notMissed, trialsOf } from './controls-removed.ts';
import { CONTROLS } from './controls.ts';

test('without its control the named test fails, for every control', async () => {
  expect(await notMissed(trialsOf(CONTROLS), (line) => process.stdout.write(`${line}\n`))).toEqual([]);
});
