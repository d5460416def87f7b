// What readings of the catalogue have shown to move. The API tells only what holds now, so this is all there is of what held before. Append-only.
import { shapeReader } from '../kernel/json.ts';
import { count } from '../../../domain/kernel/shape.ts';
import {
  afterReading,
  type CatalogueChangeFilter,
  type CatalogueEntry,
  type CatalogueField,
  KNOWN_CATALOGUE,
  type KnownCatalogue,
  type Moved,
  MOVED,
} from '../../../domain/pricing/catalogue-changes.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import { parseJson, readCount, readText } from '../../sqlite/columns.ts';
import { StoreError } from '../../sqlite/errors.ts';
import { json, type PageOf, rowReader, type Window, limitAndOffset } from '../../sqlite/rows.ts';
import { ownInstant } from '../kernel/activity.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';
import { FilterTerms } from '../kernel/filter-terms.ts';

/** Changes that are kept of a business: a server that answers something else every time must not fill the disk. */
const MOST_CHANGES = 20_000;

/** A change as it lies in the books. */
export type LoggedMove = Moved & { readonly id: number };

const readMove = shapeReader(MOVED.extend({ id: count }));
const readReading = rowReader({ lastAt: readText, known: json(knownIn) });

function knownIn(text: string): KnownCatalogue {
  const parsed = KNOWN_CATALOGUE.safeParse(parseJson(text, 'catalogue'));
  if (parsed.success) return parsed.data;
  throw new StoreError('corrupt', 'books', 'a stored catalogue cannot be read back', { cause: parsed.error });
}

/**
 * `catalogue.note`: an answer of the API, before the mirror has it. One that is older than the last says nothing. Answers how many values moved.
 */
export function noteCatalogue(
  { database }: BooksContext,
  {
    profileId,
    ...reading
  }: OfProfile & {
    readonly entries: readonly CatalogueEntry[];
    readonly isWhole: boolean;
    readonly asOf: string;
  },
): number {
  const row = database.get('SELECT last_at, known FROM catalogue_readings WHERE profile_id = ?', profileId);
  const before = row === null ? null : readReading(row);
  if (before !== null && reading.asOf <= before.lastAt) return 0;
  const { known, moved } = afterReading(before?.known ?? null, reading);
  const room = MOST_CHANGES - countOf(database, profileId);
  const insert = `INSERT INTO catalogue_changes (profile_id, method_id, method, currency, field, before, after, unseen_at, seen_at)
      VALUES (@profileId, @methodId, @method, @currency, @field, @before, @after, @unseenAt, @seenAt)`;
  for (const change of moved.slice(0, Math.max(0, room))) database.run(insert, { profileId, ...change });
  database.run(
    `INSERT INTO catalogue_readings (profile_id, first_at, last_at, known) VALUES (@profileId, @asOf, @asOf, @known)
        ON CONFLICT (profile_id) DO UPDATE SET last_at = excluded.last_at, known = excluded.known`,
    { profileId, asOf: reading.asOf, known: JSON.stringify(known) },
  );
  return moved.length;
}

function countOf(database: BooksContext['database'], profileId: string): number {
  return readCount(database.get('SELECT count(*) AS n FROM catalogue_changes WHERE profile_id = ?', profileId));
}

/** Changes of a filter. Throws FailureError `invalid-input`. */
export function movePage(
  { database }: BooksContext,
  input: OfProfile & Window & { readonly filter: CatalogueChangeFilter; readonly sort: readonly Sort<'seenAt'>[] },
): PageOf<LoggedMove> & { readonly since: string | null } {
  const { profileId, filter, sort, ...window } = input;
  const terms = new FilterTerms();
  terms.add('profile_id = ?', profileId);
  terms.oneOf('method', filter.method);
  terms.oneOf('currency', filter.currency);
  terms.oneOf('field', filter.field);
  terms.bound('seen_at >= ?', 'filter.seenFrom', filter.seenFrom, ownInstant);
  terms.bound('seen_at < ?', 'filter.seenTo', filter.seenTo, ownInstant);
  const { sql, parameters } = terms.where();
  const order = sort[0]?.direction === 'asc' ? 'ASC' : 'DESC';
  const page = `SELECT * FROM catalogue_changes ${sql} ORDER BY id ${order} LIMIT ? OFFSET ?`;
  const first = database.get('SELECT first_at FROM catalogue_readings WHERE profile_id = ?', profileId);
  return {
    rows: database.all(page, ...parameters, ...limitAndOffset(window, 1000)).map(readMove),
    total: readCount(database.get(`SELECT count(*) AS n FROM catalogue_changes ${sql}`, ...parameters)),
    since: first === null ? null : readText(first, 'first_at'),
  };
}

/** `catalogue.newMoves`: the changes of those fields after the last one that was looked at, at most 1,000, and the last there is. */
export function newMoves(
  { database }: BooksContext,
  input: OfProfile & { readonly after: number; readonly fields: readonly CatalogueField[] },
): { readonly moves: readonly LoggedMove[]; readonly upTo: number } {
  const { profileId, after, fields } = input;
  const upTo = readCount(database.get('SELECT coalesce(max(id), 0) AS n FROM catalogue_changes'));
  const sql = `SELECT * FROM catalogue_changes INDEXED BY catalogue_changes_by_profile
      WHERE profile_id = ? AND id > ? AND field IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT 1000`;
  return { moves: database.all(sql, profileId, after, JSON.stringify(fields)).map(readMove), upTo };
}
