// The plan of what was asked for, kept in step with the mirror, and beginning its run: once, whatever happens to the answer.
import { useState } from 'react';
import { create } from 'zustand';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import type { Failure } from '../../../../domain/kernel/failure/failure.ts';
import { useCall, useCalls, useOnce } from '../../../bridge/index.ts';
import type { Selection } from './asked.ts';

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

/**
 * Begins one run. What is on screen has one run id for as long as it is there: a second click, or another one after a lost answer, joins the run that
 * there is.
 */
export function useBegin(onBegun: (runId: string) => void) {
  const [runId] = useState(() => crypto.randomUUID());
  const start = useCalls();
  const look = useCalls();
  const { once, busy } = useOnce();
  const begin = async ({ label, invoices, include }: RunOrder, rest?: RunOrder): Promise<void> => {
    // Who retries later is in the invoices or not; a run is told no more than what its turns have to know.
    const consent = { delivered: include.delivered, retrying: include.retrying };
    const result = await start.run('resends.start', { runId, label, invoices, include: consent });
    const begun = result.ok || (await look.run('resends.run', { runId })).ok;
    if (!begun) return;
    if (rest !== undefined) useRests.setState(({ byTest }) => ({ byTest: new Map([...byTest, [runId, rest]]) }));
    onBegun(runId);
  };
  return {
    begin: (order: RunOrder, rest?: RunOrder) => void once(() => begin(order, rest)),
    isBeginning: busy,
    failure: look.busy ? undefined : start.failure,
  };
}

/** The run that is in the way: one at a time. The engine names it in its refusal. */
export function openRunIn(failure: Failure | undefined): string | null {
  if (failure?.kind !== 'rejected' || failure.code !== 'RUN_ALREADY_OPEN') return null;
  const id = failure.details?.['openRunId'];
  return typeof id === 'string' ? id : null;
}
