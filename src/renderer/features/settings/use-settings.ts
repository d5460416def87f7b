/**
 * The settings of the console for a panel: what is set, changing it, and why a change was refused. Not here: the panels.
 */
import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/failure.ts';
import { useCall, useCalls } from '../../bridge/index.ts';

export interface SettingsState {
  /** Undefined until they are read. */
  readonly settings: CallOutput<'settings.get'> | undefined;
  readonly failure: Failure | undefined;
  /** Why the latest change was not kept; null after a good one. */
  readonly refused: Failure | null;
  readonly change: (patch: CallInput<'settings.set'>) => Promise<void>;
  readonly refresh: () => void;
}

/** The settings, kept by the engine, so that every window agrees. */
export function useSettings(): SettingsState {
  const { data, failure, refresh } = useCall('settings.get', {});
  const { run } = useCalls();
  const [refused, setRefused] = useState<Failure | null>(null);
  return {
    settings: data,
    failure,
    refused,
    refresh,
    change: async (patch) => {
      const result = await run('settings.set', patch);
      setRefused(result.ok ? null : result.failure);
      refresh();
    },
  };
}
