// Takes a data folder for this process. Apart from the engine, so that a shell has its folder before it has loaded that.
import { acquireLock } from './sqlite/lock.ts';

export interface DataFolder {
  readonly path: string;
  release(): void;
}

/** Creates the folder (readable by its owner only) and takes its lock; null when another console holds it. */
export function openDataFolder(path: string): DataFolder | null {
  const lock = acquireLock(path);
  return lock.kind === 'held' ? null : { path, release: lock.release };
}
