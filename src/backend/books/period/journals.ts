// Journals: which account each line goes to, every version of it as it was saved, and which journals have left the console.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { stableJson } from '../../../domain/kernel/fields.ts';
import {
  type JournalMade,
  type JournalMapping,
  type SavedMapping,
  JOURNAL_MADE,
} from '../../../domain/period/journal-mapping.ts';
import type { PeriodBounds } from '../../../domain/period/period.ts';
import { readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { json, named, rowReader } from '../../sqlite/rows.ts';
import { changedSince, note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile } from '../kernel/context.ts';
import { parseJournalMapping, shapeReader } from '../kernel/json.ts';

const readSaved = rowReader({
  id: readInteger,
  mapping: json(parseJournalMapping),
  savedAt: named('at', readText),
  savedBy: named('os_user', readText),
});

/** The mapping that holds; null before the first. For whoever has the books open. */
export function mappingOf(database: SqliteDatabase, profileId: string): SavedMapping | null {
  const sql = 'SELECT * FROM journal_mappings WHERE profile_id = ? ORDER BY id DESC LIMIT 1';
  const row = database.get(sql, profileId);
  if (row === null) return null;
  const { mapping, ...saved } = readSaved(row);
  return { ...mapping, ...saved };
}

/** `journals.mapping` */
export function journalMapping({ database }: BooksContext, { profileId }: OfProfile): SavedMapping | null {
  return mappingOf(database, profileId);
}

interface SaveMapping extends Deed {
  readonly mapping: JournalMapping;
  /** The version that was seen; null: none was there. */
  readonly before: number | null;
}

/** `journals.saveMapping`: a new version, unless it is the one that holds. Throws FailureError `changed-since` when somebody else has saved one since it was seen. */
export function saveJournalMapping(context: BooksContext, { mapping, before, ...deed }: SaveMapping): SavedMapping {
  const { database } = context;
  const { profileId, at, osUser } = deed;
  const known = mappingOf(database, profileId);
  if (known !== null && isOf(known, mapping)) return known;
  if ((known?.id ?? null) !== before)
    throw new FailureError(changedSince(context, { profileId, actions: ['save-journal-mapping'] }));
  const sql = `INSERT INTO journal_mappings (profile_id, mapping, at, os_user) VALUES (@profileId, @mapping, @at, @osUser)
      RETURNING id`;
  const row = database.get(sql, { profileId, mapping: JSON.stringify(mapping), at, osUser });
  if (row === null) throw new Error('a mapping was kept without an id');
  note(context, deed, {
    action: 'save-journal-mapping',
    summary: `Map ${mapping.accounts.length} accounts of the journal (${mapping.shape})`,
    outcome: 'done',
    evidence: { mapping, before },
  });
  return { ...mapping, id: readInteger(row, 'id'), savedAt: at, savedBy: osUser };
}

function isOf({ id: _id, savedAt: _at, savedBy: _by, ...known }: SavedMapping, mapping: JournalMapping): boolean {
  return stableJson(known) === stableJson(mapping);
}

const readMade = shapeReader(JOURNAL_MADE, {
  from: named('from_at', readText),
  to: named('to_at', readText),
  by: named('os_user', readText),
});

/** Those that share a moment with the period, the latest first. For whoever has the books open. */
export function madeWithin(
  database: SqliteDatabase,
  { profileId, bounds }: OfProfile & { readonly bounds: PeriodBounds },
): readonly JournalMade[] {
  // Bounds are begins of days, all in one notation: their order is that of their texts.
  const sql =
    'SELECT * FROM journals_made WHERE profile_id = ? AND from_at < ? AND to_at > ? ORDER BY id DESC LIMIT 200';
  return database.all(sql, profileId, bounds.to, bounds.from).map(readMade);
}

/** `journals.made` */
export function journalsMade(
  { database }: BooksContext,
  query: OfProfile & { readonly bounds: PeriodBounds },
): readonly JournalMade[] {
  return madeWithin(database, query);
}

/** `journals.note`: one has left. That it did is in the audit log as every export is. */
export function noteJournal({ database }: BooksContext, input: Deed & Omit<JournalMade, 'at' | 'by'>): null {
  database.run(
    `INSERT INTO journals_made (profile_id, from_at, to_at, time_zone, currency, close_id, file_name, sha256, at, os_user)
      VALUES (@profileId, @from, @to, @timeZone, @currency, @closeId, @fileName, @sha256, @at, @osUser)`,
    { ...input },
  );
  return null;
}
