// Following one job of the engine to its end: by its events, and by looking again and again should those be lost.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { useCalls } from './use-action.ts';
import { useEvent } from './use-event.ts';
import { useProfile } from './use-profile.ts';

export type FollowedJob = CallOutput<'jobs.list'>['jobs'][number];

/** Should the events about jobs be lost, the job is read this often. */
const LOOK_EVERY_MS = 2_000;
/** Lists without the job before it counts as lost: the engine keeps finished ones, so only one that began anew has forgotten it. */
const LOOKS_UNTIL_LOST = 2;

/** Follows the job `jobId`; null: none. `see` is told every state it is in, `lost` once when the engine does not know it any more. */
export function useFollowedJob(jobId: string | null, see: (job: FollowedJob) => void, lost: () => void): void {
  const { id: profileId } = useProfile();
  const { run } = useCalls();
  const missed = useRef(0);
  const seeIn = (jobs: readonly FollowedJob[]): boolean => {
    const job = jobs.find(({ id }) => id === jobId);
    if (job !== undefined) see(job);
    return job !== undefined;
  };
  const lookAt = useEffectEvent((jobs: readonly FollowedJob[]): void => {
    missed.current = seeIn(jobs) ? 0 : missed.current + 1;
    if (missed.current === LOOKS_UNTIL_LOST) lost();
  });
  useEvent('jobs.changed', ({ jobs }, profile) => {
    if (jobId !== null && (profile === null || profile === profileId)) seeIn(jobs);
  });
  useEffect(() => {
    missed.current = 0;
    if (jobId === null) return undefined;
    let isHere = true;
    const look = async (): Promise<void> => {
      const result = await run('jobs.list', {});
      if (isHere && result.ok) lookAt(result.value.jobs);
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      isHere = false;
      clearInterval(timer);
    };
  }, [jobId, run]);
}
