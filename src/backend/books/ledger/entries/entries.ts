// Lists of entries out of the books: pages in any order, one with what else is about its record, all of a filter for a file.
import { standingOf } from './standings.ts';
import { TRIAGE } from '../../kernel/triage.ts';
import { type BookedEntry, DIRECTIONS, type Entry, ORDER_STATUSES } from '../../../../domain/ledger/entry.ts';
import type { Triage } from '../../../../domain/reconcile/exception.ts';
import type { Import, Source } from '../../../../domain/ledger/import.ts';
import { shortText } from '../../../../domain/kernel/text/plain-text.ts';
import { firstLater } from '../../../../domain/kernel/sorted.ts';
import { instantOfKey } from '../../../../domain/kernel/time/time.ts';
import { type Row, readInteger, readText, readTextOrNull } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { limitAndOffset, named, NEAR, nearerEnd, rowReader, type Window, word } from '../../../sqlite/rows.ts';
import type { BooksContext, OneOfProfile } from '../../kernel/context.ts';
import { countedPlaces, type EntryTotals, tallyByImport, totalsOf } from './counts.ts';
import { keyOfId, keyOfText } from './keys.ts';
import { type EntryQuery, isTallied, orderOf, type ReachedEntries, reachedImports, rowsOf } from './query.ts';
import { isWhole, placesByLine, placesByOrder } from './orders.ts';
import { isLasting, keptPlaces, placeOf, type Place } from './kept-order.ts';
import type { Where } from '../../../sqlite/terms.ts';
import { importBySeq } from '../imports/imports.ts';
import { sourceById } from '../sources.ts';

const MAX_ROWS = 200;

/** `entries.page`. Throws FailureError `invalid-input`. */
export function entryPage(
  { database }: BooksContext,
  input: EntryQuery & Window,
): EntryTotals & { readonly rows: readonly BookedEntry[] } {
  const [limit, offset] = limitAndOffset(input, MAX_ROWS);
  const reached = reachedImports(database, input);
  const totals = totalsOf(database, input, reached);
  const places = placesOf(database, input, reached, { limit, offset, total: totals.total });
  const rows = places.flatMap((place) => {
    const entry = entryAt(database, reached, place);
    if (entry === null) return [];
    return [{ ...shortened(entry), exception: exceptionOn(database, input.profileId, entry.id) }];
  });
  return { ...totals, rows };
}

/** Of what a person has written, so many characters are in a list; `entries.get` and exports have it whole. */
const MOST_OF_TEXT = 200;

function shortened(entry: Entry): Entry {
  const { statusText, customer, memo } = entry;
  return { ...entry, statusText: begin(statusText), customer: begin(customer), memo: begin(memo) };
}

function begin(text: string | null): string | null {
  return text === null ? null : shortText(text, MOST_OF_TEXT);
}

/** Where the rows of a page lie, in order. From the end of the list when that is nearer. */
function placesOf(
  database: SqliteDatabase,
  query: EntryQuery,
  reached: readonly ReachedEntries[],
  { total, ...window }: Window & { readonly total: number },
): readonly Place[] {
  const stretch = nearerEnd(window, total);
  if (stretch.limit === 0) return [];
  const ordered = placesByOrder(database, query, reached, { ...stretch, total });
  if (ordered !== null) return stretch.isReversed ? ordered.toReversed() : ordered;
  const counted = countedPlaces(database, query, reached);
  if (counted !== null) return placesAmong(database, query, counted, window);
  const isWalked = isByPlace(query);
  // By the outcome the way through whole imports is the quicker one, since an order of that lasts until the next commit.
  const isMade = stretch.offset > NEAR && (!isWalked || isLasting(query));
  const isMarked = isWalked && isWhole(query.filter);
  const kept = isMarked ? null : keptPlaces(database, query, reached, { ...window, limit: stretch.limit, isMade });
  if (kept !== null) return kept;
  const places = (isWalked ? placesByImport : placesBySort)(database, query, reached, stretch);
  return stretch.isReversed ? places.toReversed() : places;
}

type Stretch = ReturnType<typeof nearerEnd>;

