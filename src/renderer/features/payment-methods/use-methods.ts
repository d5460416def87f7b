/**
 * The payment methods as last read, and reading them again now. A failed reading keeps the old rows and says why.
 */
import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/failure.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { useAction, useCall, useProfile } from '../../bridge/index.ts';

export type MethodsAnswer = CallOutput<'paymentMethods.list'>;

export interface MethodsState {
  readonly answer: MethodsAnswer | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** The snapshot of this profile. One that was never read is read at once. */
export function useMethods(): MethodsState {
  const { id: profile } = useProfile();
  const mirror = useCall('paymentMethods.list', {}, { refreshOn: ['paymentMethods'] });
  const { run, busy } = useAction('paymentMethods.list');
  const [reading, setReading] = useState<{ profile: string | null; answer?: MethodsAnswer; failure?: Failure } | null>(
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

function younger(left: MethodsAnswer | undefined, right: MethodsAnswer | undefined): MethodsAnswer | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return ageKey(right) >= ageKey(left) ? right : left;
}

function ageKey({ asOf }: MethodsAnswer): number {
  return asOf === null ? 0 : (toEpochMs(asOf) ?? 0);
}
