// A match by hand as the books keep it.
import { shapeReader } from '../kernel/json.ts';
import { type HandMatch, HAND_MATCH } from '../../../domain/ledger/entry.ts';
import { type Row, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';

/** The match of a row of `hand_matches`, with what belongs to it in the order of their ids. */
export function handMatchOf(database: SqliteDatabase, row: Row): HandMatch {
  const match = readMatch(row);
  const ofMatch = (table: string, column: string): readonly string[] =>
    database
      .all(`SELECT ${column} FROM ${table} WHERE match_id = ? ORDER BY ${column}`, match.id)
      .map((one) => readText(one, column));
  const entries = ofMatch('hand_match_entries', 'entry_id');
  return { ...match, entries, records: ofMatch('hand_match_records', 'record_uuid') };
}

const readMatch = shapeReader(HAND_MATCH.omit({ entries: true, records: true }));
