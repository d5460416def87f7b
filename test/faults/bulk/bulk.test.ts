/**
 * Runs of two hundred resends on the discrete clock, the API's own count as the judge: none is sent twice by itself, all end with a
 * name, three unclear answers in a row stop a run, the reserve stays free, and the estimate holds once the resend interval is learned.
 * Not here: deaths of the process (kills.test.ts), stories on sockets (test/integration/resend/bulk.test.ts).
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { ReportedItem } from '../../../src/backend/books/resend/bulk-items.ts';
import type { BulkRunRow } from '../../../src/backend/books/resend/bulk.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import type { ResendMode } from '../../support/independent-api/options.ts';
import { LimiterModel, type Model, MODELS } from '../../support/limiter-models.ts';
import { SOAK, scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import { type BulkBench, startBulkBench } from './bench.ts';

const RUNS = scaled(20);
const ITEMS = SOAK ? 200 : 70;
const SHARE = 0.02;

const UNCLEAR: readonly ResendMode[] = [
  'drop-before',
  'process-then-drop',
  'process-then-500',
  'process-then-html',
  'process-then-truncated',
  'process-late',
  'process-and-dashboard',
  'system-retry-instead',
  'wrong-answer',
];

let bench: BulkBench;

afterEach(() => bench.close());

async function itemsOf(runId: string): Promise<readonly ReportedItem[]> {
  const { rows } = await bench.books.read('bulk.items', { runId, standings: [], offset: 0, limit: 1000 });
  return rows;
}

const postsTo = (uuid: string): number => bench.posts.filter((post) => post.uuid === uuid).length;

/** The most requests that arrived within any minute. */
function busiestMinute(): number {
  let first = 0;
  let most = 0;
  for (const [index, at] of bench.arrivals.entries()) {
    while ((bench.arrivals[first] ?? at) <= at - 60_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

describe(`${RUNS} runs of ${ITEMS}, two in a hundred answers unclear`, () => {
  it('none is sent twice, each ends with a name, the reserve stays free', async () => {
    const begun = performance.now();
    const totals = { sent: 0, unknown: 0, unclear: 0, executed: 0, stops: 0 };
    for (let round = 0; round < RUNS; round += 1) {
      const random = seeded(0xb01 + round);
      const model = MODELS[round % MODELS.length] ?? 'sliding-log';
      bench = await startBulkBench({
        clock: new DiscreteClock(),
        invoices: ITEMS,
        random,
        limiter: new LimiterModel(model),
        latencyMs: () => 60 + random() * 120,
      });
      for (const { uuid } of bench.invoices) {
        if (random() >= SHARE) continue;
        const mode = UNCLEAR[Math.floor(random() * UNCLEAR.length)] ?? 'drop-before';
        bench.behaviour.resendOf.set(uuid, mode);
        totals.unclear += 1;
      }
      const runId = await bench.begin(bench.invoices);
      let run = await bench.until(runId, 'done', 'stopped');
      while (run.state === 'stopped') {
        expect(run.stop).toBe('unknown-outcomes');
        totals.stops += 1;
        await bench.bulk.resume(runId);
        run = await bench.until(runId, 'done', 'stopped');
      }
      await bench.clock.runFor(61_000);
      for (const { uuid, executed } of bench.invoices) {
        expect(postsTo(uuid)).toBe(1);
        expect(executed).toBeLessThanOrEqual(1);
      }
      for (const item of await itemsOf(runId)) {
        expect(item).toMatchObject({ state: 'ended', intent: { state: 'ended' } });
        const executed = bench.invoices.find(({ uuid }) => uuid === item.invoiceUuid)?.executed ?? 0;
        if (item.intent?.outcome === 'confirmed') expect(executed).toBe(1);
        totals.executed += executed;
      }
      totals.sent += run.counts.sent;
      totals.unknown += run.counts.unknown;
      expect(bench.tally.refused).toBe(0);
      // A token bucket gives back all the time; of the others the shop's five are never touched.
      if (model !== 'token-bucket') expect(busiestMinute()).toBeLessThanOrEqual(95);
      expect(bench.tally.least).toBeGreaterThanOrEqual(5);
      if (round < RUNS - 1) await bench.close();
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${RUNS} runs of ${ITEMS}: ${JSON.stringify(totals)}, ${seconds} s\n`);
    expect(totals.sent + totals.unknown).toBe(RUNS * ITEMS);
  });
});

describe('FAULT-9: three unclear answers in a row', () => {
  async function runWith(modes: Readonly<Record<number, ResendMode>>): Promise<string> {
    bench = await startBulkBench({ clock: new DiscreteClock(), invoices: 30, random: seeded(3) });
    for (const [at, mode] of Object.entries(modes)) {
      bench.behaviour.resendOf.set(bench.invoices[Number(at)]?.uuid ?? '', mode);
    }
    return bench.begin(bench.invoices);
  }

  it.each(SOAK ? UNCLEAR : UNCLEAR.slice(0, 2))(
    '%s: stops, sends nothing more, and goes on when a person says so',
    async (mode) => {
      const runId = await runWith({ 4: mode, 5: mode, 6: mode });
      const stopped = await bench.until(runId, 'stopped', 'done');
      expect(stopped).toMatchObject({ state: 'stopped', stop: 'unknown-outcomes', counts: { waiting: 23 } });
      expect(bench.posts).toHaveLength(7);
      await bench.clock.runFor(3_600_000);
      expect(bench.posts).toHaveLength(7);
      expect(await bench.bulk.resume(runId)).toBe(true);
      expect(await bench.until(runId, 'stopped', 'done')).toMatchObject({ state: 'done' });
      expect(bench.invoices.map(({ uuid }) => postsTo(uuid))).toEqual(bench.invoices.map(() => 1));
    },
  );

  it('two, a clear one, two: goes on', async () => {
    const runId = await runWith({ 4: 'process-then-drop', 5: 'drop-before', 7: 'process-late', 8: 'process-then-500' });
    expect(await bench.until(runId, 'stopped', 'done')).toMatchObject({ state: 'done', unclear: 0 });
  });

  it('a refusal is a clear answer; an item that needs nothing counts neither way', async () => {
    const runId = await runWith({ 4: 'process-then-drop', 5: 'process-then-drop', 7: 'process-then-drop' });
    Object.assign(bench.invoices[6]?.deliveries[0] ?? {}, { status: 'delivering' });
    expect(await bench.until(runId, 'stopped', 'done')).toMatchObject({ state: 'stopped', counts: { skipped: 1 } });
    expect(bench.posts).toHaveLength(7);
  });
});

describe('a shop on the same key', () => {
  it('is never refused: a run leaves it the reserve, and more once it is seen', async () => {
    const clock = new DiscreteClock();
    const random = seeded(9);
    const limiter = new LimiterModel('sliding-log');
    bench = await startBulkBench({ clock, invoices: SOAK ? 200 : 70, random, limiter });
    const shop = { asked: 0, refused: 0 };
    const over = new AbortController();
    const open = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(1_500 + random() * 3_000, over.signal);
        shop.asked += 1;
        if (!limiter.hit(clock.monotonic()).allowed) shop.refused += 1;
      }
    };
    open().catch(() => undefined);
    const run = await bench.until(await bench.begin(bench.invoices), 'done');
    over.abort(new Error('closed'));
    expect(run.counts.sent).toBe(bench.invoices.length);
    expect(shop.asked).toBeGreaterThan(20);
    expect(shop.refused).toBe(0);
    expect(bench.tally.refused).toBe(0);
  });
});

interface Case {
  readonly name: string;
  readonly model: Model;
  readonly items: number;
  readonly latency: number;
  readonly interval?: number;
}

const CASES: readonly Case[] = [
  ...(SOAK ? MODELS : MODELS.slice(0, 1)).map((model) => ({
    name: `no interval, ${model}`,
    model,
    items: SOAK ? 200 : 60,
    latency: 100,
  })),
  { name: 'twenty items within the budget', model: 'sliding-log', items: 20, latency: 150 },
  { name: 'an interval of 10 s', model: 'sliding-log', items: SOAK ? 200 : 40, latency: 100, interval: 10 },
  { name: 'an interval of 3 s', model: 'first-hit', items: SOAK ? 200 : 50, latency: 200, interval: 3 },
  ...(SOAK
    ? [
        { name: 'sixty items, slow answers', model: 'fixed-clock', items: 60, latency: 900 } as const,
        { name: 'an interval of a minute', model: 'fixed-clock', items: 200, latency: 100, interval: 60 } as const,
      ]
    : []),
];

function secondsOf({ startedAt, endedAt }: BulkRunRow): number {
  return (Date.parse(endedAt ?? '') - Date.parse(startedAt)) / 1000;
}

describe('the estimate', () => {
  it.each(CASES)('$name: at least before it is learned, within a tenth afterwards', async (one) => {
    const random = seeded(7);
    const clock = new DiscreteClock();
    bench = await startBulkBench({
      clock,
      invoices: one.items + 25,
      random,
      limiter: new LimiterModel(one.model),
      latencyMs: () => one.latency * (0.8 + 0.4 * random()),
    });
    bench.behaviour.resendIntervalScope = 'all';
    bench.behaviour.resendIntervalSeconds = one.interval ?? 0;
    const first = bench.invoices.slice(0, 25);
    const least = bench.bulk.pace.estimate(first.length);
    expect(least.isLeast).toBe(true);
    expect(secondsOf(await bench.until(await bench.begin(first), 'done'))).toBeGreaterThanOrEqual(least.seconds);
    await clock.runFor(300_000);

    const second = bench.invoices.slice(25);
    const { seconds, isLeast, interval, calls } = bench.bulk.pace.estimate(second.length);
    expect({ isLeast, scope: interval?.scope, calls }).toEqual({
      isLeast: false,
      scope: 'all',
      calls: 3 * second.length,
    });
    const run = await bench.until(await bench.begin(second), 'done');
    const real = secondsOf(run);
    const off = (100 * (seconds - real)) / real;
    process.stdout.write(
      `${one.name}: ${seconds.toFixed(0)} s said, ${real.toFixed(0)} s taken (${off.toFixed(1)} %)\n`,
    );
    expect(Math.abs(off)).toBeLessThanOrEqual(10);
    expect(bench.invoices.map(({ executed }) => executed)).toEqual(bench.invoices.map(() => 1));
    expect(bench.tally.refused).toBe(0);
  });
});

describe('the resend interval', () => {
  it('of each invoice: those that were resent a moment ago wait, the others do not, and none is lost', async () => {
    const clock = new DiscreteClock();
    bench = await startBulkBench({ clock, invoices: 40, random: seeded(1), limiter: new LimiterModel('sliding-log') });
    bench.behaviour.resendIntervalSeconds = 90;
    for (const { uuid } of bench.invoices.slice(0, 3)) {
      const sent = bench.resender.resend({ intentId: crypto.randomUUID(), invoiceUuid: uuid, confirmed: true });
      expect((await clock.run(sent)).outcome).toBe('confirmed');
    }
    for (const { deliveries } of bench.invoices) Object.assign(deliveries[0] ?? {}, { status: 'failed' });
    const runId = await bench.begin(bench.invoices);
    const begun = clock.monotonic();
    const run = await bench.until(runId, 'done');
    expect(run.counts).toMatchObject({ sent: 40, refused: 0 });
    expect(bench.bulk.pace.estimate(1).interval).toMatchObject({ scope: 'each-invoice' });
    const known = bench.bulk.pace.estimate(1).interval?.ms ?? 0;
    expect(known).toBeGreaterThanOrEqual(89_000);
    expect(known).toBeLessThanOrEqual(92_500);
    // Ninety seconds after the single ones and not forty times ninety.
    expect(clock.monotonic() - begun).toBeLessThan(150_000);
    const early = (await itemsOf(runId)).filter(({ earlierIntents }) => earlierIntents.length > 0);
    expect(early.map(({ position }) => position)).toEqual([0, 1, 2]);
    for (const { earlierIntents } of early) {
      for (const intentId of earlierIntents) {
        const intent = await bench.books.read('resends.get', { intentId });
        expect(intent).toMatchObject({ outcome: 'refused', failure: { code: 'WEBHOOK_RESEND_TOO_SOON' } });
      }
    }
    expect(bench.invoices.map(({ executed }) => executed)).toEqual([2, 2, 2, ...Array.from({ length: 37 }, () => 1)]);
  });

  it('of all: learned from two refusals, kept, and learned anew when the API changes its mind either way', async () => {
    const clock = new DiscreteClock();
    bench = await startBulkBench({ clock, invoices: 100, random: seeded(2), limiter: new LimiterModel('sliding-log') });
    const { behaviour } = bench;
    behaviour.resendIntervalScope = 'all';
    behaviour.resendIntervalSeconds = 20;
    const learned = (): number => bench.bulk.pace.estimate(1).interval?.ms ?? -1;
    const runFor = async (from: number, to: number): Promise<number> => {
      const begun = clock.monotonic();
      const before = bench.posts.length;
      const run = await bench.until(await bench.begin(bench.invoices.slice(from, to)), 'done');
      expect(run.counts).toMatchObject({ sent: to - from, refused: 0, unknown: 0 });
      // What is refused costs two requests each; a few of them teach, many would be a nuisance.
      expect(bench.posts.length - before - (to - from)).toBeLessThanOrEqual(6);
      return (clock.monotonic() - begun) / (to - from);
    };
    await runFor(0, 15);
    expect(learned()).toBeGreaterThanOrEqual(20_000);
    expect(learned()).toBeLessThanOrEqual(21_500);
    behaviour.resendIntervalSeconds = 35;
    await runFor(15, 30);
    expect(learned()).toBeGreaterThanOrEqual(35_000);
    expect(learned()).toBeLessThanOrEqual(36_500);
    behaviour.resendIntervalSeconds = 8;
    await runFor(30, 60);
    expect(learned()).toBeGreaterThanOrEqual(8_000);
    expect(learned()).toBeLessThanOrEqual(9_500);
    behaviour.resendIntervalSeconds = 0;
    await runFor(60, 100);
    expect(learned()).toBe(0);
    const kept = await bench.books.read('settings.get', { key: 'resend-pace/p1' });
    expect(JSON.parse(kept ?? '{}')).toMatchObject({ interval: { ms: 0, scope: 'all' } });
    expect(bench.invoices.map(({ executed }) => executed)).toEqual(bench.invoices.map(() => 1));
  });
});
