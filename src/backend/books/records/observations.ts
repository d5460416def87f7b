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
import type { BooksContext } from '../kernel/context.ts';

export interface ObservedChange extends Observed {
  /** The same change has the same key; it is kept once, as first seen. */
  readonly key: string;
  readonly profileId: string;
  /** The record it stands under: a delivery's invoice. */
  readonly parentUuid: string | null;
  /** Which call the answer belonged to. */
  readonly source: string;
  readonly late: LateKind | null;
}

/** An entry of the log as it is read. */
export type LoggedChange = ObservedChange & { readonly id: number };

/**
 * Changes kept of one field that the specification does not name or that only dresses the record: a server that sends another
 * value with every answer must not fill the disk.
 */
const MOST_IDLE_CHANGES = 50;

function isIdle(field: string): boolean {
  return field.startsWith('extra.') || field.endsWith('logo_url') || field === 'payment_url';
}

const COLUMNS =
  'key, profile_id, list, record_uuid, field, before, after, at, source, status_before, parent_uuid, late';
const INSERT = `INSERT INTO observations (${COLUMNS}) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE `;
const ROOM = '(SELECT count(*) FROM observations WHERE profile_id = ? AND record_uuid = ? AND field = ?) < ?';

/** Appends what is not there yet, in one transaction. For the writer, before it commits to a mirror. */
export function appendObservations(database: SqliteDatabase, changes: readonly ObservedChange[]): void {
  database.transaction(() => {
    for (const change of changes) {
      const { key, profileId, list, recordUuid, field, before, after, at, source } = change;
      const { statusBefore, parentUuid, late } = change;
      const cells = [
        key,
        profileId,
        list,
        recordUuid,
        field,
        before,
        after,
        at,
        source,
        statusBefore,
        parentUuid,
        late,
      ];
      const room = isIdle(field) ? [profileId, recordUuid, field, MOST_IDLE_CHANGES] : [];
      const sql = `${INSERT}${isIdle(field) ? ROOM : 'true'} ON CONFLICT (key) DO NOTHING`;
      database.run(sql, ...cells, ...room);
    }
  });
}

export interface HistoryPage {
  /** Newest first. */
  readonly rows: readonly LoggedChange[];
  readonly total: number;
  /** When the oldest entry was seen; null when there is none. */
  readonly since: string | null;
}

const OF_RECORD = 'FROM observations WHERE profile_id = ? AND (record_uuid = ? OR parent_uuid = ?)';

/** `observations.ofRecord`: the history of a record and of what stands under it, as the console saw it. */
export function observationsOfRecord(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly uuid: string; readonly offset: number; readonly limit: number },
): HistoryPage {
  const { profileId, uuid } = input;
  return database.snapshot(() => {
    const rows = database.all(
      `SELECT * ${OF_RECORD} ORDER BY id DESC LIMIT ? OFFSET ?`,
      profileId,
      uuid,
      uuid,
      Math.min(Math.max(0, input.limit), 1000),
      Math.max(0, input.offset),
    );
    const oldest = database.get(`SELECT at ${OF_RECORD} ORDER BY id LIMIT 1`, profileId, uuid, uuid);
    return {
      rows: judged(rows.map(readChange)),
      total: readCount(database.get(`SELECT count(*) AS n ${OF_RECORD}`, profileId, uuid, uuid)),
      since: oldest === null ? null : readText(oldest, 'at'),
    };
  });
}

/** The same entries the other way round. */
export function oldestFirst(newestFirst: readonly LoggedChange[]): readonly LoggedChange[] {
  const turned: LoggedChange[] = [];
  for (let index = newestFirst.length - 1; index >= 0; index -= 1) {
    const change = newestFirst[index];
    if (change !== undefined) turned.push(change);
  }
  return turned;
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
  readonly changes: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly late: LateKind;
  }[];
}

const LATE_EVENTS = `SELECT list, record_uuid, at, max(id) AS latest FROM observations INDEXED BY observations_late
    WHERE profile_id = ? AND late IS NOT NULL GROUP BY list, record_uuid, at`;

/** `observations.late`: the answers that changed a final record, the latest first. */
export function lateChangePage(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly offset: number; readonly limit: number },
): { readonly rows: readonly LateEvent[]; readonly total: number } {
  return database.snapshot(() => ({
    rows: database
      .all(
        `${LATE_EVENTS} ORDER BY latest DESC LIMIT ? OFFSET ?`,
        input.profileId,
        Math.min(Math.max(0, input.limit), 200),
        Math.max(0, input.offset),
      )
      .map((row) => eventOf(database, input.profileId, row)),
    total: readCount(database.get(`SELECT count(*) AS n FROM (${LATE_EVENTS})`, input.profileId)),
  }));
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
  const changes = rows.map((row) => ({
    field: readText(row, 'field'),
    before: readTextOrNull(row, 'before'),
    after: readTextOrNull(row, 'after'),
    late: readWord(row, 'late', LATE_KINDS),
  }));
  return { list, recordUuid, at, source: rows[0] === undefined ? '' : readText(rows[0], 'source'), changes };
}

/** `observations.countLate`: records that changed after they were final, seen since the given moment; and when the first of them was. */
export function countLateRecords(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly since: string },
): { readonly records: number; readonly oldest: string | null } {
  const sql = `SELECT count(DISTINCT record_uuid) AS n, min(at) AS oldest FROM observations INDEXED BY observations_late
    WHERE profile_id = ? AND late IS NOT NULL AND at >= ?`;
  const row = database.get(sql, input.profileId, input.since);
  return { records: readCount(row), oldest: row === null ? null : readTextOrNull(row, 'oldest') };
}

function readChange(row: Row): LoggedChange {
  const late = readTextOrNull(row, 'late');
  return {
    id: readInteger(row, 'id'),
    key: readText(row, 'key'),
    profileId: readText(row, 'profile_id'),
    list: readWord(row, 'list', OBSERVED_LISTS),
    recordUuid: readText(row, 'record_uuid'),
    parentUuid: readTextOrNull(row, 'parent_uuid'),
    field: readText(row, 'field'),
    before: readTextOrNull(row, 'before'),
    after: readTextOrNull(row, 'after'),
    at: readText(row, 'at'),
    source: readText(row, 'source'),
    statusBefore: readTextOrNull(row, 'status_before'),
    late: late === null ? null : readWord(row, 'late', LATE_KINDS),
  };
}

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
