// Puts a copy of the books back, here or in another data folder. The copy must be the one that was made (its checksum), whole (SQLite's own check)
// and of a version this console reads; the file that comes out is held against the same checksum before it gets its name. Books that stand in its
// place are set aside, never overwritten. Whatever was open in it stands still when it is opened (generation.ts).
import type { BooksCounts, RestoreProblem } from '../../../domain/kernel/copies.ts';
import { SqliteDatabase } from '../../sqlite/database.ts';
import { StoreError } from '../../sqlite/errors.ts';
import { copyFile, deleteFile, digestFile, placeFile, renameDatabase } from '../../sqlite/files.ts';
import { schemaVersion } from '../../sqlite/migrations.ts';
import { disownCounters } from '../../sqlite/outside-counter.ts';
import { notedDigest } from './backup.ts';
import { countsOf } from './contents.ts';
import { BOOKS_MIGRATIONS } from './schema.ts';

export type Restored =
  | {
      readonly ok: true;
      readonly digest: string;
      readonly version: number;
      readonly holds: BooksCounts;
      /** Names of the files that stood in the place before. */
      readonly setAside: readonly string[];
    }
  | { readonly ok: false; readonly problem: RestoreProblem };

/** `stamp` names what is set aside. Throws StoreError when the disk refuses; then nothing has changed. */
export function restoreBooks(options: {
  readonly copy: string;
  readonly target: string;
  readonly stamp: string;
}): Restored {
  const { copy, target, stamp } = options;
  const noted = notedDigest(copy);
  if (noted === null) return { ok: false, problem: 'no-checksum' };
  if (digestFile(copy) !== noted) return { ok: false, problem: 'wrong-checksum' };
  const state: { found: Found | RestoreProblem; setAside: readonly string[] } = { found: 'damaged', setAside: [] };
  try {
    const write = (temporary: string): void => {
      copyFile(copy, temporary);
      state.found = lookInto(temporary);
      // What was read back is what was copied: the disk of the new place is not trusted either.
      if (digestFile(temporary) !== noted) state.found = 'wrong-checksum';
      if (typeof state.found === 'string') throw new Refused();
    };
    placeFile(target, write, () => {
      disownCounters(target);
      state.setAside = renameDatabase(target, `replaced-${stamp}`);
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  const { found, setAside } = state;
  return typeof found === 'string' ? { ok: false, problem: found } : { ok: true, digest: noted, setAside, ...found };
}

/** Ends the placing of a file that is not to be placed. */
class Refused extends Error {}

/** The two questions of a restore, asked of a copy where it lies: is it the one that was made, and is it whole? Null: it could be put back. */
export function problemOf(copy: string): RestoreProblem | null {
  const noted = notedDigest(copy);
  if (noted === null) return 'no-checksum';
  if (digestFile(copy) !== noted) return 'wrong-checksum';
  const found = lookInto(copy);
  return typeof found === 'string' ? found : null;
}

interface Found {
  readonly version: number;
  readonly holds: BooksCounts;
}

/** Is the database there whole, and of a version that this console reads? Its companions are gone after it. */
export function lookInto(path: string): Found | RestoreProblem {
  let database: SqliteDatabase | null = null;
  try {
    database = SqliteDatabase.open({ path, file: 'books', mode: 'read-only', synchronous: 'FULL' });
    const [row] = database.all('PRAGMA integrity_check(1)');
    if (row?.['integrity_check'] !== 'ok') return 'damaged';
    const version = schemaVersion(database);
    const versions = BOOKS_MIGRATIONS.map((migration) => migration.version);
    if (version > Math.max(...versions)) return 'newer-version';
    const tables = database.all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(({ name }) => name);
    if (version === 0 || !tables.includes('resend_intents')) return 'no-books';
    if (version < Math.min(...versions)) return 'older-version';
    return { version, holds: countsOf(database) };
  } catch (error) {
    if (error instanceof StoreError && error.code === 'corrupt') return 'damaged';
    throw error;
  } finally {
    database?.close();
    for (const companion of ['-wal', '-shm']) deleteFile(path + companion);
  }
}
