/**
 * How long something took of what this process is answerable for: the time on the wall, or the time of the processor where that is less,
 * because others had it in between. A ceiling on it fails for slow work and not for a busy machine.
 */

import { FastClock } from '../integration/clock.ts';

/** Begins to measure; the returned function answers the milliseconds since, of all threads of this process. */
export function workTime(): () => number {
  const [wall, processor] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return Math.min(performance.now() - wall, (user + system) / 1000);
  };
}

/**
 * Begins to wait; the returned function answers whether it has been more than so many milliseconds, of which those do not count in which this process had no
 * processor. For what must come at once though others work for it: a wait that is built in is noticed, which its own work would not show.
 */
export function waitedLongerThan(ms: number): () => boolean {
  let isLonger = false;
  void new FastClock(1).sleep(ms).then(() => (isLonger = true));
  return () => isLonger;
}
