// What the books hold of records of the API, for lists of them: which have a label, a note or an open case, and what each of a page has.
import type { SubjectList } from '../../../domain/kernel/finding.ts';
import { foldedLabel, type Label, LABEL_COLOURS, type Marks } from '../../../domain/support/notes.ts';
import { readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import { rowReader, word } from '../../sqlite/rows.ts';

const OF_FACTS = `list IN ('invoices', 'withdrawals')`;
/** By the words of `marked` of a filter. */
const MARKED: Readonly<Record<string, string>> = {
  note: `SELECT record_id FROM notes WHERE profile_id = ? AND ${OF_FACTS}`,
  case: `SELECT record_uuid AS record_id FROM exceptions INDEXED BY exceptions_shown
    WHERE profile_id = ? AND state = 'open' AND kind = 'case' AND ${OF_FACTS} AND cleared_at IS NULL`,
};

/** The uuids of records that have one of the labels, by their names in any case, and one of the marks; whichever is empty says nothing. */
export function markedRecords(
  database: SqliteDatabase,
  profileId: string,
  labels: readonly string[],
  marks: readonly string[],
): readonly string[] {
  const terms: string[] = [];
  const parameters: SqlValue[] = [];
  if (labels.length > 0) {
    terms.push(`SELECT r.record_id FROM labels AS l JOIN record_labels AS r ON r.label_id = l.id
      WHERE l.profile_id = ? AND l.folded IN (SELECT value FROM json_each(?)) AND r.${OF_FACTS}`);
    parameters.push(profileId, JSON.stringify(labels.map(foldedLabel)));
  }
  const asked = marks.flatMap((mark) => MARKED[mark] ?? []);
  if (asked.length > 0) {
    terms.push(`SELECT * FROM (${asked.join(' UNION ')})`);
    parameters.push(...asked.map(() => profileId));
  }
  const rows = database.all(`SELECT record_id AS id FROM (${terms.join(' INTERSECT ')})`, ...parameters);
  return rows.map((row) => readText(row, 'id'));
}

const readLabel = rowReader({ id: readText, name: readText, colour: word(LABEL_COLOURS) });

/** By uuid, of those that have anything; of the whole list without uuids. */
export function marksOf(
  database: SqliteDatabase,
  profileId: string,
  list: SubjectList,
  uuids?: readonly string[],
): ReadonlyMap<string, Marks> {
  const found = new Map<string, { labels: Label[]; notes: number; hasCase: boolean }>();
  const of = (uuid: string) => {
    const known = found.get(uuid) ?? { labels: [], notes: 0, hasCase: false };
    found.set(uuid, known);
    return known;
  };
  const asked = uuids === undefined ? [profileId, list] : [profileId, list, JSON.stringify(uuids)];
  const among = (id: string): string => (uuids === undefined ? '' : `AND ${id} IN (SELECT value FROM json_each(?))`);
  const labels = `SELECT r.record_id AS record, l.id, l.name, l.colour FROM record_labels AS r JOIN labels AS l ON l.id = r.label_id
    WHERE r.profile_id = ? AND r.list = ? ${among('r.record_id')} ORDER BY l.folded`;
  for (const row of database.all(labels, ...asked)) of(readText(row, 'record')).labels.push(readLabel(row));
  const notes = `SELECT record_id AS record, count(*) AS n FROM notes INDEXED BY notes_by_record
    WHERE profile_id = ? AND list = ? ${among('record_id')} GROUP BY record_id`;
  for (const row of database.all(notes, ...asked)) of(readText(row, 'record')).notes = readInteger(row, 'n');
  const cases = `SELECT record_uuid AS record FROM exceptions INDEXED BY exceptions_by_record
    WHERE profile_id = ? AND list = ? ${among('record_uuid')} AND kind = 'case' AND state = 'open'`;
  for (const row of database.all(cases, ...asked)) of(readText(row, 'record')).hasCase = true;
  return found;
}
