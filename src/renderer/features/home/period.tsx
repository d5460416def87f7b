// The period of Home as it stands in the address, and the same days before it, which it is compared with. Pure.
import type { CallInput } from '../../../contract/calls.ts';
import { monthName } from '../../../domain/kernel/time/months.ts';
import { type Period, periodDays as daysOfPeriod } from '../../../domain/period/period.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { nextDay } from '../../../domain/kernel/time/time.ts';
import {
  dateBounds,
  DateRange,
  dayBefore,
  periodDays,
  type PlainRange,
  type RouteFilters,
  shortDays,
  useRouteFilters,
} from '../../ui/index.ts';
import { periodQuery } from '../../parts/index.ts';
import { SegmentedControl, Text } from '@mantine/core';

export const PERIODS = ['today', 'this-month', 'last-month', 'custom'] as const;
export type ChosenDays = (typeof PERIODS)[number];

export const PERIOD_WORDS: Readonly<Record<ChosenDays, string>> = {
  today: 'Today',
  'this-month': 'This month',
  'last-month': 'Last month',
  custom: 'Custom',
};

/** Days that are there, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The choice of the address; this month when it names none. */
export function choiceOf(route: Pick<RouteFilters, 'text'>): ChosenDays {
  return PERIODS.find((period) => period === route.text('period')) ?? 'this-month';
}

/** The days of the period in the zone; this month's where the address names no days of its own. */
export function daysOf(route: Pick<RouteFilters, 'text'>, nowMs: number, timeZone: string): Days {
  const choice = choiceOf(route);
  const [from, to] = [route.text('from'), route.text('to')];
  if (choice === 'custom' && from !== undefined && to !== undefined && from <= to) return { from, to };
  return whole(periodDays(choice === 'custom' ? 'this-month' : choice, nowMs, timeZone));
}

function whole({ from = '', to = '' }: PlainRange): Days {
  return { from, to };
}

/** The same days of the month before, where they are of one month and begin with it; else as many days as directly before them. */
export function daysBefore({ from, to }: Days): Days {
  const count = daysOfPeriod(periodOf({ from, to }, 'UTC')).length;
  if (!from.endsWith('-01') || from.slice(0, 7) !== to.slice(0, 7)) {
    return { from: dayBefore(from, count), to: dayBefore(from, 1) };
  }
  const last = dayBefore(from, 1);
  const month = last.slice(0, 7);
  const isWholeMonth = nextDay(to)?.endsWith('-01') === true;
  const sameDay = `${month}-${to.slice(8)}`;
  return { from: `${month}-01`, to: isWholeMonth || sameDay > last ? last : sameDay };
}

/** What a picture shows beside the days: of a month that is not over the whole month before, else the days before. */
export function picturedBefore(days: Days, before: Days): Days {
  if (!days.from.endsWith('-01') || days.from.slice(0, 7) !== days.to.slice(0, 7)) return before;
  return { from: before.from, to: dayBefore(days.from, 1) };
}

export interface RangeNames {
  readonly now: string;
  readonly before: string;
}

/** What the two ranges of a picture are called: "November" and "October", else by their days. */
export function rangeNames(choice: ChosenDays, days: Days, before: Days): RangeNames {
  const isMonth = choice === 'this-month' || choice === 'last-month';
  return isMonth
    ? { now: monthName(days.from) ?? '', before: monthName(before.from) ?? '' }
    : { now: shortDays(days.from, days.to), before: shortDays(before.from, before.to) };
}

/** As an account period: its end is the day after the last. */
export function periodOf({ from, to }: Days, timeZone: string): Period {
  return { from, to: nextDay(to) ?? to, timeZone };
}

type Filter = NonNullable<CallInput<'overview.totals'>['filter']>;

export function finishedIn(days: Days, timeZone: string): Filter {
  const { from, to } = dateBounds(days, timeZone);
  return { finishedFrom: from, finishedTo: to };
}

export function createdIn(days: Days, timeZone: string): Filter {
  const { from, to } = dateBounds(days, timeZone);
  return { createdFrom: from, createdTo: to };
}

/** The invoices behind a figure, as an address; the dates are those of their end or of their creation. */
export function invoicesPath(
  by: 'finished' | 'created',
  days: Days,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...more, [`${by}From`]: days.from, [`${by}To`]: days.to });
  return `${screenPath('invoices')}?${query.toString()}`;
}

/** A tab of the month's account over these days. */
export function accountPath(screen: 'statement' | 'fees' | 'by-day', days: Days, timeZone: string): string {
  return `${screenPath(screen)}?${new URLSearchParams({ ...periodQuery(periodOf(days, timeZone)) }).toString()}`;
}

export function PeriodChoice({ days, before }: { readonly days: Days; readonly before: Days }) {
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
