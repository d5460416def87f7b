/**
 * Three hundred worlds of thirty days in eight sittings, half an open hour each, in two processes; and that every situation was met that
 * has a name, so that what the judges saw is not always the same. The twenty of `npm test`: first-seeds, more-seeds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isFields } from '../../src/domain/kernel/fields.ts';
import { neverMet, SITUATIONS } from './situations.ts';

const SEEDS = 300;

async function half(from: number): Promise<readonly unknown[]> {
  const shape = ['--days', '30', '--sittings', '8', '--minutes', '30', '--json', '--situations'];
  const child = spawn(
    process.execPath,
    ['test/sim/run.ts', '--seed', String(from), '--runs', String(SEEDS / 2), ...shape],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return said
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

test('holds for three hundred seeds, and meets enough', async () => {
  const results = (await Promise.all([half(1_001), half(1_001 + SEEDS / 2)])).flat().filter(isFields);
  expect(results).toHaveLength(SEEDS);
  const failed = results.filter(({ violations }) => !Array.isArray(violations) || violations.length > 0);
  expect(failed.map(({ seed, violations }) => ({ seed, violations }))).toEqual([]);
  const happened = new Set(results.flatMap((result) => Object.keys(Object(result['situations']))));
  process.stdout.write(
    `${happened.size} situations, ${SITUATIONS.length - neverMet(happened).length} of ${SITUATIONS.length} named ones\n`,
  );
  expect(SITUATIONS.length).toBeGreaterThanOrEqual(120);
  expect(neverMet(happened)).toEqual([]);
});
