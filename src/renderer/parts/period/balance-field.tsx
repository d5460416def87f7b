// An amount that a person types because the API does not tell it.
import { TextInput, Box, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { AMOUNT_FIELD } from '../../ui/form/number-fields.tsx';
import { MoneyText } from '../../ui/text/money-text.tsx';
import { tokenWords } from './line-words.ts';
import { amountTyped, type Balance } from './statement-address.ts';
import type { TypedBalances } from './use-balances.ts';
import { readAmount, typedSo, typedText } from '../../ui/index.ts';

/** An exact decimal or nothing; what is neither stays in the field with the reason, and nothing is in force then. */
export function BalanceField(props: {
  readonly label: string;
  readonly balance: Balance;
  readonly token: string;
  readonly balances: TypedBalances;
}): ReactNode {
  const { label, balance, token, balances } = props;
  const kept = balances.textOf(balance, token);
  const [draft, setDraft] = useState(kept);
  const [known, setKnown] = useState(kept);
  if (known !== kept) {
    setKnown(kept);
    setDraft(kept);
  }
  const amount = amountTyped(draft);
  const isWrong = kept !== '' && draft === kept && amount === null;
  const words = useId();
  const take = (): void => {
    if (draft.trim() !== kept) balances.type(balance, token, draft);
  };
  return (
    <Box className="mc-no-print">
      <TextInput
        {...AMOUNT_FIELD}
        styles={{ input: { textAlign: 'right' } }}
        size="xs"
        aria-label={label}
        placeholder={typedText('0.00')}
        value={draft}
        error={isWrong}
        aria-describedby={words}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
      />
      <Text
        id={words}
        component="div"
        mt={2}
        mih={16}
        fz={12}
        lh="16px"
        c={isWrong ? 'var(--mc-bad-text)' : 'dimmed'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {amount === null ? null : (
          <>
            Taken as <MoneyText value={amount} currency={tokenWords(token)} />
          </>
        )}
        {isWrong ? notInForce(draft) : null}
      </Text>
    </Box>
  );
}

function notInForce(draft: string): string {
  const typed = readAmount(draft);
  if (typed.kind !== 'ambiguous') return `No amount, so not in force: ${typedText('1250.00')}`;
  return `Not in force: type ${typedSo(typed.readings).join(' or ')}`;
}
