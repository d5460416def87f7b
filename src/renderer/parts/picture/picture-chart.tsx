// The drawing of a picture, with the library that it needs. For eyes: picture.tsx says the same in a card, a sentence and a table.
import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import type { ComponentProps } from 'react';
import { type Look, MARK_LOOKS } from './marks.tsx';
import { AXIS, type DrawnPane, MARGIN } from './place.ts';

/** What all pictures have in common. */
export const LOOK = {
  strokeDasharray: '0',
  gridAxis: 'x',
  gridColor: 'var(--mc-line)',
  textColor: 'var(--mc-text-muted)',
  tickLine: 'none',
} as const;

/** So long a size must last before it is drawn for. */
const SETTLED_MS = 200;
/** Few bars are no walls. */
const WIDEST = 72;
/** Pixels of the names below the last pane. */
const NAMES = 30;
/** More points than this stand so close that each is small. */
const CLOSE = 70;

/**
 * Of a drawing so high, in pixels. A screen that is being left has no size for a moment, or on a machine that is busy for longer:
 * nothing is drawn for that, and a height that is told is one size that the library is not without, of which it would complain.
 */
export const container = (height: DrawnPane['height']) => ({ height, debounce: SETTLED_MS });

type Props<Of extends 'barProps' | 'lineProps'> = Exclude<
  NonNullable<ComponentProps<typeof CompositeChart>[Of]>,
  (...of: never[]) => unknown
>;

/** All bars of a mark as one shape: the library makes a tree of components for each, which takes as long as all else together. */
const BARS_AS_ONE: Props<'barProps'> = {
  animationInterpolateFn(items) {
    const bars = (items ?? []).flatMap((item) =>
      item.status === 'removed' || item.next.height === 0 ? [] : [item.next],
    );
    const d = bars.map(({ x, y, width, height }) => `M${x},${y}h${width}v${height}h${-width}Z`).join('');
    return bars.slice(0, 1).map((first) => ({ ...first, d }));
  },
  shape: ({ d, fill, stroke, strokeOpacity }) => <path {...{ d, fill, stroke, strokeOpacity }} />,
};

/** Likewise the points of a line, with the first of them. */
export const POINTS_AS_ONE: Props<'lineProps'> = {
  dot: ({ index, points, fill }) => {
    if (index > 0) return null;
    const at = points.flatMap(({ x, y }) => (x === null || y === null ? [] : [`M${x},${y}h0`]));
    return <path d={at.join('')} stroke={fill} strokeWidth={3} strokeLinecap="round" />;
  },
};

/** Panes below one another over the same buckets; the last one names them. */
export function PictureChart({ panes, count }: { readonly panes: readonly DrawnPane[]; readonly count: number }) {
  return panes.map((pane, at) => {
    const { marks, height, bands = [], ticks } = pane;
    const above = at === 0 ? 6 : 18;
    return (
      <Box key={marks[0]?.place} pos="relative" h={height}>
        {bands.length === 0 ? null : <Bands {...{ bands, count, above }} below={ticks.length > 0 ? NAMES : 0} />}
        <PaneChart {...{ pane, count, above }} />
      </Box>
    );
  });
}

