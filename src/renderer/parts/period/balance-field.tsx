// An amount that a person types because the API does not tell it.
import { useState } from 'react';
import { AmountField, typedText } from '../../ui/index.ts';
import { tokenWords } from './lines.ts';
import { amountTyped, type Balance } from './statement-address.ts';
import type { TypedBalances } from './hooks.ts';

/** An exact decimal or nothing; what is neither stays in the field with the reason, and nothing is in force then. */
export function BalanceField(props: {
  readonly label: string;
  readonly balance: Balance;
  readonly token: string;
  readonly balances: TypedBalances;
}) {
  const { label, balance, token, balances } = props;
  const text = balances.textOf(balance, token);
  // What stands in the address is an amount as the API writes them, unless it is none.
  const kept = amountTyped(text) === null ? text : typedText(text);
  const [draft, setDraft] = useState(kept);
  const [known, setKnown] = useState(kept);
  if (known !== kept) {
    setKnown(kept);
    setDraft(kept);
  }
  const take = (): void => {
    if (draft.trim() !== kept) balances.type(balance, token, draft);
  };
  return (
    <AmountField
      className="mc-no-print"
      styles={{ input: { textAlign: 'right' } }}
      size="xs"
      aria-label={label}
      placeholder={typedText('0.00')}
      unit={tokenWords(token)}
      text={draft}
      onText={setDraft}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}
