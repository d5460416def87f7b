/**
 * The net of each day as bars, the month before as a line, by the number of the day. The picture is for eyes; the sentence below it and the table of the
 * days say the same.
 */
import '@mantine/charts/styles.css';
import { CompositeChart } from '@mantine/charts';
import { Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { subtractMoney, toScaled } from '../../../domain/money.ts';
import type { DayMovement } from '../../../domain/movements.ts';
import { hashHref, MoneyText, Panel } from '../../ui/index.ts';
import { sum } from './figures.ts';
import classes from './home.module.css';
import { accountPath, type Days, type RangeNames } from './period.ts';
import { TOKEN } from './use-home.ts';

/** Only how high a bar is, in hundredths of the token: what is read stands beside it, exact. */
function height(amount: string): number {
  const { units, scale } = toScaled(amount);
  return Number((units * 100n) / 10n ** BigInt(scale));
}

/** A day without its counterpart has none: a gap, not nothing. Of `whole` and `soFar` a day has one. */
interface Point {
  readonly day: string;
  readonly whole: number | null;
  readonly soFar: number | null;
  readonly before: number | null;
  readonly now: DayMovement | undefined;
  readonly earlier: DayMovement | undefined;
}

interface NetByDayProps {
  readonly days: readonly DayMovement[];
  readonly before: readonly DayMovement[];
  readonly period: Days;
  readonly timeZone: string;
  /** Today, YYYY-MM-DD: its bar is not whole yet. */
  readonly today: string;
  readonly names: RangeNames;
}

/** The card. Shown once the days are known; those before may come later, or never. */
export function NetByDay({ days, before, period, timeZone, today, names }: NetByDayProps): ReactNode {
  const points: Point[] = Array.from({ length: Math.max(days.length, before.length) }, (_, at) => {
    const [now, earlier] = [days[at], before[at]];
    const bar = now === undefined ? null : height(now.credits);
    return {
      day: String(Number((now ?? earlier)?.day.slice(8) ?? at + 1)),
      whole: now?.day === today ? null : bar,
      soFar: now?.day === today ? bar : null,
      before: earlier === undefined ? null : height(earlier.credits),
      now,
      earlier,
    };
  });
  const hasToday = points.some(({ soFar }) => soFar !== null);
  return (
    <Panel
      title="Net by day"
      note={TOKEN}
      actions={
        <Group gap={14} aria-hidden="true">
          <Key name={names.now} fill="var(--mc-bar)" />
          {hasToday ? <Key name="Today so far" fill={`url(#${HATCHED})`} /> : null}
          {before.length === 0 ? null : <Key name={names.before} fill="var(--mc-bar-before)" isLine />}
        </Group>
      }
    >
      <Stack component="figure" m={0} gap={4} h="100%" style={{ overflowX: 'clip' }}>
        <div aria-hidden="true" className={classes.picture}>
          <Picture points={points} names={names} />
        </div>
        <Sentence days={days} path={accountPath('by-day', period, timeZone)} />
      </Stack>
    </Panel>
  );
}

function Key(props: { readonly name: string; readonly fill: string; readonly isLine?: boolean }): ReactNode {
  const { name, fill, isLine = false } = props;
  return (
    <Group gap={6} c="var(--mc-text-soft)" fz={12} lh="16px">
      <svg width={isLine ? 14 : 10} height={10}>
        {isLine ? (
          <path d="M0 5h14" stroke={fill} strokeWidth={2} />
        ) : (
          <rect width={10} height={10} rx={2} fill={fill} />
        )}
      </svg>
      {name}
    </Group>
  );
}

/** The bar of a day that is not over; named once, for the page has one picture of this kind. */
const HATCHED = 'net-by-day-today';

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
function ticksOf(points: readonly Point[]): string[] {
  const last = points.length - 1;
  return points
    .filter((_, at) => at === 0 || at === last || ((at + 1) % 5 === 0 && last - at > 1))
    .map(({ day }) => day);
}

const thousands = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

function Picture(props: { readonly points: readonly Point[]; readonly names: RangeNames }): ReactNode {
  const { points, names } = props;
  return (
    <CompositeChart
      h="100%"
      data={points.map((point) => ({ ...point }))}
      dataKey="day"
      composedChartProps={{ accessibilityLayer: false, barCategoryGap: '19%' }}
      strokeDasharray="0"
      gridAxis="x"
      gridColor="var(--mc-line)"
      textColor="var(--mc-text-muted)"
      tickLine="none"
      curveType="linear"
      withDots={false}
      xAxisProps={{ ticks: ticksOf(points), interval: 0 }}
      yAxisProps={{
        width: 44,
        tickFormatter: (hundredths: number) => thousands.format(hundredths / 100).toLowerCase(),
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
function dayCard(point: Point | undefined, names: RangeNames): ReactNode {
  if (point === undefined) return null;
  const { now, earlier } = point;
  const lines = [
    ...(now === undefined ? [] : [{ name: `${point.day} ${names.now}`, value: now.credits, isSigned: false }]),
    ...(earlier === undefined
      ? []
      : [{ name: `${point.day} ${names.before}`, value: earlier.credits, isSigned: false }]),
    ...(now === undefined || earlier === undefined
      ? []
      : [{ name: 'Difference', value: subtractMoney(now.credits, earlier.credits), isSigned: true }]),
  ];
  return (
    <Paper withBorder shadow="md" px={12} py={8} fz={12}>
      {lines.map(({ name, value, isSigned }) => (
        <Group key={name} justify="space-between" gap={24}>
          {name}
          <MoneyText value={value} unit={TOKEN} currency={TOKEN} sign={isSigned} />
        </Group>
      ))}
    </Paper>
  );
}

function Sentence({ days, path }: { readonly days: readonly DayMovement[]; readonly path: string }): ReactNode {
  const best = days.reduce<DayMovement | undefined>(
    (most, day) => (most === undefined || height(day.credits) > height(most.credits) ? day : most),
    undefined,
  );
  return (
    <Text component="figcaption" fz={12} c="dimmed" className="mc-num">
      <MoneyText value={sum(days.map(({ credits }) => credits))} unit={TOKEN} currency={TOKEN} /> in{' '}
      {days.length.toLocaleString('en-GB')} days
      {best === undefined ? null : (
        <>
          , most on {best.day}: <MoneyText value={best.credits} unit={TOKEN} />
        </>
      )}
      .{' '}
      <a className="mc-link mc-link-inline" href={hashHref(path)}>
        Day by day
      </a>
    </Text>
  );
}
