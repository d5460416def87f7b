// Trouble of the store as an announcement for people: what happened, that nothing is lost, and when it is over; and what a person can do when
// the console cannot start because of its books: putting a copy back, by the same checks as by hand (books/kernel/restore).
import { join } from 'node:path';
import type { Signal, Trouble } from './jobs/kernel/context.ts';
import { StoreError, type StoreErrorCode } from './sqlite/errors.ts';
import type { StoreTrouble } from './workers/threads/store.ts';
import { BOOKS } from './workers/threads/protocol.ts';
import { listBackups } from './books/kernel/backup.ts';
import { RESTORE_PROBLEM_WORDS } from '../domain/kernel/copies.ts';
import { restoreBooks } from './books/kernel/restore.ts';
import { openDataFolder } from './data-folder.ts';
import { backupsFolder, booksPath } from './workers/threads/locations.ts';

/** The announcement of a trouble; null when a person need not know. */
export function troubleSignal(trouble: StoreTrouble): Signal | null {
  const said = inWords(trouble);
  if (said === null) return null;
  const profileId = 'profileId' in trouble ? trouble.profileId : null;
  return { kind: 'trouble', profileId, trouble: said };
}

function inWords(trouble: StoreTrouble): Trouble | null {
  switch (trouble.kind) {
    case 'mirror-rebuilt':
      return {
        kind: 'mirror-rebuilt',
        message: 'The mirror was damaged. It was set aside and is read from the API again; your books are untouched.',
      };
    case 'worker-restarted':
      return {
        kind: 'worker-restarted',
        message: 'A part of the console had to start again; what it was doing may be asked for again.',
      };
    // Stays until it is put away, over restarts too: engine/books-state says it.
    case 'copies-compared':
      return null;
    case 'store-error':
      return ofFile(trouble.code, trouble.database === BOOKS ? 'books' : 'mirror');
    case 'store-recovered': {
      const told = ofFile(trouble.code, 'mirror');
      return told === null ? null : { kind: told.kind, message: 'It can be written again.', over: true };
    }
  }
}

function ofFile(code: StoreErrorCode, file: 'books' | 'mirror'): Trouble | null {
  if (code === 'disk-full') {
    const kept = 'What is stored stays readable, and it goes on by itself when there is room.';
    return { kind: 'disk-full', message: `The disk is full, so the ${file} cannot be written. ${kept}` };
  }
  if (code === 'locked') {
    return { kind: 'locked', message: `Another program holds the ${file}; the console tries again by itself.` };
  }
  return null;
}

/** Why the console could not start, for the person who started it; null when only the log can tell. */
export function startTrouble(error: unknown): string | null {
  if (!(error instanceof StoreError)) return null;
  const sentence = START[error.code];
  return sentence === SAID ? error.message.replace(/^books: /, '') : sentence;
}

/** The error says it itself. */
const SAID = 'said';
const START: Readonly<Record<StoreErrorCode, string | null>> = {
  'newer-schema': SAID,
  'older-schema': SAID,
  'books-missing': SAID,
  corrupt:
    'The books (books.db in the data folder) are damaged and were left as they are. Copies of the last days lie in its folder “backups”; docs/faults.md says how to put one back.',
  'disk-full': 'The disk is full, so the console’s files cannot be opened. Make some room and start it again.',
  'read-only': 'The data folder cannot be written. Check who owns it and whether the disk is mounted read-only.',
  locked: 'Another program holds the books (books.db in the data folder). Close it and start the console again.',
  'worker-lost': null,
  other: null,
};

export interface StartOffer {
  /** The names of the copies that are whole, the newest first; empty where there is none. */
  readonly copies: readonly string[];
  /** Puts it in the place of the books, which are set aside. Null when it is done, else why not, for people; then nothing has changed. */
  readonly putBack: (copy: string, now: Date) => string | null;
}

/** The copies that are whole; null for failures that no copy helps with. */
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
    return done.ok
      ? null
      : `The copy could not be put back: ${RESTORE_PROBLEM_WORDS[done.problem]}. Nothing was changed.`;
  } catch (error) {
    if (error instanceof StoreError) return 'The copy could not be written. Check the disk. Nothing was changed.';
    throw error;
  } finally {
    held.release();
  }
}
