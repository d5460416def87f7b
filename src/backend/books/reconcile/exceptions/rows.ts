// A row of the exceptions, its history, and how both are written. Every change of an exception leaves a deed, in the
// same transaction.
import {
  type Exception,
  EXCEPTION_DEEDS,
  EXCEPTION_STATES,
  type ExceptionEvent,
  RESOLUTION_REASONS,
} from '../../../../domain/reconcile/exception.ts';
import { type Row, readInteger, readText, readTextOrNull, readWord } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { jsonOrNull, parseFindingEvidence, parseFinding, parseOrNull } from '../../kernel/json.ts';

/** The exception of that id in the profile, or null. */
export function exceptionById(database: SqliteDatabase, profileId: string, id: string): Exception | null {
  const row = database.get('SELECT * FROM exceptions WHERE id = ? AND profile_id = ?', id, profileId);
  return row === null ? null : readException(row);
}

export function readException(row: Row): Exception {
  const reason = readTextOrNull(row, 'reason');
  return {
    ...parseFinding(readText(row, 'facts')),
    id: readText(row, 'id'),
    state: readWord(row, 'state', EXCEPTION_STATES),
    assignee: readTextOrNull(row, 'assignee'),
    reason: reason === null ? null : readWord(row, 'reason', RESOLUTION_REASONS),
    note: readTextOrNull(row, 'note'),
    firstSeenAt: readText(row, 'first_seen_at'),
    clearedAt: readTextOrNull(row, 'cleared_at'),
    reopened: readInteger(row, 'reopened'),
    updatedAt: readText(row, 'updated_at'),
    updatedBy: readTextOrNull(row, 'updated_by'),
  };
}

/** What people and runs move; the facts are written where they are found. */
type Standing = Pick<
  Exception,
  'state' | 'assignee' | 'reason' | 'note' | 'clearedAt' | 'reopened' | 'updatedAt' | 'updatedBy'
>;

/** Writes where the exception stands now. */
export function saveStanding(database: SqliteDatabase, { id, ...standing }: Standing & Pick<Exception, 'id'>): void {
  database.run(
    `UPDATE exceptions SET state = ?, assignee = ?, reason = ?, note = ?, cleared_at = ?, reopened = ?, updated_at = ?, updated_by = ?
      WHERE id = ?`,
    standing.state,
    standing.assignee,
    standing.reason,
    standing.note,
    standing.clearedAt,
    standing.reopened,
    standing.updatedAt,
    standing.updatedBy,
    id,
  );
}

/** Appends to the history. */
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
  return database.all(sql, id, MAX_DEEDS).map((row) => {
    const reason = readTextOrNull(row, 'reason');
    return {
      at: readText(row, 'at'),
      osUser: readTextOrNull(row, 'os_user'),
      deed: readWord(row, 'deed', EXCEPTION_DEEDS),
      reason: reason === null ? null : readWord(row, 'reason', RESOLUTION_REASONS),
      note: readTextOrNull(row, 'note'),
      evidence: parseOrNull(parseFindingEvidence, readTextOrNull(row, 'evidence')),
    };
  });
}
