/**
 * Writing for screens: one call, started by a person, with its busy state. Never repeated by itself. Not here: reads.
 */
import { useCallback, useRef, useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../contract/calls.ts';
import type { Failure, Result } from '../../domain/failure.ts';
import { useBridge } from './context.ts';
import { useProfileFor } from './use-call.ts';

export interface Action<Name extends CallName> {
  /** Makes the call; never throws. The caller decides what to do with the answer. */
  readonly run: (input: CallInput<Name>) => Promise<Result<CallOutput<Name>>>;
  readonly busy: boolean;
  /** Why the latest run for this profile failed, until it is run again: for a caller without words of its own for it. */
  readonly failure: Failure | undefined;
}

interface Failed {
  readonly profile: string | undefined;
  readonly failure: Failure;
}

/** One write (or a read on demand), with the profile of this window when it is about a business. */
export function useAction<Name extends CallName>(name: Name): Action<Name> {
  const bridge = useBridge();
  const { profile } = useProfileFor(name).option;
  const running = useRef(0);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const run = useCallback(
    async (input: CallInput<Name>) => {
      running.current += 1;
      setBusy(true);
      setFailed(null);
      const result = await bridge.call(name, input, profile === undefined ? {} : { profile });
      running.current -= 1;
      setBusy(running.current > 0);
      if (!result.ok) setFailed({ profile, failure: result.failure });
      return result;
    },
    [bridge, name, profile],
  );
  return { run, busy, failure: failed?.profile === profile ? failed?.failure : undefined };
}
