/**
 * The latest snapshot of rates, and reading it again now. A failed reading keeps the old rows and says why.
 */
import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/failure.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { useAction, useCall, useProfile } from '../../bridge/index.ts';

export type RatesAnswer = CallOutput<'rates.latest'>;

export interface RatesState {
  readonly answer: RatesAnswer | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** The snapshot of this profile. One that was never read is read at once. */
export function useRates(): RatesState {
  const { id: profile } = useProfile();
  const mirror = useCall('rates.latest', {}, { refreshOn: ['rates'] });
  const { run, busy } = useAction('rates.latest');
  const [reading, setReading] = useState<{ profile: string | null; answer?: RatesAnswer; failure?: Failure } | null>(
    null,
  );
  const mine = reading?.profile === profile ? reading : null;
  const read = (): void => {
    void run({ fresh: true }).then((result) =>
      setReading(result.ok ? { profile, answer: result.value } : { profile, failure: result.failure }),
    );
  };
  const answer = younger(mirror.data, mine?.answer);
  useFirstReading(answer !== undefined && answer.asOf === null && answer.failure === undefined ? profile : null, read);
  return {
    answer,
    failure: mine?.failure ?? mirror.failure ?? answer?.failure,
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

function younger(left: RatesAnswer | undefined, right: RatesAnswer | undefined): RatesAnswer | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return ageKey(right) >= ageKey(left) ? right : left;
}

function ageKey({ asOf }: RatesAnswer): number {
  return asOf === null ? 0 : (toEpochMs(asOf) ?? 0);
}
