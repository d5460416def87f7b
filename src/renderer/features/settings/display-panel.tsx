/**
 * How the console shows things: the time zone, the colour scheme, rows and digits. Kept by the engine, so that every window agrees.
 */
import { SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { ROW_HEIGHTS } from '../../../domain/console-settings.ts';
import { useSettings } from '../../bridge/index.ts';
import { FailureNotice, InstantText, Panel, useNow } from '../../ui/index.ts';
import { fromEpochMs } from '../../../domain/time.ts';

const SCHEMES = [
  { value: 'auto', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Zones this system knows, UTC first; the present one always among them. */
function zones(present: string): string[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  return [...new Set(['UTC', present, ...known])];
}

/** The two settings of display. */
export function DisplayPanel(): ReactNode {
  const { settings: data, failure, refused, change, refresh } = useSettings();
  const zone = data?.timeZone ?? 'UTC';
  const options = useMemo(() => zones(zone), [zone]);
  const now = useNow();
  return (
    <Panel title="Display">
      <Stack gap={20}>
        {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
        {refused === null ? null : <FailureNotice failure={refused} />}
        <Select
          label="Time zone"
          description="All times and the days of filters are in it. Records and exports keep their UTC instants."
          data={options}
          value={zone}
          searchable
          allowDeselect={false}
          maxDropdownHeight={280}
          // Hundreds of zones are there once somebody opens it.
          comboboxProps={{ keepMounted: false }}
          w={320}
          disabled={data === undefined}
          onChange={(next) => {
            if (next !== null) change({ timeZone: next });
          }}
        />
        <p className="mc-note">
          Now: <InstantText value={fromEpochMs(now)} withZone />
        </p>
        <div>
          <p className="mc-settings-label" id="colour-scheme">
            Colours
          </p>
          <SegmentedControl
            aria-labelledby="colour-scheme"
            value={data?.colourScheme ?? 'auto'}
            disabled={data === undefined}
            data={SCHEMES.map(({ value, label }) => ({ value, label }))}
            onChange={(next) => {
              const scheme = SCHEMES.find(({ value }) => value === next);
              if (scheme !== undefined) change({ colourScheme: scheme.value });
            }}
          />
        </div>
        <div>
          <p className="mc-settings-label" id="row-height">
            Row height
          </p>
          <SegmentedControl
            aria-labelledby="row-height"
            value={`${data?.rowHeight ?? 32}`}
            disabled={data === undefined}
            data={ROW_HEIGHTS.map((height) => `${height}`)}
            onChange={(next) => {
              const rowHeight = ROW_HEIGHTS.find((height) => `${height}` === next);
              if (rowHeight !== undefined) change({ rowHeight });
            }}
          />
        </div>
        <Switch
          label="All digits of every amount"
          description="Off, lists show two decimals of a token; the tooltip and every export are exact in any case."
          checked={data?.allDigits ?? false}
          disabled={data === undefined}
          onChange={({ currentTarget: { checked } }) => change({ allDigits: checked })}
        />
      </Stack>
    </Panel>
  );
}
