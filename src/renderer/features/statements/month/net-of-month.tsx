// The net of each day of a month as a small picture, with its average and its best day in words.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { divideMoney, sumMoney } from '../../../../domain/kernel/money/money.ts';
import type { DayMovement } from '../../../../domain/period/movements.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import { dayText, hashHref, MoneyText, Panel } from '../../../ui/index.ts';
import { DaysPicture, levelOf, movementsPath, useMovements } from '../../../parts/index.ts';
import { monthName } from './use-month.ts';

/** Nothing before the days are added up. */
export function NetOfMonth({ period }: { readonly period: Period }) {
  const { data } = useMovements(period, CREDIT_TOKEN);
  if (data === undefined || data.days.every(({ creditCount }) => creditCount === 0)) return null;
  return (
    <Panel
      title="Net by day"
      actions={
        <Anchor size="sm" href={hashHref(movementsPath(period, CREDIT_TOKEN))}>
          By day
        </Anchor>
      }
    >
      <DaysPicture
        days={data.days}
        names={[monthName(period)]}
        token={CREDIT_TOKEN}
        timeZone={period.timeZone}
        height={200}
      />
      <Stack gap={4} mt="xs">
        <DayFigures days={data.days} />
      </Stack>
    </Panel>
  );
}

/** The average of all days, and the day that brought most. */
export function DayFigures({ days }: { readonly days: readonly DayMovement[] }) {
  const total = sumMoney(days.map(({ credits }) => credits));
  const best = days.reduce((most, day) => (levelOf(day.credits) > levelOf(most.credits) ? day : most));
  return (
    <>
      <Figure title="Average" amount={divideMoney(total, `${days.length}`, AVERAGE_DECIMALS, 'half-even')} />
      <Figure title={`Highest, ${dayText(best.day)}`} amount={best.credits} />
    </>
  );
}

const AVERAGE_DECIMALS = 6;

/** A name and an amount in the token that is credited. */
export function Figure({ title, amount }: { readonly title: string; readonly amount: string | null }) {
  return (
    <Group justify="space-between">
      <Text c="dimmed">{title}</Text>
      <Text component="span">
        <MoneyText value={amount} unit={CREDIT_TOKEN} />
      </Text>
    </Group>
  );
}
