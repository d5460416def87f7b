// Choosing days: a button that names the range, with common periods and a calendar behind it.
import { Button, Group, Loader, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import {
  localRange,
  PERIOD_TITLES,
  type PeriodName,
  PERIODS,
  type PlainRange,
  periodDays,
  periodNamed,
} from '../form/date-bounds.ts';
import { useUi } from '../window/environment.tsx';
import { useRouteFilters } from '../window/route.ts';
import { daysIn } from './filter-of.ts';
import type { FilterProps } from './filters.tsx';
import { FilterPopover } from './filter-popover.tsx';
import { rangeInWords } from '../text/writing.ts';

const RangeCalendar = lazy(async () => ({ default: (await import('../form/range-calendar.tsx')).RangeCalendar }));

export interface DateRangeProps {
  /** What the dates are about: "Created". */
  readonly label: string;
  /** Stands within another popover. */
  readonly isWithin?: boolean | undefined;
  readonly value: PlainRange;
  /** The period that the days are of, where they are one that moves on. */
  readonly period?: PeriodName | undefined;
  /** `period` is named where one was chosen. */
  readonly onChange: (value: PlainRange, period?: PeriodName) => void;
}

export function DateRange({ label, isWithin = false, value, period, onChange }: DateRangeProps) {
  const { timeZone } = useUi();
  const isOpen = value.from === undefined && value.to === undefined;
  const days = period === undefined ? rangeInWords(localRange(value, timeZone)) : PERIOD_TITLES[period];
  return (
    <FilterPopover
      label={label}
      chosen={isOpen ? null : days}
      title={isOpen ? undefined : `${label}: ${days}`}
      isWithin={isWithin}
    >
      {(close) => <Choices value={value} onChange={onChange} onDone={close} />}
    </FilterPopover>
  );
}

function Choices(props: Pick<DateRangeProps, 'value' | 'onChange'> & { readonly onDone: () => void }) {
  const { value, onChange, onDone } = props;
  const { timeZone } = useUi();
  return (
    <Group align="flex-start" wrap="nowrap">
      <Stack gap={2} miw={120}>
        {PERIODS.map((name) => (
          <Button
            key={name}
            variant="subtle"
            size="compact-sm"
            justify="flex-start"
            onClick={() => {
              onChange(periodDays(name, Date.now(), timeZone), name === 'all' ? undefined : name);
              onDone();
            }}
          >
            {PERIOD_TITLES[name]}
          </Button>
        ))}
      </Stack>
      <Suspense fallback={<Loader size="sm" />}>
        <RangeCalendar value={localRange(value, timeZone)} onChange={onChange} />
      </Suspense>
    </Group>
  );
}

/** Days of the chosen zone, both inclusive. */
export function DaysFilter({ name, label, isWithin }: FilterProps) {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  return (
    <DateRange
      label={label}
      isWithin={isWithin}
      value={daysIn(route, name, timeZone)}
      period={periodNamed(route.text(name))}
      onChange={({ from, to }, period) => {
        const days = period === undefined ? { from, to } : {};
        route.change({ [name]: period, [`${name}From`]: days.from, [`${name}To`]: days.to });
      }}
    />
  );
}
