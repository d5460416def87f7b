// Closed periods: the locked statement, its canonical form as text in chunks (the first is its head, the others are
// fact lines), and the chain they form. A close is there once it is committed, in one transaction with its entry in
// the activity log; what a crash left is removed at the next beginning. The file itself refuses to change a committed
// one.
import type { Close } from '../../../domain/period/close.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import type { PeriodBounds } from '../../../domain/period/period.ts';
import type { LastClose } from '../../../domain/period/statement.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import { cellText, type Row, readCount, readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { limitAndOffset, type PageOf, rowReader, type Window } from '../../sqlite/rows.ts';
import { note } from '../kernel/activity.ts';
import { type CloseOutline, readDocument, readOutline } from './close-document.ts';
import type { BooksContext, Deed, OfProfile, OneOfProfile } from '../kernel/context.ts';

/** A close as the list of them shows it, and as the next period needs to know it. */
export interface ClosedPeriod extends LastClose, CloseOutline {
  /** Rows that it rests on. */
  readonly facts: number;
  readonly sha256: string;
  readonly closedAt: string;
}

const COMMITTED = 'profile_id = ? AND sha256 IS NOT NULL';

/** The latest committed close of a profile; null before the first. For whoever has the books open. */
export function lastClose(database: SqliteDatabase, profileId: string): ClosedPeriod | null {
  const row = database.get(`SELECT * FROM closes WHERE ${COMMITTED} ORDER BY to_key DESC LIMIT 1`, profileId);
  return row === null ? null : closedPeriodOf(row);
}

/** All committed closes of a profile, the oldest first; a few a year. For whoever has the books open. */
export function allCloses(database: SqliteDatabase, profileId: string): readonly ClosedPeriod[] {
  return database.all(`SELECT * FROM closes WHERE ${COMMITTED} ORDER BY to_key`, profileId).map(closedPeriodOf);
}

/** The SHA-256 of the committed close before another one; null for the first. For whoever has the books open. */
export function digestBefore(database: SqliteDatabase, { profileId, id }: OneOfProfile): string | null {
  const sql = `SELECT sha256 FROM closes WHERE ${COMMITTED} AND to_key < (SELECT to_key FROM closes WHERE id = ?)
    ORDER BY to_key DESC LIMIT 1`;
  const row = database.get(sql, profileId, id);
  return row === null ? null : readText(row, 'sha256');
}

/** The text of a close chunk by chunk, every line closed by LF: together it is what was hashed. */
export function* closeText(database: SqliteDatabase, closeId: string): IterableIterator<string> {
  const sql = 'SELECT lines FROM close_chunks WHERE close_id = ? ORDER BY ordinal';
  for (const [lines] of database.iterate(sql, closeId)) yield cellText(lines);
}

export function getLastClose({ database }: BooksContext, input: OfProfile): ClosedPeriod | null {
  return lastClose(database, input.profileId);
}

export function closePage({ database }: BooksContext, input: OfProfile & Window): PageOf<ClosedPeriod> {
  const sql = `SELECT * FROM closes WHERE ${COMMITTED} ORDER BY to_key DESC LIMIT ? OFFSET ?`;
  return database.snapshot(() => ({
    rows: database.all(sql, input.profileId, ...limitAndOffset(input, 200)).map(closedPeriodOf),
    total: readCount(database.get(`SELECT count(*) AS n FROM closes WHERE ${COMMITTED}`, input.profileId)),
  }));
}

/** `closes.get`: null when this profile has none with that id. */
export function getClose({ database }: BooksContext, input: OneOfProfile): Close | null {
  const row = database.get(`SELECT * FROM closes WHERE ${COMMITTED} AND id = ?`, input.profileId, input.id);
  return row === null ? null : closeOf(row);
}

/** `closes.ofPeriod`: the close of exactly these instants; null when they are not closed. */
export function closeOfPeriod(
  { database }: BooksContext,
  input: OfProfile & { readonly bounds: PeriodBounds },
): Close | null {
  const { from, to } = keysOf(input.bounds);
  const sql = `SELECT * FROM closes WHERE ${COMMITTED} AND from_key = ? AND to_key = ?`;
  const row = database.get(sql, input.profileId, from, to);
  return row === null ? null : closeOf(row);
}

/** `id`: of the intent, so that the same one never makes two. */
export interface BeginClose extends OneOfProfile {
  readonly bounds: PeriodBounds;
  readonly at: string;
}

