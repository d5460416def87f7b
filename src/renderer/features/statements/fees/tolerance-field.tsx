/** How far from the catalogue or the median before an invoice is listed, in percentage points. Not here: where it is kept (the address). */
import { TextInput } from '@mantine/core';
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
      className="mc-tolerance mc-num"
      aria-label="Tolerance, percentage points"
      leftSection={<span className="mc-tolerance-lead">Tolerance ±</span>}
      leftSectionWidth={92}
      rightSection={<span className="mc-tolerance-lead">%</span>}
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
