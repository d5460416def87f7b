// The drawing of rates over time, with the library that it needs. For eyes: rate-history.tsx says the same in words and in a table.
import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RateSeries } from '../../../domain/pricing/rate-history.ts';
import { container, LOOK, POINTS_AS_ONE } from '../../parts/picture/picture-chart.tsx';
import { groupedAmount, InstantText, MoneyText } from '../../ui/index.ts';
import { chartRows, lastReadAt, lineLook, lineName } from './rates-view.ts';

export interface RateChartProps {
  readonly series: readonly RateSeries[];
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Where a time has its words on the axis. */
  readonly ticks: readonly number[];
  readonly wordsOf: (at: number) => string;
  /** Pixels. */
  readonly height: number;
}

/** A step a reading: the last price read holds until the next one, and nothing is drawn across a gap. */
export function RateChart({ series, from, to, ticks, wordsOf, height }: RateChartProps) {
  return (
    <CompositeChart
      h={height}
      aria-hidden="true"
      attributes={{ container: container(height) }}
      data={chartRows(series).map((row) => ({ ...row }))}
      dataKey="at"
      series={series.map((one, at) => ({ name: `line${at}`, type: 'line' as const, ...lineLook(series, one) }))}
      {...LOOK}
      curveType="stepAfter"
      connectNulls={false}
      composedChartProps={{ accessibilityLayer: false }}
      lineProps={{ isAnimationActive: false, strokeWidth: 1.5, ...POINTS_AS_ONE }}
      xAxisProps={{ type: 'number', domain: [from, to], ticks: [...ticks], tickFormatter: wordsOf, interval: 0 }}
      yAxisProps={{ width: 64, domain: ['auto', 'auto'], tickCount: 5, tickFormatter: levelWords }}
      tooltipProps={{
        isAnimationActive: false,
        content: ({ label }) => pricesAt(series, Number(label)),
      }}
    />
  );
}

/** Four decimals are enough to tell the marks of the axis apart. */
function levelWords(level: number): string {
  return groupedAmount(level.toFixed(4));
}

/** The exact price of each line that was read last there, and when it was. */
function pricesAt(series: readonly RateSeries[], at: number): ReactNode {
  const lines = series.flatMap((one) => {
    const point = lastReadAt(one, at);
    return point === null ? [] : [{ name: lineName(one), ...point }];
  });
  if (lines.length === 0) return null;
  return (
    <Paper withBorder shadow="md" px={12} py={8} fz={12}>
      {lines.map(({ name, price, at: readAt }) => (
        <Group key={name} justify="space-between" gap={24}>
          <span>{name}</span>
          <span>
            <MoneyText value={price} />{' '}
            <Text span inherit c="dimmed">
              <InstantText value={readAt} short />
            </Text>
          </span>
        </Group>
      ))}
    </Paper>
  );
}