/** Whole imports are passed over by their tallies. */
function isByPlace({ filter, sort }: EntryQuery): boolean {
  return isTallied(filter) && (sort.length === 0 || (sort.length === 1 && sort[0]?.by === 'line'));
}

/** An outcome of which an import has at least this part is found on the way; of a rarer one the rows are gathered by the index. */
const COMMON = 0.25;

function placesByImport(
  database: SqliteDatabase,
  query: EntryQuery,
  reached: readonly ReachedEntries[],
  { offset, limit, isReversed }: Stretch,
): readonly Place[] {
  const isDown = query.sort[0]?.direction === 'desc';
  const imports = (query.sort.length === 0 || isDown) !== isReversed ? reached.toReversed() : reached;
  const order = `ORDER BY e.line ${isDown === isReversed ? 'ASC' : 'DESC'}`;
  const tally = tallyByImport(database, query.filter);
  const places: Place[] = [];
  let skip = offset;
  for (const one of imports) {
    if (places.length >= limit) break;
    const { meant, all } = tally(one.seq);
    if (skip >= meant) {
      skip -= meant;
      continue;
    }
    const window = { offset: skip, limit: limit - places.length };
    skip = 0;
    if (meant === all) {
      places.push(...placesByLine(database, { seq: one.seq, all }, { ...window, isDown: isDown !== isReversed }));
      continue;
    }
    const { from, sql, parameters } = rowsOf(query, [one]);
    const access = meant < all * COMMON ? from : 'entries AS e NOT INDEXED';
    const page = `SELECT e.import_seq, e.line FROM ${access} ${sql} ${order} LIMIT ? OFFSET ?`;
    places.push(...database.all(page, ...parameters, window.limit, window.offset).map(placeOf));
  }
  return places;
}

/** A window of entries that are known already. */
function placesAmong(
  database: SqliteDatabase,
  { sort }: EntryQuery,
  found: readonly (readonly [seq: number, line: number])[],
  { offset, limit }: Window,
): readonly Place[] {
  const sql = `SELECT e.import_seq, e.line FROM json_each(?) AS f
    CROSS JOIN entries AS e ON e.import_seq = f.value ->> 0 AND e.line = f.value ->> 1 ${orderOf(sort, false)} LIMIT ? OFFSET ?`;
  return database.all(sql, JSON.stringify(found), limit, offset).map(placeOf);
}

function placesBySort(
  database: SqliteDatabase,
  query: EntryQuery,
  reached: readonly ReachedEntries[],
  { offset, limit, isReversed }: Stretch,
): readonly Place[] {
  const { from, sql, parameters } = rowsOf(query, reached);
  const page = `SELECT e.import_seq, e.line FROM ${from} ${sql} ${orderOf(query.sort, isReversed)} LIMIT ? OFFSET ?`;
  return database.all(page, ...parameters, limit, offset).map(placeOf);
}

/**
 * All entries of the filter in order, one at a time; for exports, within one snapshot of the file. One statement brings all that a row is made of, for
 * there may be a million; what is put in order is only where they lie (a LIMIT keeps SQLite from ordering whole rows).
 */
export function* eachEntry(
  database: SqliteDatabase,
  query: EntryQuery,
): IterableIterator<BookedEntry & { readonly import: Import | null }> {
  const reached = reachedImports(database, query);
  const imports = new Map(reached.map(({ seq }) => [seq, importBySeq(database, query.profileId, seq)]));
  const { from, sql, parameters } = rowsOf(query, reached);
  const places = `SELECT e.import_seq, e.line FROM ${from} ${sql} ${orderOf(query.sort, false)} LIMIT -1`;
  const whole = `SELECT e.*, h.match_id, x.id AS exception_id, x.state, x.assignee, x.reason, x.note
    FROM (${places}) AS p CROSS JOIN entries AS e ON e.import_seq = p.import_seq AND e.line = p.line
    LEFT JOIN hand_match_entries AS h ON h.entry_id = e.id LEFT JOIN exceptions AS x ON x.id = (${EXCEPTION_ON})`;
  for (const row of database.each(whole, ...parameters, query.profileId)) {
    const entry = entryOf(reached, row, readTextOrNull(row, 'match_id'));
    if (entry === null) continue;
    const exception = readTextOrNull(row, 'exception_id') === null ? null : triageOf(row);
    yield { ...entry, exception, import: imports.get(readInteger(row, 'import_seq')) ?? null };
  }
}

