// Trouble of the store as an announcement for people: what happened, that nothing is lost, and when it is over.
import type { Signal, Trouble } from './jobs/kernel/context.ts';
import { StoreError, type StoreErrorCode } from './sqlite/errors.ts';
import type { StoreTrouble } from './workers/threads/store.ts';
import { BOOKS } from './workers/threads/protocol.ts';

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
