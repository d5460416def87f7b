// The observation log: which field of which record changed, from what to what, and when an answer showed it first.
// The API keeps no history, so this is the only evidence there is. Append-only.
import {
  LATE_KINDS,
  type LateKind,
  lateChanges,
  type Observed,
  OBSERVED_LISTS,
  type ObservedList,
} from '../../../domain/records/observation.ts';
import { type Row, readCount, readInteger, readText, readTextOrNull, readWord } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { limitAndOffset, orNull, type PageOf, type RowOf, rowReader, type Window, word } from '../../sqlite/rows.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';

export interface ObservedChange extends Observed {
  /** The same change has the same key; it is kept once, as first seen. */
  readonly key: string;
  readonly profileId: string;
  /** The record it stands under: a delivery's invoice. */
  readonly parentUuid: string | null;
  readonly source: string;
  readonly late: LateKind | null;
}

export type LoggedChange = ObservedChange & { readonly id: number };

/**
 * Changes kept of one field that the specification does not name or that only dresses the record: a server that sends another
 * value with every answer must not fill the disk.
 */
const MOST_IDLE_CHANGES = 50;

function isIdle(field: string): boolean {
  return field.startsWith('extra.') || field.endsWith('logo_url') || field === 'payment_url';
}

const INSERT = `INSERT INTO observations (key, profile_id, list, record_uuid, field, before, after, at, source, status_before, parent_uuid, late)
  SELECT @key, @profileId, @list, @recordUuid, @field, @before, @after, @at, @source, @statusBefore, @parentUuid, @late WHERE `;
const ROOM = `(SELECT count(*) FROM observations WHERE profile_id = @profileId AND record_uuid = @recordUuid AND field = @field) < ${MOST_IDLE_CHANGES}`;

/** Appends what is not there yet, in one transaction. For the writer, before it commits to a mirror. */
export function appendObservations(database: SqliteDatabase, changes: readonly ObservedChange[]): void {
  database.transaction(() => {
    for (const change of changes) {
      database.run(`${INSERT}${isIdle(change.field) ? ROOM : 'true'} ON CONFLICT (key) DO NOTHING`, change);
    }
  });
}

/** Newest first. */
export interface HistoryPage extends PageOf<LoggedChange> {
  /** When the oldest entry was seen; null when there is none. */
  readonly since: string | null;
}

const OF_RECORD = 'FROM observations WHERE profile_id = @profileId AND (record_uuid = @uuid OR parent_uuid = @uuid)';

/** `observations.ofRecord`: the history of a record and of what stands under it, as the console saw it. */
export function observationsOfRecord(
  { database }: BooksContext,
  input: OfProfile & Window & { readonly uuid: string },
): HistoryPage {
  const [limit, offset] = limitAndOffset(input, 1000);
  const page = `SELECT * ${OF_RECORD} ORDER BY id DESC LIMIT @limit OFFSET @offset`;
  const rows = database.all(page, { ...input, limit, offset });
  const oldest = database.get(`SELECT at ${OF_RECORD} ORDER BY id LIMIT 1`, input);
  return {
    rows: judged(rows.map(readChange)),
    total: readCount(database.get(`SELECT count(*) AS n ${OF_RECORD}`, input)),
    since: oldest === null ? null : readText(oldest, 'at'),
  };
}

/** The same entries the other way round. */
export function oldestFirst(newestFirst: readonly LoggedChange[]): readonly LoggedChange[] {
  return newestFirst.toReversed();
}

/** Entries of the first version of the log do not say whether they came late; the log around them does. */
function judged(newestFirst: readonly LoggedChange[]): readonly LoggedChange[] {
  const late = new Map(lateChanges(oldestFirst(newestFirst)).map((change) => [change.id, change.late]));
  return newestFirst.map((change) => ({ ...change, late: change.late ?? late.get(change.id) ?? null }));
}

/** One answer that changed a final record. */
export interface LateEvent {
  readonly list: ObservedList;
  readonly recordUuid: string;
  readonly at: string;
  readonly source: string;
  readonly changes: readonly RowOf<typeof LATE_CHANGE>[];
}

