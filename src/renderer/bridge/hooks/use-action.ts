// Writing for screens. Never repeated by itself, and two presses are one, since they come faster than a screen is drawn.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../../contract/calls.ts';
import type { Failure, Result } from '../../../domain/kernel/failure/failure.ts';
import { useBridge } from '../context.ts';
import { profileFor } from './use-call.ts';
import { useWindowProfile } from '../window-profile.tsx';

interface Once {
  /** Does it. Null: what was begun before is still under way, and its answer goes to whoever waits for that. */
  readonly once: <Answer>(deed: () => Promise<Answer>) => Promise<Answer | null>;
  readonly busy: boolean;
}

interface Standing {
  readonly busy: boolean;
  /** Why the latest run for this profile failed, until something is run again: for a caller without words of its own for it. */
  readonly failure: Failure | undefined;
}

/** Calls that may be under way together. */
export interface Calls extends Standing {
  /** Makes the call; never throws. The caller decides what to do with the answer. */
  readonly run: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Result<CallOutput<Name>>>;
}

/** The calls of one control (pause and resume), one at a time. */
interface Actions extends Standing {
  /** As of `Action`. */
  readonly run: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Result<CallOutput<Name>> | null>;
}

export interface Action<Name extends CallName> extends Standing {
  /** Makes the call; never throws. Null: the one before is still under way, and its answer goes to whoever waits for that. */
  readonly run: (input: CallInput<Name>) => Promise<Result<CallOutput<Name>> | null>;
}

interface Failed {
  readonly profile: string | null;
  readonly failure: Failure;
}

/**
 * For a deed of one control, however many calls it takes: while one is under way no other is begun. Over it is when the screen shows it: a form that
 * goes with its end takes no press in between.
 */
export function useOnce(): Once {
  const isUnderWay = useRef(false);
  // An object, so that also a deed that was over before anything was drawn is seen to have ended.
  const [drawn, setDrawn] = useState({ busy: false });
  useEffect(() => {
    if (!drawn.busy) isUnderWay.current = false;
  }, [drawn]);
  const once: Once['once'] = useCallback(async (deed) => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setDrawn({ busy: true });
    try {
      return await deed();
    } finally {
      setDrawn({ busy: false });
    }
  }, []);
  return { once, busy: drawn.busy };
}

/**
 * Calls that may run side by side: one control with several things to act on, and the steps of a longer deed (`useOnce`). With the profile of this
 * window where they are about a business. What became of the latest is what counts: a failure of the one pressed before says nothing of the one
 * pressed now.
 */
export function useCalls(): Calls {
  const bridge = useBridge();
  const { id: profile } = useWindowProfile();
  const running = useRef(0);
  const started = useRef(0);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const run: Calls['run'] = useCallback(
    async (name, input) => {
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

/** The calls of one control, of which one at a time is made. */
export function useActions(): Actions {
  const { run: call, failure } = useCalls();
  const { once, busy } = useOnce();
  const run: Actions['run'] = useCallback((name, input) => once(() => call(name, input)), [call, once]);
  return { run, busy, failure };
}

/** One write, or a read on demand. */
export function useAction<Name extends CallName>(name: Name): Action<Name> {
  const { run, busy, failure } = useActions();
  return { run: useCallback((input: CallInput<Name>) => run(name, input), [run, name]), busy, failure };
}

/** As it was when the form was opened; once it was said that it is another one by now, as it is now (`now`): the next press is about that. */
export function useSeen<Value>(now: Value, failure: Failure | undefined): Value {
  const [opened] = useState(now);
  return failure?.kind === 'changed-since' ? now : opened;
}
