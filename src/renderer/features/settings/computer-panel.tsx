/**
 * How the console lives on this computer: its start with the system, its staying when no window is open. Not here: display, notifications.
 */
import { Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction, useCall, useCapabilities, useSettings } from '../../bridge/index.ts';
import { FailureNotice, Panel } from '../../ui/index.ts';

/** Each of them, disabled with its reason where the shell cannot. */
export function ComputerPanel(): ReactNode {
  const { settings, refused, change } = useSettings();
  const { background, opensWindows } = useCapabilities();
  return (
    <Panel title="This computer">
      <Stack gap={16}>
        {refused === null ? null : <FailureNotice failure={refused} />}
        <LaunchAtLogin />
        <Switch
          label="Keep watching when the last window is closed"
          description={
            background
              ? 'The console stays with its icon in the tray, reads on, and tells what happens.'
              : opensWindows
                ? 'This desktop has no place for an icon in a panel, so the console ends with its last window.'
                : 'Only the desktop app can. Here the console reads for as long as its program runs, whatever windows are open.'
          }
          checked={settings?.keepWatching ?? false}
          disabled={settings === undefined || !background}
          onChange={({ currentTarget: { checked } }) => change({ keepWatching: checked })}
        />
      </Stack>
    </Panel>
  );
}

function LaunchAtLogin(): ReactNode {
  const { launchAtLogin } = useCapabilities();
  const { data, failure, refresh } = useCall('login.get', {}, { enabled: launchAtLogin });
  const set = useAction('login.set');
  return (
    <>
      <Switch
        label="Start when you log in"
        description={launchAtLogin ? 'The system starts the console with your session.' : 'Only the desktop app can.'}
        checked={data?.on ?? false}
        disabled={!launchAtLogin || data === undefined || set.busy}
        onChange={({ currentTarget: { checked } }) => void set.run({ on: checked }).then(refresh)}
      />
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {set.failure === undefined ? null : <FailureNotice failure={set.failure} />}
    </>
  );
}
