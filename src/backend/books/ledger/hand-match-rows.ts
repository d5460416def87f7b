// A match by hand as the books keep it.
import { type HandMatch, SOURCE_KINDS } from '../../../domain/ledger/entry.ts';
import { type Row, readText, readWord } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';

/** The match of a row of `hand_matches`, with what belongs to it in the order of their ids. */
export function handMatchOf(database: SqliteDatabase, row: Row): HandMatch {
  const id = readText(row, 'id');
  const entries = database.all('SELECT entry_id FROM hand_match_entries WHERE match_id = ? ORDER BY entry_id', id);
  const records = database.all(
    'SELECT record_uuid FROM hand_match_records WHERE match_id = ? ORDER BY record_uuid',
    id,
  );
  return {
    id,
    kind: readWord(row, 'kind', SOURCE_KINDS),
    entries: entries.map((entry) => readText(entry, 'entry_id')),
    records: records.map((record) => readText(record, 'record_uuid')),
    note: readText(row, 'note'),
    at: readText(row, 'at'),
    osUser: readText(row, 'os_user'),
  };
}
