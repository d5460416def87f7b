// Numbers that a person types, as text: no arrow and no wheel changes one by accident, a screen reader hears a field to type in, and comma and point are
// read alike (domain/kernel/money/typed-amount).
import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** What every field of an amount has, whatever else it is. */
export const AMOUNT_FIELD = {
  inputMode: 'decimal',
  autoComplete: 'off',
  spellCheck: false,
  maxLength: 90,
  classNames: { input: 'mc-num' },
} as const;

/** A whole number from `min` to `max`. It holds once the field is left, or with Enter; any other text stays with the reason, and `value` holds. */
export function CountField(
  props: Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'error'> & {
    readonly value: number | undefined;
    readonly min: number;
    readonly max: number;
    readonly onCount: (count: number) => void;
  },
): ReactNode {
  const { value, min, max, onCount, ...field } = props;
  /** Null: nothing that is not in force. */
  const [typed, setTyped] = useState<string | null>(null);
  const count = typed !== null && /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
  if (count !== null && count === value) setTyped(null);
  const isCount = count !== null && count >= min && count <= max;
  const take = (): void => {
    if (isCount) onCount(count);
  };
  return (
    <TextInput
      {...AMOUNT_FIELD}
      {...field}
      inputMode="numeric"
      value={typed ?? value ?? ''}
      error={typed === null || isCount ? undefined : `A whole number from ${min} to ${max}`}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}
