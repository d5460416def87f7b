/**
 * How many requests of each minute are left to whoever else uses the key: the merchant's own shop.
 */
import { Button, Group, NumberInput, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Failure } from '../../../domain/failure.ts';
import { useAction, useCall } from '../../bridge/index.ts';
import { FailureNotice, Panel } from '../../ui/index.ts';

/** The reserve of this window's profile. */
export function ReservePanel(): ReactNode {
  const { data } = useCall('sync.status', {});
  const { run, busy } = useAction('sync.setReserve');
  const [own, setOwn] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async (reserve: 'automatic' | number): Promise<void> => {
    const result = await run({ reserve });
    setFailure(result.ok ? null : result.failure);
  };
  if (data === undefined) return null;
  return (
    <Panel title="Requests kept for your shop" note="Of the requests the API allows this key each minute.">
      <Stack gap={12} align="flex-start">
        <SegmentedControl
          aria-label="Reserve"
          value={own === null ? 'automatic' : 'own'}
          data={[
            { value: 'automatic', label: 'Automatic' },
            { value: 'own', label: 'A number of my own' },
          ]}
          onChange={(next) => {
            setOwn(next === 'own' ? data.budget.reserve : null);
            if (next === 'automatic') void save('automatic');
          }}
        />
        {own === null ? (
          <p className="mc-settings-note">
            {data.budget.reserve} now. Automatic keeps 5, and 25 once another program is seen on the same key.
          </p>
        ) : (
          <Group gap={8} align="flex-end">
            <NumberInput
              label="Requests a minute"
              w={160}
              min={0}
              max={1000}
              allowDecimal={false}
              value={own}
              onChange={(next) => setOwn(typeof next === 'number' ? next : own)}
            />
            <Button variant="default" loading={busy} onClick={() => void save(own)}>
              Save
            </Button>
          </Group>
        )}
        {failure === null ? null : <FailureNotice failure={failure} />}
      </Stack>
    </Panel>
  );
}
