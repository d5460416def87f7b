/** The rows of the picture of rates: each line holds what was read last, and has nothing in a gap. Pure. */
import { expect, it } from 'vitest';
import { chartRows, lastReadAt } from '../../../src/renderer/features/pricing/rates-view.ts';
import type { RateSeries } from '../../../src/domain/pricing/rate-history.ts';

const START = Date.UTC(2026, 10, 1);
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString();

function line(side: string, points: readonly (readonly [minute: number, price: string, run: number])[]): RateSeries {
  const seen = { at: at(0), price: '1' };
  return {
    source: 'north',
    side,
    readings: points.length,
    first: seen,
    last: seen,
    lowest: seen,
    highest: seen,
    gaps: 0,
    longestGapMs: 0,
    points: points.map(([minute, price, run]) => ({ at: at(minute), price, run })),
  };
}

it('a line holds its last price between two readings of a run, is nothing in a gap, and a reading alone stands alone', () => {
  const sell = line('sell', [
    [0, '1.5', 1],
    [30, '1.6', 1],
    [200, '1.7', 2],
  ]);
  const buy = line('buy', [
    [10, '0.5', 1],
    [40, '0.6', 1],
  ]);
  const rows = chartRows([sell, buy]).map(({ at: ms, line0, line1 }) => [(ms - START) / 60_000, line0, line1]);
  const after = (minute: number): number => minute + 1 / 60_000;
  expect(rows).toEqual([
    [0, 1.5, null],
    [10, 1.5, 0.5],
    [30, 1.6, 0.5],
    [after(30), null, 0.5],
    [40, null, 0.6],
    [after(40), null, null],
    [200, 1.7, null],
    [after(200), null, null],
  ]);
  expect(lastReadAt(sell, START + 20 * 60_000)).toMatchObject({ price: '1.5', at: at(0) });
  expect(lastReadAt(sell, START + 100 * 60_000)).toBeNull();
  expect(lastReadAt(sell, START - 1)).toBeNull();
});
