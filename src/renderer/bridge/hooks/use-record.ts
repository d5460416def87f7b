// What the mirror keeps and a reading on demand, whichever is younger: one record, or a snapshot (rates, the catalogue).
import { useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../../domain/kernel/failure/failure.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import { useAction } from './use-action.ts';
import { type CallState, useCall } from './use-call.ts';
import { useProfile } from './use-profile.ts';

/** An answer that says how old it is; null: it was never read. */
interface Dated {
  readonly asOf: string | null;
  /** Why there is no younger one. */
  readonly failure?: Failure | undefined;
}

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
  /** The age of what was in view when it began: a younger copy makes its failure history. */
  readonly beside: number;
}

interface ReadAction<Answer> {
  readonly run: () => Promise<Result<Answer> | null>;
  readonly busy: boolean;
}

/**
 * The record under `ident`, which `mirror` and `action` are about; `action.run` reads it from the API. Ages are whole seconds, so two
 * answers may be of one age: `onTie` says which is shown then. Nothing is shown that was read for another profile.
 */
export function useRecord<Answer extends Dated>(
  ident: string,
  mirror: CallState<Answer>,
  action: ReadAction<Answer>,
  onTie: 'mirror' | 'reading' = 'reading',
): RecordState<Answer> {
  const { id: profile } = useProfile();
  const [reading, setReading] = useState<Reading<Answer> | null>(null);
  // What belongs to the record shown before is not shown as this one's, not even for a moment.
  const copy = mirror.isPrevious ? undefined : mirror.data;
  const mine = reading?.ident === ident && reading.profile === profile ? reading : null;
  const answer = younger(copy, mine?.result.ok === true ? mine.result.value : undefined, onTie);
  const read = async (): Promise<void> => {
    const beside = ageOf(answer);
    const result = await action.run();
    if (result !== null) setReading({ profile, ident, result, beside });
  };
  const failed = mine !== null && !mine.result.ok && ageOf(answer) <= mine.beside ? mine.result.failure : undefined;
  return {
    answer,
    failure: failed ?? (mirror.isPrevious ? undefined : mirror.failure) ?? answer?.failure,
    isReading: action.busy || mirror.isRefreshing || mirror.isLoading,
    readAgain: answer === undefined ? mirror.refresh : () => void read(),
  };
}

/** Of one age the one that says why there is no younger one: a later reading, in the background too, may have failed. */
function younger<Answer extends Dated>(
  copy: Answer | undefined,
  read: Answer | undefined,
  onTie: 'mirror' | 'reading',
): Answer | undefined {
  if (copy === undefined || read === undefined) return copy ?? read;
  const ahead = ageOf(read) - ageOf(copy);
  return ahead > 0 || (ahead === 0 && onTie === 'reading' && copy.failure === undefined) ? read : copy;
}

function ageOf(answer: Dated | undefined): number {
  return toEpochMs(answer?.asOf ?? '') ?? 0;
}

/** A snapshot of this profile. One that was never read is read at once. */
function useSnapshot<Answer extends Dated>(
  mirror: CallState<Answer>,
  action: { readonly run: (input: { fresh: boolean }) => Promise<Result<Answer> | null>; readonly busy: boolean },
): RecordState<Answer> {
  const { id: profile } = useProfile();
  const { run, busy } = action;
  const state = useRecord('', mirror, { run: () => run({ fresh: true }), busy });
  const { answer, readAgain } = state;
  const isUnread = answer !== undefined && answer.asOf === null && answer.failure === undefined;
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!isUnread || profile === null || done.current === profile) return;
    done.current = profile;
    readAgain();
  });
  return state;
}

/** What may be charged, by which method. */
export function useCatalogue() {
  return useSnapshot(
    useCall('paymentMethods.list', {}, { refreshOn: ['paymentMethods'] }),
    useAction('paymentMethods.list'),
  );
}

/** The market's prices. */
export function useRates() {
  return useSnapshot(useCall('rates.latest', {}, { refreshOn: ['rates'] }), useAction('rates.latest'));
}
