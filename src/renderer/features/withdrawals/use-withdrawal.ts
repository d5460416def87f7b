/**
 * One withdrawal for its page: the mirror's copy and a reading on demand, whichever is younger.
 */
import { useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/failure.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { useAction, useCall } from '../../bridge/index.ts';

export type WithdrawalAnswer = CallOutput<'withdrawals.get'>;

export interface WithdrawalState {
  readonly answer: WithdrawalAnswer | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

interface Reading {
  readonly uuid: string;
  readonly answer?: WithdrawalAnswer;
  readonly failure?: Failure;
  /** When its answer came, milliseconds since the epoch. */
  readonly at: number;
}

/** The withdrawal under the uuid. */
export function useWithdrawal(uuid: string): WithdrawalState {
  const mirror = useCall('withdrawals.get', { uuid }, { refreshOn: ['withdrawals'] });
  const { run, busy } = useAction('withdrawals.get');
  const [reading, setReading] = useState<Reading | null>(null);
  const copy = mirror.isPrevious ? undefined : mirror.data;
  const mine = reading?.uuid === uuid ? reading : null;
  const read = (): void => {
    void run({ uuid, fresh: true }).then((result) =>
      setReading(
        result.ok ? { uuid, answer: result.value, at: Date.now() } : { uuid, failure: result.failure, at: Date.now() },
      ),
    );
  };
  return {
    answer: younger(copy, mine?.answer),
    failure: standing(mine, copy) ?? (mirror.isPrevious ? undefined : mirror.failure),
    isReading: busy || mirror.isRefreshing || mirror.isLoading,
    readAgain: copy === undefined ? mirror.refresh : read,
  };
}

function younger(
  left: WithdrawalAnswer | undefined,
  right: WithdrawalAnswer | undefined,
): WithdrawalAnswer | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return (toEpochMs(right.asOf) ?? 0) >= (toEpochMs(left.asOf) ?? 0) ? right : left;
}

/** Why the latest reading on demand failed, until the mirror has a copy that is younger than that reading. */
function standing(reading: Reading | null, copy: WithdrawalAnswer | undefined): Failure | undefined {
  if (reading?.failure === undefined) return undefined;
  const copiedAt = copy === undefined ? null : toEpochMs(copy.asOf);
  return copiedAt !== null && copiedAt > reading.at ? undefined : reading.failure;
}
