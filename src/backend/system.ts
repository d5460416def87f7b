// The clock and the randomness of the machine behind the ports. Both shells use these; tests bring a discrete-event clock.
import { randomBytes, randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Clock, Ids, StoreMarks } from './ports.ts';

/** setTimeout takes at most this many milliseconds; longer sleeps are chained. */
const MAX_TIMER_MS = 2_000_000_000;

/** Wall and monotonic time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    for (let left = Math.max(0, ms); ; left -= MAX_TIMER_MS) {
      await nap(Math.min(left, MAX_TIMER_MS), signal);
      if (left <= MAX_TIMER_MS) return;
    }
  },
};

function nap(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(toError(signal.reason));
      return;
    }
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', aborted, { once: true });
    function done(): void {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }
    function aborted(): void {
      clearTimeout(timer);
      reject(toError(signal?.reason));
    }
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
};

/** Time, chance and person of this machine, for the store. */
export const systemMarks: StoreMarks = {
  now: () => new Date(),
  uuid: () => randomUUID(),
  osUser: () => userInfo().username,
};
