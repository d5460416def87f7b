/**
 * Reading the facts of a period again: all of them, by the page where they lie, whatever order the list has; one reading at a time, which
 * rests with the sync, goes on after what passes, and says what does not.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PeriodReading } from '../../../src/backend/jobs/period-reading.ts';
import { type Failure, FailureError } from '../../../src/domain/failure.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { jobContext } from '../../support/job-context.ts';
import { ListWorld, type WorldOrder } from '../../support/list-world.ts';
import { seeded } from '../../support/seeded.ts';
import { type BenchWorld, type SyncBench, startSyncBench } from '../../support/sync-bench.ts';
import { temporaryFolder } from '../mirror/sample.ts';

/** Whole days that the world lies in, an invoice every fifty seconds; a smaller one has the end of the first. */
const DAY = { from: '2026-11-20', to: '2026-11-21', timeZone: 'UTC' };
const OTHER = { from: '2026-11-19', to: '2026-11-20', timeZone: 'UTC' };
const SIZE = 3200;
const PAGES = SIZE / 100;
const HOUR = 3_600_000;

let folder: ReturnType<typeof temporaryFolder>;
let clock: DiscreteClock;
let world: ListWorld;
let bench: SyncBench;
let reading: PeriodReading;
let paused: boolean;
let broken: boolean;
let bar: Failure | null;

async function arrange(order: WorldOrder, size = SIZE): Promise<void> {
  folder = temporaryFolder();
  clock = new DiscreteClock();
  world = new ListWorld({ size, order, now: () => clock.now(), random: seeded(5) });
  [paused, broken, bar] = [false, false, null];
  const behind: BenchWorld = {
    requests: world.requests,
    answer: (path) => (broken ? { status: 500, body: 'broken' } : world.answer(path)),
  };
  bench = startSyncBench({ folder: folder.path, clock, world: behind });
  const { mirror, books, client } = bench;
  reading = new PeriodReading(jobContext({ client, mirror, books, clock }), {
    serverNow: () => clock.now(),
    bar: () => bar,
    isPaused: () => paused,
    hurrySync: () => bench.sync.start(),
    perPage: () => 100,
  });
  await bench.cycle();
}

/** Everything was read so long ago; the sync reads nothing meanwhile. */
function passHours(hours: number): void {
  bench.sync.pause();
  clock.jumpWall(hours * HOUR);
}

async function stale(): Promise<number> {
  const since = new Date(clock.now() - 24 * HOUR).toISOString();
  const window = { since, until: new Date(clock.now() + HOUR).toISOString() };
  const bounds = { from: `${DAY.from}T00:00:00Z`, to: `${DAY.to}T00:00:00Z` };
  return (await bench.mirror.read('close.staleCounts', { bounds, window })).invoices.rows;
}

const requestsOf = (): readonly { readonly query: URLSearchParams }[] =>
  world.requests.filter(({ path }) => path.startsWith('/external/invoices'));

afterEach(async () => {
  reading.cancel(reading.list()[0]?.id ?? '');
  await clock.run(reading.ended());
  await bench.close();
  folder.remove();
});

describe.each<WorldOrder>(['newest-first', 'oldest-first'])('in a list that is %s', (order) => {
  it('reads the pages of the period, and no others', async () => {
    await arrange(order);
    expect(await reading.requests(DAY)).toBe(0);
    passHours(25);
    const rows = await stale();
    expect(rows).toBeGreaterThan(1000);
    const estimate = await reading.requests(DAY);
    expect(estimate).toBeLessThan(22);
    const before = requestsOf().length;
    reading.start(DAY);
    await clock.run(reading.ended());
    expect(await stale()).toBe(0);
    expect(await reading.requests(DAY)).toBe(0);
    // Beside the reading itself: the sync's look at both ends for its certificates, and edges that lie alone.
    expect(requestsOf().length - before).toBeLessThan(estimate + 15);
    expect(reading.list()).toEqual([]);
    const { invoices } = await bench.mirror.read('lists.state', {});
    expect(Date.parse(invoices.asOf ?? '')).toBeGreaterThan(clock.now() - HOUR);
  });
});

describe('in a list without an order of time', () => {
  it('reads all of it, and so does the walk for its certificate', async () => {
    await arrange('by-uuid');
    passHours(25);
    const before = requestsOf().length;
    reading.start(DAY);
    await clock.run(reading.ended());
    expect(await stale()).toBe(0);
    expect(requestsOf().length - before).toBeLessThan(2 * PAGES + 15);
  });
});

describe('a reading', () => {
  beforeEach(async () => {
    await arrange('newest-first', 1200);
    passHours(25);
  });

  it('is one at a time, and of a period that has ended', async () => {
    reading.start(DAY);
    reading.start(DAY);
    expect(reading.list()).toHaveLength(1);
    expect(() => reading.start(OTHER)).toThrow(FailureError);
    await clock.run(reading.ended());
    expect(() => reading.start({ ...OTHER, to: '2027-01-01' })).toThrow(FailureError);
    expect(reading.list()).toEqual([]);
  });

  it('is none of a mirror that is another business’s', async () => {
    bar = { kind: 'profile-changed', reason: 'different-business' };
    expect(() => reading.start(DAY)).toThrow(expect.objectContaining({ failure: bar }));
    expect(reading.list()).toEqual([]);
  });

  it('rests while the sync is paused', async () => {
    paused = true;
    const before = world.requests.length;
    reading.start(DAY);
    await clock.runFor(60_000);
    expect(world.requests.length).toBe(before);
    expect(reading.list()).toMatchObject([{ kind: 'period-reading', state: 'paused' }]);
    paused = false;
    await clock.run(reading.ended());
    expect(await stale()).toBe(0);
  });

  it('shows how far it is', async () => {
    const total = await stale();
    reading.start(DAY);
    const seen: number[] = [];
    const done = reading.ended();
    for (let look = 0; look < 400 && reading.state() !== null; look += 1) {
      seen.push(reading.state()?.done ?? 0);
      await clock.runFor(100);
    }
    await clock.run(done);
    expect(seen.toSorted((left, right) => left - right)).toEqual(seen);
    expect(seen.some((value) => value > 0 && value < total)).toBe(true);
    expect(Math.max(...seen)).toBeLessThanOrEqual(total);
  });

  it('goes on after what passes', async () => {
    broken = true;
    reading.start(DAY);
    await clock.runFor(60_000);
    expect(reading.list()).toMatchObject([{ state: 'waiting', reason: expect.any(String) }]);
    broken = false;
    await clock.run(reading.ended());
    expect(await stale()).toBe(0);
  });

  it('says what does not pass, and can be begun again', async () => {
    broken = true;
    reading.start(DAY);
    await clock.run(reading.ended());
    expect(reading.list()).toMatchObject([{ state: 'failed', reason: expect.any(String) }]);
    expect(reading.state()).toBeNull();
    broken = false;
    reading.start(DAY);
    await clock.run(reading.ended());
    expect(await stale()).toBe(0);
    expect(reading.list()).toEqual([]);
  });

  it('that is cancelled keeps what it has read', async () => {
    const total = await stale();
    reading.start(DAY);
    await clock.runFor(300);
    expect(reading.cancel(reading.list()[0]?.id ?? '')).toBe(true);
    await clock.run(reading.ended());
    const left = await stale();
    expect(left).toBeLessThan(total);
    expect(left).toBeGreaterThan(0);
    expect(reading.list()).toEqual([]);
    expect(reading.cancel('another')).toBe(false);
  });
});
