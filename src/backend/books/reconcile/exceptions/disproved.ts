// What the merchant's own books say of exceptions that a run has not seen.
import { type CoveredTime, isCovered, mergedTimes } from '../../../../domain/ledger/covered-time.ts';
import { MATCH_OUTCOMES, type SourceKind } from '../../../../domain/ledger/entry.ts';
import { FINDING_KINDS, type FindingKind, FINDING_LISTS } from '../../../../domain/kernel/finding.ts';
import { type Row, readText, readTextOrNull, readWord } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import type { BooksContext, OfProfile } from '../../kernel/context.ts';
import { placeOfId } from '../../ledger/entries/entries.ts';
import { sourcesToMatch } from '../../ledger/entries/to-match.ts';
import { keyOfText } from '../../ledger/entries/keys.ts';
import { QUIET_OUTCOMES } from '../../ledger/imports/undo.ts';

const MAX_IDS = 1000;

/** An exception that a run has not seen, and what entries may call its record. */
export interface DisproofAsked {
  readonly id: string;
  readonly idents: readonly string[];
}

/** `exceptions.disproved`: which of at most 1,000 exceptions the books show not to be so any more. */
export function disprovedExceptions(
  { database }: BooksContext,
  { profileId, asked }: OfProfile & { readonly asked: readonly DisproofAsked[] },
): readonly string[] {
  if (asked.length > MAX_IDS) throw new RangeError(`more than ${MAX_IDS} exceptions at once`);
  const claims = new Claims(database, profileId);
  const isDisproved = ({ id, idents }: DisproofAsked): boolean => {
    const sql = 'SELECT kind, list, record_uuid, label, record_at_key FROM exceptions WHERE id = ? AND profile_id = ?';
    const row = database.get(sql, id, profileId);
    if (row === null) return false;
    return readWord(row, 'list', FINDING_LISTS) === 'entries'
      ? isSettled(database, profileId, readText(row, 'record_uuid'))
      : isNotMissing(database, profileId, row, idents, claims);
  };
  return asked.filter(isDisproved).map(({ id }) => id);
}

/** An entry that went with its import, or that has its record and is as it should be, or whose newer row counts. */
function isSettled(database: SqliteDatabase, profileId: string, entryId: string): boolean {
  const place = placeOfId(database, profileId, entryId);
  if (place === null) return true;
  const sql = 'SELECT outcome, record_uuid FROM entries WHERE import_seq = ? AND line = ?';
  const row = database.get(sql, place.seq, place.line);
  if (row === null) return true;
  if (readTextOrNull(row, 'outcome') === null) return false;
  const outcome = readWord(row, 'outcome', MATCH_OUTCOMES);
  return QUIET_OUTCOMES.has(outcome) && (outcome === 'replaced' || readTextOrNull(row, 'record_uuid') !== null);
}

/** Which of the merchant's books lack a record in what is found; null: it says something else of it. */
function lackingOf(kind: FindingKind): SourceKind | null {
  if (kind === 'missing-there') return 'orders';
  return kind === 'withdrawal-not-in-wallet' ? 'wallet' : null;
}

function isNotMissing(
  database: SqliteDatabase,
  profileId: string,
  row: Row,
  idents: readonly string[],
  claims: Claims,
): boolean {
  const lacking = lackingOf(readWord(row, 'kind', FINDING_KINDS));
  if (lacking === null) return false;
  const [uuid, label] = [readText(row, 'record_uuid'), readTextOrNull(row, 'label')];
  const names = [uuid, ...(label === null ? [] : [label]), ...idents];
  return !claims.hold(lacking, readTextOrNull(row, 'record_at_key')) || hasEntry(database, profileId, uuid, names);
}

/** Is it the record of an entry, by the rules or by hand? */
function hasEntry(database: SqliteDatabase, profileId: string, uuid: string, names: readonly string[]): boolean {
  const byHand = `SELECT 1 AS n FROM hand_match_records AS r JOIN hand_matches AS h ON h.id = r.match_id
    WHERE r.record_uuid = ? AND h.profile_id = ?`;
  if (database.get(byHand, uuid, profileId) !== null) return true;
  const keys = JSON.stringify(names.map(keyOfText));
  const sql = `SELECT 1 AS n FROM entry_keys AS k CROSS JOIN entries AS e ON e.import_seq = k.import_seq AND e.line = k.line
    CROSS JOIN imports AS i ON i.seq = e.import_seq
    WHERE k.key IN (SELECT value FROM json_each(?)) AND e.record_uuid = ? AND i.profile_id = ? AND i.state = 'done'`;
  return database.get(sql, keys, uuid, profileId) !== null;
}

/** The time that the sources of a kind claim to be complete for, all together. */
class Claims {
  readonly #database: SqliteDatabase;
  readonly #profileId: string;
  readonly #known = new Map<SourceKind, readonly CoveredTime[]>();

  constructor(database: SqliteDatabase, profileId: string) {
    this.#database = database;
    this.#profileId = profileId;
  }

  hold(kind: SourceKind, key: string | null): boolean {
    return key !== null && isCovered(this.#timesOf(kind), key);
  }

  #timesOf(kind: SourceKind): readonly CoveredTime[] {
    const known = this.#known.get(kind);
    if (known !== undefined) return known;
    const sources = sourcesToMatch(this.#database, this.#profileId).filter((source) => source.kind === kind);
    const times = mergedTimes(sources.flatMap(({ covers }) => covers));
    this.#known.set(kind, times);
    return times;
  }
}
