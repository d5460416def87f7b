// Imports of the very same bytes: whether a file is in the books already, and was read there in another way.
import type { SameFile } from '../../../../domain/ledger/import.ts';
import type { EntriesRead } from '../../../../domain/exports/report-job.ts';
import { readInteger } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import type { BooksContext } from '../../kernel/context.ts';
import { importBySeq } from './imports.ts';

/** A file as it is read now. */
interface ReadNow extends Pick<EntriesRead, 'sha256' | 'entries' | 'repeated'> {
  readonly profileId: string;
  /** Null: of none yet. */
  readonly sourceId: string | null;
}

/**
 * `imports.sameFile`: the import of the same bytes that a person should know of. First one of the same source of whose rows some are no repeats any
 * more: an entry's id rests on what was read of its row, so where other columns say something else the same rows are new ones. Rows that were
 * rejected before, and can be read now, are new by right. Then the latest one of another source.
 */
export function sameFile({ database }: BooksContext, read: ReadNow): SameFile | null {
  const otherwise = readOtherwise(database, read);
  if (otherwise !== null) return otherwise;
  const sql = `SELECT seq FROM imports WHERE profile_id = ? AND source_id IS NOT ? AND state = 'done' AND sha256 = ? ORDER BY seq DESC LIMIT 1`;
  return found(database, read.profileId, database.get(sql, read.profileId, read.sourceId, read.sha256), false);
}

function readOtherwise(
  database: SqliteDatabase,
  { profileId, sourceId, sha256, entries, repeated }: ReadNow,
): SameFile | null {
  if (sourceId === null || entries === 0) return null;
  const sql = `SELECT seq FROM imports WHERE profile_id = ? AND source_id = ? AND state = 'done' AND sha256 = ?
    AND entries + repeated > ? ORDER BY seq DESC LIMIT 1`;
  return found(database, profileId, database.get(sql, profileId, sourceId, sha256, repeated), true);
}

function found(
  database: SqliteDatabase,
  profileId: string,
  row: ReturnType<SqliteDatabase['get']>,
  isReadOtherwise: boolean,
): SameFile | null {
  const earlier = row === null ? null : importBySeq(database, profileId, readInteger(row, 'seq'));
  return earlier === null ? null : { import: earlier, isReadOtherwise };
}
