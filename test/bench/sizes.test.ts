/** Times at several sizes: the line through them, which times belong together, and the plot. */
import { expect, test } from 'vitest';
import type { Line } from '../../bench/support/report.ts';
import { fitTable, fitted, plotted, seriesOf } from '../../bench/support/sizes.ts';

const SIZES = [12_500, 100_000, 4_000_000];

test('times on a line give back its fixed part and its slope', () => {
  const { fixedMs, slopeMs, off } = fitted(SIZES.map((size) => ({ size, ms: 40 + (size / 100_000) * 7 })));
  expect([fixedMs, slopeMs, off].map((value) => Number(value.toFixed(6)))).toEqual([40, 7, 0]);
});

test('a large time that is off by a little moves the fixed part by no more than the same share of a small one would', () => {
  const points = [10_000, 100_000, 1_000_000].map((size) => ({ size, ms: 10 + size / 1000 }));
  const last = points.map((point, at) => (at === 2 ? { ...point, ms: point.ms * 1.02 } : point));
  // With the squares of milliseconds it would be off by more than a tenth.
  expect(fitted(last).fixedMs).toBeCloseTo(10, 0);
  expect(fitted(last).off).toBeLessThan(0.02);
});

const line = (size: number, ms: number, peer?: { readonly name: string; readonly ms: number }): Line => ({
  what: `${size} rows read`,
  ours: '',
  beside: '',
  ratio: '',
  limit: '',
  met: null,
  took: { ms, ...(peer === undefined ? {} : { peer }) },
});

const runs = SIZES.map((size) => ({
  size,
  lines: [
    line(size, size / 100, { name: 'A & B', ms: size / 50 }),
    line(size, size / 100, { name: 'C', ms: size / 10 }),
    { ...line(size, 1), what: `only at ${size} and ${size + 1}` },
    { ...line(size, 1), what: 'memory', took: undefined },
  ].map(({ took, ...rest }) => (took === undefined ? rest : { ...rest, took })),
}));

test('a time is found again at every size, once however many peers it has; what some size lacks is left out', () => {
  expect(seriesOf(runs).map(({ what, peer, points }) => [what, peer, points.length])).toEqual([
    ['N rows read', null, 3],
    ['N rows read', 'A & B', 3],
    ['N rows read', 'C', 3],
  ]);
  expect(fitTable(seriesOf(runs)).split('\n').slice(2)).toEqual([
    '| N rows read | 0.0 ms | 1000.0 ms | 0 % | 125.0 ms | 1000.0 ms | 40000.0 ms |',
    '| N rows read; A & B | 0.0 ms | 2000.0 ms | 0 % | 250.0 ms | 2000.0 ms | 80000.0 ms |',
    '| N rows read; C | 0.0 ms | 10000.0 ms | 0 % | 1250.0 ms | 10000.0 ms | 400000.0 ms |',
  ]);
});

test('the plot has a point for each time, equal factors at equal distances, and no bare ampersand', () => {
  const svg = plotted('reading', seriesOf(runs));
  const circles = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(circles).toHaveLength(9);
  const [first, second, third] = circles.map(([x = 0, y = 0]) => [x, -y] as const);
  const [near, far] = [
    [(second?.[0] ?? 0) - (first?.[0] ?? 0), (second?.[1] ?? 0) - (first?.[1] ?? 0)],
    [(third?.[0] ?? 0) - (second?.[0] ?? 0), (third?.[1] ?? 0) - (second?.[1] ?? 0)],
  ];
  // Eight times as many, then forty times as many, in both directions.
  for (const axis of [0, 1]) expect((far[axis] ?? 0) / (near[axis] ?? 0)).toBeCloseTo(Math.log(40) / Math.log(8), 1);
  expect(svg).toContain('A &amp; B');
  expect(svg.replaceAll(/&(amp|lt);/g, '')).not.toContain('&');
});
