/**
 * The first walk over a long list, through the real sync job, gate and mirror file, against four ways of limiting requests: certified,
 * never refused, and hardly slower than the limit allows. A hundred thousand invoices in a soak run; outside of it fewer, with a
 * limit that is as much smaller. Not here: neighbours on the same key (the gate's own tests).
 */
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { LimiterModel, type Model, MODELS } from '../../support/limiter-models.ts';
import { ListWorld } from '../../support/worlds/lists.ts';
import { SOAK } from '../../support/scale.ts';
import { startSyncBench } from '../../support/benches/sync.ts';
import { seeded } from '../../support/seeded.ts';

/** Whole windows: one request too many makes one more of them. */
const SIZE = SOAK ? 100_000 : 6_000;
const LIMIT = SOAK ? 100 : 20;
const WINDOW_MS = 60_000;

const folders: { remove: () => void }[] = [];
afterAll(() => {
  for (const { remove } of folders) remove();
});

interface Cold {
  readonly requests: number;
  readonly elapsedMs: number;
  readonly refused: number;
  readonly certificate: string;
  readonly seen: number;
}

async function cold(model: Model, reserve: number | 'automatic'): Promise<Cold> {
  const clock = new DiscreteClock();
  const world = new ListWorld({ size: SIZE, order: 'newest-first', now: () => clock.now(), random: seeded(1) });
  const made = temporaryFolder();
  folders.push(made);
  const limiter = new LimiterModel(model, LIMIT);
  const bench = startSyncBench({ folder: made.path, clock, world, limiter, reserve });
  const begun = clock.now();
  await bench.cycle();
  const pages = world.requests.filter(
    ({ path, query }) =>
      path === '/external/invoices' && query.get('per_page') === '100' && query.get('status') === null,
  );
  const { invoices } = await bench.mirror.read('lists.state', {});
  await bench.close();
  const elapsedMs = (pages.at(-1)?.at ?? 0) + 50 - begun;
  const { certificate, seen } = invoices;
  return { requests: pages.length, elapsedMs, refused: bench.refused(), certificate, seen };
}

/** The least time for so many requests, from a full window; a bucket fills all the time. */
function floorMs(model: Model, requests: number, perWindow: number): number {
  if (model === 'token-bucket') return ((requests - perWindow) * WINDOW_MS) / LIMIT;
  return (Math.ceil(requests / perWindow) - 1) * WINDOW_MS;
}

/**
 * Of the floor. A bucket shows only whole tokens, which costs a little more (see the gate). Fifty requests are two windows and a half,
 * of which a quarter of a second each is much, and too few to learn that it is a bucket.
 */
const LEAST: Readonly<Record<Model, number>> = {
  'fixed-clock': SOAK ? 0.97 : 0.94,
  'first-hit': SOAK ? 0.97 : 0.94,
  'sliding-log': SOAK ? 0.97 : 0.94,
  'token-bucket': SOAK ? 0.93 : 0.5,
};

describe.each([0, 'automatic'] as const)('reserve %s', (reserve) => {
  test.each(MODELS)('%s: certified, never refused, close to the floor', async (model) => {
    const run = await cold(model, reserve);
    const floor = floorMs(model, run.requests, reserve === 0 ? LIMIT : LIMIT - 5);
    const ratio = floor / run.elapsedMs;
    if (SOAK) console.info('cold', model, reserve, JSON.stringify({ ...run, floor, ratio }));
    expect(run).toMatchObject({ certificate: 'certified', seen: SIZE, refused: 0, requests: SIZE / 100 });
    expect(ratio).toBeGreaterThanOrEqual(LEAST[model]);
  });
});
