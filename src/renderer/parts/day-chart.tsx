// The drawing of the net by day, with the library that it needs. For eyes: whoever shows it says the same in words and in a table.
import '@mantine/charts/styles.css';
import { CompositeChart } from '@mantine/charts';
import { Group, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { SETTLEMENT_TOKEN } from '../../domain/records/invoice.ts';
import { subtractMoney } from '../../domain/kernel/money/money.ts';
import type { DayMovement } from '../../domain/period/movements.ts';
import { barHeight, type DayBarsProps, DayLegend, type DayRatesProps, HATCHED } from './day-legend.tsx';
import { MoneyText } from '../ui/text/money-text.tsx';
import { compactCount, grouped } from '../ui/index.ts';

/** A day without its counterpart has none: a gap, not nothing. Of `whole` and `soFar` a day has one. */
interface Point {
  readonly day: string;
  readonly whole: number | null;
  readonly soFar: number | null;
  readonly before: number | null;
  readonly now: DayMovement | undefined;
  readonly earlier: DayMovement | undefined;
}

export function DayChart(props: DayBarsProps): ReactNode {
  const { days, before = [], today, names, height, legend = 'above' } = props;
  const points: Point[] = Array.from({ length: Math.max(days.length, before.length) }, (_, at) => {
    const [now, earlier] = [days[at], before[at]];
    const bar = now === undefined ? null : barHeight(now.credits);
    return {
      day: String(Number((now ?? earlier)?.day.slice(8) ?? at + 1)),
      whole: now?.day === today ? null : bar,
      soFar: now?.day === today ? bar : null,
      before: earlier === undefined ? null : barHeight(earlier.credits),
      now,
      earlier,
    };
  });
  return (
    <>
      {legend === 'above' && names[1] !== undefined ? (
        <DayLegend names={names} hasToday={points.some(({ soFar }) => soFar !== null)} />
      ) : null}
      <Picture points={points} names={names} height={height} />
    </>
  );
}

/** A rate of each day as a point, in per cent, and of all of them as a line. A day without one is a gap. */
export function DayRates({ days, whole, height }: DayRatesProps): ReactNode {
  return (
    <CompositeChart
      h={height}
      aria-hidden="true"
      data={days.map(({ day, percent }) => ({
        day: String(Number(day.slice(8))),
        rate: percent === null ? null : Number(percent),
      }))}
      dataKey="day"
      composedChartProps={{ accessibilityLayer: false }}
      {...LOOK}
      curveType="linear"
      dotProps={{ r: 3, strokeWidth: 0 }}
      xAxisProps={{ ticks: ticksOf(days.map(({ day }) => ({ day: String(Number(day.slice(8))) }))), interval: 0 }}
      yAxisProps={{
        width: 52,
        domain: ['auto', 'auto'],
        tickCount: 4,
        tickFormatter: (rate: number) => `${grouped(rate)} %`,
      }}
      referenceLines={whole === null ? [] : [{ y: Number(whole), color: 'var(--mc-bar-before)' }]}
      withTooltip={false}
      series={[{ name: 'rate', color: 'var(--mc-bar)', type: 'line' }]}
      lineProps={{ isAnimationActive: false, strokeWidth: 0 }}
    />
  );
}

/** What all pictures have in common. */
export const LOOK = {
  strokeDasharray: '0',
  gridAxis: 'x',
  gridColor: 'var(--mc-line)',
  textColor: 'var(--mc-text-muted)',
  tickLine: 'none',
} as const;

function Hatch(): ReactNode {
  return (
    <defs>
      <pattern id={HATCHED} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={5} height={5} fill="var(--mc-surface)" />
        <rect width={2.5} height={5} fill="var(--mc-bar)" />
      </pattern>
    </defs>
  );
}

/** Every fifth day has its number, and the first and the last. */
function ticksOf(points: readonly Pick<Point, 'day'>[]): string[] {
  const last = points.length - 1;
  return points
    .filter((_, at) => at === 0 || at === last || ((at + 1) % 5 === 0 && last - at > 1))
    .map(({ day }) => day);
}

function Picture(props: Pick<DayBarsProps, 'names' | 'height'> & { readonly points: readonly Point[] }): ReactNode {
  const { points, names, height } = props;
  return (
    <CompositeChart
      h={height}
      aria-hidden="true"
      data={points.map((point) => ({ ...point }))}
      dataKey="day"
      composedChartProps={{ accessibilityLayer: false, barCategoryGap: '19%' }}
      {...LOOK}
      curveType="linear"
      withDots={false}
      xAxisProps={{ ticks: ticksOf(points), interval: 0 }}
      yAxisProps={{
        // "999.5k" whole.
        width: 52,
        tickFormatter: (hundredths: number) => compactCount(hundredths / 100),
      }}
      tooltipProps={{
        // The library knows the row by its day alone.
        content: ({ label }) =>
          dayCard(
            points.find(({ day }) => day === String(label)),
            names,
          ),
        isAnimationActive: false,
      }}
      series={[
        { name: 'whole', color: 'var(--mc-bar)', type: 'bar' },
        { name: 'soFar', color: `url(#${HATCHED})`, type: 'bar' },
        { name: 'before', color: 'var(--mc-bar-before)', type: 'line' },
      ]}
      barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0], stackId: 'day' }}
      lineProps={{ isAnimationActive: false, strokeWidth: 1.5 }}
    >
      <Hatch />
    </CompositeChart>
  );
}

/** Exact values of a day and of its counterpart, and how far they are apart. */
function dayCard(point: Point | undefined, names: DayBarsProps['names']): ReactNode {
  if (point === undefined) return null;
  const { now, earlier } = point;
  const lines = [
    [`${point.day} ${names[0]}`, now?.credits],
    [`${point.day} ${names[1] ?? ''}`, earlier?.credits],
    [
      'Difference',
      now === undefined || earlier === undefined ? undefined : subtractMoney(now.credits, earlier.credits),
    ],
  ] as const;
  return (
    <Paper withBorder shadow="md" px={12} py={8} fz={12}>
      {lines.map(([name, value]) =>
        value === undefined ? null : (
          <Group key={name} justify="space-between" gap={24}>
            {name}
            <MoneyText value={value} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} sign={name === 'Difference'} />
          </Group>
        ),
      )}
    </Paper>
  );
}
