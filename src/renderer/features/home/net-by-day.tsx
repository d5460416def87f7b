/**
 * The net of each day as bars, the month before as a line, by the number of the day. The picture is for eyes; the sentence below it and the table of the
 * days say the same.
 */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SETTLEMENT_TOKEN } from '../../../domain/invoice.ts';
import type { DayMovement } from '../../../domain/movements.ts';
import { barHeight, DayBars, DayLegend, hashHref, MoneyText, Panel } from '../../ui/index.ts';
import { sum } from './figures.ts';
import classes from './home.module.css';
import { accountPath, type Days, type RangeNames } from './period.ts';

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
  const both = before.length === 0 ? ([names.now] as const) : ([names.now, names.before] as const);
  return (
    <Panel
      title="Net by day"
      note={SETTLEMENT_TOKEN}
      actions={<DayLegend names={both} hasToday={days.some(({ day }) => day === today)} />}
    >
      <Stack component="figure" m={0} gap={4} h="100%" style={{ overflowX: 'clip' }}>
        <div className={classes.picture}>
          <DayBars days={days} before={before} today={today} names={both} height="100%" legend="elsewhere" />
        </div>
        <Sentence days={days} path={accountPath('by-day', period, timeZone)} />
      </Stack>
    </Panel>
  );
}

function Sentence({ days, path }: { readonly days: readonly DayMovement[]; readonly path: string }): ReactNode {
  const best = days.reduce<DayMovement | undefined>(
    (most, day) => (most === undefined || barHeight(day.credits) > barHeight(most.credits) ? day : most),
    undefined,
  );
  return (
    <Text component="figcaption" fz={12} c="dimmed" className="mc-num">
      <MoneyText value={sum(days.map(({ credits }) => credits))} unit={SETTLEMENT_TOKEN} currency={SETTLEMENT_TOKEN} />{' '}
      in {days.length.toLocaleString('en-GB')} days
      {best === undefined ? null : (
        <>
          , most on {best.day}: <MoneyText value={best.credits} unit={SETTLEMENT_TOKEN} />
        </>
      )}
      .{' '}
      <a className="mc-link mc-link-inline" href={hashHref(path)}>
        Day by day
      </a>
    </Text>
  );
}
