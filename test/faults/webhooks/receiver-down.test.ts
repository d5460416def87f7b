/**
 * A receiver that is down, as the engine finds it: the real sync, watch, gate and mirror over the sandbox on the discrete clock, with a limit of a hundred
 * requests. The judge is the sandbox, which knows when the third attempt had failed. Not here: the law (test/domain/webhooks/receiver-health.test.ts).
 */
import { afterEach, expect, it } from 'vitest';
import { HealthWatch } from '../../../src/backend/jobs/news/health.ts';
import type { News } from '../../../src/domain/news/notice.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { startSyncBench, type SyncBench } from '../../support/benches/sync.ts';
import { type WatchedSandbox, watchedSandbox } from '../../support/benches/watched-sandbox.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { LimiterModel } from '../../support/limiter-models.ts';
import { SOAK } from '../../support/scale.ts';

const MINUTE_MS = 60_000;
/** It is out of order until three hours after the beginning of the world. */
const HOST = 'legacy.shop.example';
const END_MS = 180 * MINUTE_MS;
/** How long before that the console begins. */
const BEFORE_MS = 25 * MINUTE_MS;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Told {
  readonly at: number;
  readonly news: News;
}

interface Setup {
  readonly clock: DiscreteClock;
  readonly world: WatchedSandbox;
  readonly told: readonly Told[];
  readonly bench: SyncBench;
}

/** A console that has read everything, `BEFORE_MS` before the receiver is well again. */
async function started(): Promise<Setup> {
  const clock = new DiscreteClock();
  const world = await watchedSandbox(clock, 60);
  closers.push(() => world.close());
  await clock.runFor(END_MS - BEFORE_MS);
  const folder = temporaryFolder();
  closers.push(() => folder.remove());
  const told: Told[] = [];
  let health: HealthWatch | null = null;
  const bench = startSyncBench({
    folder: folder.path,
    clock,
    world,
    limiter: new LimiterModel('sliding-log', 100),
    reserve: 'automatic',
    onSignal: (signal) => {
      health?.notice(signal);
      if (signal.kind === 'news') told.push({ at: clock.now(), news: signal.news });
    },
  });
  closers.push(() => bench.close());
  const profile = { id: 'p1', name: 'Shop', origin: 'https://x', kind: 'business', readOnly: false } as const;
  health = new HealthWatch(bench.context, { profile: () => profile, serverNow: () => clock.now() });
  bench.watch.start();
  await bench.cycle();
  await clock.runFor(2 * MINUTE_MS);
  return { clock, world, told, bench };
}

/** Orders to the receiver, each paid a minute later; resolves when the last one is. */
async function orders({ clock, world: { sandbox } }: Setup, perMinute: number, minutes: number): Promise<string[]> {
  const uuids: string[] = [];
  const everyMs = MINUTE_MS / perMinute;
  const one = async (): Promise<void> => {
    const order = {
      externalId: `sold-${uuids.length}`,
      customerId: `c-${uuids.length}`,
      amount: '10.00',
      currency: 'EUR',
    };
    const { uuid } = sandbox.world.createInvoice({ ...order, callbackUrl: `https://${HOST}/hook`, purpose: null });
    uuids.push(uuid);
    await clock.sleep(MINUTE_MS);
    sandbox.world.end(uuid, 'canceled');
  };
  for (let count = 0; count < perMinute * minutes; count += 1) {
    void one();
    await clock.runFor(everyMs);
  }
  await clock.runFor(MINUTE_MS);
  return uuids;
}

function thirdFailure({ world: { sandbox } }: Setup, uuids: readonly string[]): number {
  const ends = uuids
    .flatMap((uuid) => sandbox.world.deliveries(uuid).flatMap(({ attempts }) => attempts))
    .flatMap(({ createdAt, durationMs, success }) => (success ? [] : [createdAt + durationMs]));
  return ends.sort((a, b) => a - b)[2] ?? Number.NaN;
}

it.each(SOAK ? [20, 10, 5, 2, 1, 0.5] : [4])(
  'FAULT-91 FAULT-93 at %f orders a minute the first word comes within five minutes of the third failure, and one when it is over',
  async (perMinute) => {
    const setup = await started();
    const { clock, told, bench } = setup;
    expect(told).toEqual([]);
    const begun = clock.now();
    const uuids = await orders(setup, perMinute, 40);
    const ofHost = told.filter(({ news }) => news.body.includes(HOST));
    const minutes = ((ofHost[0]?.at ?? 0) - thirdFailure(setup, uuids)) / MINUTE_MS;
    const after = ((ofHost[1]?.at ?? 0) - begun) / MINUTE_MS - (BEFORE_MS / MINUTE_MS - 3);
    if (SOAK)
      console.info(
        'receiver down',
        JSON.stringify({
          perMinute,
          minutes,
          after,
          refused: bench.refused(),
          told: told.map(({ news }) => news.body),
        }),
      );
    expect(ofHost.map(({ news }) => news.about)).toEqual(['receiver-down', 'receiver-recovered']);
    expect(minutes).toBeLessThan(5);
    expect(told).toHaveLength(2);
  },
);
