/** The sandbox's time in the hands of a test. */
import type { Clock } from '../../src/sandbox/clock.ts';

/** A clock that stands still until it is moved. */
export function manualClock(start = Date.UTC(2026, 0, 15, 12)): Clock {
  let time = start;
  return {
    manual: true,
    speed: 1,
    now: () => time,
    callerNow: () => time,
    skip(ms) {
      time += ms;
    },
  };
}
