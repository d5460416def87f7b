// Imports in the books: begun, filled piece by piece, and there from one small transaction on, or never.
import { MATCH_OUTCOMES } from '../../../../domain/ledger/entry.ts';
import { FailureError, invalidInput } from '../../../../domain/kernel/failure/failure.ts';
import {
  type Coverage,
  type Import,
  type ImportStanding,
  type Reject,
  REJECT_REASONS,
  type RejectReason,
  type RepeatedBy,
  type SameFile,
  type Source,
  IMPORT,
} from '../../../../domain/ledger/import.ts';
import type { EntriesRead } from '../../../../domain/exports/report-job.ts';
import { readCount, readInteger, readText, readTextOrNull, readWord, type Row } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { json, named, type PageOf, rowReader, type Window, word, limitAndOffset } from '../../../sqlite/rows.ts';
import { note } from '../../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile, OneOfProfile } from '../../kernel/context.ts';
import { writeImportRows } from './rows.ts';
import { parseFormat, parseMapping, shapeReader } from '../../kernel/json.ts';
import { sourceById } from '../sources.ts';

const MAX_PIECE = 1000;
const MAX_PAGE = 500;

export type BegunImport =
  /** The same intent has imported its file already. */
  | { readonly state: 'done'; readonly import: Import }
  /** `base`: what the source holds now; the commit asks for it again. */
  | { readonly state: 'begun'; readonly source: Source; readonly base: string };

/**
 * `imports.begin`: room for an import. What an earlier try of this profile left is none any more. Throws `not-found` for a source that is not
 * there, `invalid-input` for the id of another profile.
 */
export function beginImport(
  context: BooksContext,
  input: Deed & OneOfProfile & { readonly sourceId: string; readonly fileName: string; readonly bytes: number },
): BegunImport {
  const { database } = context;
  const { profileId, id, sourceId } = input;
  const known = importById(database, profileId, id);
  if (known !== null) return { state: 'done', import: known };
  if (wasTakenBack(database, profileId, id)) throw invalidInput('intentId', 'was taken back; import the file anew');
  abandonImports(context, input);
  const source = sourceById(database, profileId, sourceId);
  if (source === null) throw new FailureError({ kind: 'not-found', what: 'source', ident: sourceId });
  const isTaken = database.get('SELECT 1 AS n FROM imports WHERE id = ?', id) !== null;
  if (isTaken) throw invalidInput('intentId', 'was used for another business');
  database.run(
    `INSERT INTO imports (id, profile_id, source_id, state, file_name, bytes, format, mapping, at, os_user)
        VALUES (@id, @profileId, @sourceId, 'staging', @fileName, @bytes, @format, @mapping, @at, @osUser)`,
    { ...input, format: JSON.stringify(source.format), mapping: JSON.stringify(source.mapping) },
  );
  return { state: 'begun', source, base: baseOf(database, source) };
}

/** An intent imports once: a frame that comes late does not bring back what a person has taken back. The log is what remembers. */
function wasTakenBack(database: SqliteDatabase, profileId: string, id: string): boolean {
  const sql = `SELECT 1 AS n FROM activity WHERE action = 'undo-import' AND profile_id = ? AND json_extract(evidence, '$.id') = ?`;
  return database.get(sql, profileId, id) !== null;
}

/** Another text once the source has other entries, or reads files in another way. */
function baseOf(database: SqliteDatabase, { id, updatedAt }: Source): string {
  const sql = `SELECT count(*) AS n, max(seq) AS last FROM imports WHERE source_id = ? AND state = 'done'`;
  const row = database.get(sql, id);
  return JSON.stringify([updatedAt, row?.['n'], row?.['last']]);
}

/** `imports.abandon`: every import of the profile that has begun and is not done is none; the sweep takes its rows away. */
export function abandonImports({ database }: BooksContext, { profileId }: OfProfile): void {
  const sql = `UPDATE imports SET state = 'undone', id = id || ' ' || seq WHERE profile_id = ? AND state = 'staging'`;
  database.run(sql, profileId);
}

/** `imports.append`: the next rows of an import that was begun (ImportRow), at most 1,000. Throws `cancelled` when it is none any more. */
export function appendToImport(
  { database }: BooksContext,
  { profileId, id, rows }: OneOfProfile & { readonly rows: readonly unknown[] },
): void {
  if (rows.length > MAX_PIECE) throw new RangeError(`more than ${MAX_PIECE} rows at once`);
  const seq = stagingSeq(database, profileId, id);
  if (seq === null) throw new FailureError({ kind: 'cancelled' });
  writeImportRows(database, seq, rows);
}

function stagingSeq(database: SqliteDatabase, profileId: string, id: string): number | null {
  const sql = `SELECT seq FROM imports WHERE id = ? AND profile_id = ? AND state = 'staging'`;
  const row = database.get(sql, id, profileId);
  return row === null ? null : readInteger(row, 'seq');
}

export interface CommitImport extends Deed, OneOfProfile {
  readonly base: string;
  readonly read: EntriesRead;
  readonly covers: Coverage | null;
  readonly coversSaid: boolean;
}

