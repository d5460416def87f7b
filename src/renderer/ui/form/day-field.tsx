// A day as people type it, in the order of the setting, with its month in words below it; or chosen in a calendar whose week begins where the setting says.
import { ActionIcon, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { dayText, readDay, readMinute, wholeDay } from '../text/writing.ts';
import { saidBelow } from './number-fields.tsx';

const DayCalendar = lazy(async () => ({ default: (await import('./range-calendar.tsx')).DayCalendar }));

/** A day that is one ("2026-11-21"), rather than what was typed and is none. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && readDay(text) === text;

/** A text in which a day, and with `withTime` a minute, is in the notation of the API; what is none stays as it was typed, and is said to be none. */
export function DayField(
  props: Omit<TextInputProps, 'value' | 'onChange' | 'error'> & {
    readonly day: string;
    readonly onDay: (day: string) => void;
    readonly withTime?: boolean;
  },
) {
  const { day, onDay, withTime = false, description, ...field } = props;
  const [opened, setOpened] = useState(false);
  /** As it was typed, until the field is left. */
  const [typed, setTyped] = useState<string | null>(null);
  const read = withTime ? readMinute : readDay;
  const isRead = read(day) === day;
  const shown = typed !== null && (read(typed) ?? typed.trim()) === day ? typed : isRead ? dayText(day) : day;
  return (
    <TextInput
      {...saidBelow({
        wrong:
          day === '' || isRead ? '' : `No day: type it as ${dayText(withTime ? '2026-12-31 14:30' : '2026-12-31')}`,
        taken: isRead ? wholeDay(day) : '',
        hint: description,
      })}
      spellCheck={false}
      maxLength={40}
      rightSection={
        <Popover shadow="md" opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
          <Popover.Target>
            <ActionIcon size="sm" aria-label="Choose in a calendar" onClick={() => setOpened(!opened)}>
              <IconCalendar size={16} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown
            aria-label="Calendar"
            // Escape closes the calendar, and neither the dialog nor the form around it.
            data-mantine-stop-propagation
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.stopPropagation();
            }}
          >
            <Suspense fallback={<Loader size="sm" />}>
              <DayCalendar
                day={isRead ? day.slice(0, 10) : null}
                onDay={(chosen) => {
                  onDay(withTime ? `${chosen} ${isRead ? day.slice(11) : '00:00'}` : chosen);
                  setOpened(false);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
      {...field}
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onDay(read(value) ?? value.trim());
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
