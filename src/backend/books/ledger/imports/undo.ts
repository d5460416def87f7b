// Taking an import back, and sweeping away the rows of what is no import. Taking back is one small transaction; a
// million rows go piece by piece afterwards, so that nobody waits for them who wants to write something else.
import { mergedTimes } from '../../../../domain/ledger/covered-time.ts';
import { MATCH_OUTCOMES, type MatchOutcome, SOURCE_KINDS } from '../../../../domain/ledger/entry.ts';
import { FailureError } from '../../../../domain/kernel/failure/failure.ts';
import type { RepeatedBy } from '../../../../domain/ledger/import.ts';
import { readInteger, readText, readTextOrNull, readWord } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { note } from '../../kernel/activity.ts';
import type { BooksContext, OfProfile, ReasonedDeed } from '../../kernel/context.ts';
import { FIRST_ORDER, type OrdersSweep, sweepOrders } from '../entries/orders.ts';
import { sourcesToMatch, type SourceToMatch } from '../entries/to-match.ts';
import { LINES } from '../entries/texts.ts';
import type { Where } from '../../../sqlite/terms.ts';
import { handMatchOf } from '../hand-match-rows.ts';
import { importById, importSeqOf, repeatedBy } from './imports.ts';

export type Undone =
  | { readonly outcome: 'undone'; readonly entries: number; readonly handMatches: number }
  /** Rows of it were left out of later imports; they would be in neither. */
  | { readonly outcome: 'refused'; readonly repeatedBy: readonly RepeatedBy[] };

/** `imports.undo`: it is no import any more, and the matches by hand of its entries are none. Throws `not-found`. */
export function undoImport(context: BooksContext, input: ReasonedDeed & { readonly id: string }): Undone {
  const { database } = context;
  const { profileId, id, reason } = input;
  const [found, seq] = [importById(database, profileId, id), importSeqOf(database, profileId, id)];
  if (found === null || seq === null) throw new FailureError({ kind: 'not-found', what: 'import', ident: id });
  const later = repeatedBy(database, profileId, seq);
  if (later.length > 0) return { outcome: 'refused', repeatedBy: later };
  const mine = 'SELECT match_id FROM hand_match_entries WHERE import_seq = ?';
  const matches = database.all(`SELECT * FROM hand_matches WHERE id IN (${mine}) ORDER BY id`, seq);
  const gone = matches.map((row) => handMatchOf(database, row));
  database.run(`DELETE FROM hand_matches WHERE id IN (${mine})`, seq);
  database.run(`UPDATE imports SET state = 'undone', id = id || ' ' || seq WHERE seq = ?`, seq);
  const { fileName, sourceName, sha256, rows, entries } = found;
  note(context, input, {
    action: 'undo-import',
    summary: `Take back the import of “${fileName}” of “${sourceName}”`,
    outcome: 'done',
    evidence: { id, sha256, rows, entries, handMatches: gone, reason },
  });
  return { outcome: 'undone', entries, handMatches: gone.length };
}

/** `imports.release`: before a profile is erased; its imports are none any more, and the sweep takes their rows. */
export function releaseImports({ database }: BooksContext, { profileId }: OfProfile): void {
  database.run('DELETE FROM hand_matches WHERE profile_id = ?', profileId);
  const sql = `UPDATE imports SET state = 'undone', id = id || ' ' || seq WHERE profile_id = ? AND state <> 'undone'`;
  database.run(sql, profileId);
}

const PIECE = 1000;
/** Keys that a piece looks at; few of them are the import's when the books hold many others. */
const KEYS_OF_PIECE = 20_000;

/** Where the sweep is in the keys, which begin with 0, and in the orders: `orders` null once nothing is left in them. */
export interface Sweep {
  readonly profileId: string;
  readonly fromKey: number;
  readonly orders?: OrdersSweep | null;
}

/**
 * `imports.sweep`: one piece of what no import is any more; answers where to go on, null when nothing is left. Exceptions that hang on nothing
 * else go as well, unless somebody has touched them: those are cleared by the next match and stay.
 */
export function sweepImports(
  { database }: BooksContext,
  { profileId, fromKey, orders = FIRST_ORDER }: Sweep,
): Sweep | null {
  const sql = `SELECT seq FROM imports WHERE profile_id = ? AND state = 'undone' ORDER BY seq LIMIT 1`;
  const row = database.get(sql, profileId);
  if (row === null) return null;
  const seq = readInteger(row, 'seq');
  if (sweepEntries(database, profileId, seq)) return { profileId, fromKey: 0 };
  if (orders !== null) return { profileId, fromKey, orders: sweepOrders(database, seq, orders, KEYS_OF_PIECE) };
  if (fromKey === 0 && sweepRepeats(database, seq)) return { profileId, fromKey, orders };
  const nextKey = sweepKeys(database, seq, fromKey);
  if (nextKey !== null) return { profileId, fromKey: nextKey, orders };
  sweepNotThere(database, profileId, seq);
  database.run('DELETE FROM imports WHERE seq = ?', seq);
  return { profileId, fromKey: 0 };
}

