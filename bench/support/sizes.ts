/**
 * The times of a row at several sizes: of each the fixed part and the slope, and a plot of time against size with both axes logarithmic. Not here:
 * running the row (run.ts).
 */
import type { Line } from './report.ts';
import { figure } from './stats.ts';

/** A time at a size. */
export interface Point {
  readonly size: number;
  readonly ms: number;
}

/** One time of the row over all sizes; `peer`: whose it is where it is not ours. */
export interface Series {
  readonly what: string;
  readonly peer: string | null;
  readonly points: readonly Point[];
}

interface Fit {
  /** Milliseconds at size 0; below 0 where the time grows faster than the size. */
  readonly fixedMs: number;
  /** Milliseconds for each 100,000. */
  readonly slopeMs: number;
  /** The share by which the farthest point lies off the line. */
  readonly off: number;
}

const STEP = 100_000;

/**
 * The straight line with the least squares of the deviations in relation to the times: those in milliseconds would let the largest size alone say
 * what the fixed part is. Of two different sizes at least, times above 0.
 */
export function fitted(points: readonly Point[]): Fit {
  const sum = (of: (point: Point) => number): number =>
    points.reduce((all, point) => all + of(point) / (point.ms * point.ms), 0);
  const weight = sum(() => 1);
  const [meanSize, meanMs] = [sum(({ size }) => size) / weight, sum(({ ms }) => ms) / weight];
  const slope =
    sum(({ size, ms }) => (size - meanSize) * (ms - meanMs)) / sum(({ size }) => (size - meanSize) * (size - meanSize));
  const fixedMs = meanMs - slope * meanSize;
  const off = Math.max(...points.map(({ size, ms }) => Math.abs(fixedMs + slope * size - ms) / ms));
  return { fixedMs, slopeMs: slope * STEP, off };
}

/** The times among the lines of each size, by what they are of; those that some size lacks are left out. */
export function seriesOf(
  runs: readonly { readonly size: number; readonly lines: readonly Line[] }[],
): readonly Series[] {
  const found = new Map<string, Series & { readonly points: Point[] }>();
  const add = (what: string, peer: string | null, point: Point): void => {
    const key = nameOf({ what, peer });
    const series = found.get(key) ?? { what, peer, points: [] };
    found.set(key, series);
    // Ours stands beside each of its peers; once is enough.
    if (series.points.at(-1)?.size !== point.size) series.points.push(point);
  };
  for (const { size, lines } of runs) {
    for (const { what: said, took } of lines) {
      if (took === undefined) continue;
      const what = said.replaceAll(String(size), 'N');
      add(what, null, { size, ms: took.ms });
      if (took.peer !== undefined) add(what, took.peer.name, { size, ms: took.peer.ms });
    }
  }
  return [...found.values()].filter(({ points }) => points.length === runs.length);
}

const nameOf = ({ what, peer }: Omit<Series, 'points'>): string => (peer === null ? what : `${what}; ${peer}`);

