// A row of the exceptions, its history, and how both are written. Every change of an exception leaves a deed, in the same transaction.
import { type Exception, EXCEPTION_DEEDS, type ExceptionEvent } from '../../../../domain/reconcile/exception.ts';
import { type Row, readInteger, readText, readTextOrNull } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { json, orNull, rowReader, word } from '../../../sqlite/rows.ts';
import { jsonOrNull, parseFindingEvidence, parseFinding } from '../../kernel/json.ts';
import { TRIAGE } from '../../kernel/triage.ts';

export function exceptionById(database: SqliteDatabase, profileId: string, id: string): Exception | null {
  return database.one(readException, 'SELECT * FROM exceptions WHERE id = ? AND profile_id = ?', id, profileId);
}

export function readException(row: Row): Exception {
  return { ...parseFinding(readText(row, 'facts')), ...readStanding(row) };
}

const readStanding = rowReader({
  ...TRIAGE,
  due: readTextOrNull,
  firstSeenAt: readText,
  clearedAt: readTextOrNull,
  reopened: readInteger,
  updatedAt: readText,
  updatedBy: readTextOrNull,
});

/** What people and runs move; the facts are written where they are found. */
type Standing = Pick<
  Exception,
  'state' | 'assignee' | 'due' | 'reason' | 'note' | 'clearedAt' | 'reopened' | 'updatedAt' | 'updatedBy'
>;

/** Writes where the exception stands now. */
export function saveStanding(database: SqliteDatabase, standing: Standing & Pick<Exception, 'id'>): void {
  database.run(
    `UPDATE exceptions SET state = @state, assignee = @assignee, due = @due, reason = @reason, note = @note, cleared_at = @clearedAt,
      reopened = @reopened, updated_at = @updatedAt, updated_by = @updatedBy WHERE id = @id`,
    standing,
  );
}

export function appendDeed(
  database: SqliteDatabase,
  id: string,
  event: Pick<ExceptionEvent, 'at' | 'deed'> & Partial<ExceptionEvent>,
): void {
  const { at, osUser = null, deed, reason = null, note = null, evidence = null } = event;
  const sql = `INSERT INTO exception_deeds (exception_id, at, os_user, deed, reason, note, evidence) VALUES (?, ?, ?, ?, ?, ?, ?)`;
  database.run(sql, id, at, osUser, deed, reason, note, jsonOrNull(evidence));
}

/** The latest entries of the history of one exception that a screen shows. */
const MAX_DEEDS = 1000;

/** The history, oldest first; of a very long one the latest entries. */
export function deedsOf(database: SqliteDatabase, id: string): readonly ExceptionEvent[] {
  const sql = `SELECT * FROM (SELECT * FROM exception_deeds WHERE exception_id = ? ORDER BY id DESC LIMIT ?) ORDER BY id`;
  return database.all(sql, id, MAX_DEEDS).map(readDeed);
}

/** The whole history of one exception, oldest first; for exports, within one snapshot of the file. */
export function* eachDeed(database: SqliteDatabase, id: string): IterableIterator<ExceptionEvent> {
  for (const row of database.each('SELECT * FROM exception_deeds WHERE exception_id = ? ORDER BY id', id))
    yield readDeed(row);
}

const readDeed: (row: Row) => ExceptionEvent = rowReader({
  at: readText,
  osUser: readTextOrNull,
  deed: word(EXCEPTION_DEEDS),
  reason: TRIAGE.reason,
  note: readTextOrNull,
  evidence: orNull(json(parseFindingEvidence)),
});