/** The exception on the entry `e` of a profile while the facts show it; of several the first by kind. */
const EXCEPTION_ON = `SELECT y.id FROM exceptions AS y INDEXED BY exceptions_by_record
  WHERE y.profile_id = ? AND y.record_uuid = e.id AND y.list = 'entries' AND y.cleared_at IS NULL ORDER BY y.kind LIMIT 1`;

export interface EntryWithOthers {
  readonly entry: Entry;
  readonly import: Import;
  readonly source: Source;
  /** Of a replaced one: the entry whose newer word holds, with its import. */
  readonly replacedBy: { readonly entry: Entry; readonly import: Import } | null;
  /** Entries of its source that it holds instead of. */
  readonly replaces: readonly Entry[];
  readonly others: readonly Entry[];
  readonly exceptionId: string | null;
}

/** Other entries that are shown beside one. */
const MAX_OTHERS = 50;

/** `entries.get`: null when the profile has none of that id. */
export function getEntry(
  { database }: BooksContext,
  input: OneOfProfile & { readonly idents?: readonly string[] | undefined },
): EntryWithOthers | null {
  const { profileId, id } = input;
  const reached = reachedImports(database, { profileId, filter: {}, sort: [] });
  const place = placeOfId(database, profileId, id);
  const entry = place === null ? null : entryAt(database, reached, place);
  const kept = place === null ? null : importBySeq(database, profileId, place.seq);
  const source = kept === null ? null : sourceById(database, profileId, kept.sourceId);
  if (entry === null || kept === null || source === null) return null;
  const holding = entry.outcome === 'replaced' ? holdingInstead(database, reached, entry) : null;
  const holds = holding === null ? null : importBySeq(database, profileId, holding.seq);
  const replacedBy = holding === null || holds === null ? null : { entry: holding.entry, import: holds };
  const others = othersOf(database, reached, entry, { idents: input.idents ?? [] }).map((one) => one.entry);
  const isReplacing = entry.outcome !== 'replaced' && entry.outcome !== 'duplicate';
  const replaces = others.filter((one) => isReplacing && one.sourceId === entry.sourceId && one.outcome === 'replaced');
  return {
    entry,
    import: kept,
    source,
    replacedBy,
    replaces,
    others: others.filter((one) => !replaces.includes(one) && one.id !== replacedBy?.entry.id),
    exceptionId: exceptionOn(database, profileId, id)?.id ?? null,
  };
}

/** Where the entry of that id lies, of an import that is done; null when the profile has none. */
export function placeOfId(database: SqliteDatabase, profileId: string, id: string): Place | null {
  const sql = `SELECT e.import_seq, e.line FROM entry_keys AS k CROSS JOIN entries AS e ON e.import_seq = k.import_seq AND e.line = k.line
    CROSS JOIN imports AS i ON i.seq = e.import_seq
    WHERE k.key = ? AND e.id = ? AND i.profile_id = ? AND i.state = 'done'`;
  return database.one(placeOf, sql, keyOfId(id), id, profileId);
}

/** The entry of that id, or null. */
export function entryById(
  database: SqliteDatabase,
  profileId: string,
  id: string,
): (Entry & { readonly importSeq: number }) | null {
  const place = placeOfId(database, profileId, id);
  if (place === null) return null;
  const entry = entryAt(database, reachedImports(database, { profileId, filter: {}, sort: [] }), place);
  return entry === null ? null : { ...entry, importSeq: place.seq };
}

