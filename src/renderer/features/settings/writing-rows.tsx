/** How numbers, days, weeks and CSV are written: each choice is shown by an example of itself, and what the system's own is by its. */
import { Select } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ConsoleSettings, SettingsChange } from '../../../domain/console/console-settings.ts';
import {
  CSV_CHOICES,
  type CsvChoice,
  DAY_CHOICES,
  dialectOf,
  FIRST_CHOICES,
  NUMBER_CHOICES,
  WEEK_CHOICES,
  type WritingChoices,
  writingOf,
} from '../../../domain/console/writing-choices.ts';
import { separatedCell } from '../../../domain/kernel/text/spreadsheet-text.ts';
import { writeDay, writeDecimal, type Writing } from '../../../domain/kernel/text/writing.ts';
import { WEEKDAYS } from '../../../domain/kernel/time/months.ts';
import { useWriting } from '../../bridge/index.ts';
import { SettingRow } from './setting-row.tsx';

const SEPARATOR_WORDS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' } as const;

/** Long enough for every group that there is, and a day that is no month. */
const EXAMPLE = { amount: '1234567.89', day: '2026-12-31', cell: '1234.56' } as const;

const numberWords = ({ numbers }: Writing): string => writeDecimal(EXAMPLE.amount, numbers);
const dayWords = ({ days }: Writing): string => writeDay(EXAMPLE.day, days);
const weekWords = ({ weekStart }: Writing): string => WEEKDAYS[weekStart] ?? '';

/** "Semicolon, 1234,56". */
function csvWords(choice: CsvChoice, { numbers }: Writing): string {
  const dialect = dialectOf(choice, numbers);
  const words = `${SEPARATOR_WORDS[dialect.separator]}, ${separatedCell(EXAMPLE.cell, true, { ...dialect, separator: '\t' })}`;
  return choice === 'numbers' ? `As numbers (${words})` : words;
}

export function WritingRows(props: {
  readonly settings: ConsoleSettings | undefined;
  readonly change: (change: SettingsChange) => void;
}) {
  const { settings, change } = props;
  const { system, writing } = useWriting();
  const choices: WritingChoices = settings ?? FIRST_CHOICES;
  const rest = { disabled: settings === undefined };
  /** "System (1.234.567,89)", or the example alone. */
  const shown = <One extends string>(all: readonly One[], words: (one: One) => string) =>
    all.map((value) => ({ value, label: value === 'system' ? `System (${words(value)})` : words(value) }));
  const written = (choice: Partial<WritingChoices>): Writing => writingOf({ ...FIRST_CHOICES, ...choice }, system);
  return (
    <>
      <Row
        {...rest}
        label="Numbers"
        note="Close texts, manifests and automation never change"
        value={choices.numbers}
        options={shown(NUMBER_CHOICES, (numbers) => numberWords(written({ numbers })))}
        onChange={(numbers) => change({ numbers })}
      />
      <Row
        {...rest}
        label="Dates"
        value={choices.days}
        options={shown(DAY_CHOICES, (days) => dayWords(written({ days })))}
        onChange={(days) => change({ days })}
      />
      <Row
        {...rest}
        label="Week begins on"
        value={choices.weekStart}
        options={shown(WEEK_CHOICES, (weekStart) => weekWords(written({ weekStart })))}
        onChange={(weekStart) => change({ weekStart })}
      />
      <Row
        {...rest}
        label="CSV"
        note="Of exports and copied cells; a workbook has numbers as they are"
        value={choices.csv}
        options={CSV_CHOICES.map((value) => ({ value, label: csvWords(value, writing) }))}
        onChange={(csv) => change({ csv })}
      />
    </>
  );
}

/** The row whose choice was made last: everything is drawn anew then, and whoever chose goes on where they were. */
let chosenAt: string | null = null;

function Row<Value extends string>(props: {
  readonly label: string;
  readonly note?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly disabled: boolean;
  readonly onChange: (value: Value) => void;
}) {
  const { label, note, value, options, disabled, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (chosenAt !== label) return;
    chosenAt = null;
    field.current?.focus();
  }, [label]);
  return (
    <SettingRow label={label} note={note}>
      <Select
        ref={field}
        aria-label={label}
        w={216}
        data={options}
        value={value}
        comboboxProps={{ keepMounted: false }}
        disabled={disabled}
        onChange={(next) => {
          chosenAt = label;
          onChange(next ?? value);
        }}
      />
    </SettingRow>
  );
}
