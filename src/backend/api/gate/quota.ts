// The retry quota of the process: one token bucket for all clients, which stops a storm when everything fails at once.
import type { Clock } from '../../ports.ts';

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
