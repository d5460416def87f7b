// The merchant's books as a match reads them: sources with what they claim to be complete for, entries in narrow columns, matches by hand.
import { type CoveredTime, mergedTimes } from '../../../../domain/ledger/covered-time.ts';
import {
  AMOUNT_FIELDS,
  DIRECTIONS,
  type HandMatch,
  MATCH_OUTCOMES,
  MATCH_PASSES,
  ORDER_STATUSES,
  type SourceKind,
} from '../../../../domain/ledger/entry.ts';
import { MAX_IMPORT_BYTES } from '../../../../domain/ledger/import.ts';
import type { MatchSource, StoredEntry, StoredImport, UnreadRow } from '../../../../domain/ledger/match.ts';
import { startOfDay, instantKey } from '../../../../domain/kernel/time/time.ts';
import {
  cellInteger,
  cellText,
  cellTextOrNull,
  readInteger,
  readText,
  readTextOrNull,
} from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { StoreError } from '../../../sqlite/errors.ts';
import { named, type RowOf, rowReader } from '../../../sqlite/rows.ts';
import type { OfProfile } from '../../kernel/context.ts';
import { handMatchOf } from '../hand-match-rows.ts';
import { parseFormat, parseMapping } from '../../kernel/json.ts';
import { listSources } from '../sources.ts';

export interface SourceToMatch extends MatchSource {
  /** In the order of their `seq`. */
  readonly imports: readonly StoredImport[];
}

