// Closed periods: the locked statement, its canonical form as text in chunks (the first is its head, the others are fact lines), and the chain they
// form. A close is there once it is committed, in one transaction with its entry in the activity log; what a crash left is removed at the next
// beginning. The file itself refuses to change a committed one.
import type { AuditHead } from '../../../domain/kernel/audit-chain.ts';
import type { Close } from '../../../domain/period/close.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import type { PeriodBounds } from '../../../domain/period/period.ts';
import type { LastClose } from '../../../domain/period/statement.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import { cellText, type Row, readCount, readInteger, readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { type PageOf, rowReader, type Window, limitAndOffset } from '../../sqlite/rows.ts';
import { note } from '../kernel/activity.ts';
import { type CloseOutline, readOutline, readDocument } from './close-document.ts';
import type { BooksContext, Deed, OfProfile, OneOfProfile } from '../kernel/context.ts';

/** A close as the list of them shows it, and as the next period needs to know it. */
export interface ClosedPeriod extends LastClose, CloseOutline {
  readonly facts: number;
  readonly sha256: string;
  readonly closedAt: string;
  /** The id of the close that it has taken the place of. */
  readonly supersedes: string | null;
}

const COMMITTED = 'profile_id = ? AND sha256 IS NOT NULL';
/** Committed, and no other close has taken its place. */
const CURRENT = `${COMMITTED} AND NOT EXISTS (SELECT 1 FROM closes AS later WHERE later.supersedes = closes.id AND later.sha256 IS NOT NULL)`;

/** The close of a profile's latest period, as it holds now; null before the first. For whoever has the books open. */
export function lastClose(database: SqliteDatabase, profileId: string): ClosedPeriod | null {
  return database.one(closedPeriodOf, `SELECT * FROM closes WHERE ${CURRENT} ORDER BY to_key DESC LIMIT 1`, profileId);
}

/** The close of each closed period as it holds now, the oldest first; a few a year. For whoever has the books open. */
export function currentCloses(database: SqliteDatabase, profileId: string): readonly ClosedPeriod[] {
  return database.all(`SELECT * FROM closes WHERE ${CURRENT} ORDER BY to_key`, profileId).map(closedPeriodOf);
}

/** The heads of the audit log that closes have locked, those of superseded ones too. For whoever has the books open. */
export function auditAnchors(database: SqliteDatabase, profileId: string): readonly AuditHead[] {
  return database.all(`SELECT document FROM closes WHERE ${COMMITTED}`, profileId).flatMap((row) => {
    const { auditHead } = readOutline(readText(row, 'document'));
    return auditHead === null ? [] : [auditHead];
  });
}

/** Is there a close with this SHA-256 that ends where this one begins (null: is there none)? For whoever has the books open. */
export function followsPrevious(
  database: SqliteDatabase,
  { profileId, id, previousSha256 }: OneOfProfile & { readonly previousSha256: string | null },
): boolean {
  const before = `SELECT 1 FROM closes WHERE ${COMMITTED} AND to_key = (SELECT from_key FROM closes WHERE id = ?)`;
  if (previousSha256 === null) return database.get(before, profileId, id) === null;
  return database.get(`${before} AND sha256 = ?`, profileId, id, previousSha256) !== null;
}

/** Is the close that this one has taken the place of still there, and of the same period? For whoever has the books open. */
export function keepsSuperseded(
  database: SqliteDatabase,
  { profileId, id, sha256 }: OneOfProfile & { readonly sha256: string | null },
): boolean {
  const sql = `SELECT was.sha256 FROM closes AS own LEFT JOIN closes AS was ON was.id = own.supersedes AND was.sha256 IS NOT NULL
      AND was.from_key = own.from_key AND was.to_key = own.to_key
    WHERE own.profile_id = ? AND own.id = ?`;
  const row = database.get(sql, profileId, id);
  return row !== null && readTextOrNull(row, 'sha256') === sha256;
}

/** The text of a close chunk by chunk, every line closed by LF: together it is what was hashed. */
export function* closeText(database: SqliteDatabase, closeId: string): IterableIterator<string> {
  const sql = 'SELECT lines FROM close_chunks WHERE close_id = ? ORDER BY ordinal';
  for (const [lines] of database.iterate(sql, closeId)) yield cellText(lines);
}

/** `closes.holding`: another text once another close holds, or one more. */
export function holdingCloses({ database }: BooksContext, { profileId }: OfProfile): string {
  const row = database.get(
    `SELECT coalesce(group_concat(sha256), '') AS print FROM closes WHERE ${CURRENT}`,
    profileId,
  );
  return row === null ? '' : readText(row, 'print');
}

export function getLastClose({ database }: BooksContext, input: OfProfile): ClosedPeriod | null {
  return lastClose(database, input.profileId);
}

/** `closes.page`: the close of each period as it holds now, the latest first. */
export function closePage({ database }: BooksContext, input: OfProfile & Window): PageOf<ClosedPeriod> {
  const sql = `SELECT * FROM closes WHERE ${CURRENT} ORDER BY to_key DESC LIMIT ? OFFSET ?`;
  return {
    rows: database.all(sql, input.profileId, ...limitAndOffset(input, 200)).map(closedPeriodOf),
    total: readCount(database.get(`SELECT count(*) AS n FROM closes WHERE ${CURRENT}`, input.profileId)),
  };
}

