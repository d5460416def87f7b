/**
 * The merchant's books as a match reads them: sources with what they claim to be complete for, entries in narrow columns, matches by hand. For
 * whoever has the books open, within one snapshot of them. Not here: the rules (reconciliation/match-*), writing standings (entry-standings.ts).
 */
import type { CoveredTime } from '../../domain/covered-time.ts';
import {
  AMOUNT_FIELDS,
  DIRECTIONS,
  type HandMatch,
  MATCH_OUTCOMES,
  MATCH_PASSES,
  ORDER_STATUSES,
} from '../../domain/entry.ts';
import type { MatchSource, StoredEntry, StoredImport } from '../../domain/match.ts';
import { startOfDay, instantKey } from '../../domain/time.ts';
import { cellInteger, cellText, cellTextOrNull, readInteger, readText, readTextOrNull } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { StoreError } from '../sqlite/errors.ts';
import { handMatchOf } from './hand-match-rows.ts';
import { parseFormat, parseMapping } from './json.ts';
import { listSources } from './sources.ts';

export interface SourceToMatch extends MatchSource {
  /** In the order of their `seq`. */
  readonly imports: readonly StoredImport[];
}

/** The sources of a profile that have imports, in the order in which they were first imported from. */
export function sourcesToMatch(database: SqliteDatabase, profileId: string): readonly SourceToMatch[] {
  const sources = listSources({ database }, { profileId }).map(({ id, name, kind, tolerances }) => {
    const imports: StoredImport[] = [];
    const covers: CoveredTime[] = [];
    const sql = `SELECT seq, file_name, mapping, format, covers_from, covers_to FROM imports
      WHERE profile_id = ? AND source_id = ? AND state = 'done' ORDER BY seq`;
    for (const row of database.all(sql, profileId, id)) {
      const { amountMeaning } = parseMapping(readText(row, 'mapping'));
      imports.push({ seq: readInteger(row, 'seq'), fileName: readText(row, 'file_name'), amountMeaning });
      const { timeZone } = parseFormat(readText(row, 'format'));
      const covered = coveredTime(readTextOrNull(row, 'covers_from'), readTextOrNull(row, 'covers_to'), timeZone);
      if (covered !== null) covers.push(covered);
    }
    return { id, name, kind, tolerances, imports, covers };
  });
  return sources
    .filter(({ imports }) => imports.length > 0)
    .toSorted((left, right) => (left.imports[0]?.seq ?? 0) - (right.imports[0]?.seq ?? 0));
}

/** Whole days of a zone as instants; null when the import claims none. */
export function coveredTime(from: string | null, to: string | null, timeZone: string): CoveredTime | null {
  if (from === null || to === null) return null;
  const [begin, end] = [from, to].map((day) => instantKey(startOfDay(day, timeZone) ?? ''));
  return begin === undefined || end === undefined || begin === null || end === null ? null : { from: begin, to: end };
}

/** The entries of one source by import and line, one at a time. */
export function* eachEntryToMatch(
  database: SqliteDatabase,
  { profileId, sourceId }: { readonly profileId: string; readonly sourceId: string },
): IterableIterator<StoredEntry> {
  const sql = `SELECT e.import_seq, e.line, e.id, e.ident, e.address, e.amount, e.unit, e.at_key, e.status, e.direction, e.status_text,
      e.outcome, e.pass, e.record_uuid, e.against, e.delta
    FROM imports AS i CROSS JOIN entries AS e ON e.import_seq = i.seq
    WHERE i.profile_id = ? AND i.source_id = ? AND i.state = 'done' ORDER BY i.seq, e.line`;
  for (const cells of database.iterate(sql, profileId, sourceId)) {
    yield {
      importSeq: cellInteger(cells[0]),
      line: cellInteger(cells[1]),
      id: cellText(cells[2]),
      ident: cellTextOrNull(cells[3]),
      address: cellTextOrNull(cells[4]),
      amount: cellText(cells[5]),
      unit: cellText(cells[6]),
      at: cellTextOrNull(cells[7]),
      status: cellWord(cells[8], ORDER_STATUSES),
      direction: cellWord(cells[9], DIRECTIONS),
      statusText: cellTextOrNull(cells[10]),
      outcome: cellWordOrNull(cells[11], MATCH_OUTCOMES),
      pass: cellWordOrNull(cells[12], MATCH_PASSES),
      recordUuid: cellTextOrNull(cells[13]),
      against: cellWordOrNull(cells[14], AMOUNT_FIELDS),
      delta: cellTextOrNull(cells[15]),
    };
  }
}

/** The matches by hand of a source, in the order of their ids. */
export function handMatchesToMatch(
  database: SqliteDatabase,
  { profileId, sourceId }: { readonly profileId: string; readonly sourceId: string },
): readonly HandMatch[] {
  const sql = 'SELECT * FROM hand_matches WHERE profile_id = ? AND source_id = ? ORDER BY id';
  return database.all(sql, profileId, sourceId).map((row) => handMatchOf(database, row));
}

/** The ids of all entries of a source, to tell which rows of a file are there already, with the import that each came with. */
export function knownEntries(database: SqliteDatabase, sourceId: string): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const sql = `SELECT e.id, e.import_seq FROM imports AS i CROSS JOIN entries AS e ON e.import_seq = i.seq
    WHERE i.source_id = ? AND i.state = 'done'`;
  for (const cells of database.iterate(sql, sourceId)) known.set(cellText(cells[0]), cellInteger(cells[1]));
  return known;
}

function cellWord<Word extends string>(cell: unknown, words: readonly Word[]): Word {
  for (const word of words) if (word === cell) return word;
  throw new StoreError('corrupt', 'books', 'an entry holds a word that this version does not know');
}

function cellWordOrNull<Word extends string>(cell: unknown, words: readonly Word[]): Word | null {
  return cell === null ? null : cellWord(cell, words);
}
