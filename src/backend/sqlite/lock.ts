// One data folder has one console, of either shell. The lock is an SQLite file in an exclusive transaction: the
// operating system releases it at any death of the process, so there is never a stale one. Nobody else may open the
// file in this process: closing any descriptor of it would drop the lock.
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolderNow } from '../whole-file.ts';
import { StoreError, toStoreError } from './errors.ts';

export const LOCK_FILE = 'console.lock';

export type LockResult = { readonly kind: 'acquired'; readonly release: () => void } | { readonly kind: 'held' };

/** Takes the lock of the data folder, or says that another console has it. Does not wait. */
export function acquireLock(dataFolder: string): LockResult {
  makeFolderNow(dataFolder);
  const path = join(dataFolder, LOCK_FILE);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) createEmpty(path);
  const driver = new Database(path, { timeout: 0 });
  try {
    // Nothing is ever written to it: without a journal the lock can be taken on a full disk as well.
    driver.pragma('journal_mode = MEMORY');
    driver.pragma('locking_mode = EXCLUSIVE');
    driver.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    driver.close();
    const known = toStoreError(error, 'lock');
    if (known instanceof StoreError && known.code === 'locked') return { kind: 'held' };
    throw known;
  }
  return {
    kind: 'acquired',
    release: () => {
      driver.close();
    },
  };
}

/** Two consoles may start at the same moment; whoever comes second finds the file there. */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!taken) throw error;
  }
}
