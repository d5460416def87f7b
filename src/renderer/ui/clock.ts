/**
 * The present for components that show ages: one timer for all of them, not one each.
 */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let present = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    present = Date.now();
    for (const tell of listeners) tell();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds since the epoch, moving once a second. Coarse on purpose: `stepMs` keeps a component from re-rendering more. */
export function useNow(stepMs = 1_000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(readPresent() / stepMs) * stepMs);
}

function readPresent(): number {
  // Before the first tick (nobody listened for a while) the stored moment may be long gone.
  if (timer === undefined) present = Date.now();
  return present;
}
