// Numbers that a person types, as text: no arrow and no wheel changes one by accident, a screen reader hears a field to type in, and comma and point are
// read alike (domain/kernel/money/typed-amount).
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { amountSaid } from '../text/writing.ts';

/** What every field of an amount has, whatever else it is. */
export const AMOUNT_FIELD = {
  inputMode: 'decimal',
  spellCheck: false,
  maxLength: 90,
  classNames: { input: 'mc-num' },
} as const;

const BELOW: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];

/** How a typed text is understood, under its field. */
export function TakenWords({ words }: { readonly words: string }) {
  return (
    <Text span fz="xs" c="var(--mc-good-text)">
      <IconCheck size={12} aria-hidden="true" /> {words}
    </Text>
  );
}

/** What a field of typed text says below itself: what is wrong, else how the text is understood, else what it is for. */
export const saidBelow = (said: { readonly wrong: string; readonly taken: string; readonly hint: ReactNode }) => ({
  inputWrapperOrder: BELOW,
  error: said.wrong === '' ? undefined : said.wrong,
  description: said.wrong !== '' ? undefined : said.taken === '' ? said.hint : <TakenWords words={said.taken} />,
});

/** An amount as people type it, with either mark before its decimals; what was understood stands below it, or why it is none. */
export function AmountField(
  props: Omit<TextInputProps, 'value' | 'onChange' | 'error'> & {
    readonly text: string;
    readonly onText: (text: string) => void;
    readonly unit?: string;
    /** Why an amount cannot be taken here. */
    readonly problemOf?: (amount: string) => string | null;
  },
) {
  const { text, onText, unit, problemOf, description, ...field } = props;
  const { amount, words } = amountSaid(text, unit);
  const wrong = amount === null ? words : (problemOf?.(amount) ?? '');
  return (
    <TextInput
      {...AMOUNT_FIELD}
      {...saidBelow({ wrong, taken: words, hint: description })}
      {...field}
      value={text}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}

/** A whole number from `min` to `max`. It holds once the field is left, or with Enter; any other text stays with the reason, and `value` holds. */
export function CountField(
  props: Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'error'> & {
    readonly value: number | undefined;
    readonly min: number;
    readonly max: number;
    readonly onCount: (count: number) => void;
  },
) {
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
