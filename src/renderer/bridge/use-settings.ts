/**
 * The settings of the console for a panel: what is set, changing it, and why a change was refused. A change is shown while it is on its way, so that the
 * next one rests on it, and they leave one after the other, since two at once may overtake each other. Not here: the panels.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Failure } from '../../domain/failure.ts';
import { changedSettings, type ConsoleSettings, type SettingsChange } from './changed-settings.ts';
import { useBridge } from './context.ts';
import { callKey } from './freshness.ts';
import { useCall } from './use-call.ts';

export interface SettingsState {
  /** With the changes on their way; undefined until they are read. */
  readonly settings: ConsoleSettings | undefined;
  readonly failure: Failure | undefined;
  /** Why the latest change was not kept; null after a good one. */
  readonly refused: Failure | null;
  /** Only what is to be changed: the rest stays, as another window may have set it meanwhile. */
  readonly change: (change: SettingsChange) => void;
  readonly refresh: () => void;
}

/** The settings, kept by the engine, so that every window agrees. */
export function useSettings(): SettingsState {
  const { data, failure, refresh } = useCall('settings.get', {});
  const bridge = useBridge();
  const client = useQueryClient();
  const [asked, setAsked] = useState<readonly SettingsChange[]>([]);
  const [refused, setRefused] = useState<Failure | null>(null);
  const last = useRef<Promise<void>>(Promise.resolve());
  const change = useCallback(
    (one: SettingsChange): void => {
      setAsked((before) => [...before, one]);
      last.current = last.current.then(async () => {
        const result = await bridge.call('settings.set', one);
        setRefused(result.ok ? null : result.failure);
        if (result.ok) client.setQueryData(callKey(null, 'settings.get', {}), result.value);
        setAsked((before) => before.filter((other) => other !== one));
      });
    },
    [bridge, client],
  );
  return { settings: data && asked.reduce(changedSettings, data), failure, refused, refresh, change };
}
