// Tells that the machine has slept, for shells whose system does not say so.
import type { Clock, Power } from '../backend/ports.ts';

const TICK_MS = 10_000;
const SLEPT_MS = 60_000;

export interface WakeWatch extends Power {
  close(): void;
}

/** Watches the wall clock; the timer does not keep the process alive. */
export function createWakeWatch(clock: Clock): WakeWatch {
  const listeners = new Set<() => void>();
  let last = clock.now();
  const timer = setInterval(() => {
    const now = clock.now();
    const hasSlept = now - last > TICK_MS + SLEPT_MS;
    last = now;
    if (hasSlept) for (const listener of listeners) listener();
  }, TICK_MS);
  timer.unref();
  return {
    onResume(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => clearInterval(timer),
  };
}
