// Matches by hand: one entry with several records, or several entries with one.
import type { Entry, HandMatch, HandMatchRefusal, SourceKind } from '../../../domain/ledger/entry.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OneOfProfile, ReasonedDeed } from '../kernel/context.ts';
import { entryById } from './entries/entries.ts';
import { handMatchOf } from './hand-match-rows.ts';

/** `records`: uuids that the caller has looked up. */
export interface MatchByHand extends Deed, Pick<HandMatch, 'kind' | 'entries' | 'records' | 'note'> {
  readonly intentId: string;
}

export type HandMatched =
  | { readonly outcome: 'made'; readonly match: HandMatch }
  /** `ident`: what people call the entry or record that it fails on. */
  | { readonly outcome: 'refused'; readonly reason: HandMatchRefusal; readonly ident: string | null };

type KeptEntry = Entry & { readonly importSeq: number };

/** `entries.matchByHand`: the same intent answers with the same match. */
export function matchByHand(context: BooksContext, input: MatchByHand): HandMatched {
  const { database } = context;
  const known = handMatchById(database, input.profileId, input.intentId);
  if (known !== null) return { outcome: 'made', match: known };
  const [ids, records] = [[...new Set(input.entries)], [...new Set(input.records)]];
  if (ids.length > 1 && records.length > 1) return { outcome: 'refused', reason: 'many-to-many', ident: null };
  const entries: KeptEntry[] = [];
  for (const id of ids) {
    const entry = entryById(database, input.profileId, id);
    if (entry === null) return { outcome: 'refused', reason: 'entry-not-found', ident: id };
    entries.push(entry);
  }
  const refusal = refusalOf(database, input.kind, entries, records);
  if (refusal !== null) return refusal;
  return { outcome: 'made', match: make(context, input, entries, records) };
}

function refusalOf(
  database: SqliteDatabase,
  kind: SourceKind,
  entries: readonly KeptEntry[],
  records: readonly string[],
): Extract<HandMatched, { readonly outcome: 'refused' }> | null {
  const [first] = entries;
  for (const entry of entries) {
    const ident = entry.ident ?? entry.address;
    if (entry.kind !== kind || entry.sourceId !== first?.sourceId)
      return { outcome: 'refused', reason: 'other-source', ident };
    if (entry.unit !== first.unit) return { outcome: 'refused', reason: 'other-currency', ident };
    if (entry.handMatchId !== null) return { outcome: 'refused', reason: 'taken', ident };
  }
  for (const uuid of records) {
    const sql = 'SELECT 1 AS n FROM hand_match_records WHERE source_id = ? AND record_uuid = ?';
    if (database.get(sql, first?.sourceId ?? '', uuid) !== null)
      return { outcome: 'refused', reason: 'taken', ident: uuid };
  }
  return null;
}

function make(
  context: BooksContext,
  input: MatchByHand,
  entries: readonly KeptEntry[],
  records: readonly string[],
): HandMatch {
  const { database } = context;
  const { intentId, profileId } = input;
  const sourceId = entries[0]?.sourceId ?? '';
  const sql =
    'INSERT INTO hand_matches (id, profile_id, source_id, kind, note, at, os_user) VALUES (@intentId, @profileId, @sourceId, @kind, @note, @at, @osUser)';
  database.run(sql, { ...input, sourceId });
  for (const { id, importSeq, line } of entries) {
    const sql = 'INSERT INTO hand_match_entries (entry_id, import_seq, line, match_id) VALUES (?, ?, ?, ?)';
    database.run(sql, id, importSeq, line, intentId);
  }
  for (const uuid of records) {
    const sql = 'INSERT INTO hand_match_records (source_id, record_uuid, match_id) VALUES (?, ?, ?)';
    database.run(sql, sourceId, uuid, intentId);
  }
  const match = handMatchById(database, profileId, intentId);
  if (match === null) throw new Error('a match that was just made is not there');
  const mine = entries.length === 1 ? 'one of your entries' : `${entries.length} of your entries`;
  const summary = `Match ${mine} with ${records.length === 1 ? 'one record' : `${records.length} records`}`;
  note(context, input, { action: 'match-by-hand', summary, outcome: 'done', evidence: match });
  return match;
}

/** `entries.unmatch`: its entries are matched by the rules again. One that is not there is none already; answers whether it was there. */
export function unmatch(context: BooksContext, input: ReasonedDeed & { readonly id: string }): boolean {
  const { database } = context;
  const { id, profileId, reason } = input;
  const match = handMatchById(database, profileId, id);
  if (match === null) return false;
  database.run('DELETE FROM hand_matches WHERE id = ?', id);
  const evidence = { ...match, reason };
  note(context, input, { action: 'unmatch', summary: 'Take back a match by hand', outcome: 'done', evidence });
  return true;
}

function handMatchById(database: SqliteDatabase, profileId: string, id: string): HandMatch | null {
  const row = database.get('SELECT * FROM hand_matches WHERE id = ? AND profile_id = ?', id, profileId);
  return row === null ? null : handMatchOf(database, row);
}

/** `entries.handMatch`: null when the profile has none of that id. */
export function getHandMatch({ database }: BooksContext, input: OneOfProfile): HandMatch | null {
  return handMatchById(database, input.profileId, input.id);
}
