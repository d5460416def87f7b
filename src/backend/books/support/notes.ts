// Notes on records. They are only ever added: two windows that write at once leave two notes, and nothing is overwritten.
import { shapeReader } from '../kernel/json.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import type { ListSelection } from '../../../domain/kernel/list.ts';
import { MAX_NOTES, type Note, type NOTE_LIST, NOTE } from '../../../domain/support/notes.ts';
import { readCount, readText } from '../../sqlite/columns.ts';
import { type PageOf, type Window, limitAndOffset } from '../../sqlite/rows.ts';
import { note as record, ownInstant } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile } from '../kernel/context.ts';
import { FilterTerms } from '../kernel/filter-terms.ts';

const readNote = shapeReader(NOTE);

/** Notes of a profile, in the order in which they were written. Throws FailureError `invalid-input`. */
export function notePage(
  { database }: BooksContext,
  { profileId, filter, sort, ...window }: OfProfile & ListSelection<typeof NOTE_LIST> & Window,
): PageOf<Note> {
  const terms = new FilterTerms();
  terms.add('profile_id = ?', profileId);
  terms.oneOf('list', filter.list);
  if (filter.recordId !== undefined) terms.add('record_id = ?', filter.recordId);
  terms.oneOf('os_user', filter.osUser);
  terms.contains(['text', 'name', 'record_id'], filter.text);
  terms.bound('at >= ?', 'filter.from', filter.from, ownInstant);
  terms.bound('at < ?', 'filter.to', filter.to, ownInstant);
  const { sql, parameters } = terms.where();
  const order = sort[0]?.direction === 'asc' ? 'ASC' : 'DESC';
  // Left to itself SQLite goes through every note for those of one record.
  const from = filter.recordId === undefined ? 'notes' : 'notes INDEXED BY notes_by_record';
  const rows = `SELECT * FROM ${from} ${sql} ORDER BY seq ${order} LIMIT ? OFFSET ?`;
  return {
    rows: database.all(rows, ...parameters, ...limitAndOffset(window, 1000)).map(readNote),
    total: readCount(database.get(`SELECT count(*) AS n FROM ${from} ${sql}`, ...parameters)),
  };
}

/**
 * `notes.add`: the same id once more answers the note that it made. Throws FailureError `invalid-input` when the id is of another note, or when
 * the record has as many notes as it takes.
 */
export function addNote(context: BooksContext, input: Deed & Omit<Note, 'at' | 'osUser'>): Note {
  const { database } = context;
  const { profileId, list, recordId, id, name, text } = input;
  const known = database.get('SELECT * FROM notes WHERE id = ?', id);
  if (known !== null) {
    const before = readNote(known);
    const isSame = readText(known, 'profile_id') === profileId && before.list === list;
    if (isSame && before.recordId === recordId && before.text === text) return before;
    throw invalidInput('noteId', 'is the id of another note');
  }
  const many = 'SELECT count(*) AS n FROM notes WHERE profile_id = ? AND list = ? AND record_id = ?';
  if (readCount(database.get(many, profileId, list, recordId)) >= MAX_NOTES) {
    throw invalidInput('text', `at most ${MAX_NOTES} notes on one record`);
  }
  const sql = `INSERT INTO notes (id, profile_id, list, record_id, name, at, os_user, text)
      VALUES (@id, @profileId, @list, @recordId, @name, @at, @osUser, @text)`;
  database.run(sql, input);
  record(context, input, {
    action: 'add-note',
    summary: `Write a note on ${name ?? recordId} (${list})`,
    outcome: 'done',
    evidence: { list, recordId, noteId: id },
  });
  return { id, list, recordId, name, at: input.at, osUser: input.osUser, text };
}