/** The sources of a profile that have imports, in the order in which they were first imported from. */
export function sourcesToMatch(database: SqliteDatabase, profileId: string): readonly SourceToMatch[] {
  const sources = listSources({ database }, { profileId }).map(({ id, name, kind, tolerances }) => {
    const imports: StoredImport[] = [];
    const covers: CoveredTime[] = [];
    const coversSaid: CoveredTime[] = [];
    const sql = `SELECT seq, file_name, mapping, format, covers_from, covers_to, covers_said FROM imports
      WHERE profile_id = ? AND source_id = ? AND state = 'done' ORDER BY seq`;
    for (const row of database.all(sql, profileId, id)) {
      const { amountMeaning } = parseMapping(readText(row, 'mapping'));
      imports.push({ seq: readInteger(row, 'seq'), fileName: readText(row, 'file_name'), amountMeaning });
      const { timeZone } = parseFormat(readText(row, 'format'));
      const covered = coveredTime(readTextOrNull(row, 'covers_from'), readTextOrNull(row, 'covers_to'), timeZone);
      if (covered === null) continue;
      covers.push(covered);
      if (readInteger(row, 'covers_said') === 1) coversSaid.push(covered);
    }
    return { id, name, kind, tolerances, imports, covers, coversSaid: mergedTimes(coversSaid) };
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

const STRETCH = {
  from: named('from_line', readInteger),
  to: named('to_line', readInteger),
  seq: named('import_seq', readInteger),
};
type Stretch = RowOf<typeof STRETCH>;
const readStretch = rowReader(STRETCH);

/** The latest import that says an entry, while the entries of one source go by in their order. */
class LatestSaid {
  readonly #database: SqliteDatabase;
  #seq = 0;
  /** Stretches of lines of the import that later ones say again, those that begin later last. */
  #stretches: Stretch[] = [];
  #open: Stretch[] = [];
  #latest = 0;
  #holdsTo = 0;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  of(seq: number, line: number): number {
    if (seq !== this.#seq) this.#begin(seq);
    if (line > this.#holdsTo) this.#goTo(line);
    return this.#latest;
  }

  #goTo(line: number): void {
    let next = this.#stretches.at(-1);
    for (; next !== undefined && next.from <= line; next = this.#stretches.at(-1)) {
      this.#open.push(next);
      this.#stretches.pop();
    }
    this.#open = this.#open.filter(({ to }) => to >= line);
    this.#latest = Math.max(this.#seq, ...this.#open.map(({ seq }) => seq));
    this.#holdsTo = Math.min((next?.from ?? Number.POSITIVE_INFINITY) - 1, ...this.#open.map(({ to }) => to));
  }

  #begin(seq: number): void {
    const sql = `SELECT r.from_line, r.to_line, r.import_seq FROM import_repeated_lines AS r JOIN imports AS i ON i.seq = r.import_seq
      WHERE r.of_seq = ? AND i.state = 'done' ORDER BY r.from_line DESC`;
    this.#seq = seq;
    this.#open = [];
    this.#holdsTo = 0;
    this.#stretches = this.#database.all(sql, seq).map(readStretch);
  }
}

interface OfSource extends OfProfile {
  readonly sourceId: string;
}

/** The entries of one source by import and line, one at a time. */
export function* eachEntryToMatch(
  database: SqliteDatabase,
  { profileId, sourceId }: OfSource,
): IterableIterator<StoredEntry> {
  const sql = `SELECT e.import_seq, e.line, e.id, e.ident, e.address, e.amount, e.unit, e.at_key, e.status, e.direction, e.status_text,
      e.outcome, e.pass, e.record_uuid, e.against, e.delta
    FROM imports AS i CROSS JOIN entries AS e ON e.import_seq = i.seq
    WHERE i.profile_id = ? AND i.source_id = ? AND i.state = 'done' ORDER BY i.seq, e.line`;
  const said = new LatestSaid(database);
  for (const cells of database.iterate(sql, profileId, sourceId)) {
    const [importSeq, line] = [cellInteger(cells[0]), cellInteger(cells[1])];
    yield {
      importSeq,
      line,
      saidSeq: said.of(importSeq, line),
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

/** Rows of a profile's files of a kind that are no entries and name something all the same, the latest import first. */
export function unreadRows(
  database: SqliteDatabase,
  { profileId, kind }: OfProfile & { readonly kind: SourceKind },
): readonly UnreadRow[] {
  const sql = `SELECT r.ident, r.line, i.file_name FROM imports AS i JOIN sources AS s ON s.id = i.source_id AND s.kind = ?
    CROSS JOIN import_rejects AS r ON r.import_seq = i.seq
    WHERE i.profile_id = ? AND i.state = 'done' AND r.ident IS NOT NULL ORDER BY i.seq DESC, r.ordinal`;
  return database.all(sql, kind, profileId).map(rowReader({ ident: readText, fileName: readText, line: readInteger }));
}

export function handMatchesToMatch(database: SqliteDatabase, { profileId, sourceId }: OfSource): readonly HandMatch[] {
  const sql = 'SELECT * FROM hand_matches WHERE profile_id = ? AND source_id = ? ORDER BY id';
  return database.all(sql, profileId, sourceId).map((row) => handMatchOf(database, row));
}

/** Where an entry lies as one number: lines are fewer than the bytes of a file, and imports than a number has room for beside them. */
const LINES = 2 ** 31;
if (MAX_IMPORT_BYTES > LINES) throw new Error('more lines than can be numbered beside an import');

/** Which import and line of it a place is. */
export function placeOfNumber(packed: number): { readonly importSeq: number; readonly line: number } {
  const line = packed % LINES;
  return { importSeq: (packed - line) / LINES, line };
}

/** Invoices that entries of the other order ledgers name as the last match left them, or are by hand; some may come more than once. */
export function* namedElsewhere(
  database: SqliteDatabase,
  { profileId, sourceId }: OfProfile & { readonly sourceId: string | null },
): IterableIterator<string> {
  const ledgers = `(SELECT id FROM sources WHERE profile_id = ? AND kind = 'orders' AND id IS NOT ?)`;
  const sql = `SELECT e.record_uuid FROM imports AS i CROSS JOIN entries AS e ON e.import_seq = i.seq
      WHERE i.source_id IN ${ledgers} AND i.state = 'done' AND e.record_uuid IS NOT NULL
    UNION ALL SELECT record_uuid FROM hand_match_records WHERE source_id IN ${ledgers}`;
  const of = [profileId, sourceId];
  for (const cells of database.iterate(sql, ...of, ...of)) yield cellText(cells[0]);
}

/** The ids of all entries of a source, to tell which rows of a file are there already, with the place of each (placeOfNumber). */
export function knownEntries(database: SqliteDatabase, sourceId: string): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const sql = `SELECT e.id, e.import_seq, e.line FROM imports AS i CROSS JOIN entries AS e ON e.import_seq = i.seq
    WHERE i.source_id = ? AND i.state = 'done'`;
  for (const cells of database.iterate(sql, sourceId)) {
    known.set(cellText(cells[0]), cellInteger(cells[1]) * LINES + cellInteger(cells[2]));
  }
  return known;
}

function cellWord<Word extends string>(cell: unknown, words: readonly Word[]): Word {
  for (const word of words) if (word === cell) return word;
  throw new StoreError('corrupt', 'books', 'an entry holds a word that this version does not know');
}

function cellWordOrNull<Word extends string>(cell: unknown, words: readonly Word[]): Word | null {
  return cell === null ? null : cellWord(cell, words);
}
