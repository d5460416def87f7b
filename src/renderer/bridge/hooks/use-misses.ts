// Long reads that a person starts, may stop, and leaves with the screen; id after id, one ends where a failure is not about the id.
import { useEffect, useRef, useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../../contract/calls.ts';
import type { LookupResult } from '../../../contract/calls/lookup.ts';
import type { Failure, Result } from '../../../domain/kernel/failure/failure.ts';
import { useBridge } from '../context.ts';
import { useWindowProfile } from '../window-profile.tsx';

export interface MissesStanding {
  readonly state: 'idle' | 'running' | 'stopped' | 'done';
  readonly done: number;
  readonly total: number;
  readonly requests: number;
  /** Why it ended before its end. */
  readonly failure: Failure | undefined;
  /** What the API said, by id; of all that was asked on this screen. */
  readonly answers: ReadonlyMap<string, LookupResult>;
}

export interface Misses extends MissesStanding {
  /** Asks; resolves when it has ended, been stopped or failed. */
  readonly start: (ids: readonly string[]) => Promise<void>;
  readonly stop: () => void;
  /** Asking for the id again would say nothing else: it was answered, or is no id that the API can be asked for. */
  readonly isAnswered: (id: string) => boolean;
}

const IDLE: MissesStanding = { state: 'idle', done: 0, total: 0, requests: 0, failure: undefined, answers: new Map() };

type Ask = (id: string) => Promise<Result<CallOutput<'lookup.find'>>>;

/** Nothing is asked before `start`. */
export function useMisses(): Misses {
  const bridge = useBridge();
  const profile = useWindowProfile().id;
  const running = useRef<AbortController | null>(null);
  const [standing, setStanding] = useState(IDLE);
  useEffect(() => () => running.current?.abort(), []);
  return {
    ...standing,
    start: async (ids) => {
      if (profile === null) return;
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const ask: Ask = (id) => bridge.call('lookup.find', { ids: [id], ask: true }, { profile, signal });
      await askEach(ask, signal, ids, standing.answers, setStanding);
    },
    stop: () => {
      running.current?.abort();
      setStanding((before) => ({ ...before, state: 'stopped' }));
    },
    isAnswered: (id) => {
      const answer = standing.answers.get(id);
      const failure = answer?.asked?.failure;
      return answer !== undefined && (failure === undefined || failure.kind === 'invalid-input');
    },
  };
}

/**
 * One id after the other on purpose: a person's look-up does not take the whole minute at once. An id that the engine does not take
 * says nothing of the others; any other failure, also one that stands in an answer, would meet them as well. After an abort
 * nothing is told any more.
 */
export async function askEach(
  ask: Ask,
  signal: AbortSignal,
  ids: readonly string[],
  known: ReadonlyMap<string, LookupResult>,
  tell: (standing: MissesStanding) => void,
): Promise<void> {
  let now: MissesStanding = { ...IDLE, state: 'running', total: ids.length, answers: known };
  tell(now);
  for (const id of ids) {
    // In turn, as said above.
    // oxlint-disable-next-line no-await-in-loop
    const result = await ask(id);
    if (signal.aborted) return;
    const answer = result.ok ? result.value.results[0] : undefined;
    const failure = result.ok ? answer?.asked?.failure : result.failure;
    const isOfId = failure?.kind === 'invalid-input';
    now = {
      ...now,
      done: now.done + 1,
      requests: now.requests + (answer?.asked?.requests ?? 0),
      answers: answer === undefined ? now.answers : new Map(now.answers).set(id, answer),
      state: failure === undefined || isOfId ? 'running' : 'stopped',
      failure: isOfId ? undefined : failure,
    };
    tell(now);
    if (now.state === 'stopped') return;
  }
  tell({ ...now, state: 'done' });
}

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