/**
 * `imports.commit`: from here on the import is there, with its entry in the activity log. Throws `file-refused` as `source-changed` when the
 * source holds something else than at its beginning, `cancelled` when it is none any more.
 */
export function commitImport(context: BooksContext, input: CommitImport): Import {
  const { database } = context;
  const { profileId, id, read } = input;
  const seq = stagingSeq(database, profileId, id);
  if (seq === null) throw new FailureError({ kind: 'cancelled' });
  const row = database.get('SELECT source_id FROM imports WHERE seq = ?', seq);
  const source = row === null ? null : sourceById(database, profileId, readText(row, 'source_id'));
  if (source === null || baseOf(database, source) !== input.base) {
    throw new FailureError({ kind: 'file-refused', reason: 'source-changed' });
  }
  requireWhole(database, seq, read);
  for (const { importSeq, rows } of read.repeats) {
    database.run('INSERT INTO import_repeats (import_seq, of_seq, count) VALUES (?, ?, ?)', seq, importSeq, rows);
  }
  const covers = { from: input.covers?.from ?? null, to: input.covers?.to ?? null, said: input.coversSaid ? 1 : 0 };
  database.run(
    `UPDATE imports SET state = 'done', sha256 = @sha256, bytes = @bytes, file_rows = @rows, entries = @entries, repeated = @repeated,
        rejected = @rejected, covers_from = @from, covers_to = @to, covers_said = @said, at = @at,
        changes_before = (SELECT coalesce(max(id), 0) FROM entry_changes) WHERE seq = @seq`,
    { ...read, ...covers, at: input.at, seq },
  );
  const done = importById(database, profileId, id);
  if (done === null) throw new Error('an import that was just done is not there');
  noteImport(context, done, input);
  return done;
}

/** What was handed over is what lies here: rows that were lost on the way would be lost for good. */
function requireWhole(database: SqliteDatabase, seq: number, read: EntriesRead): void {
  const entries = readCount(
    database.get('SELECT coalesce(sum(count), 0) AS n FROM entry_tallies WHERE import_seq = ?', seq),
  );
  const rejects = readCount(database.get('SELECT count(*) AS n FROM import_rejects WHERE import_seq = ?', seq));
  const repeated = read.repeats.reduce((sum, { rows }) => sum + rows, 0);
  const isWhole = entries === read.entries && rejects === read.rejected && repeated === read.repeated;
  if (isWhole && read.rows === entries + rejects + repeated) return;
  throw new Error(`an import of ${read.rows} rows has ${entries} entries, ${rejects} rejects and ${repeated} repeats`);
}

function noteImport(context: BooksContext, done: Import, deed: Deed): void {
  const { id, sourceId, sourceName, fileName, sha256, bytes, rows, entries, repeated, rejected, covers } = done;
  note(context, deed, {
    action: 'import-file',
    summary: `Import the file “${fileName}” of “${sourceName}”`,
    outcome: 'done',
    evidence: { id, sourceId, sha256, bytes, rows, entries, repeated, rejected, covers },
  });
}

const SHOWN = `SELECT i.*, s.name AS source_name, s.kind FROM imports AS i JOIN sources AS s ON s.id = i.source_id
  WHERE i.profile_id = ? AND i.state = 'done'`;

/** One that is done, or null. */
export function importById(database: SqliteDatabase, profileId: string, id: string): Import | null {
  const row = database.get(`${SHOWN} AND i.id = ?`, profileId, id);
  return row === null ? null : importOf(row);
}

/** By its place in the books. */
export function importBySeq(database: SqliteDatabase, profileId: string, seq: number): Import | null {
  const row = database.get(`${SHOWN} AND i.seq = ?`, profileId, seq);
  return row === null ? null : importOf(row);
}

/** The place of one that is done, or null. */
export function importSeqOf(database: SqliteDatabase, profileId: string, id: string): number | null {
  const row = database.get(`SELECT seq FROM imports WHERE profile_id = ? AND id = ? AND state = 'done'`, profileId, id);
  return row === null ? null : readInteger(row, 'seq');
}

export function listImports(
  { database }: BooksContext,
  input: OfProfile & Window & { readonly sourceId?: string | undefined },
): PageOf<Import> {
  const { profileId, sourceId } = input;
  const ofSource = sourceId === undefined ? '' : ' AND i.source_id = ?';
  const parameters = sourceId === undefined ? [profileId] : [profileId, sourceId];
  const count = `SELECT count(*) AS n FROM imports AS i WHERE i.profile_id = ? AND i.state = 'done'${ofSource}`;
  return {
    rows: database
      .all(
        `${SHOWN}${ofSource} ORDER BY i.seq DESC LIMIT ? OFFSET ?`,
        ...parameters,
        ...limitAndOffset(input, MAX_PAGE),
      )
      .map(importOf),
    total: readCount(database.get(count, ...parameters)),
  };
}

