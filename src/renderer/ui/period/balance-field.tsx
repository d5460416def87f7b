/** An amount that a person types because the API does not tell it. Taken when the field is left or with Enter. Not here: where it is kept. */
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { amountTyped } from './statement-address.ts';
import './balance-field.css';

const WRONG = 'Not an amount. Digits and a point: 1250.00';

/** An exact decimal or nothing; what is neither stays in the field with the reason. */
export function BalanceField(props: {
  readonly label: string;
  readonly value: string | null;
  readonly onType: (amount: string | null) => void;
}): ReactNode {
  const { label, value, onType } = props;
  const [draft, setDraft] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  const [isWrong, setWrong] = useState(false);
  if (known !== value) {
    setKnown(value);
    setDraft(value ?? '');
    setWrong(false);
  }
  const take = (): void => {
    const amount = amountTyped(draft);
    const isEmpty = draft.trim() === '';
    setWrong(amount === null && !isEmpty);
    if (amount === null && !isEmpty) return;
    if (amount !== value) onType(amount);
  };
  return (
    <TextInput
      className="mc-balance-field mc-no-print"
      classNames={{ input: 'mc-num' }}
      size="xs"
      aria-label={label}
      placeholder="0.00"
      inputMode="decimal"
      autoComplete="off"
      maxLength={90}
      value={draft}
      error={isWrong ? WRONG : undefined}
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
