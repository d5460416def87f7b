/**
 * Copies of the books: one a day and one before each migration, each with its checksum beside it. The latest fourteen of the days and
 * the latest five of the migrations are kept. A copy is whole or not there. Not here: when to copy (workers/store) and putting one back
 * (restore.ts).
 */
import type { SqliteDatabase } from '../sqlite/database.ts';
import { deleteFile, digestFile, namesIn, placeFile, readTextFile, writeTextFile } from '../sqlite/files.ts';

const KINDS = [
  { name: /^books-\d{4}-\d{2}-\d{2}\.db$/, kept: 14 },
  { name: /^books-\d{4}-\d{2}-\d{2}-before-version-\d+\.db$/, kept: 5 },
] as const;

/** Copies the books unless there is a copy of that day ("2026-11-21"). Answers the new file's name, or null. */
export function backupDaily(database: SqliteDatabase, folder: string, day: string): string | null {
  const name = `books-${day}.db`;
  // A copy without its checksum is one that was not finished: nobody could put it back.
  return notedDigest(`${folder}/${name}`) === null ? backupAs(database, folder, name) : null;
}

/** Copies the books before their schema changes. A second try on the same day replaces the first. */
export function backupBeforeMigration(database: SqliteDatabase, folder: string, day: string, from: number): string {
  return backupAs(database, folder, `books-${day}-before-version-${from + 1}.db`);
}

function backupAs(database: SqliteDatabase, folder: string, name: string): string {
  const path = `${folder}/${name}`;
  placeFile(path, (temporary) => {
    database.copyInto(temporary);
  });
  writeTextFile(`${path}.sha256`, `${digestFile(path)}  ${name}\n`);
  for (const { name: pattern, kept } of KINDS) {
    const copies = namesIn(folder).filter((known) => pattern.test(known));
    for (const old of copies.slice(0, Math.max(0, copies.length - kept))) {
      deleteFile(`${folder}/${old}`);
      deleteFile(`${folder}/${old}.sha256`);
    }
  }
  return name;
}

export interface BackupState {
  readonly name: string;
  /** `unknown`: there is no checksum beside it. */
  readonly state: 'intact' | 'damaged' | 'unknown';
}

/** All copies in a folder, oldest first, each held against its checksum. */
export function listBackups(folder: string): readonly BackupState[] {
  const names = namesIn(folder).filter((name) => KINDS.some((kind) => kind.name.test(name)));
  return names.map((name) => ({ name, state: verifyBackup(`${folder}/${name}`) }));
}

/** Is the copy the one that was made? `unknown` when its checksum is not beside it. */
export function verifyBackup(path: string): BackupState['state'] {
  const noted = notedDigest(path);
  if (noted === null) return 'unknown';
  return noted === digestFile(path) ? 'intact' : 'damaged';
}

/** The checksum that was written down when the copy was made, or null. */
export function notedDigest(path: string): string | null {
  const noted = readTextFile(`${path}.sha256`)?.split(/\s/)[0] ?? '';
  return /^[0-9a-f]{64}$/.test(noted) ? noted : null;
}
