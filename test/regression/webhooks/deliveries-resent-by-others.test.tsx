/**
 * A delivery that was failed or delivered was never read again: when a colleague, another console or the dashboard resent it, the desk went on
 * saying "failed" for ever. Now failed ones and the newest 200 are read again within ten minutes, evenly and as far as the budget allows (else the
 * screen says how long it takes), the rest slowly; what is on screen or belongs to an incident at once. An answer that says nothing new wakes nobody.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { againPace, againWithinSeconds, readsPerMinute } from '../../../src/backend/jobs/webhooks/watch/pace.ts';
import { againWords } from '../../../src/renderer/features/webhooks/deliveries/watch-words.ts';
import { HOUR_MS, MINUTE_MS, WatchBench } from '../../backend/jobs/webhooks/watch/bench.ts';
import { delivery, temporaryFolder, uuidOf } from '../../backend/mirror/sample.ts';

let folder: ReturnType<typeof temporaryFolder>;
let bench: WatchBench;

beforeEach(() => {
  folder = temporaryFolder();
  bench = new WatchBench(folder.path);
});

afterEach(async () => {
  await bench.stop();
  folder.remove();
});

const FAILED = { status: 'failed', delivered_at: null, attempts: 7, last_status_code: 500 } as const;

describe('what somebody else has resent', () => {
  it('is known within ten minutes of the newest 200 and of every failed one; of the rest what was read a day ago has its turn', async () => {
    const numbers = Array.from({ length: 230 }, (_, index) => index + 1);
    // The older the higher the number: 201 to 215 have failed, 216 to 230 are delivered and old, and of those one was read a day ago.
    await bench.begin(Object.fromEntries(numbers.map((number) => [number, HOUR_MS + number * MINUTE_MS])));
    for (const number of numbers) {
      const ago = number === 230 ? 25 * HOUR_MS : 5_000;
      await bench.known(number, number > 200 && number <= 215 ? FAILED : {}, ago);
    }
    const begun = bench.clock.now();
    bench.watch.start();
    await bench.clock.runFor(10 * MINUTE_MS);
    const asked = new Set(bench.asked());
    expect([...asked].toSorted((left, right) => left - right)).toEqual([...numbers.slice(0, 215), 230]);
    // Evenly: 215 in nine minutes are 24 a minute, in every minute.
    for (let minute = 1; minute < 10; minute += 1) {
      const inIt = bench.requests.filter(({ at }) => Math.floor((at - begun) / MINUTE_MS) === minute).length;
      expect(inIt).toBeGreaterThanOrEqual(22);
      expect(inIt).toBeLessThanOrEqual(26);
    }
    // Nothing is said to be under way for what is only read again.
    expect(await bench.watch.state()).toMatchObject({
      phase: 'done',
      recentWithinSeconds: 600,
      // All of them are delivered now.
      failedWithinSeconds: null,
    });
  });

  it('is known at once when it comes on screen, and again while it stays there', async () => {
    await bench.begin({ 1: HOUR_MS, 2: HOUR_MS });
    for (const number of [1, 2]) await bench.known(number, {}, 20 * MINUTE_MS);
    const begun = bench.clock.now();
    bench.watch.start();
    bench.watch.look('window', [uuidOf(2)]);
    await bench.clock.runFor(5 * MINUTE_MS - 1);
    expect(bench.minutes(2, begun)).toEqual([0, 2, 4]);
    expect(bench.minutes(1, begun)).toEqual([5]);
  });

  it('is known at once in an outage, whatever its deliveries were before', async () => {
    await bench.begin({ 1: HOUR_MS, 2: 2 * HOUR_MS, 3: 3 * HOUR_MS, 4: 30 * HOUR_MS });
    await bench.known(1, FAILED, 20 * MINUTE_MS);
    await bench.known(2, {}, 20 * MINUTE_MS);
    await bench.known(3, {}, 5_000);
    await bench.known(4, {}, 20 * MINUTE_MS);
    const window = { from: bench.ago(5 * HOUR_MS), to: bench.ago(0), host: null };
    expect(await bench.watch.estimate(window)).toMatchObject({ invoices: 3, requests: 2 });
    await bench.watch.beginIncident(window);
    bench.watch.start();
    await bench.clock.runFor(5_000);
    expect(bench.asked()).toEqual([1, 2]);
  });

  it('is announced when it is news, and wakes nobody when it is not', async () => {
    const news: number[] = [];
    await bench.begin({ 1: HOUR_MS });
    await bench.known(1, FAILED, MINUTE_MS);
    const answered = { status: 'failed' };
    bench.answerWith(1, () => [delivery(1, answered.status === 'failed' ? FAILED : {})]);
    bench.hear = ({ kind }) => {
      if (kind === 'mirror') news.push(bench.clock.now());
    };
    bench.watch.start();
    // The record itself is younger than what was read of it, so the first answer may say another thing of it.
    await bench.clock.runFor(12 * MINUTE_MS);
    news.length = 0;
    await bench.clock.runFor(18 * MINUTE_MS);
    expect(bench.asked()).toHaveLength(3);
    expect(news).toEqual([]);
    answered.status = 'delivered';
    await bench.clock.runFor(10 * MINUTE_MS);
    expect(news).toHaveLength(1);
    const read = await bench.bench.mirror.read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) });
    expect(read?.deliveries[0]?.status).toBe('delivered');
    // The time of the last answer, though it said nothing new.
    expect(Date.parse(read?.asOf ?? '')).toBeGreaterThan(bench.clock.now() - 10 * MINUTE_MS);
  });

  it('of the rest is known after a day and a turn', async () => {
    await bench.begin({ 1: 50 * HOUR_MS });
    await bench.known(1, {}, 23 * HOUR_MS);
    const { mirror } = bench.bench;
    const now = (ms: number): string => new Date(bench.clock.now() + ms).toISOString();
    const next = (ms: number) =>
      mirror.read('watch.next', { now: now(ms), freshSince: now(ms), onScreen: [], incident: null, again: ['slow'] });
    expect((await next(0)).slow).toBeNull();
    expect((await next(2 * HOUR_MS)).slow).toBe(uuidOf(1));
  });
});

describe('the cost', () => {
  const budget = { limit: 100, reserve: 5, foreignPerMinute: 0 };

  it.each([
    [200, 0, false, 600, null],
    [200, 313, false, 600, 600],
    [200, 56, true, 600, 600],
    [0, 1, true, null, 600],
    // Thousands cannot be read in ten minutes: the newest keep theirs, the failed take turns.
    [200, 5_000, false, 600, 8_627],
    [200, 5_000, true, 843, 21_053],
  ] as const)('of %i newest and %i failed, crowded %s', (recent, failed, isCrowded, recentWithin, failedWithin) => {
    const pace = againPace(budget, { recent, failed }, isCrowded);
    const most = readsPerMinute(budget, 'backlog') / (isCrowded ? 2 : 1);
    expect(pace.recent + pace.failed).toBeLessThanOrEqual(most + 1e-9);
    expect(againWithinSeconds(recent, pace.recent)).toBe(recentWithin);
    expect(againWithinSeconds(failed, pace.failed)).toBe(failedWithin);
  });

  it('is less where a shop uses the key, and the screen says what holds then', () => {
    const shared = { limit: 100, reserve: 25, foreignPerMinute: 40 };
    const pace = againPace(shared, { recent: 200, failed: 300 }, false);
    expect(pace.recent + pace.failed).toBeCloseTo(21);
    const words = againWords({
      state: 'done',
      read: 1,
      terminal: 1,
      unresolved: 0,
      due: 0,
      perMinute: 21,
      limit: 100,
      recentWithinSeconds: againWithinSeconds(200, pace.recent) ?? 0,
      failedWithinSeconds: againWithinSeconds(300, pace.failed) ?? 0,
    });
    expect(words).toMatch(
      /^The newest are checked again within 19 min.*, failed ones within 28 min.*, the rest slowly\.$/,
    );
  });
});
