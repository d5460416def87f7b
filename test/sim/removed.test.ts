/** What is taken away to prove the simulator stands in the engine, once each, so that the list does not rot. Not here: that it is found (removals.ts). */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { REMOVALS } from './removed.ts';

const backend = resolve(import.meta.dirname, '../../src/backend');

test.each(REMOVALS.map((removal) => [`${removal.of}: ${removal.what}`, removal] as const))(
  'there is something to take away, once: %s',
  (_, { also = [], ...first }) => {
    for (const { file, from, to } of [first, ...also]) {
      const text = readFileSync(join(backend, file), 'utf8');
      expect(text.split(from)).toHaveLength(2);
      expect(text.replace(from, () => to)).not.toBe(text);
    }
  },
);

test('each is another one', () => {
  expect(new Set(REMOVALS.map(({ of, what }) => `${of}: ${what}`)).size).toBe(REMOVALS.length);
});
