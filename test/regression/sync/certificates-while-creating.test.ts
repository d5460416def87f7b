/**
 * While this console created invoices, its certificate could be false: a page that was crossed by other stores was asked for five times and
 * then counted all the same, so that a record which was younger than the page's total made up for one that nobody had seen; and where
 * the count came out above the total, the list was said to lose records and was never proved by counting again. Here a world creates
 * invoices through the console and past it while slow pages are read, in every order, and judges each certificate by what it held itself.
 */
import { describe, expect, test } from 'vitest';
import { PASS_LIMIT } from '../../../src/backend/api/walk/walk.ts';
import { fetchInvoice } from '../../../src/backend/jobs/records/fetch.ts';
import type { CertifyInput } from '../../../src/backend/mirror/kernel/answers.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld, type WorldOrder } from '../../support/worlds/lists.ts';
import { SOAK } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import { type SyncBench, startSyncBench } from '../../support/benches/sync.ts';

const MINUTE = 60_000;

interface Weather {
  readonly name: string;
  readonly minutes: number;
  /** Of these a minute, at random moments: through this console, and past it. */
  readonly creates: number;
  readonly shopOrders: number;
  /** A page is under way for so long, milliseconds, and its total is of any moment of that. */
  readonly pageMs: readonly [least: number, most: number];
  /** At least so many certificates a minute where the order shows new records on one page. */
  readonly certified: number;
}

const WEATHERS: readonly Weather[] = [
  {
    name: 'a busy console',
    minutes: SOAK ? 240 : 6,
    creates: 25,
    shopOrders: 12,
    pageMs: [750, 2_250],
    certified: 1,
  },
  // So that hardly a page is not crossed.
  { name: 'a flood', minutes: SOAK ? 60 : 9, creates: 60, shopOrders: 12, pageMs: [3_000, 7_000], certified: 0.5 },
];

interface Run {
  readonly certified: number;
  readonly verdicts: number;
  readonly false: readonly string[];
  readonly lostGrowOnly: number;
  /** The longest time between two verdicts, milliseconds. */
  readonly longestGap: number;
  readonly created: number;
  /** New ones, shop orders among them. */
  readonly known: number;
}

async function run(weather: Weather, order: WorldOrder, size: number, seed: number): Promise<Run> {
  const clock = new DiscreteClock();
  const random = seeded(seed);
  const folder = temporaryFolder();
  const world = new ListWorld({ size, order, now: () => clock.now(), random });
  const plain = world.answer.bind(world);
  /** Answers about the whole list. */
  const totals: { readonly at: number; readonly total: number }[] = [];
  world.answer = (path) => {
    const answer = plain(path);
    const { pathname, searchParams } = new URL(path, 'http://world');
    const isWhole = pathname === '/external/invoices' && !searchParams.has('status');
    if (isWhole) totals.push({ at: clock.now(), total: world.invoices.length });
    return answer;
  };
  const found = { certified: 0, verdicts: 0, false: [] as string[], lostGrowOnly: 0, last: clock.now(), longestGap: 0 };
  const judge = async ({ list, certificate, total, growOnly, asOf }: CertifyInput): Promise<void> => {
    if (list !== 'invoices') return;
    found.verdicts += 1;
    found.longestGap = Math.max(found.longestGap, clock.now() - found.last);
    found.last = clock.now();
    if (!growOnly) found.lostGrowOnly += 1;
    if (certificate !== 'certified') return;
    found.certified += 1;
    // The answer that the certificate rests on is the latest one: the sync asks for one page at a time.
    const answer = totals.at(-1);
    if (answer?.total !== total) found.false.push(`${asOf}: ${total} is not the total of the latest answer`);
    const then = world.invoices.filter(({ createdAt }) => createdAt <= (answer?.at ?? 0)).map(({ uuid }) => uuid);
    const known = new Set<string>();
    for (let from = 0; from < then.length; from += 1_000) {
      const uuids = then.slice(from, from + 1_000);
      for (const uuid of await bench.mirror.read('invoices.known', { uuids })) known.add(uuid);
    }
    const lacking = then.filter((uuid) => !known.has(uuid));
    if (lacking.length > 0) found.false.push(`${asOf}: ${total} certified without ${lacking.join(', ')}`);
  };
  const between = (least: number, most: number): number => least + random() * (most - least);
  const bench: SyncBench = startSyncBench({
    folder: folder.path,
    clock,
    world,
    onVerdict: judge,
    latency: (path) => {
      const whole = path.includes('page=') ? between(...weather.pageMs) : between(80, 400);
      const there = random() * whole;
      return [there, whole - there];
    },
  });
  const life = { isOver: false };
  const often = async (perMinute: number, act: () => void): Promise<void> => {
    while (!life.isOver) {
      await clock.sleep((-Math.log(1 - random()) * MINUTE) / perMinute);
      act();
    }
  };
  // As a create ends: the API has the invoice, and it is read and stored by itself.
  const create = async (): Promise<void> => {
    const { uuid } = world.add('pending');
    await clock.sleep(between(80, 400));
    if (life.isOver) return;
    const read = await fetchInvoice(bench.context, uuid, { lane: 'click' });
    if (!read.ok) throw new Error(JSON.stringify(read.failure));
  };
  const creating = new Set<Promise<void>>();
  await bench.cycle();
  void often(weather.creates, () => creating.add(create()));
  void often(weather.shopOrders, () => world.add('pending'));
  await bench.runFor(weather.minutes * MINUTE);
  life.isOver = true;
  await clock.run(Promise.all(creating));
  await bench.close();
  folder.remove();
  return { ...found, created: creating.size, known: world.invoices.length - size };
}

describe.each(WEATHERS)('$name', (weather) => {
  const cases = (['by-uuid', 'newest-first', 'oldest-first'] as const).flatMap((order) =>
    (SOAK ? [410, 1_500] : [410]).map((size) => ({ order, size })),
  );

  test.each(cases)(
    'FAULT-39 CERT-2: $order, $size invoices: no certificate is false, and growth is never doubted',
    async ({ order, size }) => {
      const { certified, verdicts, longestGap, created, known, lostGrowOnly, ...rest } = await run(
        weather,
        order,
        size,
        7,
      );
      console.info(
        `${weather.name}, ${order}, ${size}: ${JSON.stringify({ certified, verdicts, longestGap, created })}`,
      );
      expect(rest.false).toEqual([]);
      expect(lostGrowOnly).toBe(0);
      expect(created).toBeGreaterThan(weather.minutes * weather.creates * 0.7);
      // Not by saying nothing: it is judged all the while, and proved where the order lets it be.
      // A walk ends with its passes, however often its pages are crossed.
      expect(longestGap).toBeLessThan((PASS_LIMIT + 1) * Math.ceil((size + known) / 100) * weather.pageMs[1]);
      if (order !== 'by-uuid') expect(certified).toBeGreaterThanOrEqual(weather.minutes * weather.certified);
    },
  );
});
