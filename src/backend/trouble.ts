/**
 * Trouble of the store as an announcement for people: what happened and that nothing is lost. Not here: mending it.
 */
import type { Signal, Trouble } from './jobs/context.ts';
import type { StoreTrouble } from './workers/store.ts';
import { BOOKS } from './workers/protocol.ts';

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
    case 'store-error':
      return ofFile(trouble.code, trouble.database === BOOKS ? 'books' : 'mirror');
  }
}

function ofFile(code: string, file: string): Trouble | null {
  if (code === 'disk-full') {
    return {
      kind: 'disk-full',
      message: `The disk is full, so the ${file} cannot be written. It goes on by itself when there is room.`,
    };
  }
  if (code === 'locked')
    return { kind: 'locked', message: `Another program holds the ${file}; the console tries again.` };
  return null;
}
