// Choosing a period of account: a month, the one before or after it, or days of one's own; the zone stands on its face,
// because the same days of another zone are another period.
import { ActionIcon, Button, Loader, Popover, Tooltip, Group, Stack, Text } from '@mantine/core';
import { IconCalendar, IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { lastDay, type Period } from '../../../domain/period/period.ts';
import { DAY_STEP_MS, useNow } from '../../ui/window/clock.ts';
import { dayOf } from '../../ui/form/date-bounds.ts';
import { useUi } from '../../ui/window/environment.tsx';
import { monthAfter, monthBefore, monthOfDay, monthPeriod, monthWords, periodOfDays, periodWords } from './address.ts';

const RangeCalendar = lazy(async () => ({ default: (await import('../../ui/form/range-calendar.tsx')).RangeCalendar }));

export interface PeriodPickerProps {
  /** Null: all time, where the screen offers it. */
  readonly value: Period | null;
  readonly timeZone: string;
  /** Null only where `anyTime` is offered. */
  readonly onChange: (period: Period | null) => void;
  /** Offers no period at all: "All time". */
  readonly anyTime?: boolean;
  /** The screen says the period in its title: here is only the way to others. */
  readonly isBrief?: boolean;
}

const MONTHS_SHOWN = 13;

/** The period with a step to either side. */
export function AccountPeriodPicker(props: PeriodPickerProps) {
  const { value, timeZone, onChange, anyTime = false, isBrief = false } = props;
  const [opened, setOpened] = useState(false);
  const thisMonth = monthOfDay(dayOf(useNow(DAY_STEP_MS), timeZone));
  const month = value === null ? null : monthOfDay(value.from);
  const step = (to: string): void => onChange(monthPeriod(to, timeZone));
  const choose = (period: Period | null): void => {
    onChange(period);
    setOpened(false);
  };
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label="Period">
      <Step to={month === null ? null : monthBefore(month)} onStep={step}>
        <IconChevronLeft size={16} aria-hidden="true" />
      </Step>
      <Popover shadow="md" position="bottom-end" trapFocus opened={opened} onChange={setOpened}>
        <Popover.Target>
          {isBrief ? (
            <ActionIcon variant="default" size={24} aria-label="Choose a period" onClick={() => setOpened(!opened)}>
              <IconCalendar size={16} aria-hidden="true" />
            </ActionIcon>
          ) : (
            <Button
              className="mc-filter-button"
              // Month and zone stand whole on its face.
              maw="none"
              leftSection={<IconCalendar size={16} aria-hidden="true" />}
              rightSection={<IconChevronDown size={14} aria-hidden="true" />}
              onClick={() => setOpened(!opened)}
            >
              {value === null ? 'All time' : periodWords(value)}
              <Text span inherit fw={400} ml={8} c="dimmed">
                {timeZone}
              </Text>
            </Button>
          )}
        </Popover.Target>
        <Popover.Dropdown aria-label="Choose a period">
          <Choices value={value} timeZone={timeZone} thisMonth={thisMonth} anyTime={anyTime} onChange={choose} />
        </Popover.Dropdown>
      </Popover>
      <Step to={month === null || month >= thisMonth ? null : monthAfter(month)} onStep={step}>
        <IconChevronRight size={16} aria-hidden="true" />
      </Step>
    </Group>
  );
}

/** The month to either side; null where there is none to go to. */
function Step(props: {
  readonly to: string | null;
  readonly onStep: (month: string) => void;
  readonly children: ReactNode;
}) {
  const { to, onStep, children } = props;
  const label = to === null ? 'No month there' : `To ${monthWords(to)}`;
  return (
    <Tooltip label={label} disabled={to === null}>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={label}
        disabled={to === null}
        onClick={() => (to === null ? undefined : onStep(to))}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

type ChoiceProps = Pick<PeriodPickerProps, 'value' | 'timeZone' | 'onChange'>;

function Choices(props: ChoiceProps & { readonly thisMonth: string; readonly anyTime: boolean }) {
  const { value, timeZone, thisMonth, anyTime, onChange } = props;
  const shown = value === null ? null : monthPeriod(monthOfDay(value.from), timeZone);
  return (
    <Group gap={16} wrap="nowrap" align="flex-start">
      <Stack gap={2} miw={136}>
        {anyTime ? (
          <Button variant="subtle" size="compact-sm" justify="flex-start" onClick={() => onChange(null)}>
            All time
          </Button>
        ) : null}
        {monthsBack(thisMonth).map((month) => (
          <Button
            key={month}
            variant={isMonth(value, month) ? 'light' : 'subtle'}
            aria-pressed={isMonth(value, month)}
            size="compact-sm"
            justify="flex-start"
            onClick={() => onChange(monthPeriod(month, timeZone))}
          >
            {monthWords(month)}
          </Button>
        ))}
      </Stack>
      <div>
        <Suspense fallback={<Loader size="sm" />}>
          <RangeCalendar
            value={value === null ? daysOf(shown) : daysOf(value)}
            onChange={(days) => {
              const period = periodOfDays(days, timeZone);
              if (period !== null) onChange(period);
            }}
          />
        </Suspense>
        <ZoneWords timeZone={timeZone} value={value} onChange={onChange} />
      </div>
    </Group>
  );
}

function daysOf(period: Period | null) {
  return period === null ? {} : { from: period.from, to: lastDay(period) };
}

function isMonth(value: Period | null, month: string): boolean {
  return value?.from === `${month}-01` && value.to === `${monthAfter(month)}-01`;
}

function monthsBack(thisMonth: string): readonly string[] {
  const months = [thisMonth];
  while (months.length < MONTHS_SHOWN) months.push(monthBefore(months.at(-1) ?? thisMonth));
  return months;
}

/** Whose midnights bound the days; a link of somebody else's may say another zone than the chosen one. */
function ZoneWords({ timeZone, value, onChange }: ChoiceProps) {
  const { timeZone: chosen } = useUi();
  return (
    <Text maw={260} mt={8} fz={12} lh="16px" c="dimmed">
      Whole days of {timeZone}, from midnight to midnight.
      {chosen === timeZone || value === null ? null : (
        <Button variant="subtle" size="compact-xs" onClick={() => onChange({ ...value, timeZone: chosen })}>
          Count the days in {chosen}
        </Button>
      )}
    </Text>
  );
}
