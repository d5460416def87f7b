// The difference that is taken as none, currency by currency. Exact decimals; never a share, never for all currencies at once.
import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Tolerances } from '../../../../domain/ledger/import.ts';
import { canonicalMoney } from '../../../../domain/kernel/money/money.ts';
import { AmountField, MoneyText, Note, plainText, typedText } from '../../../ui/index.ts';
import { amountTyped } from '../../../parts/index.ts';

const MAX_UNIT = 32;

/** Those that hold, each to be taken off, and a line for one more. */
export function ToleranceFields(props: {
  readonly tolerances: Tolerances;
  readonly onChange: (tolerances: Tolerances) => void;
}) {
  const { tolerances, onChange } = props;
  const units = Object.keys(tolerances).sort();
  const without = (unit: string): Tolerances =>
    Object.fromEntries(Object.entries(tolerances).filter(([one]) => one !== unit));
  return (
    <Stack gap="xs">
      {units.length === 0 ? (
        <Note>None: amounts have to agree to the last digit.</Note>
      ) : (
        <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {units.map((unit) => (
            <Group component="li" key={unit} gap={4} pl="xs" bg="var(--mc-quiet-soft)" bdrs="sm">
              <span>
                ± <MoneyText value={tolerances[unit] ?? null} currency={unit} />
              </span>
              <Tooltip label={`No tolerance in ${unit}`}>
                <ActionIcon
                  size={24}
                  aria-label={`Remove the tolerance in ${unit}`}
                  onClick={() => onChange(without(unit))}
                >
                  <IconX size={14} aria-hidden="true" />
                </ActionIcon>
              </Tooltip>
            </Group>
          ))}
        </Group>
      )}
      <OneMore onAdd={(unit, amount) => onChange({ ...tolerances, [unit]: amount })} />
    </Stack>
  );
}

function OneMore({ onAdd }: { readonly onAdd: (unit: string, amount: string) => void }) {
  const [unit, setUnit] = useState('');
  const [typed, setTyped] = useState('');
  const [hasTried, setTried] = useState(false);
  const wrong = toleranceBar(unit, typed);
  const add = (): void => {
    setTried(true);
    const amount = amountTyped(typed);
    if (wrong !== null || amount === null) return;
    onAdd(unit.trim().toUpperCase(), canonicalMoney(amount));
    setUnit('');
    setTyped('');
    setTried(false);
  };
  const onKeyDown = ({ key }: { readonly key: string }): void => {
    if (key === 'Enter') add();
  };
  return (
    <div>
      <Group gap="xs" align="flex-start">
        <TextInput
          label="Currency"
          placeholder="EUR"
          w={100}
          maxLength={MAX_UNIT}
          spellCheck={false}
          value={unit}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => setUnit(currentTarget.value)}
        />
        <AmountField
          label="At most"
          placeholder={typedText('0.01')}
          w={220}
          unit={plainText(unit.trim().toUpperCase())}
          onKeyDown={onKeyDown}
          text={typed}
          onText={setTyped}
        />
        <Button mt={24} onClick={add}>
          Allow
        </Button>
      </Group>
      {hasTried && wrong !== null ? (
        <Text fz={13} c="error" role="alert">
          {wrong}
        </Text>
      ) : null}
    </div>
  );
}

/** Why it is no tolerance; null when it is one. */
export function toleranceBar(unit: string, typed: string): string | null {
  if (unit.trim() === '') return 'Name the currency or token.';
  const amount = amountTyped(typed);
  if (amount === null) return 'Type an amount as 0.01.';
  return amount.startsWith('-') ? 'A tolerance is not less than nothing.' : null;
}
