// Makes the data folder and the part of it that is Electron's own, before anything else is.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { fieldOf } from '../domain/fields.ts';

/** What the system's codes mean to a person; any other is named as it is. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the system does not allow it',
  EEXIST: 'a file of that name is in its place',
  ENOENT: 'there is no such disk or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk cannot be written',
};

/** Readable by its owner only where it is new. Gives null, or a sentence about why there is none that can be written. */
export function makeOwnFolder(dataFolder: string, electrons: string): string | null {
  try {
    mkdirSync(electrons, { recursive: true, mode: 0o700 });
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = fieldOf(error, 'code');
    const name = typeof code === 'string' ? code : 'unknown';
    const reason = REASONS[name] ?? `the system says ${name}`;
    return `The data folder ${dataFolder} cannot be used: ${reason}. Make room for it there, or name another with --data-dir.`;
  }
}
