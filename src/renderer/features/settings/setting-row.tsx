/** One setting, one line: what it is called, what it means in a line at most, and its control at the end. */
import { Box, Group, SegmentedControl, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Under } from '../../ui/index.ts';

interface RowProps {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** The lines of a panel are told apart by a line between them. */
export function SettingRow({ label, note, children }: RowProps) {
  return (
    <Group justify="space-between" gap="4px 12px" mih={44} py={6}>
      <Box flex="1 1 136px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={500}>{label}</Text>
        <Under>{note}</Under>
      </Box>
      <Group gap="xs" wrap="nowrap" justify="flex-end" ml="auto">
        {children}
      </Group>
    </Group>
  );
}

/** One of a few. */
export function Choice<Value extends string | number>(props: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly disabled: boolean;
  readonly onChange: (value: Value) => void;
}) {
  const { label, value, choices, disabled, onChange } = props;
  return (
    <SettingRow label={label}>
      <SegmentedControl
        aria-label={label}
        value={`${value}`}
        disabled={disabled}
        data={choices.map((choice) => ({ value: `${choice.value}`, label: choice.label }))}
        onChange={(next) => {
          const chosen = choices.find((choice) => `${choice.value}` === next);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      />
    </SettingRow>
  );
}

interface SwitchProps extends Omit<RowProps, 'children'> {
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SwitchRow({ label, note, checked, disabled, onChange }: SwitchProps) {
  return (
    <Switch
      label={label}
      description={note}
      labelPosition="left"
      py={8}
      styles={SPREAD}
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

/** What cannot be switched here is read all the same, and no fainter than the words that say why. */
const SPREAD = {
  body: { justifyContent: 'space-between' },
  label: { fontWeight: 500, color: 'var(--mc-text)' },
} as const;
