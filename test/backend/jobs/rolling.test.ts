/** The pace of the rolling re-read: from the size of the list, the request limit and how late it is. Not here: the reading itself. */
import { describe, expect, it } from 'vitest';
import { rereadPace } from '../../../src/backend/jobs/rolling.ts';

const DAY = 86_400_000;

describe('the pace of the rolling re-read', () => {
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
