// Labels of a business, and which records have them.
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { SUBJECT_LISTS, type SubjectList } from '../../../domain/kernel/finding.ts';
import type { ListSelection } from '../../../domain/kernel/list.ts';
import {
  type CountedLabel,
  foldedLabel,
  type Label,
  LABEL_COLOURS,
  type Labelled,
  type LABELLED_LIST,
  MAX_LABELS,
  MAX_LABELS_ON_RECORD,
  type Subject,
} from '../../../domain/support/notes.ts';
import { readCount, readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { limitAndOffset, type PageOf, rowReader, type Window, word } from '../../sqlite/rows.ts';
import { changedSince, note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile, OneOfProfile } from '../kernel/context.ts';
import { FilterTerms } from '../kernel/filter-terms.ts';

const LABEL = { id: readText, name: readText, colour: word(LABEL_COLOURS) };
const readLabel = rowReader(LABEL);
const readCounted = rowReader({ ...LABEL, records: readInteger, withdrawals: readInteger });
const readLabelled = rowReader({
  label: readText,
  colour: LABEL.colour,
  list: word(SUBJECT_LISTS),
  recordId: readText,
});

const BY_NAME = 'ORDER BY l.name COLLATE NOCASE, l.name';

/** `labels.list`: by name, each with how many records have it. */
export function listLabels({ database }: BooksContext, { profileId }: OfProfile): readonly CountedLabel[] {
  return countedLabels(database, profileId);
}

/** The records that have labels, a row a label. */
export function labelledPage(
  { database }: BooksContext,
  { profileId, filter, sort, ...window }: OfProfile & ListSelection<typeof LABELLED_LIST> & Window,
): PageOf<Omit<Labelled, 'name'>> {
  const terms = new FilterTerms();
  terms.add('l.profile_id = ?', profileId);
  terms.oneOf('r.list', filter.list);
  terms.contains(['l.folded'], filter.text === undefined ? undefined : foldedLabel(filter.text));
  const { sql, parameters } = terms.where();
  const from = `labels AS l JOIN record_labels AS r ON r.label_id = l.id ${sql}`;
  const order = sort[0]?.direction === 'desc' ? 'DESC' : 'ASC';
  const rows = `SELECT l.name AS label, l.colour, r.list, r.record_id FROM ${from}
    ORDER BY l.folded ${order}, r.list, r.record_id LIMIT ? OFFSET ?`;
  return {
    rows: database.all(rows, ...parameters, ...limitAndOffset(window, 1000)).map(readLabelled),
    total: readCount(database.get(`SELECT count(*) AS n FROM ${from}`, ...parameters)),
  };
}

function countedLabels(database: SqliteDatabase, profileId: string): readonly CountedLabel[] {
  const many = (of = ''): string => `(SELECT count(*) FROM record_labels AS r WHERE r.label_id = l.id ${of})`;
  const sql = `SELECT l.id, l.name, l.colour, ${many()} AS records, ${many(`AND r.list = 'withdrawals'`)} AS withdrawals
    FROM labels AS l WHERE l.profile_id = ? ${BY_NAME}`;
  return database.all(sql, profileId).map(readCounted);
}

/** `labels.of`: those of one record, by name. */
export function labelsOf(
  { database }: BooksContext,
  { profileId, list, recordId }: OfProfile & Subject,
): readonly Label[] {
  const sql = `SELECT l.id, l.name, l.colour FROM record_labels AS r JOIN labels AS l ON l.id = r.label_id
    WHERE r.profile_id = ? AND r.list = ? AND r.record_id = ? ${BY_NAME}`;
  return database.all(sql, profileId, list, recordId).map(readLabel);
}

/**
 * `labels.save`: a new label, or another name or colour of one that is there; `before`: how the one who changes it has seen it. Throws FailureError
 * `changed-since` when it is another one by now, `invalid-input` when another label has the name or another profile's the id, or when there are as many as a business
 * takes.
 */
export function saveLabel(
  context: BooksContext,
  input: Deed & Label & { readonly before?: Pick<Label, 'name' | 'colour'> | undefined },
): Label {
  const { database } = context;
  const { profileId, id, name, colour, before } = input;
  const labels = countedLabels(database, profileId);
  const known = labels.find((label) => label.id === id);
  if (known !== undefined && known.name === name && known.colour === colour) return { id, name, colour };
  if (known?.name !== before?.name || known?.colour !== before?.colour) {
    throw overtaken(context, input);
  }
  if (labels.some((label) => label.id !== id && foldedLabel(label.name) === foldedLabel(name))) {
    throw invalidInput('name', 'another label has this name');
  }
  if (known === undefined && labels.length >= MAX_LABELS) throw invalidInput('name', `at most ${MAX_LABELS} labels`);
  const sql = `INSERT INTO labels (id, profile_id, name, folded, colour) VALUES (@id, @profileId, @name, @folded, @colour)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, colour = excluded.colour
      WHERE profile_id = excluded.profile_id`;
  const { changes } = database.run(sql, { id, profileId, name, folded: foldedLabel(name), colour });
  if (changes === 0) throw invalidInput('id', 'is the id of another label');
  note(context, input, {
    action: 'save-label',
    summary: known === undefined ? `Make the label “${name}”` : `Change the label “${known.name}” to “${name}”`,
    outcome: 'done',
    evidence: { id, name, colour, before },
  });
  return { id, name, colour };
}

/** Somebody else was first at this label. */
function overtaken(context: BooksContext, { profileId, id }: OneOfProfile): FailureError {
  return new FailureError(
    changedSince(context, { profileId, actions: ['save-label', 'remove-label'], of: { '$.id': id } }),
  );
}

/**
 * `labels.remove`: the label goes from every record; answers how many had it, null when there is no such label. Throws FailureError `changed-since` when it is
 * not as it was `seen`.
 */
export function removeLabel(
  context: BooksContext,
  input: Deed & OneOfProfile & { readonly seen?: Pick<Label, 'name' | 'colour'> | undefined },
): number | null {
  const { database } = context;
  const { profileId, id } = input;
  const known = countedLabels(database, profileId).find((label) => label.id === id);
  if (known === undefined) return null;
  const { seen } = input;
  if (seen !== undefined && (seen.name !== known.name || seen.colour !== known.colour)) throw overtaken(context, input);
  database.run('DELETE FROM labels WHERE id = ?', id);
  const { name, colour, records } = known;
  note(context, input, {
    action: 'remove-label',
    summary: `Remove the label “${name}”`,
    outcome: 'done',
    evidence: { id, name, colour, records },
  });
  return records;
}

const MAX_RECORDS = 1000;

export interface PutLabels extends Deed {
  readonly list: SubjectList;
  readonly recordIds: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * `labels.put`: on all of the records or on none; answers how many have other labels now. Throws FailureError `invalid-input` when a label that is to be
 * added is gone, or when a record would have too many.
 */
export function putLabels(context: BooksContext, input: PutLabels): number {
  const { database } = context;
  const { profileId, list, recordIds, add, remove } = input;
  if (recordIds.length > MAX_RECORDS) throw new RangeError(`more than ${MAX_RECORDS} records at once`);
  const names = new Map(countedLabels(database, profileId).map(({ id, name }) => [id, name]));
  if (add.some((id) => !names.has(id))) throw invalidInput('add', 'this label is not there any more');
  const others = recordIds.filter((recordId) => change(database, { profileId, list, recordId }, add, remove));
  if (others.length === 0) return 0;
  const said = (ids: readonly string[]): readonly string[] => ids.flatMap((id) => names.get(id) ?? []);
  const what = [...said(add).map((name) => `+ ${name}`), ...said(remove).map((name) => `− ${name}`)].join(', ');
  note(context, input, {
    action: 'put-labels',
    summary: `Labels of ${others.length === 1 ? 'one record' : `${others.length} records`} (${list}): ${what}`,
    outcome: 'done',
    evidence: { list, recordIds: others, add: said(add), remove: said(remove) },
  });
  return others.length;
}

/** True when the record has other labels afterwards. */
function change(
  database: SqliteDatabase,
  record: OfProfile & Subject,
  add: readonly string[],
  remove: readonly string[],
): boolean {
  const OF_RECORD = 'profile_id = @profileId AND list = @list AND record_id = @recordId';
  let changes = 0;
  for (const labelId of remove) {
    const sql = `DELETE FROM record_labels WHERE ${OF_RECORD} AND label_id = @labelId`;
    changes += database.run(sql, { ...record, labelId }).changes;
  }
  for (const labelId of add) {
    const sql = `INSERT INTO record_labels (profile_id, list, record_id, label_id)
      VALUES (@profileId, @list, @recordId, @labelId) ON CONFLICT DO NOTHING`;
    changes += database.run(sql, { ...record, labelId }).changes;
  }
  const many = database.get(`SELECT count(*) AS n FROM record_labels WHERE ${OF_RECORD}`, record);
  if (readCount(many) > MAX_LABELS_ON_RECORD) {
    throw invalidInput('add', `at most ${MAX_LABELS_ON_RECORD} labels on one record`);
  }
  return changes > 0;
}
