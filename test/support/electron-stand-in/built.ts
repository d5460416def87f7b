/** The build that the tests of both shells run: made when it is missing or not what the sources give. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
export const OUT = join(ROOT, 'out');

/** How long a hook may wait for the build: on a busy machine it takes minutes, and others may build first. */
export const BUILD_MS = 10 * 60_000;

let built: Promise<void> | undefined;

/** Builds out/ unless it is fresh. Several test files may ask at once: one builds, the others wait; those of one process ask once. */
export function buildOnce(): Promise<void> {
  return (built ??= build());
}

async function build(): Promise<void> {
  const script = "import('./scripts/lib/build.mjs').then(({ build }) => build())";
  await promisify(execFile)(process.execPath, ['-e', script], { cwd: ROOT });
}
