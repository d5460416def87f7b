// A snapshot of the API that is kept and read again on demand (rates, the catalogue): the younger of the mirror's and
// of the one just read, and why reading failed while the old rows stay.
import { useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../domain/failure.ts';
import { toEpochMs } from '../../domain/time.ts';
import type { CallState } from './use-call.ts';
import { useProfile } from './use-profile.ts';

interface Snapshot {
  readonly asOf: string | null;
  readonly failure?: Failure | undefined;
}

export interface SnapshotState<Answer> {
  readonly answer: Answer | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

interface Reading<Answer> {
  readonly profile: string | null;
  readonly answer?: Answer;
  readonly failure?: Failure;
  /** The age of what was in view when the reading failed: a younger copy makes the failure history. */
  readonly beside: number;
}

/** The snapshot of this profile. One that was never read is read at once. */
export function useSnapshot<Answer extends Snapshot>(
  mirror: CallState<Answer>,
  action: { readonly run: (input: { fresh: boolean }) => Promise<Result<Answer> | null>; readonly busy: boolean },
): SnapshotState<Answer> {
  const { id: profile } = useProfile();
  const { run, busy } = action;
  const [reading, setReading] = useState<Reading<Answer> | null>(null);
  const mine = reading?.profile === profile ? reading : null;
  const read = (): void => {
    const beside = ageKey(answer);
    void run({ fresh: true }).then((result) => {
      if (result === null) return;
      setReading(result.ok ? { profile, answer: result.value, beside } : { profile, failure: result.failure, beside });
    });
  };
  const answer = younger(mirror.data, mine?.answer);
  const failed = mine !== null && ageKey(answer) <= mine.beside ? mine.failure : undefined;
  useFirstReading(answer !== undefined && answer.asOf === null && answer.failure === undefined ? profile : null, read);
  return {
    answer,
    failure: failed ?? mirror.failure ?? answer?.failure,
    isReading: busy || mirror.isLoading || mirror.isRefreshing,
    readAgain: read,
  };
}

/** Reads once for a profile that has no snapshot yet. */
function useFirstReading(profile: string | null, read: () => void): void {
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (profile === null || done.current === profile) return;
    done.current = profile;
    read();
  });
}

/** Of one age the one that says why there is no younger one: a later reading, in the background too, may have failed. */
function younger<Answer extends Snapshot>(kept: Answer | undefined, read: Answer | undefined): Answer | undefined {
  if (kept === undefined || read === undefined) return kept ?? read;
  const ahead = ageKey(read) - ageKey(kept);
  return ahead > 0 || (ahead === 0 && kept.failure === undefined) ? read : kept;
}

function ageKey(snapshot: Snapshot | undefined): number {
  return toEpochMs(snapshot?.asOf ?? '') ?? 0;
}
