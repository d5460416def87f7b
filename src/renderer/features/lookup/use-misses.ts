/**
 * Looking up at the API what the mirror does not have, one id after the other, for as long as the screen is there and nobody stops it.
 * It ends at the first failure that is not about the id itself. Not here: what it would cost (lookup-view.ts).
 */
import { useEffect, useRef, useState } from 'react';
import type { LookupResult } from '../../../contract/calls/lookup.ts';
import type { Failure } from '../../../domain/failure.ts';
import { useBridge } from '../../bridge/index.ts';

export interface Misses {
  readonly state: 'idle' | 'running' | 'stopped' | 'done';
  readonly done: number;
  readonly total: number;
  readonly requests: number;
  readonly failure: Failure | undefined;
  /** What the API said, by id. */
  readonly answers: ReadonlyMap<string, LookupResult>;
  readonly start: (ids: readonly string[]) => void;
  readonly stop: () => void;
}

type Standing = Pick<Misses, 'state' | 'done' | 'total' | 'requests' | 'failure' | 'answers'>;

const IDLE: Standing = { state: 'idle', done: 0, total: 0, requests: 0, failure: undefined, answers: new Map() };

/** Nothing is asked before `start`. */
export function useMisses(profile: string): Misses {
  const bridge = useBridge();
  const running = useRef<AbortController | null>(null);
  const [standing, setStanding] = useState(IDLE);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (ids: readonly string[], signal: AbortSignal): Promise<void> => {
    let now: Standing = { ...IDLE, state: 'running', total: ids.length, answers: standing.answers };
    setStanding(now);
    for (const id of ids) {
      const result = await bridge.call('lookup.find', { ids: [id], ask: true }, { profile, signal });
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
      setStanding(now);
      if (now.state === 'stopped') return;
    }
    setStanding({ ...now, state: 'done' });
  };
  return {
    ...standing,
    start: (ids) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      void run(ids, controller.signal);
    },
    stop: () => {
      running.current?.abort();
      setStanding((before) => ({ ...before, state: 'stopped' }));
    },
  };
}
