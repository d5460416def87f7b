/**
 * Copies of the books: one a day and one before each migration, each with its checksum beside it, the latest fourteen kept. A copy
 * is whole or not there. Not here: when to copy (the writer) and putting one back.
 */
import type { SqliteDatabase } from '../sqlite/database.ts';
import { deleteFile, digestFile, namesIn, placeFile, readTextFile, writeTextFile } from '../sqlite/files.ts';

const KEPT = 14;
const NAME = /^books-(\d{4}-\d{2}-\d{2})(?:-.+)?\.db$/;

/** Copies the books unless there is a copy of that day ("2026-11-21"). Answers the new file's name, or null. */
export function backupDaily(database: SqliteDatabase, folder: string, day: string): string | null {
  const name = `books-${day}.db`;
  return namesIn(folder).includes(name) ? null : backupAs(database, folder, name);
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
  const copies = namesIn(folder).filter((known) => NAME.test(known));
  for (const old of copies.slice(0, Math.max(0, copies.length - KEPT))) {
    deleteFile(`${folder}/${old}`);
    deleteFile(`${folder}/${old}.sha256`);
  }
  return name;
}

/** Is the copy the one that was made? `unknown` when its checksum is not beside it. */
export function verifyBackup(path: string): 'intact' | 'damaged' | 'unknown' {
  const noted = readTextFile(`${path}.sha256`)?.split(/\s/)[0];
  if (noted === undefined || noted === '') return 'unknown';
  return noted === digestFile(path) ? 'intact' : 'damaged';
}
