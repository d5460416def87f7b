// What a person can do when the console cannot start because of its books: the copies that are whole, and putting one
// back. The same checks as by hand (books/kernel/restore).
import { join } from 'node:path';
import { listBackups } from './books/kernel/backup.ts';
import { restoreBooks } from './books/kernel/restore.ts';
import { openDataFolder } from './data-folder.ts';
import { StoreError } from './sqlite/errors.ts';
import { backupsFolder, booksPath } from './workers/threads/locations.ts';

export interface StartOffer {
  /** The names of the copies that are whole, the newest first; empty where there is none. */
  readonly copies: readonly string[];
  /** Puts it in the place of the books, which are set aside. Null when it is done, else why not, for people; then nothing has changed. */
  readonly putBack: (copy: string, now: Date) => string | null;
}

/** Null for failures that no copy helps with. */
export function startOffer(error: unknown, dataFolder: string): StartOffer | null {
  if (!(error instanceof StoreError) || error.file !== 'books') return null;
  if (error.code !== 'corrupt' && error.code !== 'books-missing') return null;
  const folder = backupsFolder(dataFolder);
  const copies = listBackups(folder).filter(({ state }) => state === 'intact');
  return {
    copies: copies
      .map(({ name }) => name)
      // By their days, so that of one day the copy of the day comes before the one that was made for a change of format.
      .toSorted((a, b) => (a < b ? 1 : -1)),
    putBack: (copy, now) => putBack(join(folder, copy), dataFolder, now),
  };
}

function putBack(copy: string, dataFolder: string, now: Date): string | null {
  const held = openDataFolder(dataFolder);
  if (held === null) return `Another console is using the data folder ${dataFolder}. Nothing was changed.`;
  try {
    const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
    const done = restoreBooks({ copy, target: booksPath(dataFolder), stamp });
    return done.ok ? null : `The copy could not be put back (${done.problem}). Nothing was changed.`;
  } catch (error) {
    if (error instanceof StoreError) return 'The copy could not be written. Check the disk. Nothing was changed.';
    throw error;
  } finally {
    held.release();
  }
}
