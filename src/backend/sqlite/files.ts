// A database as files: it is always three of them (the file, its -wal and its -shm), which are moved and deleted
// together. And checksums. For the folders that must not touch the disk themselves.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolderNow, syncFolderNow, syncNow, writeWholeNow } from '../whole-file.ts';

const PARTS = ['', '-wal', '-shm'] as const;

/**
 * Moves a damaged database aside as `<name>.quarantined-<stamp>` and deletes what was set aside before it, so that damage
 * that comes back does not fill the disk. Answers the names that were moved.
 */
export function setAside(path: string, stamp: string): readonly string[] {
  const folder = dirname(path);
  const prefix = `${basename(path)}.quarantined-`;
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name));
  const moved: string[] = [];
  for (const part of PARTS) {
    if (!existsSync(path + part)) continue;
    const name = `${prefix}${stamp}${part}`;
    renameSync(path + part, join(folder, name));
    moved.push(name);
  }
  return moved;
}

/** Deletes a database, its companions and what was set aside of it. */
export function deleteDatabase(path: string): void {
  for (const part of PARTS) rmSync(path + part, { force: true });
  const folder = dirname(path);
  if (!existsSync(folder)) return;
  const prefix = `${basename(path)}.quarantined-`;
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name));
}

/** SHA-256 of a text, in hexadecimal. */
export function digestText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Of a file that is read piece by piece, bytes. */
const DIGEST_PIECE = 1_048_576;

/** SHA-256 of a file of any size, in hexadecimal, in the memory of one piece. Never of a live database: see lock.ts on closing descriptors. */
export function digestFile(path: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(DIGEST_PIECE);
  const descriptor = openSync(path, 'r');
  try {
    for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece)) {
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

/** When a file was written last, and its size. Throws where it is not there. */
export function fileStanding(path: string): { readonly madeAt: string; readonly bytes: number } {
  const { mtime, size } = statSync(path);
  return { madeAt: mtime.toISOString(), bytes: size };
}

/** From now on it was written last then, milliseconds since the epoch. */
export function setWritten(path: string, atMs: number): void {
  utimesSync(path, atMs / 1000, atMs / 1000);
}

/** The names in a folder, sorted; none when it is not there. */
export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/**
 * Writes a file by way of a neighbour and a rename: it is there whole or not at all, and on the disk when this ends. `write` gets the path of the
 * neighbour, which does not exist yet; `before` is called when that is on the disk and has yet to take its name.
 */
export function placeFile(path: string, write: (temporary: string) => void, before?: () => void): void {
  const folder = dirname(path);
  makeFolderNow(folder);
  const temporary = `${path}.partial`;
  rmSync(temporary, { force: true });
  try {
    write(temporary);
    chmodSync(temporary, 0o600);
    syncNow(temporary);
    before?.();
    renameSync(temporary, path);
    syncFolderNow(folder);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A folder for this user alone, on the disk with the name of each that was made. */
export function makeFolder(folder: string): void {
  makeFolderNow(folder);
}

/** A small text file, 0600, in the same way. */
export function placeText(path: string, text: string): void {
  writeWholeNow(path, text, { folder: 'ours', mode: 0o600, isDurable: true });
}

/** The text of a small file, or null when it is not there. */
export function readTextFile(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Copies a file to a name that must not be taken yet. */
export function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_EXCL);
}

/**
 * Renames a database with its companions, as `<path>.<suffix>`; answers the names that were moved, none when nothing was there. The log goes
 * first, and is gone from the disk before the file is: a file that takes the name must never meet the log of another.
 */
export function renameDatabase(path: string, suffix: string): readonly string[] {
  const moved: string[] = [];
  for (const part of PARTS.toReversed()) {
    if (!existsSync(path + part)) continue;
    renameSync(path + part, `${path}.${suffix}${part}`);
    syncFolderNow(dirname(path));
    moved.push(basename(`${path}.${suffix}${part}`));
  }
  return moved.toReversed();
}

/** Deletes a file; absent is fine. */
export function deleteFile(path: string): void {
  rmSync(path, { force: true });
}

/** Deletes files of one folder, in this order; absent ones are fine. They are gone from the disk when this ends. */
export function deleteFiles(folder: string, names: readonly string[]): void {
  if (names.length === 0) return;
  for (const name of names) rmSync(join(folder, name), { force: true });
  syncFolderNow(folder);
}