/** Outcomes of which the match makes no exception. */
export const QUIET_OUTCOMES: ReadonlySet<MatchOutcome> = new Set<MatchOutcome>([
  'matched',
  'within-tolerance',
  'expected',
  'not-compared',
  'replaced',
]);
const LOUD = MATCH_OUTCOMES.filter((outcome) => !QUIET_OUTCOMES.has(outcome));

/** The next entries with the exceptions on them; false when there are none left. */
function sweepEntries(database: SqliteDatabase, profileId: string, seq: number): boolean {
  const last = 'SELECT max(line) AS line FROM (SELECT line FROM entries WHERE import_seq = ? ORDER BY line LIMIT ?)';
  const line = database.get(last, seq, PIECE)?.['line'];
  if (typeof line !== 'number') return false;
  const loud = LOUD.map(() => '?').join(', ');
  const ids = `SELECT id FROM entries WHERE import_seq = ? AND line <= ? AND (outcome IN (${loud}) OR changed_at IS NOT NULL)`;
  for (const row of database.all(ids, seq, line, ...LOUD)) {
    const sql = `DELETE FROM exceptions WHERE profile_id = ? AND record_uuid = ? AND list = 'entries' AND ${UNTOUCHED}`;
    database.run(sql, profileId, readText(row, 'id'));
  }
  database.run('DELETE FROM entries WHERE import_seq = ? AND line <= ?', seq, line);
  database.run('DELETE FROM entry_texts WHERE import_seq = ? AND block <= ?', seq, Math.floor(line / LINES));
  return true;
}

/** Nobody has done anything about it: what a person wrote is never taken away. */
const UNTOUCHED = `state = 'open' AND assignee IS NULL AND reason IS NULL AND note IS NULL
  AND NOT EXISTS (SELECT 1 FROM exception_deeds AS d WHERE d.exception_id = exceptions.id AND d.os_user IS NOT NULL)`;

/** The import's keys among the next ones; where to go on, or null. In the order of the keys, for there is no other. */
function sweepKeys(database: SqliteDatabase, seq: number, fromKey: number): number | null {
  const sql = 'SELECT key FROM entry_keys WHERE key >= ? ORDER BY key LIMIT 1 OFFSET ?';
  const end = database.get(sql, fromKey, KEYS_OF_PIECE);
  if (end === null) {
    database.run('DELETE FROM entry_keys WHERE key >= ? AND import_seq = ?', fromKey, seq);
    return null;
  }
  // A key that many entries share fills a piece by itself.
  const next = Math.max(readInteger(end, 'key'), fromKey + 1);
  database.run('DELETE FROM entry_keys WHERE key >= ? AND key < ? AND import_seq = ?', fromKey, next, seq);
  return next;
}

/** The next of what it said again; false when there is nothing left. */
function sweepRepeats(database: SqliteDatabase, seq: number): boolean {
  const sql = `DELETE FROM import_repeated_lines WHERE (of_seq, from_line, import_seq) IN (SELECT of_seq, from_line, import_seq
    FROM import_repeated_lines WHERE import_seq = ? LIMIT ?)`;
  return database.run(sql, seq, KEYS_OF_PIECE).changes > 0;
}

/**
 * Records that the source did not have are no findings any more when no other of its imports claims to be complete for their time, or no import at
 * all of such a source: the finding may be of several sources, or of one that has another name now. Those that were found before this import
 * are left to the match.
 */
function sweepNotThere(database: SqliteDatabase, profileId: string, seq: number): void {
  const sql = `SELECT i.at, i.sha256, i.source_id, s.name, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id WHERE i.seq = ?`;
  const row = database.get(sql, seq);
  // One that was never done has claimed nothing.
  if (row === null || readTextOrNull(row, 'sha256') === null) return;
  const kind = readWord(row, 'kind', SOURCE_KINDS);
  const claiming = sourcesToMatch(database, profileId).filter((source) => source.kind === kind);
  const own = outside(claiming.filter(({ id }) => id === readText(row, 'source_id')));
  const all = outside(claiming);
  database.run(
    `DELETE FROM exceptions WHERE profile_id = ? AND kind = ? AND first_seen_at >= ?
      AND ((json_extract(facts, '$.evidence."entry.source"') = ? AND ${own.sql}) OR ${all.sql}) AND ${UNTOUCHED}`,
    profileId,
    kind === 'orders' ? 'missing-there' : 'withdrawal-not-in-wallet',
    readText(row, 'at'),
    readText(row, 'name'),
    ...own.parameters,
    ...all.parameters,
  );
}

/** Of a time that none of them claims to be complete for. */
function outside(sources: readonly SourceToMatch[]): Where {
  const times = mergedTimes(sources.flatMap(({ covers }) => covers));
  const terms = times.map(() => 'NOT (record_at_key >= ? AND record_at_key < ?)');
  return { sql: `(${['1', ...terms].join(' AND ')})`, parameters: times.flatMap(({ from, to }) => [from, to]) };
}
