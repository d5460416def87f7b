/**
 * Choosing days: a button that names the range, with common periods and a calendar behind it. The days are plain dates in the
 * chosen zone; dateBounds turns them into instants.
 */
import { Button, Loader, Popover } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { rangeInWords } from '../../domain/range-words.ts';
import { localRange, type PeriodName, type PlainRange, periodDays } from './date-bounds.ts';
import { useUi } from './environment.tsx';
import './filter-bar.css';

const RangeCalendar = lazy(async () => ({ default: (await import('./range-calendar.tsx')).RangeCalendar }));

const PERIODS: readonly (readonly [PeriodName, string])[] = [
  ['today', 'Today'],
  ['last-7-days', 'Last 7 days'],
  ['last-30-days', 'Last 30 days'],
  ['this-month', 'This month'],
  ['last-month', 'Last month'],
  ['all', 'Any date'],
];

export interface DateRangeProps {
  /** What the dates are about: "Created". */
  readonly label: string;
  readonly value: PlainRange;
  readonly onChange: (value: PlainRange) => void;
}

/** A filter by days. */
export function DateRange({ label, value, onChange }: DateRangeProps): ReactNode {
  const { timeZone } = useUi();
  const [opened, setOpened] = useState(false);
  const isOpen = value.from === undefined && value.to === undefined;
  return (
    <Popover position="bottom-start" shadow="md" trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          className="mc-filter-button"
          data-active={!isOpen || undefined}
          aria-haspopup="dialog"
          aria-expanded={opened}
          leftSection={<IconCalendar size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {isOpen ? label : `${label}: ${rangeInWords(localRange(value, timeZone))}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Choices value={value} onChange={onChange} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices({
  value,
  onChange,
  onDone,
}: {
  readonly value: PlainRange;
  readonly onChange: (value: PlainRange) => void;
  readonly onDone: () => void;
}): ReactNode {
  const { timeZone } = useUi();
  return (
    <div className="mc-period">
      <div className="mc-period-names">
        {PERIODS.map(([name, words]) => (
          <Button
            key={name}
            variant="subtle"
            size="compact-sm"
            justify="flex-start"
            onClick={() => {
              onChange(periodDays(name, Date.now(), timeZone));
              onDone();
            }}
          >
            {words}
          </Button>
        ))}
      </div>
      <Suspense fallback={<Loader size="sm" />}>
        <RangeCalendar value={localRange(value, timeZone)} onChange={onChange} />
      </Suspense>
    </div>
  );
}
