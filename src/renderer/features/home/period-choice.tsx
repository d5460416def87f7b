// Which days a screen of Home is about, as they stand in its address.
import { SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateRange, shortDays, useRouteFilters } from '../../ui/index.ts';
import { choiceOf, type Days, PERIOD_WORDS, PERIODS } from './period.ts';

export function PeriodChoice({ days, before }: { readonly days: Days; readonly before: Days }): ReactNode {
  const route = useRouteFilters();
  const choice = choiceOf(route);
  return (
    <>
      <Text fz={12} c="dimmed" className="mc-num" visibleFrom={choice === 'custom' ? 'lg' : 'md'}>
        {shortDays(days.from, days.to)} against {shortDays(before.from, before.to)}
      </Text>
      {choice === 'custom' ? (
        <DateRange
          label="Days"
          value={days}
          onChange={({ from, to }) => route.change({ period: 'custom', from, to })}
        />
      ) : null}
      <SegmentedControl
        aria-label="Period"
        value={choice}
        data={PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
        onChange={(next) =>
          route.change(
            // One's own days begin with the days that were just shown.
            next === 'custom' ? { period: next, ...days } : { period: next, from: undefined, to: undefined },
          )
        }
      />
    </>
  );
}