/** `imports.get`: null when the profile has none of that id. */
export function getImport({ database }: BooksContext, { profileId, id }: OneOfProfile): ImportStanding | null {
  const [found, seq] = [importById(database, profileId, id), importSeqOf(database, profileId, id)];
  if (found === null || seq === null) return null;
  const reasons = 'SELECT reason, count(*) AS n FROM import_rejects WHERE import_seq = ? GROUP BY reason';
  const matches = 'SELECT count(DISTINCT match_id) AS n FROM hand_match_entries WHERE import_seq = ?';
  const rejectsByReason: Partial<Record<RejectReason, number>> = {};
  for (const row of database.all(reasons, seq))
    rejectsByReason[readWord(row, 'reason', REJECT_REASONS)] = readCount(row);
  return {
    import: found,
    outcomes: outcomesOf(database, seq),
    rejectsByReason,
    handMatches: readCount(database.get(matches, seq)),
    repeatedBy: repeatedBy(database, profileId, seq),
  };
}

export function outcomesOf(database: SqliteDatabase, seq: number): ImportStanding['outcomes'] {
  const sql = 'SELECT outcome, sum(count) AS n FROM entry_tallies WHERE import_seq = ? GROUP BY outcome';
  const counts = new Map(database.all(sql, seq).map((row) => [readText(row, 'outcome'), readCount(row)]));
  return [...MATCH_OUTCOMES, null].flatMap((outcome) => {
    const count = counts.get(outcome ?? '');
    return count === undefined ? [] : [{ outcome, count }];
  });
}

/** Later imports that would have had rows of this one. */
export function repeatedBy(database: SqliteDatabase, profileId: string, seq: number): readonly RepeatedBy[] {
  const sql = 'SELECT import_seq, count FROM import_repeats WHERE of_seq = ? ORDER BY import_seq DESC';
  return database.all(sql, seq).flatMap((row) => {
    const later = importBySeq(database, profileId, readInteger(row, 'import_seq'));
    return later === null ? [] : [{ import: later, rows: readInteger(row, 'count') }];
  });
}

/** `imports.rejects`: in the order of the file; none when the profile has no such import. */
export function importRejects(
  { database }: BooksContext,
  input: OneOfProfile & Window & { readonly reason?: RejectReason | undefined },
): PageOf<Reject> {
  const seq = importSeqOf(database, input.profileId, input.id);
  if (seq === null) return { rows: [], total: 0 };
  const where = `WHERE import_seq = ?${input.reason === undefined ? '' : ' AND reason = ?'}`;
  const parameters = input.reason === undefined ? [seq] : [seq, input.reason];
  const sql = `SELECT line, column_title, value, reason FROM import_rejects ${where} ORDER BY ordinal LIMIT ? OFFSET ?`;
  return {
    rows: database.all(sql, ...parameters, ...limitAndOffset(input, MAX_PAGE)).map(readReject),
    total: readCount(database.get(`SELECT count(*) AS n FROM import_rejects ${where}`, ...parameters)),
  };
}

const readReject: (row: Row) => Reject = rowReader({
  line: readInteger,
  column: named('column_title', readTextOrNull),
  value: readText,
  reason: word(REJECT_REASONS),
});

const importOf = shapeReader(IMPORT, {
  rows: named('file_rows', readInteger),
  covers: (row) => {
    const [from, to] = [readTextOrNull(row, 'covers_from'), readTextOrNull(row, 'covers_to')];
    return from === null || to === null ? null : { from, to };
  },
  format: json(parseFormat),
  mapping: json(parseMapping),
});

interface ReadNow extends Pick<EntriesRead, 'sha256' | 'entries' | 'repeated'>, OfProfile {
  /** Null: of none yet. */
  readonly sourceId: string | null;
}

/**
 * `imports.sameFile`: the import of the same bytes that a person should know of. First one of the same source of whose rows some are no repeats any
 * more: an entry's id rests on what was read of its row, so where other columns say something else the same rows are new ones. Rows that were
 * rejected before, and can be read now, are new by right. Then the latest one of another source.
 */
export function sameFile({ database }: BooksContext, read: ReadNow): SameFile | null {
  const otherwise = readOtherwise(database, read);
  if (otherwise !== null) return otherwise;
  const sql = `SELECT seq FROM imports WHERE profile_id = ? AND source_id IS NOT ? AND state = 'done' AND sha256 = ? ORDER BY seq DESC LIMIT 1`;
  return earlierOf(database, read.profileId, database.get(sql, read.profileId, read.sourceId, read.sha256), false);
}

function readOtherwise(
  database: SqliteDatabase,
  { profileId, sourceId, sha256, entries, repeated }: ReadNow,
): SameFile | null {
  if (sourceId === null || entries === 0) return null;
  const sql = `SELECT seq FROM imports WHERE profile_id = ? AND source_id = ? AND state = 'done' AND sha256 = ?
    AND entries + repeated > ? ORDER BY seq DESC LIMIT 1`;
  return earlierOf(database, profileId, database.get(sql, profileId, sourceId, sha256, repeated), true);
}

function earlierOf(
  database: SqliteDatabase,
  profileId: string,
  row: ReturnType<SqliteDatabase['get']>,
  isReadOtherwise: boolean,
): SameFile | null {
  const earlier = row === null ? null : importBySeq(database, profileId, readInteger(row, 'seq'));
  return earlier === null ? null : { import: earlier, isReadOtherwise };
}