const LATE_CHANGE = { field: readText, before: readTextOrNull, after: readTextOrNull, late: word(LATE_KINDS) };
const readLateChange = rowReader(LATE_CHANGE);

const LATE_EVENTS = `SELECT list, record_uuid, at, max(id) AS latest FROM observations INDEXED BY observations_late
    WHERE profile_id = ? AND late IS NOT NULL GROUP BY list, record_uuid, at`;

/** `observations.late`: the answers that changed a final record, the latest first. */
export function lateChangePage({ database }: BooksContext, input: OfProfile & Window): PageOf<LateEvent> {
  return {
    rows: database
      .all(`${LATE_EVENTS} ORDER BY latest DESC LIMIT ? OFFSET ?`, input.profileId, ...limitAndOffset(input, 200))
      .map((row) => eventOf(database, input.profileId, row)),
    total: readCount(database.get(`SELECT count(*) AS n FROM (${LATE_EVENTS})`, input.profileId)),
  };
}

/** All of them in the same order, one at a time; for exports, within one snapshot of the file. */
export function* eachLateChange(database: SqliteDatabase, profileId: string): IterableIterator<LateEvent> {
  for (const event of database.all(`${LATE_EVENTS} ORDER BY latest DESC`, profileId))
    yield eventOf(database, profileId, event);
}

function eventOf(database: SqliteDatabase, profileId: string, event: Row): LateEvent {
  const list = readWord(event, 'list', OBSERVED_LISTS);
  const recordUuid = readText(event, 'record_uuid');
  const at = readText(event, 'at');
  const sql = `SELECT field, before, after, late, source FROM observations INDEXED BY observations_by_record
    WHERE profile_id = ? AND record_uuid = ? AND list = ? AND at = ? AND late IS NOT NULL ORDER BY id LIMIT 50`;
  const rows = database.all(sql, profileId, recordUuid, list, at);
  const source = rows[0] === undefined ? '' : readText(rows[0], 'source');
  return { list, recordUuid, at, source, changes: rows.map(readLateChange) };
}

/** `observations.countLate`: records that changed after they were final, seen since the given moment; and when the first of them was. */
export function countLateRecords(
  { database }: BooksContext,
  input: OfProfile & { readonly since: string },
): { readonly records: number; readonly oldest: string | null } {
  const sql = `SELECT count(DISTINCT record_uuid) AS n, min(at) AS oldest FROM observations INDEXED BY observations_late
    WHERE profile_id = ? AND late IS NOT NULL AND at >= ?`;
  const row = database.get(sql, input.profileId, input.since);
  return { records: readCount(row), oldest: row === null ? null : readTextOrNull(row, 'oldest') };
}

const readChange: (row: Row) => LoggedChange = rowReader({
  id: readInteger,
  key: readText,
  profileId: readText,
  list: word(OBSERVED_LISTS),
  recordUuid: readText,
  parentUuid: readTextOrNull,
  field: readText,
  before: readTextOrNull,
  after: readTextOrNull,
  at: readText,
  source: readText,
  statusBefore: readTextOrNull,
  late: orNull(word(LATE_KINDS)),
});

/** What a correction of a final invoice changes first. */
const CORRECTIONS = `(field = 'is_adjusted' OR field = 'settled_amount_usdt' OR field GLOB 'adjustment.*' OR field = 'status')`;

/**
 * The server's time of the latest answer that showed an adjustment or another settled amount of the invoice after it was final; null when none
 * did. For whoever has the books open.
 */
export function correctionSeenAt(database: SqliteDatabase, profileId: string, invoiceUuid: string): string | null {
  const sql = `SELECT * FROM observations INDEXED BY observations_by_record
    WHERE profile_id = ? AND record_uuid = ? AND list = 'invoices' AND ${CORRECTIONS} ORDER BY id`;
  const late = lateChanges(database.all(sql, profileId, invoiceUuid).map(readChange));
  return late.findLast(({ late: kind }) => kind === 'adjusted-later' || kind === 'settled-changed')?.at ?? null;
}
