/** What a process has held at most. Not here: what of it is the console's. */
import { readFileSync } from 'node:fs';

/**
 * Megabytes of this process. The maximum that Linux tells of a process begins with what the one that started it has held, a bench that has just built a folder of a million for instance; what
 * it says of its memory alone does not.
 */
export function peakMegabytes(): number {
  const own =
    process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) : null;
  return own === null ? process.resourceUsage().maxRSS / 1024 : Number(own[1]) / 1024;
}
