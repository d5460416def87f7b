/**
 * Reading the facts of a period again: all of them, by the page where they lie, whatever order the list has; one reading at a time, which
 * rests with the sync, goes on after what passes, and says what does not.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { staleRows } from '../../../../src/backend/mirror/period/close-facts.ts';
import { openMirrorForReading } from '../../../../src/backend/workers/threads/hosts.ts';
import { type CloseReadiness, type ReadingWindow, readingWindow } from '../../../../src/domain/period/close.ts';
import { PeriodReading } from '../../../../src/backend/jobs/period/period-reading.ts';
import { type Failure, FailureError } from '../../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { jobContext } from '../../../support/benches/job-context.ts';
import { ListWorld, type WorldOrder } from '../../../support/worlds/lists.ts';
import { anInvoice } from '../../../support/records.ts';
import { seeded } from '../../../support/seeded.ts';
import { type BenchWorld, type SyncBench, startSyncBench } from '../../../support/benches/sync.ts';
import { temporaryFolder } from '../../mirror/sample.ts';

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
    stale: async () => staleNow(),
  });
  await bench.cycle();
}

/** Everything was read so long ago; the sync reads nothing meanwhile. */
function passHours(hours: number): void {
  bench.sync.pause();
  clock.jumpWall(hours * HOUR);
}

const BOUNDS = { from: `${DAY.from}T00:00:00Z`, to: `${DAY.to}T00:00:00Z` };

function staleIn(window: ReadingWindow): CloseReadiness['stale'] {
  const { database } = openMirrorForReading(folder.path, 'p1', () => {
    throw new Error('the books are not read');
  });
  try {
    return staleRows(database, { bounds: BOUNDS, window, perPage: 100 });
  } finally {
    database.close();
  }
}

const staleNow = (): CloseReadiness['stale'] => staleIn(readingWindow(BOUNDS.to, clock.now()));
const requestsNow = (): number => staleNow().invoices.requests + staleNow().withdrawals.requests;

async function stale(): Promise<number> {
  const since = new Date(clock.now() - 24 * HOUR).toISOString();
  return staleIn({ since, until: new Date(clock.now() + HOUR).toISOString() }).invoices.rows;
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
    expect(requestsNow()).toBe(0);
    passHours(25);
    const rows = await stale();
    expect(rows).toBeGreaterThan(1000);
    const estimate = requestsNow();
    expect(estimate).toBeLessThan(22);
    const before = requestsOf().length;
    reading.start(DAY);
    await clock.run(reading.ended());
    expect(await stale()).toBe(0);
    expect(requestsNow()).toBe(0);
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

describe('a whole reading', () => {
  it('goes on at its page, however often it is interrupted', async () => {
    await arrange('by-uuid');
    passHours(25);
    const before = requestsOf().length;
    reading.start(DAY);
    let waits = 0;
    for (let turn = 0; turn < 9; turn += 1) {
      await clock.runFor(100);
      broken = true;
      await clock.runFor(8_000);
      if (reading.list()[0]?.state === 'waiting') waits += 1;
      broken = false;
      for (let look = 0; look < 200 && reading.list()[0]?.state === 'waiting'; look += 1) await clock.runFor(500);
    }
    expect(waits).toBeGreaterThan(6);
    await clock.run(reading.ended());
    expect(await stale()).toBe(0);
    const second = requestsOf()
      .slice(before)
      .filter(({ query }) => query.get('page') === '2' && query.get('status') === null);
    expect(second.length).toBeLessThanOrEqual(3);
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
      // What is done is never more than what has been read of what was to be read.
      if (look % 10 === 0) expect(seen.at(-1)).toBeLessThanOrEqual(total - (await stale()));
      await clock.runFor(100);
    }
    await clock.run(done);
    expect(seen.toSorted((left, right) => left - right)).toEqual(seen);
    expect(seen.some((value) => value > 0 && value < total)).toBe(true);
    expect(Math.max(...seen)).toBeLessThanOrEqual(total);
  });

  it('is announced by the pages where rows lie: one old row does not make it the whole list', async () => {
    const before = staleNow().invoices;
    expect(before.requests).toBeLessThan(16);
    const old = { created_at: '2020-01-01T00:00:00Z', finished_at: '2026-11-20T12:00:00Z', status: 'success' };
    const records = [anInvoice({ ...old, uuid: 'ffffffff-0000-4000-8000-000000000001' })];
    const asOf = '2026-11-01T00:00:00.000Z';
    await bench.mirror.write('invoices.store', { records, quarantined: [], asOf, source: 'list', pass: null });
    const { rows, requests } = staleNow().invoices;
    expect([rows, requests]).toEqual([before.rows + 1, before.requests + 1]);
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
    expect(reading.state()).toMatchObject({ period: DAY, state: 'failed', failure: { kind: expect.any(String) } });
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
