// The plan of what was asked for, kept in step with the mirror, and beginning its run: once, whatever happens to the answer.
import { useState } from 'react';
import { create } from 'zustand';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import { useBegin, useFollowed } from '../../../parts/index.ts';
import type { Selection } from './plan-words.ts';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';

export type ResendPlan = CallOutput<'resends.plan'>;
export type Include = NonNullable<CallInput<'resends.plan'>['include']>;

/** The plan for a selection; delivered ones and those that retry soon are out of it until a person takes them in, those that retry later are in it. */
export function usePlan(selection: Selection) {
  const [include, setInclude] = useState<Include>({});
  const plan = useCall('resends.plan', { selection, include }, { refreshOn: ['deliveries', 'invoices'] });
  return { plan, include, change: (next: Include) => setInclude((before) => ({ ...before, ...next })) };
}

export type PlanState = ReturnType<typeof usePlan>;

export interface RunOrder {
  readonly label: string;
  readonly invoices: readonly string[];
  readonly include: Include;
}

/** What waits for a test, by the run id of the test; known while the window lives. Nothing is ever sent of it by itself. */
export const useRests = create<{ readonly byTest: ReadonlyMap<string, RunOrder> }>(() => ({ byTest: new Map() }));

export function useBeginResend(onBegun: (runId: string) => void) {
  const { begin, ...standing } = useBegin('resends.run', onBegun);
  return {
    ...standing,
    /** `rest`: what waits for it, where it is a test. */
    begin: ({ label, invoices, include }: RunOrder, rest?: RunOrder) =>
      begin((run, runId) => {
        if (rest !== undefined) useRests.setState(({ byTest }) => ({ byTest: new Map([...byTest, [runId, rest]]) }));
        // Who retries later is in the invoices or not; a run is told no more than what its turns have to know.
        const consent = { delivered: include.delivered, retrying: include.retrying };
        return run('resends.start', { runId, label, invoices, include: consent });
      }),
  };
}

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
