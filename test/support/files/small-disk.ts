/**
 * A real disk that is small enough to be filled: a tmpfs of its own. Only root may mount one; elsewhere the tests that need it are
 * skipped and say so. Not here: what happens when it is full.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Takes every byte that is left, but for so many. */
  fill(left?: number): void;
  /** Gives them back. */
  free(): void;
  freeBytes(): number;
  unmount(): void;
}

/** A disk of so many MiB, or null where none can be mounted. */
export function mountSmallDisk(mebibytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'merchant-console-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=700`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true, force: true });
    return null;
  }
  const filler = join(path, 'filler');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fill(left = 0) {
      const descriptor = openSync(filler, 'a');
      for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
        const block = Buffer.alloc(size, 'x');
        try {
          while (writeSync(descriptor, block) === size);
        } catch {
          // A smaller block may still find room.
        }
      }
      closeSync(descriptor);
      if (left > 0) truncateSync(filler, Math.max(0, statSync(filler).size - left));
    },
    free: () => rmSync(filler, { force: true }),
    unmount() {
      execFileSync('umount', ['-l', path], { stdio: 'ignore' });
      rmSync(path, { recursive: true, force: true });
    },
  };
}
