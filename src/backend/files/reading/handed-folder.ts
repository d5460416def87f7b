// The folder in which files lie that a person has handed over, until they are imported or given up. Names are ids, never the person's.
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';

const folderOf = (dataFolder: string): string => join(dataFolder, 'handed');

/** Ids become file names, so they are held to an alphabet that is safe on every system. */
const SAFE_ID = /^[A-Za-z0-9_-]{1,64}$/;

const FULL = 'The disk is full; the file was not taken. Make room and hand it over again.';

/** Makes an empty file for the piece-by-piece writing; answers its path. Throws FailureError `unavailable-offline` on a full disk. */
export async function createHanded(dataFolder: string, profileId: string, id: string): Promise<string> {
  if (!SAFE_ID.test(profileId) || !SAFE_ID.test(id)) throw new Error('not an id');
  const folder = join(folderOf(dataFolder), profileId);
  const path = join(folder, id);
  await orFull(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    await file.close();
  });
  return path;
}

/** Writes all of the bytes there. Throws FailureError `unavailable-offline` on a full disk. */
export async function writeHanded(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  await orFull(async () => {
    const file = await open(path, 'r+');
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done);
        done += bytesWritten;
      }
    } finally {
      await file.close();
    }
  });
}

/** Bytes on the disk; null when it is not there. */
export async function handedSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found === null ? null : found.size;
}

/** Removes one; absent is fine. */
export async function removeHanded(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Removes those of a profile, or all of them: at the start, when nobody can still use one. */
export async function clearHanded(dataFolder: string, profileId: string | null): Promise<void> {
  if (profileId !== null && !SAFE_ID.test(profileId)) throw new Error('not an id');
  const folder = profileId === null ? folderOf(dataFolder) : join(folderOf(dataFolder), profileId);
  await rm(folder, { recursive: true, force: true });
}

async function orFull(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
    throw isFull ? new FailureError({ kind: 'unavailable-offline', detail: FULL }) : error;
  }
}
