/** How far from the catalogue or the median before an invoice is listed, in percentage points. Not here: where it is kept (the address). */
import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fractionOf, percentOf } from './view.ts';

/** Taken with Enter or when the field is left. */
export function ToleranceField(props: {
  /** A fraction: "0.005" is half a per cent. */
  readonly value: string;
  readonly onChange: (fraction: string) => void;
}): ReactNode {
  const { value, onChange } = props;
  const [draft, setDraft] = useState(percentOf(value));
  const [known, setKnown] = useState(value);
  const [isWrong, setWrong] = useState(false);
  if (known !== value) {
    setKnown(value);
    setDraft(percentOf(value));
    setWrong(false);
  }
  const take = (): void => {
    const fraction = fractionOf(draft);
    setWrong(fraction === null);
    if (fraction !== null && fraction !== value) onChange(fraction);
  };
  return (
    <TextInput
      w={190}
      aria-label="Tolerance, percentage points"
      leftSection={
        <Text size="sm" c="dimmed">
          Tolerance ±
        </Text>
      }
      leftSectionWidth={92}
      rightSection={
        <Text size="sm" c="dimmed">
          %
        </Text>
      }
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={draft}
      error={isWrong ? 'A percentage: 0.5' : undefined}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        setWrong(false);
      }}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}
