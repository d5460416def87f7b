/**
 * Writing for screens: calls that a person starts, with their busy state. Never repeated by themselves. Not here: reads.
 */
import { useCallback, useRef, useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../contract/calls.ts';
import type { Failure, Result } from '../../domain/failure.ts';
import { useBridge } from './context.ts';
import { profileFor } from './use-call.ts';
import { useWindowProfile } from './window-profile.tsx';

interface Standing {
  readonly busy: boolean;
  /** Why the latest run for this profile failed, until something is run again: for a caller without words of its own for it. */
  readonly failure: Failure | undefined;
}

export interface Actions extends Standing {
  /** Makes the call; never throws. The caller decides what to do with the answer. */
  readonly run: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Result<CallOutput<Name>>>;
}

export interface Action<Name extends CallName> extends Standing {
  /** Makes the call; never throws. The caller decides what to do with the answer. */
  readonly run: (input: CallInput<Name>) => Promise<Result<CallOutput<Name>>>;
}

interface Failed {
  readonly profile: string | null;
  readonly failure: Failure;
}

/**
 * The calls of one control (pause and resume), with the profile of this window where they are about a business. What became of the
 * latest is what counts: a failure of the one pressed before says nothing of the one pressed now.
 */
export function useActions(): Actions {
  const bridge = useBridge();
  const { id: profile } = useWindowProfile();
  const running = useRef(0);
  const started = useRef(0);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const run = useCallback(
    async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
      running.current += 1;
      started.current += 1;
      const mine = started.current;
      setBusy(true);
      setFailed(null);
      const result = await bridge.call(name, input, profileFor(name, profile).option);
      running.current -= 1;
      setBusy(running.current > 0);
      if (!result.ok && mine === started.current) setFailed({ profile, failure: result.failure });
      return result;
    },
    [bridge, profile],
  );
  return { run, busy, failure: failed?.profile === profile ? failed?.failure : undefined };
}

/** One write (or a read on demand). */
export function useAction<Name extends CallName>(name: Name): Action<Name> {
  const { run, busy, failure } = useActions();
  return { run: useCallback((input: CallInput<Name>) => run(name, input), [run, name]), busy, failure };
}
