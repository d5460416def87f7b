// Copies of the books: one a day, one before each migration, one before another is put back, and those that came in a file, each with its checksum
// beside it.
import type { BooksCopy } from '../../../domain/kernel/copies.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { deleteFiles, digestFile, namesIn, placeFile, placeText, readTextFile } from '../../sqlite/files.ts';
import { contentsOf, contentsOfCopy, isHeldBy } from './contents.ts';

const KINDS = [
  { name: /^books-\d{4}-\d{2}-\d{2}\.db$/, kept: 14 },
  { name: /^books-\d{4}-\d{2}-\d{2}-before-version-\d+(-\d+)?\.db$/, kept: 5 },
  { name: /^books-\d{4}-\d{2}-\d{2}-before-restore-\d+\.db$/, kept: 5 },
  { name: /^books-\d{4}-\d{2}-\d{2}-from-file-\d+\.db$/, kept: 5 },
] as const;

/** The names of the copies in a folder, oldest first. */
export function copiesIn(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => KINDS.some((kind) => kind.name.test(name)));
}

/** Copies the books unless there is a copy of that day ("2026-11-21"). Answers the new file's name, or null. */
export function backupDaily(database: SqliteDatabase, folder: string, day: string): string | null {
  const name = `books-${day}.db`;
  // A copy without its checksum is one that was not finished: nobody could put it back.
  return notedDigest(`${folder}/${name}`) === null ? backupAs(database, folder, name) : null;
}

/** Copies the books before their schema changes. A second try on the same day replaces the first, unless that one holds more. */
export function backupBeforeMigration(database: SqliteDatabase, folder: string, day: string, from: number): string {
  const stem = `books-${day}-before-version-${from + 1}`;
  const larger = new Set(largerCopies(database, folder));
  let name = `${stem}.db`;
  for (let next = 2; larger.has(name); next += 1) name = `${stem}-${next}.db`;
  return backupAs(database, folder, name);
}

/** Copies the books before a copy takes their place, which is not deleted for it. */
export function backupBeforeRestore(database: SqliteDatabase, folder: string, day: string, spared: string): string {
  return backupAs(database, folder, freeName(folder, `books-${day}-before-restore`), spared);
}

/** The name that a copy gets which comes in a file. */
export function nameFromFile(folder: string, day: string): string {
  return freeName(folder, `books-${day}-from-file`);
}

function freeName(folder: string, stem: string): string {
  const known = new Set(copiesIn(folder));
  let next = 1;
  while (known.has(`${stem}-${next}.db`)) next += 1;
  return `${stem}-${next}.db`;
}

function backupAs(database: SqliteDatabase, folder: string, name: string, spared?: string): string {
  const path = `${folder}/${name}`;
  placeFile(path, (temporary) => {
    database.copyInto(temporary);
  });
  noteDigest(path, name, folder);
  const old = KINDS.flatMap(({ name: pattern, kept }) => {
    const copies = namesIn(folder).filter((known) => pattern.test(known));
    return copies.slice(0, Math.max(0, copies.length - kept)).filter((each) => each !== spared);
  });
  if (old.length === 0) return name;
  const larger = new Set(largerCopies(database, folder, old));
  // The copy before its checksum: one without it would look like one that nobody can trust.
  deleteFiles(
    folder,
    old.flatMap((each) => (larger.has(each) ? [] : [each, `${each}.sha256`])),
  );
  return name;
}

/** Copies that hold what the books do not, or of which nobody can tell, oldest first; all of the folder's, or the named ones. */
export function largerCopies(
  database: SqliteDatabase,
  folder: string,
  names: readonly string[] = copiesIn(folder),
): readonly string[] {
  if (names.length === 0) return [];
  const books = contentsOf(database);
  return names.filter((name) => {
    const copy = contentsOfCopy(`${folder}/${name}`);
    return copy === null || !isHeldBy(books, copy);
  });
}

/** Writes down the checksum of what lies at `path`, for the copy that has the name, or gets it next. */
export function noteDigest(path: string, name: string, folder: string): void {
  placeText(`${folder}/${name}.sha256`, `${digestFile(path)}  ${name}\n`);
}

export interface BackupState {
  readonly name: string;
  /** `unknown`: there is no checksum beside it. */
  readonly state: BooksCopy['state'];
}

/** All copies in a folder, oldest first, each held against its checksum. */
export function listBackups(folder: string): readonly BackupState[] {
  return copiesIn(folder).map((name) => ({ name, state: verifyBackup(`${folder}/${name}`) }));
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
