/**
 * How the console lives on this computer: its start with the system, its staying when no window is open. Not here: display, notifications.
 */
import type { ReactNode } from 'react';
import { useAction, useCall, useCapabilities, useSettings } from '../../bridge/index.ts';
import { FailureNotice, Panel } from '../../ui/index.ts';
import { SwitchRow } from './setting-row.tsx';

/** Each of them, disabled with its reason where the shell cannot. */
export function ComputerPanel(): ReactNode {
  const { settings, refused, change } = useSettings();
  const { background, opensWindows } = useCapabilities();
  return (
    <Panel title="This computer">
      {refused === null ? null : <FailureNotice failure={refused} />}
      <LaunchAtLogin />
      <SwitchRow
        label="Keep watching when the last window is closed"
        note={
          background
            ? 'The console stays with its icon in the tray, reads on, and tells what happens.'
            : opensWindows
              ? 'This desktop has no place for an icon in a panel, so the console ends with its last window.'
              : 'Only the desktop app can. Here the console reads for as long as its program runs, whatever windows are open.'
        }
        checked={settings?.keepWatching ?? false}
        disabled={settings === undefined || !background}
        onChange={(keepWatching) => change({ keepWatching })}
      />
    </Panel>
  );
}

function LaunchAtLogin(): ReactNode {
  const { launchAtLogin } = useCapabilities();
  const { data, failure, refresh } = useCall('login.get', {}, { enabled: launchAtLogin });
  const set = useAction('login.set');
  return (
    <>
      <SwitchRow
        label="Start when you log in"
        note={launchAtLogin ? 'The system starts the console with your session.' : 'Only the desktop app can.'}
        checked={data?.on ?? false}
        disabled={!launchAtLogin || data === undefined || set.busy}
        onChange={(on) => void set.run({ on }).then(refresh)}
      />
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {set.failure === undefined ? null : <FailureNotice failure={set.failure} />}
    </>
  );
}
