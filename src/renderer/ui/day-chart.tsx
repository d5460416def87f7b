/**
 * The net of each day as bars, the days before as a line, by the number of the day. The picture is for eyes: whoever shows it says the same in words and in a
 * table beside it. Here is the drawing alone, with the library that it needs.
 */
import '@mantine/charts/styles.css';
import { CompositeChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { barHeight, type DayBarsProps } from './bar-height.ts';

/** As day-bars.tsx hands it on. */
export function DayChart(props: DayBarsProps): ReactNode {
  const { days, before = [], names, height } = props;
  const points = Array.from({ length: Math.max(days.length, before.length) }, (_, at) => ({
    day: String(Number((days[at] ?? before[at])?.day.slice(8) ?? at + 1)),
    // A day without its counterpart has none: a gap, not nothing.
    net: days[at] === undefined ? null : barHeight(days[at].credits),
    before: before[at] === undefined ? null : barHeight(before[at].credits),
  }));
  const line = { name: 'before', label: names[1] ?? '', color: 'var(--mc-bar-before)', type: 'line' } as const;
  return (
    <div aria-hidden="true">
      <CompositeChart
        h={height}
        data={points}
        dataKey="day"
        composedChartProps={{ accessibilityLayer: false }}
        withLegend={names[1] !== undefined}
        legendProps={{ position: 'top', height: 32 }}
        strokeDasharray="0"
        gridAxis="x"
        tickLine="none"
        curveType="linear"
        withDots={false}
        maxBarWidth={24}
        valueFormatter={(hundredths) => (hundredths / 100).toLocaleString('en-GB', { maximumFractionDigits: 0 })}
        series={[
          { name: 'net', label: names[0], color: 'var(--mc-bar)', type: 'bar' },
          ...(names[1] === undefined ? [] : [line]),
        ]}
        barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0] }}
        lineProps={{ isAnimationActive: false, strokeWidth: 1.5 }}
      />
    </div>
  );
}
