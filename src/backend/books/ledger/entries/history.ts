// What has changed since the last import: entries that came with it by how they stand, and all that stand otherwise
// now than before it, or than they first stood after it. An entry that moved and came back has not changed.
import { shapeReader } from '../../kernel/json.ts';
import { type EntryMove, MATCH_OUTCOMES, ENTRY_CHANGE } from '../../../../domain/ledger/entry.ts';
import type { EntryChanges } from '../../../../domain/ledger/import.ts';
import { readInteger } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { type RowOf, rowReader, type Window, word, limitAndOffset } from '../../../sqlite/rows.ts';
import type { BooksContext, OfProfile } from '../../kernel/context.ts';
import { importBySeq, outcomesOf } from '../imports/imports.ts';

const MAX_ROWS = 200;

interface Scope extends OfProfile {
  readonly sourceId?: string | undefined;
}

/** `entries.changes`: since the last import of a source, or of any; `move`: rows and total only of one of the moves. */
export function entryChanges(
  { database }: BooksContext,
  input: Scope & Window & { readonly move?: EntryMove | undefined },
): EntryChanges {
  const last = lastImport(database, input);
  if (last === null) return { since: null, fresh: [], moves: [], rows: [], total: 0 };
  const since = importBySeq(database, input.profileId, last.seq);
  const { sql, parameters } = movedSince(input, last);
  const groups = `SELECT before, after, count(*) AS count FROM (${sql}) GROUP BY before, after ORDER BY count DESC, before, after`;
  const moves = database.all(groups, ...parameters).map(readMoves);
  const { move } = input;
  const ofMove = move === undefined ? '' : 'WHERE m.before = ? AND m.after = ?';
  const words = move === undefined ? [] : [move.before ?? '', move.after];
  const page = `SELECT m.*, e.id AS entry_id, e.ident, e.unit, e.amount FROM (${sql}) AS m
      JOIN entries AS e ON e.import_seq = m.import_seq AND e.line = m.line ${ofMove} ORDER BY m.id DESC LIMIT ? OFFSET ?`;
  const isMeant = (known: EntryMove): boolean =>
    move === undefined || (known.before === move.before && known.after === move.after);
  return {
    since,
    fresh: outcomesOf(database, last.seq),
    moves,
    rows: database.all(page, ...parameters, ...words, ...limitAndOffset(input, MAX_ROWS)).map(readChange),
    total: moves.filter(isMeant).reduce((sum, { count }) => sum + count, 0),
  };
}

const LAST = {
  seq: readInteger,
  changesBefore: readInteger,
};
type Last = RowOf<typeof LAST>;

function lastImport(database: SqliteDatabase, { profileId, sourceId }: Scope): Last | null {
  const sql = `SELECT seq, changes_before FROM imports WHERE profile_id = ? AND state = 'done' AND source_id = coalesce(?, source_id)
    ORDER BY seq DESC LIMIT 1`;
  return database.one(rowReader(LAST), sql, profileId, sourceId ?? null);
}

/** Entries by their first and their last change since; that one of the last import came to stand somewhere is no change. */
function movedSince({ profileId, sourceId }: Scope, { changesBefore }: Last) {
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

const readMoves = rowReader({ before: word(MATCH_OUTCOMES), after: word(MATCH_OUTCOMES), count: readInteger });
const readChange = shapeReader(ENTRY_CHANGE);
