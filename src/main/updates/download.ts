// The file of a release on its way to the disk, and again before it is used: a fresh folder that only this person can open, a name made here, no more
// bytes than announced, and SHA-512 over what arrives and over what lies there when it is handed over.
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseFile } from './manifest.ts';
import { RefusedError, UnableError } from './refusal.ts';
import { ask, type Question } from './wire.ts';

/** A file that was checked when it arrived; `openChecked` checks it again. */
export interface HeldDownload {
  readonly path: string;
  readonly size: number;
  readonly sha512: string;
}

/** Absent on Windows, where a link cannot be planted without rights that need none. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const COPY_BYTES = 1024 * 1024;

/** Whatever an earlier run left is removed. Throws RefusedError when the place is a link or no folder. */
export async function clearDownloads(base: string): Promise<void> {
  await ownFolder(base);
  await rm(base, { recursive: true, force: true });
}

/** Fetches the file into a fresh folder below `base`. Nothing stays of a file that fails a check. Throws RefusedError or UnableError. */
export async function download(
  base: string,
  file: ReleaseFile,
  ending: string,
  wire: Omit<Question, 'most' | 'take'>,
): Promise<HeldDownload> {
  await ownFolder(base);
  const folder = await mkdtemp(join(base, 'download-'));
  const path = join(folder, `${randomUUID()}${ending}`);
  try {
    await chmod(folder, 0o700);
    const handle = await open(path, 'wx', 0o600);
    try {
      await receive(handle, file, wire);
    } finally {
      await handle.close();
    }
    return { path, size: file.size, sha512: file.sha512 };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function receive(handle: FileHandle, file: ReleaseFile, wire: Omit<Question, 'most' | 'take'>): Promise<void> {
  const hash = createHash('sha512');
  let bytes = 0;
  await ask({
    ...wire,
    most: file.size,
    take: async (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk).catch((cause: unknown) => {
        throw new UnableError('The newer version could not be written to the disk.', { cause });
      });
    },
  });
  if (bytes !== file.size) throw new RefusedError('too-short');
  if (hash.digest('hex') !== file.sha512) throw new RefusedError('digest');
  await handle.sync();
}

/**
 * Opens the file and reads it whole once more. It must be the file itself, no link and under no second name, with the very bytes that were
 * checked. Throws RefusedError.
 */
export async function checkAgain(held: HeldDownload): Promise<void> {
  await readChecked(held, () => Promise.resolve());
}

/** Copies the file to a new one that nobody can write or run yet: what is written is what was checked. Throws RefusedError. */
export async function copyChecked(held: HeldDownload, to: string): Promise<void> {
  const target = await open(to, 'wx', 0o600);
  try {
    await readChecked(held, (chunk) => target.writeFile(chunk));
    await target.sync();
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    await target.close();
  }
}

async function readChecked(held: HeldDownload, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  const handle = await open(held.path, constants.O_RDONLY | NO_FOLLOW).catch((cause: unknown) => {
    throw new RefusedError('changed', { cause });
  });
  try {
    const { size, nlink } = await handle.stat();
    if (size !== held.size || nlink !== 1) throw new RefusedError('changed');
    const hash = createHash('sha512');
    await readThrough(handle, hash, take);
    if (hash.digest('hex') !== held.sha512) throw new RefusedError('changed');
  } finally {
    await handle.close();
  }
}

async function readThrough(handle: FileHandle, hash: Hash, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  for (;;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(COPY_BYTES), 0, COPY_BYTES, null);
    if (bytesRead === 0) return;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await take(chunk);
  }
}

/** Makes the folder; what lies there already must be a folder and no link to one. */
async function ownFolder(base: string): Promise<void> {
  await mkdir(base, { recursive: true, mode: 0o700 });
  if (!(await lstat(base)).isDirectory()) throw new RefusedError('folder');
  await chmod(base, 0o700);
}
