// The retry quota of the process: a token bucket that stops a storm of retries when everything fails at once,
// whatever the single calls would still be allowed. One instance is meant to be shared by all clients of the process.
import type { Clock } from '../ports.ts';

export interface RetryQuota {
  /** Takes the price of one retry; false when the bucket is empty. */
  take(): boolean;
}

/** Retries in a row before the quota speaks. */
const CAPACITY = 40;
/** One more retry every so often. */
const REFILL_MS = 2_000;

/** A full bucket. */
export function createRetryQuota(clock: Clock, capacity = CAPACITY, refillMs = REFILL_MS): RetryQuota {
  let tokens = capacity;
  let filledAt = clock.monotonic();
  return {
    take() {
      const now = clock.monotonic();
      tokens = Math.min(capacity, tokens + (now - filledAt) / refillMs);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
