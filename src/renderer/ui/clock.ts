/**
 * The present for components that show ages and countdowns: one timer for all of them, not one each, and the API's clock, since this
 * computer's may be wrong. Not here: who knows how far the two are apart.
 */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let present = Date.now();
let offsetMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    present = Date.now() + offsetMs;
    for (const tell of listeners) tell();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How far the API's clock is ahead of this computer's; from the next second on every age and countdown follows it. */
export function followServerClock(aheadMs: number): void {
  offsetMs = aheadMs;
}

/** Milliseconds since the epoch on the API's clock, moving once a second. Coarse on purpose: `stepMs` keeps a component from re-rendering more. */
export function useNow(stepMs = 1_000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(readPresent() / stepMs) * stepMs);
}

function readPresent(): number {
  // Before the first tick (nobody listened for a while) the stored moment may be long gone.
  if (timer === undefined) present = Date.now() + offsetMs;
  return present;
}
