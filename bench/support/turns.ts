/** Programs that are started one after the other, each of which prints what it found. Not here: what they measure. */
import { execFileSync } from 'node:child_process';

/** What the program printed, one line of JSON; its stderr goes to ours. Throws when it ends with anything but 0. */
export function printedBy(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Debian's has pandas when `python3-pandas` is installed. */
export const PYTHONS = ['/usr/bin/python3', 'python3'] as const;
