// Opens the books. For writing: they are there, of this version's format, and the ones that were written last; books
// that are missing where others have been are never taken for a new installation.
import { statSync } from 'node:fs';
import { backupBeforeMigration, copiesIn } from '../../books/kernel/backup.ts';
import { openGeneration } from '../../books/kernel/generation.ts';
import { BOOKS_MIGRATIONS } from '../../books/kernel/schema.ts';
import type { StoreMarks } from '../../ports.ts';
import { SqliteDatabase } from '../../sqlite/database.ts';
import { StoreError, toStoreError } from '../../sqlite/errors.ts';
import { namesIn } from '../../sqlite/files.ts';
import { migrate, schemaVersion } from '../../sqlite/migrations.ts';
import { findCounters, type OutsideCounter } from '../../sqlite/outside-counter.ts';
import { backupsFolder, booksPath, mirrorsFolder } from './locations.ts';
import { PAGES } from './memory.ts';

export interface OpenedBooks {
  readonly database: SqliteDatabase;
  /** The number beside the books. */
  readonly counter: OutsideCounter;
}

/** Throws StoreError: `books-missing` where books have been and are not any more. */
export function openBooksForWriting(dataFolder: string, marks: StoreMarks): OpenedBooks {
  const path = booksPath(dataFolder);
  const traces = tracesOf(dataFolder);
  // SQLite would delete the log of a file that has nothing in it, and with it all that was written last.
  const all = [...traces, ...((sizeOf(`${path}-wal`) ?? 0) > 0 ? ['their log'] : [])];
  const size = sizeOf(path);
  // Left as it is: what lies there is for a person to look at.
  if (all.length > 0 && (size ?? 0) === 0) throw missing(size === null ? 'missing' : 'empty', all);
  const database = SqliteDatabase.open({
    path,
    file: 'books',
    mode: 'read-write',
    synchronous: 'FULL',
    // A file of the merchant's brings a million rows, whose pages are written and read again.
    cacheMegabytes: PAGES.writer.books,
  });
  try {
    // The log of what is in the file has been read by now; one that holds nothing is that of a first start which died.
    if (traces.length > 0 && schemaVersion(database) === 0) throw missing('empty', traces);
    const day = marks.now().toISOString().slice(0, 10);
    const { from } = migrate(database, BOOKS_MIGRATIONS, (version) =>
      backupBeforeMigration(database, backupsFolder(dataFolder), day, version),
    );
    const opening = {
      path,
      isNew: from === 0,
      nowMs: marks.now().getTime(),
      line: marks.uuid(),
      osUser: marks.osUser(),
    };
    return { database, counter: openGeneration({ database }, findCounters(path), opening) };
  } catch (error) {
    database.close();
    throw toStoreError(error, 'books');
  }
}

/** Opens the books for reading; the writer has made the file. Compute jobs say how many pages they keep, megabytes. */
export function openBooksForReading(dataFolder: string, cacheMegabytes: number = PAGES.reader.books): SqliteDatabase {
  return SqliteDatabase.open({
    path: booksPath(dataFolder),
    file: 'books',
    mode: 'read-only',
    synchronous: 'FULL',
    // The index of a hundred thousand exceptions is read whole for their sums and counts.
    cacheMegabytes,
  });
}

/** What says that this folder has had books: each in words for people. */
function tracesOf(dataFolder: string): readonly string[] {
  const names = namesIn(dataFolder);
  const has = (begin: string): boolean => names.some((name) => name.startsWith(begin));
  const mirrors = namesIn(mirrorsFolder(dataFolder)).some((name) => name.endsWith('.db'));
  return [
    ...(copiesIn(backupsFolder(dataFolder)).length > 0 ? ['copies of them'] : []),
    ...(mirrors ? ['mirrors'] : []),
    ...(has('books.db.replaced-') ? ['books that were replaced'] : []),
    ...(has('books.db.counter-') ? ['the file that counts their writes'] : []),
  ];
}

/** Bytes; null where there is no such file. */
function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

function missing(what: 'missing' | 'empty', traces: readonly string[]): StoreError {
  const list = traces.length === 1 ? traces[0] : `${traces.slice(0, -1).join(', ')} and ${traces.at(-1)}`;
  const verb = what === 'missing' ? 'is missing' : 'is empty';
  const sentence = `The file of the books (books.db in the data folder) ${verb}, and this is no new installation: ${list} lie there. Nothing was changed.`;
  return new StoreError('books-missing', 'books', sentence);
}
