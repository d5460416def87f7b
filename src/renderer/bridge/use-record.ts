// One record for its page: the mirror's copy and a reading on demand, whichever is younger.
import { useState } from 'react';
import type { Failure, Result } from '../../domain/failure.ts';
import { toEpochMs } from '../../domain/time.ts';
import type { CallState } from './use-call.ts';
import { useProfile } from './use-profile.ts';

/** An answer that says how old it is. */
interface Dated {
  readonly asOf: string;
}

type Source = 'mirror' | 'reading';

export interface RecordState<Answer> {
  readonly answer: Answer | undefined;
  /** Why the latest reading failed, until there is a younger copy. */
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  /** Reads it from the API now; a person's click, so it goes first. Without anything to show, the first reading is repeated. */
  readonly readAgain: () => void;
}

interface Reading<Answer> {
  /** Whose record it is: the same id may mean another record for another business. */
  readonly profile: string | null;
  readonly ident: string;
  readonly result: Result<Answer>;
  /** When its answer came, milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The record under `ident`, which `mirror` and `action` are about; `action.run` reads it from the API. Ages are whole seconds, so two
 * answers may be of one age: `onTie` says which is shown then. Nothing is shown that was read for another profile.
 */
export function useRecord<Answer extends Dated>(
  ident: string,
  mirror: CallState<Answer>,
  action: { readonly run: () => Promise<Result<Answer> | null>; readonly busy: boolean },
  onTie: Source = 'reading',
): RecordState<Answer> {
  const { id: profile } = useProfile();
  const [reading, setReading] = useState<Reading<Answer> | null>(null);
  // What belongs to the record shown before is not shown as this one's, not even for a moment.
  const copy = mirror.isPrevious ? undefined : mirror.data;
  const mine = reading?.ident === ident && reading.profile === profile ? reading : null;
  const answer = younger(copy, mine?.result.ok === true ? mine.result.value : undefined, onTie);
  const read = async (): Promise<void> => {
    const result = await action.run();
    if (result !== null) setReading({ profile, ident, result, at: Date.now() });
  };
  return {
    answer,
    failure: standing(mine, copy) ?? (mirror.isPrevious ? undefined : mirror.failure),
    isReading: action.busy || mirror.isRefreshing || mirror.isLoading,
    readAgain: answer === undefined ? mirror.refresh : () => void read(),
  };
}

function younger<Answer extends Dated>(
  copy: Answer | undefined,
  read: Answer | undefined,
  onTie: Source,
): Answer | undefined {
  if (copy === undefined || read === undefined) return copy ?? read;
  const ahead = (toEpochMs(read.asOf) ?? 0) - (toEpochMs(copy.asOf) ?? 0);
  return ahead > 0 || (ahead === 0 && onTie === 'reading') ? read : copy;
}

/** Why the latest reading on demand failed, until the mirror has a copy that is younger than that reading. */
function standing<Answer extends Dated>(
  reading: Reading<Answer> | null,
  copy: Answer | undefined,
): Failure | undefined {
  if (reading === null || reading.result.ok) return undefined;
  const copiedAt = copy === undefined ? null : toEpochMs(copy.asOf);
  return copiedAt !== null && copiedAt > reading.at ? undefined : reading.result.failure;
}
