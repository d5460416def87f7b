// How the console shows things: colours, time zone, rows, digits, and for whom Home opens.
import { SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { HOMES, ROW_HEIGHTS, type SettingsChange } from '../../../domain/console-settings.ts';
import { fromEpochMs } from '../../../domain/time.ts';
import { useSettings } from '../../bridge/index.ts';
import { FailureNotice, InstantText, Panel, useNow } from '../../ui/index.ts';
import { SettingRow, SwitchRow } from './setting-row.tsx';

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const HOME_LABELS = { finance: 'Finance', support: 'Support' } as const;

/** Zones this system knows, UTC first; the present one always among them. */
function zones(present: string): string[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  return [...new Set(['UTC', present, ...known])];
}

/** A line each. */
export function DisplayPanel(): ReactNode {
  const { settings: data, failure, refused, change, refresh } = useSettings();
  const zone = data?.timeZone ?? 'UTC';
  const options = useMemo(() => zones(zone), [zone]);
  const now = useNow();
  const disabled = data === undefined;
  return (
    <Panel title="Display and numbers">
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {refused === null ? null : <FailureNotice failure={refused} />}
      <Choice
        label="Colours"
        value={data?.colourScheme ?? 'auto'}
        choices={SCHEMES}
        disabled={disabled}
        onChange={(colourScheme) => change({ colourScheme })}
      />
      <SettingRow
        label="Time zone"
        note={
          <>
            Now: <InstantText value={fromEpochMs(now)} withZone />
          </>
        }
      >
        <Select
          aria-label="Time zone"
          w={170}
          data={options}
          value={zone}
          searchable
          allowDeselect={false}
          maxDropdownHeight={280}
          // Hundreds of zones are there once somebody opens it.
          comboboxProps={{ keepMounted: false }}
          disabled={disabled}
          onChange={(next) => {
            if (next !== null) change({ timeZone: next });
          }}
        />
      </SettingRow>
      <Choice
        label="Row height"
        value={data?.rowHeight ?? 32}
        choices={ROW_HEIGHTS.map((value) => ({ value, label: `${value}` }))}
        disabled={disabled}
        onChange={(rowHeight) => change({ rowHeight })}
      />
      <SwitchRow
        label="All digits of every amount"
        note="off: two decimals of a token; tooltip, copy and export are always exact"
        checked={data?.allDigits ?? false}
        disabled={disabled}
        onChange={(allDigits) => change({ allDigits })}
      />
      <Choice
        label="Home opens for"
        value={data?.homeFor ?? 'finance'}
        choices={HOMES.map((value) => ({ value, label: HOME_LABELS[value] }))}
        disabled={disabled}
        onChange={(homeFor: NonNullable<SettingsChange['homeFor']>) => change({ homeFor })}
      />
    </Panel>
  );
}

/** One of a few. */
function Choice<Value extends string | number>(props: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly disabled: boolean;
  readonly onChange: (value: Value) => void;
}): ReactNode {
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
