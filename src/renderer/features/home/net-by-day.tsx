/**
 * The net of each day as bars, the month before as a line, by the number of the day. The picture is for eyes; the sentence below it and the table of the
 * days say the same.
 */
import '@mantine/charts/styles.css';
import { CompositeChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { toScaled } from '../../../domain/money.ts';
import type { DayMovement } from '../../../domain/movements.ts';
import { hashHref, MoneyText } from '../../ui/index.ts';
import { sum } from './figures.ts';
import { accountPath, type Days } from './period.ts';
import { TOKEN } from './use-home.ts';

/** Only how high a bar is, in hundredths of the token: what is read stands beside it, exact. */
function height(amount: string): number {
  const { units, scale } = toScaled(amount);
  return Number((units * 100n) / 10n ** BigInt(scale));
}

/** A day without its counterpart has none: a gap, not nothing. */
interface Point {
  readonly day: string;
  readonly net: number | null;
  readonly before: number | null;
}

export function NetByDay(props: {
  readonly days: readonly DayMovement[];
  readonly before: readonly DayMovement[];
  readonly period: Days;
  readonly timeZone: string;
}): ReactNode {
  const { days, before, period, timeZone } = props;
  const points: Point[] = Array.from({ length: Math.max(days.length, before.length) }, (_, at) => ({
    day: String(Number((days[at] ?? before[at])?.day.slice(8) ?? at + 1)),
    net: days[at] === undefined ? null : height(days[at].credits),
    before: before[at] === undefined ? null : height(before[at].credits),
  }));
  const best = days.reduce<DayMovement | undefined>(
    (most, day) => (most === undefined || height(day.credits) > height(most.credits) ? day : most),
    undefined,
  );
  return (
    <figure className="mc-home-chart">
      <div aria-hidden="true">
        <CompositeChart
          h={250}
          data={points.map((point) => ({ ...point }))}
          dataKey="day"
          composedChartProps={{ accessibilityLayer: false }}
          withLegend
          legendProps={{ position: 'top', height: 32 }}
          strokeDasharray="0"
          gridAxis="x"
          tickLine="none"
          curveType="linear"
          withDots={false}
          maxBarWidth={24}
          valueFormatter={(hundredths) => (hundredths / 100).toLocaleString('en-GB', { maximumFractionDigits: 0 })}
          series={[
            { name: 'net', label: 'These days', color: 'var(--mc-bar)', type: 'bar' },
            { name: 'before', label: 'Days before', color: 'var(--mc-bar-before)', type: 'line' },
          ]}
          barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0] }}
          lineProps={{ isAnimationActive: false, strokeWidth: 1.5 }}
        />
      </div>
      <figcaption className="mc-home-caption mc-num">
        <MoneyText value={sum(days.map(({ credits }) => credits))} unit={TOKEN} currency={TOKEN} /> in{' '}
        {days.length.toLocaleString('en-GB')} days
        {best === undefined ? null : (
          <>
            , most on {best.day}: <MoneyText value={best.credits} unit={TOKEN} />
          </>
        )}
        .{' '}
        <a className="mc-link mc-link-inline" href={hashHref(accountPath('by-day', period, timeZone))}>
          Day by day
        </a>
      </figcaption>
    </figure>
  );
}