/** Of the same record, or with the same id; those of the books' order first. */
function othersOf(
  database: SqliteDatabase,
  reached: readonly ReachedEntries[],
  { id, ident, recordUuid }: Entry,
  { idents = [], only }: { readonly idents?: readonly string[]; readonly only?: Where | undefined },
): readonly { readonly entry: Entry; readonly seq: number }[] {
  const keys = [ident, recordUuid, ...idents].filter((text) => text !== null).map(keyOfText);
  const same = [...(ident === null ? [] : ['e.ident = ?']), ...(recordUuid === null ? [] : ['e.record_uuid = ?'])];
  if (same.length === 0) return [];
  const sql = `SELECT DISTINCT e.import_seq, e.line
    FROM (SELECT import_seq, line FROM entry_keys WHERE key IN (${keys.map(() => '?').join(', ')})
      UNION SELECT h.import_seq, h.line FROM hand_match_records AS r JOIN hand_match_entries AS h ON h.match_id = r.match_id
        WHERE r.record_uuid = ?) AS c
    CROSS JOIN entries AS e ON e.import_seq = c.import_seq AND e.line = c.line
    WHERE e.import_seq IN (SELECT value FROM json_each(?)) AND e.id <> ? AND (${same.join(' OR ')}) ${only?.sql ?? ''}
    ORDER BY e.import_seq, e.line LIMIT ?`;
  const seqs = JSON.stringify(reached.map(({ seq }) => seq));
  const facts = [ident, recordUuid].filter((text) => text !== null);
  return database
    .all(sql, ...keys, recordUuid ?? '', seqs, id, ...facts, ...(only?.parameters ?? []), MAX_OTHERS)
    .flatMap((row) => {
      const place = placeOf(row);
      const entry = entryAt(database, reached, place);
      return entry === null ? [] : [{ entry, seq: place.seq }];
    });
}

function holdingInstead(database: SqliteDatabase, reached: readonly ReachedEntries[], entry: Entry) {
  const seqs = reached.filter(({ sourceId }) => sourceId === entry.sourceId).map(({ seq }) => seq);
  const only = {
    sql: `AND e.outcome NOT IN ('replaced', 'duplicate') AND e.import_seq IN (SELECT value FROM json_each(?))`,
    parameters: [JSON.stringify(seqs)],
  };
  return othersOf(database, reached, entry, { only })[0] ?? null;
}

function entryAt(database: SqliteDatabase, reached: readonly ReachedEntries[], { seq, line }: Place): Entry | null {
  const row = database.get('SELECT * FROM entries WHERE import_seq = ? AND line = ?', seq, line);
  if (row === null) return null;
  const match = database.get('SELECT match_id FROM hand_match_entries WHERE entry_id = ?', readText(row, 'id'));
  return entryOf(reached, row, match === null ? null : readText(match, 'match_id'));
}

/** Null when it is of no import that is reached. */
function entryOf(reached: readonly ReachedEntries[], row: Row, handMatchId: string | null): Entry | null {
  const owner = importOfPlace(reached, readInteger(row, 'import_seq'));
  if (owner === undefined) return null;
  const atKey = readTextOrNull(row, 'at_key');
  const at = atKey === null ? null : instantOfKey(atKey);
  const { id: importId, sourceId, kind } = owner;
  return { ...readEntry(row), ...standingOf(row), importId, sourceId, kind, at, handMatchId };
}

const readEntry = rowReader({
  id: readText,
  line: readInteger,
  ident: readTextOrNull,
  address: readTextOrNull,
  amount: readText,
  unit: readText,
  status: word(ORDER_STATUSES),
  direction: word(DIRECTIONS),
  statusText: readTextOrNull,
  customer: readTextOrNull,
  memo: readTextOrNull,
  changedAt: readTextOrNull,
});

/** They are in the order of their places. */
function importOfPlace(reached: readonly ReachedEntries[], seq: number): ReachedEntries | undefined {
  const found = reached[firstLater(reached, (one) => one.seq >= seq)];
  return found?.seq === seq ? found : undefined;
}

/** The exception on an entry while the facts show it. */
function exceptionOn(database: SqliteDatabase, profileId: string, id: string): Triage | null {
  const sql = `SELECT id AS exception_id, state, assignee, reason, note FROM exceptions INDEXED BY exceptions_by_record
    WHERE profile_id = ? AND record_uuid = ? AND list = 'entries' AND cleared_at IS NULL ORDER BY kind LIMIT 1`;
  return database.one(triageOf, sql, profileId, id);
}

const triageOf: (row: Row) => Triage = rowReader({ ...TRIAGE, id: named('exception_id', readText) });
