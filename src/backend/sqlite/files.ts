/**
 * A database as files: it is always three of them (the file, its -wal and its -shm), which are moved and deleted together.
 * And checksums. For the folders that must not touch the disk themselves.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

/**
 * SHA-256 of a file of any size, in hexadecimal, in the memory of one piece. Never of a live database: see lock.ts on closing descriptors.
 */
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

/** The names in a folder, sorted; none when it is not there. */
export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/**
 * Writes a file by way of a neighbour and a rename: it is there whole or not at all. `write` gets the path of the
 * neighbour, which does not exist yet.
 */
export function placeFile(path: string, write: (temporary: string) => void): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.partial`;
  rmSync(temporary, { force: true });
  try {
    write(temporary);
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A small text file, 0600. */
export function writeTextFile(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
}

/** The text of a small file, or null when it is not there. */
export function readTextFile(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Copies a file to a name that must not be taken yet. */
export function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_EXCL);
}

/** Renames a database with its companions, as `<path>.<suffix>`; answers the names that were moved, none when nothing was there. */
export function renameDatabase(path: string, suffix: string): readonly string[] {
  const moved: string[] = [];
  for (const part of PARTS) {
    if (!existsSync(path + part)) continue;
    renameSync(path + part, `${path}.${suffix}${part}`);
    moved.push(basename(`${path}.${suffix}${part}`));
  }
  return moved;
}

/** Deletes a file; absent is fine. */
export function deleteFile(path: string): void {
  rmSync(path, { force: true });
}