/**
 * `closes.begin`: room for the chunks of a close; what an earlier try of this profile left goes. Answers the close when this id is committed
 * already. Throws `invalid-input` when the id is another profile's.
 */
export function beginClose(context: BooksContext, input: BeginClose): Close | null {
  const { database } = context;
  const { from, to } = keysOf(input.bounds);
  return database.transaction(() => {
    const known = getClose(context, input);
    if (known !== null) return known;
    discardCloses(context, input);
    const taken = database.get('SELECT 1 FROM closes WHERE id = ?', input.id);
    if (taken !== null) throw invalidInput('intentId', 'was used for another business');
    const sql = `INSERT INTO closes (id, profile_id, from_key, to_key, document, facts, closed_at) VALUES (?, ?, ?, ?, '', 0, ?)`;
    database.run(sql, input.id, input.profileId, from, to, input.at);
    return null;
  });
}

/** `closes.append`: the next lines of a close that was begun; at most 1,000. */
export function appendToClose(
  { database }: BooksContext,
  input: { readonly id: string; readonly ordinal: number; readonly lines: readonly string[] },
): void {
  const text = input.lines.map((line) => `${line}\n`).join('');
  database.run('INSERT INTO close_chunks (close_id, ordinal, lines) VALUES (?, ?, ?)', input.id, input.ordinal, text);
}

export interface CommitClose extends OneOfProfile, Deed {
  /** JSON of a CloseDocument. */
  readonly document: string;
  readonly facts: number;
  readonly chunks: number;
  readonly sha256: string;
  /** The close that this one was computed to follow; null for the first. */
  readonly previousSha256: string | null;
  readonly closedAt: string;
}

/**
 * `closes.commit`: from here on the close is there, with its entry in the activity log. Null when another close came between, or a later
 * beginning has taken its place: nothing of it stays then.
 */
export function commitClose(context: BooksContext, input: CommitClose): Close | null {
  const { database } = context;
  return database.transaction(() => {
    const known = getClose(context, input);
    if (known !== null) return known;
    const row = database.get('SELECT * FROM closes WHERE id = ? AND profile_id = ?', input.id, input.profileId);
    if (row === null) return null;
    const last = lastClose(database, input.profileId);
    const follows = last === null || keysOf(last.bounds).to === readText(row, 'from_key');
    if (!follows || (last?.sha256 ?? null) !== input.previousSha256) {
      discardCloses(context, input);
      return null;
    }
    const chunks = readCount(database.get('SELECT count(*) AS n FROM close_chunks WHERE close_id = ?', input.id));
    if (chunks !== input.chunks) throw new Error(`a close of ${input.chunks} chunks has ${chunks} in the books`);
    const sql =
      'UPDATE closes SET document = @document, facts = @facts, sha256 = @sha256, closed_at = @closedAt WHERE id = @id';
    database.run(sql, input);
    noteClose(context, input);
    return getClose(context, input);
  });
}

function noteClose(context: BooksContext, input: CommitClose): void {
  const { period, overrideReason } = readOutline(input.document);
  note(context, input, {
    action: 'close-period',
    summary: `Close the period from ${period.from} to ${period.to}, not included (${period.timeZone})`,
    outcome: overrideReason === null ? 'closed' : 'closed with a reason',
    evidence: { id: input.id, sha256: input.sha256, facts: input.facts, overrideReason },
  });
}

/** `closes.discard`: what was begun and never committed. */
export function discardCloses({ database }: BooksContext, input: OfProfile): void {
  database.run('DELETE FROM closes WHERE profile_id = ? AND sha256 IS NULL', input.profileId);
}

const CLOSE = { id: readText, facts: readInteger, sha256: readText };
const readClose = rowReader(CLOSE);
const readClosedPeriod = rowReader({ ...CLOSE, closedAt: readText });

function closedPeriodOf(row: Row): ClosedPeriod {
  return { ...readClosedPeriod(row), ...readOutline(readText(row, 'document')) };
}

function closeOf(row: Row): Close {
  return { ...readClose(row), ...readDocument(readText(row, 'document')) };
}

function keysOf({ from, to }: PeriodBounds): PeriodBounds {
  const keys = { from: instantKey(from), to: instantKey(to) };
  if (keys.from === null || keys.to === null) throw invalidInput('period', 'has bounds that are no instants');
  return { from: keys.from, to: keys.to };
}