/** `closes.get`: null when this profile has none with that id. */
export function getClose({ database }: BooksContext, input: OneOfProfile): Close | null {
  return database.one(closeOf, `SELECT * FROM closes WHERE ${COMMITTED} AND id = ?`, input.profileId, input.id);
}

/** `closes.versions`: every close of exactly these instants, the one that holds first; each but that one was superseded by the one before it. */
export function closeVersions(
  { database }: BooksContext,
  input: OfProfile & { readonly bounds: PeriodBounds },
): readonly ClosedPeriod[] {
  const { from, to } = keysOf(input.bounds);
  const sql = `SELECT * FROM closes WHERE ${COMMITTED} AND from_key = ? AND to_key = ?`;
  const all = database.all(sql, input.profileId, from, to).map(closedPeriodOf);
  const versions: ClosedPeriod[] = [];
  for (let next = all.find(({ id }) => all.every(({ supersedes }) => supersedes !== id)); next !== undefined; ) {
    versions.push(next);
    const { supersedes } = next;
    next = all.find(({ id }) => id === supersedes && !versions.some((one) => one.id === id));
  }
  return versions;
}

/** `closes.ofPeriod`: the close of exactly these instants that holds now; null when they are not closed. */
export function closeOfPeriod(
  { database }: BooksContext,
  input: OfProfile & { readonly bounds: PeriodBounds },
): Close | null {
  const { from, to } = keysOf(input.bounds);
  const sql = `SELECT * FROM closes WHERE ${CURRENT} AND from_key = ? AND to_key = ?`;
  return database.one(closeOf, sql, input.profileId, from, to);
}

/** `id`: of the intent, so that the same one never makes two. */
export interface BeginClose extends OneOfProfile {
  readonly bounds: PeriodBounds;
  readonly at: string;
  /** The close of the same period that it is to take the place of; null or absent: it is the first of its period. */
  readonly supersedes?: string | null;
}

/**
 * `closes.begin`: room for the chunks of a close; what an earlier try of this profile left goes. Answers the close when this id is committed
 * already. Throws `invalid-input` when the id is another profile's.
 */
export function beginClose(context: BooksContext, input: BeginClose): Close | null {
  const { database } = context;
  const { from, to } = keysOf(input.bounds);
  const known = getClose(context, input);
  if (known !== null) return known;
  discardCloses(context, input);
  const taken = database.get('SELECT 1 FROM closes WHERE id = ?', input.id);
  if (taken !== null) throw invalidInput('intentId', 'was used for another business');
  const sql = `INSERT INTO closes (id, profile_id, from_key, to_key, document, facts, closed_at, supersedes)
      VALUES (?, ?, ?, ?, '', 0, ?, ?)`;
  database.run(sql, input.id, input.profileId, from, to, input.at, input.supersedes ?? null);
  return null;
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
  const known = getClose(context, input);
  if (known !== null) return known;
  const row = database.get('SELECT * FROM closes WHERE id = ? AND profile_id = ?', input.id, input.profileId);
  if (row === null) return null;
  if (!isNext(database, row, input)) {
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
}

/** Does it follow the last period, or take the place of what holds for its own; and was it computed to do so? */
function isNext(database: SqliteDatabase, row: Row, { profileId, previousSha256 }: CommitClose): boolean {
  const [from, to, supersedes] = [
    readText(row, 'from_key'),
    readText(row, 'to_key'),
    readTextOrNull(row, 'supersedes'),
  ];
  const holding = currentCloses(database, profileId);
  const [before, own] = [
    supersedes === null ? holding.at(-1) : holding.find((one) => keysOf(one.bounds).to === from),
    holding.find(({ id }) => id === supersedes),
  ];
  const isOfPeriod = supersedes === null || (own !== undefined && sameKeys(own.bounds, from, to));
  const follows = before === undefined || keysOf(before.bounds).to === from;
  return isOfPeriod && follows && (before?.sha256 ?? null) === previousSha256;
}

function sameKeys(bounds: PeriodBounds, from: string, to: string): boolean {
  const keys = keysOf(bounds);
  return keys.from === from && keys.to === to;
}

function noteClose(context: BooksContext, input: CommitClose): void {
  const { period, overrideReason, correction } = readOutline(input.document);
  const days = `the period from ${period.from} to ${period.to}, not included (${period.timeZone})`;
  note(context, input, {
    action: correction === null ? 'close-period' : 'supersede-close',
    summary: correction === null ? `Close ${days}` : `Supersede the close of ${days}: ${correction.reason}`,
    outcome: overrideReason === null ? 'closed' : 'closed with a reason',
    evidence: { id: input.id, sha256: input.sha256, facts: input.facts, overrideReason, supersedes: correction },
  });
}

/** `closes.discard`: what was begun and never committed. */
export function discardCloses({ database }: BooksContext, input: OfProfile): void {
  database.run('DELETE FROM closes WHERE profile_id = ? AND sha256 IS NULL', input.profileId);
}

const CLOSE = { id: readText, facts: readInteger, sha256: readText };
const readClose = rowReader(CLOSE);
const readClosedPeriod = rowReader({ ...CLOSE, closedAt: readText, supersedes: readTextOrNull });

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
