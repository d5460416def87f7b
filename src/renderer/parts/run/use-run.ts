// A run, of resends or of orders: followed while it goes on, begun once whatever happens to the answer, and told to pause, resume or cancel.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { RunState } from '../../../domain/resend/bulk.ts';
import { type Calls, useActions, useCall, useCalls, useOnce } from '../../bridge/index.ts';
import { useEvery, useOwnNow } from '../../ui/index.ts';

const LOOK_EVERY_MS = 3_000;

interface FollowedRun {
  readonly state: RunState;
  readonly waitingMs?: number | undefined;
}

/** Read again whenever its job moves, and every few seconds besides while it moves or what ended `isUnsettled`. What is left of its wait, milliseconds; null while it does not wait. */
export function useFollowed(
  runId: string,
  run: { readonly data: FollowedRun | undefined; readonly refresh: () => void },
  isUnsettled: boolean,
): number | null {
  const { data, refresh } = run;
  const job = useCall('jobs.list', {}).data?.jobs.find(({ id }) => id === runId);
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (job !== undefined) look();
  }, [job]);
  const moves = data?.state === 'running' || data?.state === 'waiting';
  useEvery(moves || isUnsettled ? LOOK_EVERY_MS : null, refresh);
  return useWaitLeft(data);
}

/** The engine says how long from its answer on; the rest is counted here. */
function useWaitLeft(run: FollowedRun | undefined): number | null {
  const now = useOwnNow();
  const [heard, setHeard] = useState({ run, at: now });
  if (heard.run !== run) setHeard({ run, at: now });
  if (run?.waitingMs === undefined || run.state !== 'waiting') return null;
  return Math.max(0, run.waitingMs - Math.max(0, now - heard.at));
}

/** Pause, resume, cancel; the run is a job under its own id. */
export function useRunActions(runId: string, onChanged: () => void) {
  const { run, busy, failure } = useActions();
  const tell = async (name: 'jobs.pause' | 'jobs.resume' | 'jobs.cancel'): Promise<void> => {
    await run(name, { id: runId });
    onChanged();
  };
  return {
    pause: () => void tell('jobs.pause'),
    resume: () => void tell('jobs.resume'),
    cancel: () => void tell('jobs.cancel'),
    isBusy: busy,
    failure,
  };
}

export type RunActions = ReturnType<typeof useRunActions>;

/**
 * Begins one run. What is on screen has one run id for as long as it is there: a second click, or another one after a lost answer, joins the run that
 * there is. `start` begins it under that id, `read` asks whether there is one.
 */
export function useBegin(read: 'resends.run' | 'orders.run', onBegun: (runId: string) => void) {
  const [runId] = useState(() => crypto.randomUUID());
  const calls = useCalls();
  const look = useCalls();
  const { once, busy } = useOnce();
  const begin = async (
    start: (run: Calls['run'], runId: string) => Promise<{ readonly ok: boolean }>,
  ): Promise<void> => {
    const result = await start(calls.run, runId);
    if (result.ok || (await look.run(read, { runId })).ok) onBegun(runId);
  };
  return {
    begin: (start: Parameters<typeof begin>[0]) => void once(() => begin(start)),
    isBeginning: busy,
    failure: look.busy ? undefined : calls.failure,
  };
}

/** The run that is in the way: one at a time of each kind. The engine names it in its refusal. */
export function openRunIn(failure: Failure | undefined): string | null {
  if (failure?.kind !== 'rejected' || failure.code !== 'RUN_ALREADY_OPEN') return null;
  const id = failure.details?.['openRunId'];
  return typeof id === 'string' ? id : null;
}
