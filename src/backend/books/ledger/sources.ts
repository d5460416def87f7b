// Sources in the books: ledgers and wallets that files come from, with the format and the mapping that are remembered of them.
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { type Source, SOURCE } from '../../../domain/ledger/import.ts';
import { readCount, readInteger, readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { json } from '../../sqlite/rows.ts';
import { changedSince, note } from '../kernel/activity.ts';
import { changedAt } from '../kernel/changed-at.ts';
import type { BooksContext, Deed, OfProfile, OneOfProfile } from '../kernel/context.ts';
import { parseFormat, parseMapping, shapeReader } from '../kernel/json.ts';

const MAX_SOURCES = 200;

export interface ListedSource extends Source {
  readonly imports: number;
  readonly entries: number;
  /** When its last file was imported; null: none is there. */
  readonly lastImportAt: string | null;
}

export function listSources({ database }: BooksContext, { profileId }: OfProfile): readonly ListedSource[] {
  const sql = `SELECT s.*, count(i.seq) AS imports, coalesce(sum(i.entries), 0) AS entries, max(i.at) AS last_at FROM sources AS s
    LEFT JOIN imports AS i ON i.profile_id = s.profile_id AND i.source_id = s.id AND i.state = 'done'
    WHERE s.profile_id = ? GROUP BY s.id ORDER BY s.name, s.id`;
  return database.all(sql, profileId).map((row) => ({
    ...sourceOf(row),
    imports: readInteger(row, 'imports'),
    entries: readInteger(row, 'entries'),
    lastImportAt: readTextOrNull(row, 'last_at'),
  }));
}

export function sourceById(database: SqliteDatabase, profileId: string, id: string): Source | null {
  return database.one(sourceOf, 'SELECT * FROM sources WHERE id = ? AND profile_id = ?', id, profileId);
}

/** `sources.get`: null when the profile has none of that id. */
export function getSource({ database }: BooksContext, input: OneOfProfile): Source | null {
  return sourceById(database, input.profileId, input.id);
}

/**
 * `sources.save`: a new one, or what is known of it now. Throws `invalid-input` for a name that another source has, for another kind than its
 * imports have, and for an id of another profile; `changed-since` when it is not as it was `seen`. The same once more changes nothing.
 */
export function saveSource(
  context: BooksContext,
  input: Deed & { readonly source: Omit<Source, 'updatedAt'>; readonly seen?: string | undefined },
): Source {
  const { database } = context;
  const { source, profileId, at } = input;
  const before = sourceById(database, profileId, source.id);
  if (before !== null && isSame(before, source)) return before;
  requireSeen(context, input, source.id, before);
  refuseWrong(database, profileId, source, before);
  const updatedAt = before === null ? at : changedAt(before.updatedAt, at);
  database.run(
    `INSERT INTO sources (id, profile_id, name, kind, format, mapping, tolerances, updated_at) VALUES (@id, @profileId, @name, @kind, @format, @mapping, @tolerances, @updatedAt)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind, format = excluded.format, mapping = excluded.mapping,
          tolerances = excluded.tolerances, updated_at = excluded.updated_at`,
    {
      ...source,
      profileId,
      format: JSON.stringify(source.format),
      mapping: JSON.stringify(source.mapping),
      tolerances: JSON.stringify(source.tolerances),
      updatedAt,
    },
  );
  const summary = `${before === null ? 'Add' : 'Change'} the source “${source.name}”`;
  note(context, input, { action: 'save-source', summary, outcome: 'done', evidence: { before, after: source } });
  return { ...source, updatedAt };
}

/** `seen`: `updatedAt` of what whoever asks has seen; absent: whatever it is now. */
function requireSeen(
  context: BooksContext,
  { profileId, seen }: OfProfile & { readonly seen?: string | undefined },
  id: string,
  before: Source | null,
): void {
  if (seen === undefined || seen === before?.updatedAt) return;
  const [action, path] =
    before === null ? (['remove-source', '$.before.id'] as const) : (['save-source', '$.after.id'] as const);
  throw new FailureError(changedSince(context, { profileId, actions: [action], of: { [path]: id } }));
}

/** `sources.remove`: throws `invalid-input` while it has imports, `not-found` when there is none, `changed-since` as `saveSource` does. */
export function removeSource(
  context: BooksContext,
  input: Deed & { readonly id: string; readonly seen?: string | undefined },
): void {
  const { database } = context;
  const { profileId, id } = input;
  const before = sourceById(database, profileId, id);
  if (before === null) throw new FailureError({ kind: 'not-found', what: 'source', ident: id });
  requireSeen(context, input, id, before);
  // Also one that is under way, or that was taken back and is not swept away yet.
  const imports = readCount(database.get('SELECT count(*) AS n FROM imports WHERE source_id = ?', id));
  if (imports > 0) throw invalidInput('id', 'a source with imports cannot be removed');
  database.run('DELETE FROM sources WHERE id = ?', id);
  const summary = `Remove the source “${before.name}”`;
  note(context, input, { action: 'remove-source', summary, outcome: 'done', evidence: { before } });
}

function refuseWrong(
  database: SqliteDatabase,
  profileId: string,
  source: Omit<Source, 'updatedAt'>,
  before: Source | null,
): void {
  const named = database.get('SELECT id FROM sources WHERE profile_id = ? AND name = ?', profileId, source.name);
  if (named !== null && readText(named, 'id') !== source.id) throw invalidInput('name', 'another source has this name');
  if (before === null) {
    const taken = database.get('SELECT 1 AS n FROM sources WHERE id = ?', source.id);
    if (taken !== null) throw invalidInput('id', 'was used for another business');
    const count = readCount(database.get('SELECT count(*) AS n FROM sources WHERE profile_id = ?', profileId));
    if (count >= MAX_SOURCES) throw invalidInput('id', `at most ${MAX_SOURCES} sources`);
    return;
  }
  if (before.kind === source.kind) return;
  const imports = readCount(database.get('SELECT count(*) AS n FROM imports WHERE source_id = ?', source.id));
  if (imports > 0) throw invalidInput('kind', 'a source with imports stays of its kind');
}

function isSame(before: Source, after: Omit<Source, 'updatedAt'>): boolean {
  const { updatedAt, ...rest } = before;
  return JSON.stringify({ ...after, updatedAt }) === JSON.stringify({ ...rest, updatedAt });
}

const sourceOf = shapeReader(SOURCE, { format: json(parseFormat), mapping: json(parseMapping) });
