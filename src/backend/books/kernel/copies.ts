// The copies as they are told to people, and the drill: the newest of them is held against everything that a restore asks of it and against
// the books, so that a copy that nobody could put back is known before it is needed.
import type { BooksCopy, BooksCounts, CopyDrill } from '../../../domain/kernel/copies.ts';
import { readCount } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { fileStanding } from '../../sqlite/files.ts';
import { copiesIn, listBackups } from './backup.ts';
import { contentsOf, countsOf, isHeldBy, readCopy } from './contents.ts';
import { problemOf } from './restore.ts';

export interface Copies {
  readonly books: BooksCounts;
  /** The newest first. */
  readonly copies: readonly BooksCopy[];
}

/** All copies in a folder beside the open books. Every copy is read whole. */
export function lookAtCopies(database: SqliteDatabase, folder: string): Copies {
  const copies = listBackups(folder).map(({ name, state }) => {
    const path = `${folder}/${name}`;
    return { name, state, ...fileStanding(path), holds: readCopy(path, countsOf) };
  });
  return { books: countsOf(database), copies: copies.toSorted(newestFirst) };
}

/** Looks into a copy, the newest unless one is named; null where there is none, or none of that name. */
export function drillCopy(database: SqliteDatabase, folder: string, named?: string): Omit<CopyDrill, 'at'> | null {
  const [newest] = copiesIn(folder)
    .filter((name) => named === undefined || name === named)
    .map((name) => ({ name, ...fileStanding(`${folder}/${name}`) }))
    .toSorted(newestFirst);
  if (newest === undefined) return null;
  const copy = `${folder}/${newest.name}`;
  return { copy: newest.name, problem: problemOf(copy) ?? (isComplete(database, copy) ? null : 'incomplete') };
}

/** Has the copy every entry of the audit log that the books have up to its last? Of a copy of other books, which hold less, nobody can say. */
function isComplete(database: SqliteDatabase, copy: string): boolean {
  const found = readCopy(copy, (of) => ({ contents: contentsOf(of), holds: countsOf(of) }));
  if (found === null) return false;
  if (!isHeldBy(contentsOf(database), found.contents)) return true;
  const upTo = readCount(
    database.get('SELECT count(*) AS n FROM activity WHERE id <= ?', found.contents.reached.activity),
  );
  return upTo <= found.holds.activity;
}

function newestFirst(a: Pick<BooksCopy, 'name' | 'madeAt'>, b: Pick<BooksCopy, 'name' | 'madeAt'>): number {
  if (a.madeAt === b.madeAt) return a.name < b.name ? 1 : -1;
  return a.madeAt < b.madeAt ? 1 : -1;
}
