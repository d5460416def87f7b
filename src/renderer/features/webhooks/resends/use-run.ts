// One run as it goes on: read again whenever its job moves, and every few seconds besides; and what a person may tell it.
import { useEffect, useEffectEvent } from 'react';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import { useWaitLeft } from '../../../parts/index.ts';
import { useEvery } from '../../../ui/index.ts';

const LOOK_EVERY_MS = 3_000;

export interface RunOnScreen extends CallState<BulkRun> {
  /** What is left of the wait for the next request, milliseconds; null while it does not wait. */
  readonly waitLeftMs: number | null;
}

/** `enabled`: false while no run is asked for. */
export function useRun(runId: string, enabled = true): RunOnScreen {
  const run = useCall('resends.run', { runId }, { enabled });
  const { refresh, data } = run;
  const job = useCall('jobs.list', {}).data?.jobs.find(({ id }) => id === runId);
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (job !== undefined) look();
  }, [job]);
  const moves = data?.state === 'running' || data?.state === 'waiting';
  // What ended may still be put right by a later read; what is open is followed.
  const isUnsettled = moves || (data?.counts.running ?? 0) > 0;
  useEvery(isUnsettled ? LOOK_EVERY_MS : null, refresh);
  return { ...run, waitLeftMs: useWaitLeft(data) };
}
