/**
 * How long something took of what this process is answerable for: the time on the wall, or the time of the processor where that is less,
 * because others had it in between. A ceiling on it fails for slow work and not for a busy machine.
 */

/** Begins to measure; the returned function answers the milliseconds since, of all threads of this process. */
export function workTime(): () => number {
  const [wall, processor] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return Math.min(performance.now() - wall, (user + system) / 1000);
  };
}
