// The drawing of the attempts by hour, with the library that it needs. For eyes: endpoints-page.tsx says the same in words and in a table.
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import type { AttemptsOfHour } from '../../../../domain/webhooks/delivery-list.ts';
import { LOOK } from '../../../parts/day-chart.tsx';

/** A bar an hour, what failed on top of what arrived; every fourth hour and the running one have their name. `height` in pixels. */
export function HourChart(props: {
  /** `start` is unique, which a name is not where the clocks go back. */
  readonly hours: readonly (AttemptsOfHour & { readonly start: string; readonly name: string })[];
  readonly height: number;
}): ReactNode {
  const { hours, height } = props;
  const names = new Map(hours.map(({ start, name }) => [start, name]));
  return (
    <BarChart
      h={height}
      aria-hidden="true"
      type="stacked"
      data={hours.map((hour) => ({ ...hour }))}
      dataKey="start"
      series={[
        { name: 'succeeded', label: 'Delivered', color: 'var(--mc-good-mark)' },
        { name: 'failed', label: 'Failed', color: 'var(--mc-bad-mark)' },
      ]}
      barChartProps={{ accessibilityLayer: false, barCategoryGap: '25%' }}
      barProps={{ isAnimationActive: false }}
      {...LOOK}
      xAxisProps={{
        ticks: [...names.keys()].filter((_, at) => (hours.length - 1 - at) % 4 === 0),
        tickFormatter: (start: string) => names.get(start) ?? start,
        interval: 0,
      }}
      yAxisProps={{ width: 36, allowDecimals: false, tickCount: 4, interval: 0 }}
      tooltipProps={{
        isAnimationActive: false,
        labelFormatter: (start) => (typeof start === 'string' ? names.get(start) : null),
      }}
    />
  );
}
