// A long read that a person starts, may stop, and leaves with the screen: the engine gives it up then.
import { useEffect, useRef, useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../../contract/calls.ts';
import type { Result } from '../../../domain/kernel/failure/failure.ts';
import { useBridge } from '../context.ts';
import { useWindowProfile } from '../window-profile.tsx';

export interface Stoppable<Name extends CallName> {
  readonly isRunning: boolean;
  /** Reads; one that is under way is given up for it. Null when it was stopped: whoever stopped it knows. */
  readonly run: (input: CallInput<Name>) => Promise<Result<CallOutput<Name>> | null>;
  readonly stop: () => void;
}

/** One read at a time of a call about a business. */
export function useStoppable<Name extends CallName>(name: Name): Stoppable<Name> {
  const bridge = useBridge();
  const profile = useWindowProfile().id;
  const running = useRef<AbortController | null>(null);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  return {
    isRunning,
    run: async (input) => {
      running.current?.abort();
      if (profile === null) return null;
      const mine = new AbortController();
      running.current = mine;
      setRunning(true);
      const result = await bridge.call(name, input, { profile, signal: mine.signal });
      if (mine.signal.aborted) return null;
      setRunning(false);
      return result;
    },
    stop: () => {
      running.current?.abort();
      running.current = null;
      setRunning(false);
    },
  };
}
