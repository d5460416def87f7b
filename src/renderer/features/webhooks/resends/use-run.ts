// One run of resends as it goes on.
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import { useFollowed } from '../../../parts/index.ts';

export interface RunOnScreen extends CallState<BulkRun> {
  /** What is left of the wait for the next request, milliseconds; null while it does not wait. */
  readonly waitLeftMs: number | null;
}

/** `enabled`: false while no run is asked for. */
export function useRun(runId: string, enabled = true): RunOnScreen {
  const run = useCall('resends.run', { runId }, { enabled });
  // What ended may still be put right by a later read; what is open is followed.
  return { ...run, waitLeftMs: useFollowed(runId, run, (run.data?.counts.running ?? 0) > 0) };
}
