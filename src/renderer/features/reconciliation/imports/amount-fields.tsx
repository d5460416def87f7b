// What the amounts of a file are, and in what; which addresses are the wallet's own.
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import {
  AMOUNT_MEANINGS,
  type AmountMeaning,
  type Mapping,
  MAX_OWN_ADDRESSES,
} from '../../../../domain/ledger/import.ts';
import { ForeignText, Note } from '../../../ui/index.ts';
import { MEANING_WORDS } from './words.ts';

export interface MapProps {
  readonly kind: SourceKind;
  readonly mapping: Mapping;
  readonly onMap: (mapping: Mapping) => void;
}

/** Where the money of this wallet comes in: what goes anywhere else went out. */
export function OwnAddresses({ mapping, onMap }: MapProps) {
  const [text, setText] = useState(() => (mapping.ownAddresses ?? []).join('\n'));
  const say = (typed: string): void => {
    const lines = typed.split('\n').map((line) => line.trim());
    const own = [...new Set(lines.filter((line) => line !== ''))].slice(0, MAX_OWN_ADDRESSES);
    setText(typed);
    onMap({ ...mapping, ownAddresses: own });
  };
  return (
    <Textarea
      label="Addresses of this wallet"
      description="One a line. Money to any other address went out, whatever the file says of it. Empty: no address says so."
      autosize
      minRows={1}
      maxRows={6}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ currentTarget: { value } }) => say(value)}
    />
  );
}

const MAX_UNIT = 32;

export function AmountFields({ kind, mapping, onMap }: MapProps) {
  const { columns, unit, amountMeaning } = mapping;
  const say = (meaning: string): void => {
    const next: AmountMeaning | undefined = AMOUNT_MEANINGS.find((one) => one === meaning);
    if (next !== undefined) onMap({ ...mapping, amountMeaning: next });
  };
  return (
    <Stack>
      {kind === 'orders' ? (
        <Radio.Group label="The amount is" value={amountMeaning} onChange={say}>
          <Stack gap="sm" mt="xs">
            {AMOUNT_MEANINGS.map((meaning) => (
              <Radio
                key={meaning}
                value={meaning}
                label={MEANING_WORDS[meaning].name}
                description={MEANING_WORDS[meaning].hint}
              />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <Note>Held against amount_to_send of the withdrawal, then against its amount.</Note>
      )}
      {columns.unit === undefined ? (
        <TextInput
          label="Currency of every row"
          description="No column tells it."
          placeholder={kind === 'orders' && amountMeaning === 'ordered' ? 'EUR' : 'USDT'}
          w={220}
          maxLength={MAX_UNIT}
          spellCheck={false}
          value={unit ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onMap({ ...mapping, unit: value.trim() === '' ? null : value.trim().toUpperCase() })
          }
        />
      ) : (
        <Note>
          The currency stands in the column <ForeignText text={columns.unit.slice(0, 80)} />.
        </Note>
      )}
    </Stack>
  );
}
