// The present, for ages and countdowns: one timer for all of them, and the API's clock, since this computer's may be wrong.
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** On this computer's clock. */
let present = Date.now();
let offsetMs = 0;
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

/** How far the API's clock is ahead of this computer's; from the next second on every age and countdown follows it. */
export function followServerClock(aheadMs: number): void {
  offsetMs = aheadMs;
}

/**
 * Milliseconds since the epoch on the API's clock, moving once a second: for instants that the API gave. Coarse on purpose: `stepMs` keeps a
 * component from re-rendering more.
 */
export function useNow(stepMs = 1_000): number {
  return useSyncExternalStore(subscribe, () => Math.floor((readPresent() + offsetMs) / stepMs) * stepMs);
}

/**
 * The step for whatever follows the day or the month: a day begins in every zone on a quarter of an hour of UTC (+05:30, +05:45), and in many not on a
 * whole hour. Milliseconds.
 */
export const DAY_STEP_MS = 15 * 60_000;

/** The same on this computer's own clock: for instants that the console itself wrote down. */
export function useOwnNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(readPresent() / 1_000) * 1_000);
}

function readPresent(): number {
  // Before the first tick (nobody listened for a while) the stored moment may be long gone.
  if (timer === undefined) present = Date.now();
  return present;
}
