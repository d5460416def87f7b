/**
 * Choosing the period of the overview: three common ones, or days of one's own.
 */
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateRange, type PlainRange, type RouteFilters } from '../../ui/index.ts';
import { PERIOD_WORDS, PERIODS, periodOf } from './period.ts';

/** Writes the period into the address. */
export function PeriodPicker(props: {
  readonly route: RouteFilters;
  readonly days: PlainRange;
  readonly disabled?: boolean;
}): ReactNode {
  const { route, days, disabled = false } = props;
  const period = periodOf(route);
  return (
    <>
      {period === 'custom' ? (
        <DateRange
          label="Finished"
          value={days}
          onChange={({ from, to }) => route.change({ period: 'custom', from, to })}
        />
      ) : null}
      <SegmentedControl
        size="sm"
        disabled={disabled}
        aria-label="Period"
        value={period}
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
