// What has changed since the last import: entries that came with it by how they stand, and all that stand otherwise
// now than before it, or than they first stood after it. An entry that moved and came back has not changed.
import { type EntryChange, type EntryMove, MATCH_OUTCOMES } from '../../../../domain/ledger/entry.ts';
import type { EntryChanges } from '../../../../domain/ledger/import.ts';
import { readCount, readInteger, readText, readTextOrNull, readWord, type Row } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import type { BooksContext } from '../../kernel/context.ts';
import { importBySeq, outcomesOf } from '../imports/imports.ts';

const MAX_ROWS = 200;

/** `entries.changes`: since the last import of a source, or of any; `move`: rows and total only of one of the moves. */
export function entryChanges(
  { database }: BooksContext,
  input: {
    readonly profileId: string;
    readonly sourceId?: string | undefined;
    readonly move?: EntryMove | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): EntryChanges {
  return database.snapshot(() => {
    const last = lastImport(database, input);
    if (last === null) return { since: null, fresh: [], moves: [], rows: [], total: 0 };
    const since = importBySeq(database, input.profileId, last.seq);
    const { sql, parameters } = movedSince(input, last);
    const moves = database
      .all(
        `SELECT before, after, count(*) AS n FROM (${sql}) GROUP BY before, after ORDER BY n DESC, before, after`,
        ...parameters,
      )
      .map((row) => ({ ...moveOf(row), count: readCount(row) }));
    const { move } = input;
    const ofMove = move === undefined ? '' : 'WHERE m.before = ? AND m.after = ?';
    const words = move === undefined ? [] : [move.before ?? '', move.after];
    const page = `SELECT m.*, e.id AS entry_id, e.ident, e.unit, e.amount FROM (${sql}) AS m
      JOIN entries AS e ON e.import_seq = m.import_seq AND e.line = m.line ${ofMove} ORDER BY m.id DESC LIMIT ? OFFSET ?`;
    const window = [Math.min(Math.max(0, input.limit), MAX_ROWS), Math.max(0, input.offset)];
    const isMeant = (known: EntryMove): boolean =>
      move === undefined || (known.before === move.before && known.after === move.after);
    return {
      since,
      fresh: outcomesOf(database, last.seq),
      moves,
      rows: database.all(page, ...parameters, ...words, ...window).map(changeOf),
      total: moves.filter(isMeant).reduce((sum, { count }) => sum + count, 0),
    };
  });
}

interface Last {
  readonly seq: number;
  /** The last change before it. */
  readonly changesBefore: number;
}

function lastImport(
  database: SqliteDatabase,
  { profileId, sourceId }: { readonly profileId: string; readonly sourceId?: string | undefined },
): Last | null {
  const row = database.get(
    `SELECT seq, changes_before FROM imports WHERE profile_id = ? AND state = 'done' AND source_id = coalesce(?, source_id)
      ORDER BY seq DESC LIMIT 1`,
    profileId,
    sourceId ?? null,
  );
  return row === null ? null : { seq: readInteger(row, 'seq'), changesBefore: readInteger(row, 'changes_before') };
}

/** Entries by their first and their last change since; that one of the last import came to stand somewhere is no change. */
function movedSince(
  { profileId, sourceId }: { readonly profileId: string; readonly sourceId?: string | undefined },
  { changesBefore }: Last,
) {
  return {
    sql: `SELECT l.id, l.import_seq, l.line, f.before, l.after, l.at
      FROM (SELECT min(c.id) AS first, max(c.id) AS last FROM entry_changes AS c
        WHERE c.id > ? AND c.import_seq IN (
          SELECT seq FROM imports WHERE profile_id = ? AND state = 'done' AND source_id = coalesce(?, source_id))
        GROUP BY c.import_seq, c.line) AS ends
      JOIN entry_changes AS f ON f.id = ends.first JOIN entry_changes AS l ON l.id = ends.last WHERE f.before <> l.after`,
    parameters: [changesBefore, profileId, sourceId ?? null],
  };
}

function moveOf(row: Row): EntryMove {
  return { before: readWord(row, 'before', MATCH_OUTCOMES), after: readWord(row, 'after', MATCH_OUTCOMES) };
}

function changeOf(row: Row): EntryChange {
  return {
    id: readInteger(row, 'id'),
    entryId: readText(row, 'entry_id'),
    ident: readTextOrNull(row, 'ident'),
    unit: readText(row, 'unit'),
    amount: readText(row, 'amount'),
    ...moveOf(row),
    at: readText(row, 'at'),
  };
}