/** As a Markdown table. */
export function fitTable(all: readonly Series[]): string {
  const sizes = all[0]?.points.map(({ size }) => size.toLocaleString('en')) ?? [];
  const rows = all.map((series) => {
    const { points } = series;
    const { fixedMs, slopeMs, off } = fitted(points);
    const times = points.map(({ ms }) => figure(ms, 'ms'));
    return [nameOf(series), figure(fixedMs, 'ms'), figure(slopeMs, 'ms'), figure(100 * off, '%', 0), ...times];
  });
  const head = ['', 'fixed', 'per 100,000', 'off by at most', ...sizes];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const PLOT = { left: 70, top: 16, width: 860, height: 420 } as const;
const LEGEND_ROW = 18;
const BELOW = 50;
/** Legible on white, and told apart by people who do not see all colours. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#7f7f7f'] as const;
/** Points of a fitted line, which is a curve here. */
const CURVE = 60;

interface Axis {
  readonly low: number;
  readonly high: number;
  /** Pixels of the plot, 0 at `low`. */
  readonly at: (value: number) => number;
}

function axisOf(values: readonly number[], pixels: number): Axis {
  const [low, high] = [Math.min(...values) / 1.2, Math.max(...values) * 1.2];
  return { low, high, at: (value) => (pixels * Math.log(value / low)) / Math.log(high / low) };
}

/** 1, 2 and 5 of each decade; of many decades only the first. */
function ticksOf({ low, high }: Axis): readonly number[] {
  const decades = Math.ceil(Math.log10(high / low)) + 1;
  const first = Math.floor(Math.log10(low));
  return Array.from({ length: decades + 1 }, (_, at) => 10 ** (first + at))
    .flatMap((decade) => (decades > 5 ? [decade] : [decade, 2 * decade, 5 * decade]))
    .filter((tick) => tick >= low && tick <= high);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const short = (value: number): string => String(Number(value.toPrecision(3)));
const timeLabel = (ms: number): string => (ms >= 1000 ? `${short(ms / 1000)} s` : `${short(ms)} ms`);

/** An SVG of its own: the points and the fitted lines, of peers hollow and dashed. Of one series at least. */
export function plotted(title: string, all: readonly Series[]): string {
  const sizes = [...new Set(all.flatMap(({ points }) => points.map(({ size }) => size)))];
  const x = axisOf(sizes, PLOT.width);
  const y = axisOf(
    all.flatMap(({ points }) => points.map(({ ms }) => ms)),
    PLOT.height,
  );
  const [right, bottom] = [PLOT.left + PLOT.width, PLOT.top + PLOT.height];
  const across = (size: number): string => (PLOT.left + x.at(size)).toFixed(1);
  const down = (ms: number): string => (bottom - y.at(ms)).toFixed(1);
  const grid = [
    // Sizes are few and round, and each is where a point is.
    ...sizes.map(
      (size) => `<path d="M${across(size)} ${PLOT.top}V${bottom}" class="grid"/>
<text x="${across(size)}" y="${bottom + 16}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    ),
    ...ticksOf(y).map(
      (ms) => `<path d="M${PLOT.left} ${down(ms)}H${right}" class="grid"/>
<text x="${PLOT.left - 6}" y="${down(ms)}" dy="4" text-anchor="end">${timeLabel(ms)}</text>`,
    ),
  ];
  const subjects = [...new Set(all.map(({ what }) => what))];
  const drawn = all.map(({ what, peer, points }, at) => {
    const colour = COLOURS[subjects.indexOf(what) % COLOURS.length] ?? '';
    const { fixedMs, slopeMs, off } = fitted(points);
    const curve = Array.from({ length: CURVE + 1 }, (_, step) => x.low * (x.high / x.low) ** (step / CURVE))
      .map((size) => ({ size, ms: fixedMs + (slopeMs * size) / STEP }))
      .filter(({ ms }) => ms >= y.low && ms <= y.high)
      .map(({ size, ms }) => `${across(size)},${down(ms)}`);
    const dots = points.map(
      ({ size, ms }) =>
        `<circle cx="${across(size)}" cy="${down(ms)}" r="3.5" fill="${peer === null ? colour : '#fff'}" stroke="${colour}"/>`,
    );
    const row = bottom + BELOW + at * LEGEND_ROW;
    const dashes = peer !== null ? ' stroke-dasharray="5 4"' : '';
    const words = `${nameOf({ what, peer })}: ${timeLabel(fixedMs)} + ${timeLabel(slopeMs)} per 100,000, off by ≤ ${figure(100 * off, '%', 0)}`;
    return `<polyline points="${curve.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"${dashes}/>${dots.join('')}
<path d="M${PLOT.left} ${row}h26" stroke="${colour}" stroke-width="2"${dashes}/><text x="${PLOT.left + 34}" y="${row}" dy="4">${escaped(words)}</text>`;
  });
  const [width, height] = [right + 30, bottom + BELOW + all.length * LEGEND_ROW];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<title>${escaped(title)}</title><style>.grid{stroke:#ddd}</style><rect width="100%" height="100%" fill="#fff"/>
${[...grid, ...drawn].join('\n')}
</svg>
`;
}
