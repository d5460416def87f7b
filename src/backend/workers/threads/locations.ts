// Where the databases lie in the data folder.
import { join } from 'node:path';
import { BOOKS, type DatabaseName } from './protocol.ts';

/** Profile ids become file names, so they are held to an alphabet that is safe on every system. */
const PROFILE_ID = /^[A-Za-z0-9_-]{1,64}$/;

export function booksPath(dataFolder: string): string {
  return join(dataFolder, 'books.db');
}

/** The room on the disk that is kept for the books. */
export function reservedRoomPath(dataFolder: string): string {
  return join(dataFolder, 'books.reserved');
}

/** The folder of the books' copies. */
export function backupsFolder(dataFolder: string): string {
  return join(dataFolder, 'backups');
}

export function mirrorsFolder(dataFolder: string): string {
  return join(dataFolder, 'mirrors');
}

/** The file of a profile's mirror. Throws for an id that is no safe file name. */
export function mirrorPath(dataFolder: string, profileId: DatabaseName): string {
  if (!PROFILE_ID.test(profileId) || profileId === BOOKS) throw new Error('not a profile id');
  return join(mirrorsFolder(dataFolder), `${profileId}.db`);
}
