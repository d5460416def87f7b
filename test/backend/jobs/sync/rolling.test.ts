/** The pace of the rolling re-read: from the size of the list, the request limit and how late it is, and what a late one reads. */
import { describe, expect, it } from 'vitest';
import { pagesDue, rereadPace } from '../../../../src/backend/jobs/sync/rolling.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { LimiterModel } from '../../../support/limiter-models.ts';
import { ListWorld } from '../../../support/worlds/lists.ts';
import { seeded } from '../../../support/seeded.ts';
import { startSyncBench } from '../../../support/benches/sync.ts';
import { temporaryFolder } from '../../mirror/sample.ts';

const DAY = 86_400_000;

describe('CERT-12: the pace of the rolling re-read', () => {
  it.each([
    // A short list is not read more often than once an hour a page.
    [500, 100, 3_600_000, 7],
    [12_500, 100, 864_000, 7],
    [100_000, 100, 108_000, 7],
    // 5.6 requests a minute.
    [1_000_000, 100, 10_800, 7],
    // Six per cent of the limit is the most; what that takes is said.
    [3_000_000, 100, 10_000, 20],
    [1_000_000, 50, 20_000, 13],
  ])('%i invoices, limit %i: a page every %i ms, all within %i days', (total, limit, everyMs, withinDays) => {
    const pace = rereadPace(total, limit, DAY);
    expect(pace).toMatchObject({ everyMs, withinDays, isLate: false });
    expect(60_000 / pace.everyMs).toBeLessThanOrEqual(limit * 0.06);
  });

  it('is the fastest of its share while a reading is older than seven days, and never without a list', () => {
    expect(rereadPace(12_500, 100, 8 * DAY)).toMatchObject({ everyMs: 10_000, isLate: true });
    expect(rereadPace(0, 100, null)).toMatchObject({ everyMs: 3_600_000, withinDays: 7, isLate: false });
  });
});

describe('the pages that are due', () => {
  const CYCLE = 30_000;

  /** Pages read in an hour of cycles that come so often. */
  function inAnHour(everyMs: number, betweenMs: number): number {
    let [last, pages] = [0, 0];
    for (let now = betweenMs; now <= 3_600_000; now += betweenMs) {
      const { units, since } = pagesDue(last, now, everyMs, CYCLE);
      if (units === 0) continue;
      pages += units;
      last = since + units * everyMs;
      expect(last).toBeLessThanOrEqual(now);
    }
    return pages;
  }

  it.each([
    [45_000, 31_000, 80],
    [10_700, 30_100, 336],
    [59_000, 31_000, 61],
  ])('one every %i ms, in cycles of %i ms: %i in an hour', (everyMs, betweenMs, pages) => {
    expect(Math.abs(inAnHour(everyMs, betweenMs) - pages)).toBeLessThanOrEqual(2);
  });

  it('a console that was closed does not make up for it in a burst', () => {
    const { units, since } = pagesDue(0, 1_000 * DAY, 10_000, CYCLE);
    expect(units).toBe(3);
    expect(pagesDue(since + 3 * 10_000, 1_000 * DAY + CYCLE, 10_000, CYCLE).units).toBe(3);
  });

  it('a clock that was set back does not stop the reading', () => {
    expect(pagesDue(1_000 * DAY, 0, 10_000, CYCLE)).toEqual({ units: 1, since: -10_000 });
    expect(pagesDue(60_000, 0, 10_000, CYCLE).units).toBe(0);
  });
});

describe('FAULT-13: after a month without the console', () => {
  it.each([100, 100_000])('a cycle reads no page twice, also where the limit is %i', async (limit) => {
    const folder = temporaryFolder();
    const clock = new DiscreteClock();
    const world = new ListWorld({ size: 350, order: 'newest-first', now: () => clock.now(), random: seeded(7) });
    const limiter = new LimiterModel('sliding-log', limit);
    const bench = startSyncBench({ folder: folder.path, clock, world, limiter });
    await bench.cycle();
    bench.sync.pause();
    await clock.runFor(30 * DAY);
    const before = world.requests.length;
    await bench.cycle();
    const pages = world.requests
      .slice(before)
      .filter(({ query }) => query.get('per_page') === '100' && !query.has('status'));
    // The walk of four pages or the look at both ends, and the lap over the four.
    expect(pages.length).toBeLessThanOrEqual(4 + 4);
    await bench.close();
    folder.remove();
  });
});