/** `above`: pixels above what is drawn. */
function PaneChart(props: { readonly pane: DrawnPane; readonly count: number; readonly above: number }) {
  const { pane, count, above } = props;
  const { marks, height, ticks, levelWords, whole = null, top } = pane;
  const named = new Map(ticks.map(({ at, words }) => [at, words]));
  const looks = new Map<string, Look & { readonly place: number }>(
    marks.map(({ look, place }) => [`mark${place}`, { ...MARK_LOOKS[look], place }]),
  );
  const isMany = count > CLOSE;
  const isBars = marks.some(({ look }) => MARK_LOOKS[look].type === 'bar');
  const lying = new Set(
    marks.filter(({ levels }) => levels.some((level) => Array.isArray(level))).map(({ place }) => `mark${place}`),
  );
  // A line without a gap is seen without its points; one with gaps may have a point alone between two of them.
  const gapless = new Set(
    marks
      .filter(({ look, levels }) => MARK_LOOKS[look] !== MARK_LOOKS.points && !levels.includes(null))
      .map(({ place }) => `mark${place}`),
  );
  const ofSeries = (name: string) => {
    const look = name.endsWith(' base') ? undefined : looks.get(name.split(' ')[0] ?? '');
    return { isAnimationActive: false, ...(look === undefined ? {} : { className: `mc-mark-${look.place}` }), look };
  };
  return (
    <CompositeChart
      h="100%"
      aria-hidden="true"
      attributes={{ container: container(height) }}
      data={Array.from({ length: count }, (_, at) => ({
        at,
        ...Object.fromEntries(marks.flatMap(({ place, levels }) => partsOf(`mark${place}`, levels[at] ?? null))),
      }))}
      dataKey="at"
      {...LOOK}
      series={[...looks].flatMap(([name, { type, color, dash }]) => [
        ...(lying.has(name)
          ? [
              { name: `${name} base`, type, color: 'none' },
              { name: `${name} below`, type, color },
            ]
          : []),
        { name, type, color, ...(dash === undefined ? {} : { strokeDasharray: dash }) },
      ])}
      curveType="linear"
      connectNulls={false}
      withTooltip={false}
      maxBarWidth={WIDEST}
      dotProps={{ r: 3, strokeWidth: 0 }}
      activeDotProps={{ r: 0 }}
      composedChartProps={{
        accessibilityLayer: false,
        barCategoryGap: isMany ? '10%' : '19%',
        stackOffset: 'sign',
        margin: { top: above, right: MARGIN, bottom: 0, left: 0 },
      }}
      withXAxis={ticks.length > 0}
      xAxisProps={{
        type: 'category',
        scale: 'band',
        ticks: [...named.keys()],
        tickFormatter: (at: number) => named.get(at) ?? '',
        interval: 0,
      }}
      yAxisProps={{
        width: AXIS,
        domain: isBars ? [0, top ?? 'auto'] : ['auto', top ?? 'auto'],
        tickCount: 4,
        tickFormatter: levelWords,
      }}
      referenceLines={[
        ...(whole === null ? [] : [{ y: whole, color: 'var(--mc-bar-before)' }]),
        ...(isBars ? [{ y: 0, color: 'var(--mc-line-strong)' }] : []),
      ]}
      barProps={({ name }) => {
        const { look, ...rest } = ofSeries(name);
        return {
          ...rest,
          ...(isMany ? BARS_AS_ONE : {}),
          stackId: 'all',
          stroke: look?.edge ?? 'none',
          strokeOpacity: 1,
        };
      }}
      lineProps={({ name }) => {
        const { look, ...rest } = ofSeries(name);
        return {
          ...rest,
          strokeWidth: look?.isLoose === true ? 0 : 1.5,
          ...(look?.edge === undefined ? {} : { dot: { r: 3, fill: look.color, stroke: look.edge, strokeWidth: 1.5 } }),
          ...(look?.isBare === true || (isMany && gapless.has(name)) ? { dot: false } : isMany ? POINTS_AS_ONE : {}),
        };
      }}
    />
  );
}

/** What is shaded, as one shape behind the drawing: each area of the library's own hears of every change of the others. */
function Bands(props: {
  readonly bands: NonNullable<DrawnPane['bands']>;
  readonly count: number;
  /** Pixels above and below what is shaded. */
  readonly above: number;
  readonly below: number;
}) {
  const { bands, count, above, below } = props;
  return (
    <svg
      viewBox={`0 0 ${count} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{
        position: 'absolute',
        top: above,
        left: AXIS,
        width: `calc(100% - ${AXIS + MARGIN}px)`,
        height: `calc(100% - ${above + below}px)`,
      }}
    >
      <path
        d={bands.map(([from, to]) => `M${from},0H${to + 1}V1H${from}Z`).join('')}
        fill="var(--mc-bad-mark)"
        fillOpacity={0.2}
      />
    </svg>
  );
}

/** A bar that lies between two levels stands on one that is not seen; across nothing it has a part on either side. */
function partsOf(
  name: string,
  level: number | readonly [from: number, to: number] | null,
): readonly (readonly [name: string, level: number | null])[] {
  if (level === null || typeof level === 'number') return [[name, level]];
  const [low, high] = [Math.min(...level), Math.max(...level)];
  return [
    [`${name} base`, low > 0 ? low : Math.min(high, 0)],
    [name, Math.max(high, 0) - Math.max(low, 0)],
    [`${name} below`, Math.min(low, 0) - Math.min(high, 0)],
  ];
}
