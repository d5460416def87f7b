/**
 * The file of the last known figures: read at once and bounded, before anything else of the engine is loaded, and written whole or not at all.
 * Anybody may have written into it, so it is read as hostile: what is not exactly what is written here counts as not there. Not here: what is
 * kept and when (engine/last-known.ts).
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldOf } from '../domain/fields.ts';
import { type LastKnown, lastKnownOf } from '../domain/last-known.ts';
import { writeWhole } from './whole-file.ts';

const NAME = 'last-known.json';
/** Another one is of another console and says nothing to this one. */
const VERSION = 1;
const MOST_BYTES = 64 * 1024;

/** The figures that the file of the folder holds; null without a file, and for anything that is not in order. Never throws. */
export function readLastKnown(dataFolder: string): LastKnown | null {
  try {
    const found: unknown = JSON.parse(readBounded(join(dataFolder, NAME)));
    return fieldOf(found, 'version') === VERSION ? lastKnownOf(fieldOf(found, 'lastKnown')) : null;
  } catch {
    return null;
  }
}

/** What is written into the folder; null when it is more than is ever read back. */
export function lastKnownText(lastKnown: LastKnown): string | null {
  const known = lastKnownOf(lastKnown);
  const text = known === null ? null : JSON.stringify({ version: VERSION, lastKnown: known });
  return text === null || Buffer.byteLength(text) > MOST_BYTES ? null : text;
}

export interface LastKnownFile {
  /** Puts it in the place of what was there; what cannot be kept whole leaves nothing. Rejects with the system's error. */
  write(lastKnown: LastKnown): Promise<void>;
  remove(): Promise<void>;
}

/** The file of a data folder that this process holds. It may be lost with the power: then it is not read, and written anew. */
export function lastKnownFile(dataFolder: string): LastKnownFile {
  const path = join(dataFolder, NAME);
  const remove = () => rm(path, { force: true });
  return {
    remove,
    async write(lastKnown) {
      const text = lastKnownText(lastKnown);
      await (text === null ? remove() : writeWhole(path, text, { folder: 'ours', mode: 0o600 }));
    },
  };
}

/** Its text. Throws where there is no plain file, or a larger one than is ever written. */
function readBounded(path: string): string {
  // A pipe in its place would keep the console waiting for a writer. Windows has none there, and no such flag.
  const handle = openSync(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK));
  try {
    const found = fstatSync(handle);
    if (!found.isFile() || found.size > MOST_BYTES) throw new RangeError('not what is written');
    const { size } = found;
    const bytes = Buffer.alloc(size);
    return bytes.toString('utf8', 0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}
