// The calendars of a range of days and of one. A file of its own, so that the calendar's code is only loaded when it is opened.
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { writing } from '../text/writing.ts';
import type { PlainRange } from './date-bounds.ts';

/** Two clicks choose a range; the first alone changes nothing yet. */
export function RangeCalendar(props: { readonly value: PlainRange; readonly onChange: (value: PlainRange) => void }) {
  const { value, onChange } = props;
  const [draft, setDraft] = useState<[string | null, string | null]>([day(value.from), day(value.to)]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      {...LOOK}
      firstDayOfWeek={firstDay(writing().weekStart)}
      value={draft}
      onChange={(next) => {
        setDraft(next);
        const [from, to] = next;
        if (from !== null && to !== null) onChange({ from, to });
      }}
    />
  );
}

/** In a field that may stand in a dialog: Escape is the calendar's alone. */
export function DayCalendar({
  day: chosen,
  onDay,
}: {
  readonly day: string | null;
  readonly onDay: (day: string) => void;
}) {
  return (
    <DatePicker
      __stopPropagation
      {...LOOK}
      firstDayOfWeek={firstDay(writing().weekStart)}
      {...(chosen === null ? {} : { defaultDate: chosen })}
      value={chosen}
      onChange={(next) => next !== null && onDay(next)}
    />
  );
}

/** Weekends in red, and days of other months in grey, would be too faint on one of the grounds. */
const LOOK = {
  weekendDays: [],
  hideOutsideDates: true,
  ariaLabels: {
    previousMonth: 'Month before',
    nextMonth: 'Month after',
    previousYear: 'Year before',
    nextYear: 'Year after',
    previousDecade: 'Decade before',
    nextDecade: 'Decade after',
  },
};

const firstDay = (day: number): 0 | 1 | 6 => (day === 0 || day === 6 ? day : 1);

function day(text: string | undefined): string | null {
  return text?.slice(0, 'YYYY-MM-DD'.length) ?? null;
}
