/**
 * The plan of what was asked for, kept in step with the mirror, and beginning its run: once, whatever happens to the answer. Not here:
 * what was asked for (asked.ts) and how it looks (plan-page.tsx).
 */
import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import type { Failure } from '../../../../domain/failure.ts';
import { type CallState, useCall, useCalls, useOnce } from '../../../bridge/index.ts';
import { navigateTo, runPath } from '../../../ui/index.ts';
import type { Selection } from './asked.ts';

export type Plan = CallOutput<'resends.plan'>;
export type Include = NonNullable<CallInput<'resends.plan'>['include']>;

export interface PlanState {
  readonly plan: CallState<Plan>;
  readonly include: Include;
  readonly change: (include: Include) => void;
}

/** The plan for a selection; delivered ones and those that retry soon are out of it until a person takes them in, those that retry later are in it. */
export function usePlan(selection: Selection): PlanState {
  const [include, setInclude] = useState<Include>({});
  const plan = useCall('resends.plan', { selection, include }, { refreshOn: ['deliveries', 'invoices'] });
  return { plan, include, change: (next) => setInclude((before) => ({ ...before, ...next })) };
}

export interface Begin {
  readonly begin: (label: string, invoices: readonly string[], include: Include) => void;
  readonly isBeginning: boolean;
  readonly failure: Failure | undefined;
}

/**
 * Begins the run of this plan and goes to it. One plan has one run id for as long as it is on screen: a second click, or another one
 * after a lost answer, joins the run that there is.
 */
export function useBegin(): Begin {
  const [runId] = useState(() => crypto.randomUUID());
  const start = useCalls();
  const look = useCalls();
  const { once, busy } = useOnce();
  const begin = async (label: string, invoices: readonly string[], include: Include): Promise<void> => {
    // Who retries later is in the invoices or not; a run is told no more than what its turns have to know.
    const consent = { delivered: include.delivered, retrying: include.retrying };
    const result = await start.run('resends.start', { runId, label, invoices: [...invoices], include: consent });
    const begun = result.ok || (await look.run('resends.run', { runId })).ok;
    if (begun) navigateTo(runPath(runId));
  };
  return {
    begin: (label, invoices, include) => void once(() => begin(label, invoices, include)),
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
