// One import from the click to its end, under one intent, which is asked for again as the same when its answer is lost.
import { useRef, useState } from 'react';
import type { CallInput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { useCalls, useOnce } from './use-action.ts';
import { type FollowedJob, useFollowedJob } from './use-followed-job.ts';

export type ImportSoFar =
  | { readonly kind: 'none' }
  /** `job` null: it has not begun yet. */
  | { readonly kind: 'running'; readonly job: FollowedJob | null }
  /** The answer did not come: it may have begun. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'done'; readonly importId: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'stopped'; readonly reason: string };

export interface ImportWish {
  readonly source: CallInput<'sources.save'>;
  readonly run: Omit<CallInput<'imports.run'>, 'intentId' | 'sourceId'>;
}

export interface Importing {
  readonly standing: ImportSoFar;
  readonly start: (wish: ImportWish) => void;
  /** Asks for the lost answer: the same import under the same intent. */
  readonly askAgain: () => void;
  readonly cancel: () => void;
}

interface Intent {
  readonly intentId: string;
  readonly wish: ImportWish;
}

const NONE: ImportSoFar = { kind: 'none' };
const FORGOTTEN =
  'The console’s engine began anew before the import was done, so nothing of it was kept. Choose the file again.';

/** `onTaken`: whether the engine may have the file in work, so that leaving the screen must not take it away. */
export function useImport(onTaken: (isTaken: boolean) => void): Importing {
  const [standing, setStanding] = useState<ImportSoFar>(NONE);
  const intent = useRef<Intent | null>(null);
  const { run } = useCalls();
  const { once } = useOnce();
  const [followed, setFollowed] = useState<string | null>(null);
  const end = (last: ImportSoFar): void => {
    setFollowed(null);
    setStanding(last);
    // What was not kept still lies with the engine, and goes when the screen is left.
    if (last.kind !== 'done' && last.kind !== 'lost') onTaken(false);
  };
  useFollowedJob(
    followed,
    (job) => {
      if (job.state === 'done') end({ kind: 'done', importId: job.id });
      else if (job.state === 'cancelled') end({ kind: 'cancelled' });
      else if (job.state === 'failed') end(failedAs(job));
      else setStanding({ kind: 'running', job });
    },
    () => {
      const id = followed;
      if (id === null) return;
      void run('imports.get', { id }).then((found) => {
        // The books know what was kept, also when the engine has forgotten the job.
        if (found.ok) end({ kind: 'done', importId: id });
        else if (found.failure.kind === 'not-found') end({ kind: 'stopped', reason: FORGOTTEN });
        else end({ kind: 'lost' });
      });
    },
  );
  const send = async (present: Intent): Promise<void> => {
    intent.current = present;
    const { intentId, wish } = present;
    setStanding({ kind: 'running', job: null });
    const saved = await run('sources.save', wish.source);
    if (!saved.ok) {
      end({ kind: 'failed', failure: saved.failure });
      return;
    }
    onTaken(true);
    const begun = await run('imports.run', { intentId, sourceId: wish.source.id, ...wish.run });
    if (begun.ok) setFollowed(begun.value.jobId);
    else if (isLost(begun.failure)) end({ kind: 'lost' });
    else end({ kind: 'failed', failure: begun.failure });
  };
  return {
    standing,
    start: (wish) => void once(() => send({ intentId: crypto.randomUUID(), wish })),
    askAgain: () => {
      const { current } = intent;
      if (current !== null) void once(() => send(current));
    },
    cancel: () => {
      if (followed !== null) void run('jobs.cancel', { id: followed });
    },
  };
}

function failedAs({ failure, reason = 'The import stopped.' }: FollowedJob): ImportSoFar {
  return failure === undefined ? { kind: 'stopped', reason } : { kind: 'failed', failure };
}

/** Did the answer fail to come, so that it may have begun? */
function isLost({ kind }: Failure): boolean {
  return kind === 'unknown-outcome' || kind === 'unavailable-offline' || kind === 'bug';
}
