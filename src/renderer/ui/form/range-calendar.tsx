// The calendar of a range of days. A file of its own, so that the calendar's code is only loaded when it is opened.
import { DatePicker } from '@mantine/dates';
import { type ReactNode, useState } from 'react';
import { writing } from '../text/writing.ts';
import type { PlainRange } from './date-bounds.ts';

/** Two clicks choose a range; the first alone changes nothing yet. */
export function RangeCalendar(props: {
  readonly value: PlainRange;
  readonly onChange: (value: PlainRange) => void;
}): ReactNode {
  const { value, onChange } = props;
  const [draft, setDraft] = useState<[string | null, string | null]>([day(value.from), day(value.to)]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
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

const firstDay = (day: number): 0 | 1 | 6 => (day === 0 || day === 6 ? day : 1);

/** The day of a day or of a local time. */
function day(text: string | undefined): string | null {
  return text?.slice(0, 'YYYY-MM-DD'.length) ?? null;
}
