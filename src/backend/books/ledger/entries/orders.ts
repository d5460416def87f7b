// Entries of a profile in the orders that lists are asked for, one tree each, so that a page is found at any depth without ordering what is before it.
import type { EntryFilter } from '../../../../domain/ledger/entry.ts';
import { readCount, readInteger } from '../../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../../sqlite/database.ts';
import { StoreError } from '../../../sqlite/errors.ts';
import type { nearerEnd, Window } from '../../../sqlite/rows.ts';
import { type Place, placeOf } from './kept-order.ts';
import type { EntryQuery, ReachedEntries } from './query.ts';

/** By what entries lie in order; `line` is the order of their table. */
export const ORDERS = ['at', 'amount', 'ident', 'absDelta'] as const;
export type EntryOrder = (typeof ORDERS)[number];

/** Of what is missing: it comes after all others, whichever way the list goes. */
export const NO_KEY = '';

/** Texts in the order of the values. An instant without the zeros that every one ends with; of an amount, which is not negative, how long its whole part is first. */
export const orderKeys = {
  at: (key: string | null): string => key?.replace(/\.?0*Z$/, '') ?? NO_KEY,
  ident: (ident: string | null): string => ident ?? NO_KEY,
  amount: (amount: string): string => String.fromCharCode(LENGTHS + `${amount}.`.indexOf('.')) + amount,
  absDelta: (delta: string | null): string => (delta === null ? NO_KEY : orderKeys.amount(delta.replace('-', ''))),
};

/** Lengths are written as characters, from the first one that can be seen on. */
const LENGTHS = 33;

/** The number of an order of the profile that an import is of; made where it is the first. */
export function orderNumber(database: SqliteDatabase, importSeq: number, by: EntryOrder): number {
  const sql = `SELECT o.number FROM imports AS i JOIN entry_orders AS o ON o.profile_id = i.profile_id AND o.sort_field = ? WHERE i.seq = ?`;
  const known = database.get(sql, by, importSeq);
  if (known !== null) return readInteger(known, 'number');
  const make = 'INSERT INTO entry_orders (profile_id, sort_field) SELECT profile_id, ? FROM imports WHERE seq = ?';
  return database.run(make, by, importSeq).lastId;
}

function numberOf(database: SqliteDatabase, profileId: string, by: EntryOrder): number | null {
  const row = database.get('SELECT number FROM entry_orders WHERE profile_id = ? AND sort_field = ?', profileId, by);
  return row === null ? null : readInteger(row, 'number');
}

/** The line of every so manyth entry of an import is marked. */
export const MARKED = 1_000;

/** The places of an import of so many entries by its lines, from the `offset`th on, whichever way they go. */
export function placesByLine(
  database: SqliteDatabase,
  { seq, all }: { readonly seq: number; readonly all: number },
  { offset, limit, isDown }: Window & { readonly isDown: boolean },
): readonly Place[] {
  const count = Math.min(limit, all - offset);
  const from = isDown ? all - offset - count : offset;
  const nth = from - (from % MARKED);
  const line = database.get('SELECT line FROM entry_marks WHERE import_seq = ? AND nth = ?', seq, nth);
  if (line === null) throw new StoreError('corrupt', 'books', 'entries of an import are not marked');
  const sql = `SELECT import_seq, line FROM entries WHERE import_seq = ? AND line >= ? ORDER BY line LIMIT ? OFFSET ?`;
  const places = database.all(sql, seq, readInteger(line, 'line'), count, from - nth).map(placeOf);
  return isDown ? places.toReversed() : places;
}

/** Of fewer than one in so many entries of the profile the rows are ordered by themselves. */
const FEW = 16;

/** The places of a stretch of a query of so many entries, in its order; null where no tree has the order. */
export function placesByOrder(
  database: SqliteDatabase,
  { profileId, filter, sort }: EntryQuery,
  reached: readonly ReachedEntries[],
  { total, ...stretch }: ReturnType<typeof nearerEnd> & { readonly total: number },
): readonly Place[] | null {
  const by = ORDERS.find((known) => sort.length === 1 && sort[0]?.by === known);
  if (by === undefined || !isWhole(filter)) return null;
  const number = numberOf(database, profileId, by);
  if (number === null) return null;
  const all = `SELECT coalesce(sum(t.count), 0) AS n, count(DISTINCT i.seq) AS imports FROM imports AS i
    LEFT JOIN entry_tallies AS t ON t.import_seq = i.seq WHERE i.profile_id = ?`;
  const row = database.get(all, profileId);
  if (readCount(row) > total * FEW) return null;
  const isAll = row !== null && readInteger(row, 'imports') === reached.length;
  const only = isAll ? '' : 'AND o.import_seq IN (SELECT value FROM json_each(?))';
  const seqs = isAll ? [] : [JSON.stringify(reached.map(({ seq }) => seq))];
  return walk({ database, number, only, seqs, total }, sort[0]?.direction === 'desc', stretch);
}

/** Nothing but whole imports is asked for. */
export function isWhole({ kind: _kind, sourceId: _source, importId: _import, ...rest }: EntryFilter): boolean {
  return Object.values(rest).every((asked) => asked === undefined || asked === '' || isEmpty(asked));
}

const isEmpty = (asked: unknown): boolean => Array.isArray(asked) && asked.length === 0;

interface Tree {
  readonly database: SqliteDatabase;
  readonly number: number;
  readonly only: string;
  readonly seqs: readonly SqlValue[];
  readonly total: number;
}

/** Downwards the missing ones lie where they are wanted; upwards they are a part of their own behind the others. */
function walk(
  tree: Tree,
  isDown: boolean,
  { offset, limit, isReversed }: ReturnType<typeof nearerEnd>,
): readonly Place[] {
  const direction = isDown === isReversed ? 'ASC' : 'DESC';
  if (isDown) return part(tree, '', direction, offset, limit);
  const [first, second] = isReversed ? [MISSING, PRESENT] : [PRESENT, MISSING];
  const places = part(tree, first, direction, offset, limit);
  if (places.length === limit) return places;
  const missing = countMissing(tree);
  const passed = isReversed ? missing : tree.total - missing;
  return [...places, ...part(tree, second, direction, Math.max(0, offset - passed), limit - places.length)];
}

const PRESENT = `AND o.key > '${NO_KEY}'`;
const MISSING = `AND o.key = '${NO_KEY}'`;

function part(
  { database, number, only, seqs }: Tree,
  which: string,
  direction: string,
  offset: number,
  limit: number,
): readonly Place[] {
  const sql = `SELECT o.import_seq, o.line FROM ordered_entries AS o WHERE o.order_number = ? ${which} ${only}
    ORDER BY o.key ${direction}, o.import_seq ${direction}, o.line ${direction} LIMIT ? OFFSET ?`;
  return database.all(sql, number, ...seqs, limit, offset).map(placeOf);
}

function countMissing({ database, number, only, seqs }: Tree): number {
  const sql = `SELECT count(*) AS n FROM ordered_entries AS o WHERE o.order_number = ? ${MISSING} ${only}`;
  return readCount(database.get(sql, number, ...seqs));
}

/** Where a sweep of the orders goes on. */
export interface OrdersSweep {
  readonly order: number;
  readonly key: string;
}

export const FIRST_ORDER: OrdersSweep = { order: 0, key: NO_KEY };

/** What an import has among the next so many rows of the profile's orders goes, and an order without any; where to go on, null at the end. */
export function sweepOrders(
  database: SqliteDatabase,
  seq: number,
  { order, key }: OrdersSweep,
  rows: number,
): OrdersSweep | null {
  const next = `SELECT number FROM entry_orders WHERE number >= ? AND profile_id = (SELECT profile_id FROM imports WHERE seq = ?) ORDER BY number LIMIT 1`;
  const found = database.get(next, order, seq);
  if (found === null) return null;
  const number = readInteger(found, 'number');
  const from = number === order ? key : NO_KEY;
  const end = database.get(
    `SELECT key FROM ordered_entries WHERE order_number = ? AND key >= ? ORDER BY key LIMIT 1 OFFSET ?`,
    number,
    from,
    rows,
  );
  const to = end?.['key'];
  const sql = 'DELETE FROM ordered_entries WHERE order_number = ? AND import_seq = ? AND key >= ?';
  if (typeof to !== 'string') {
    database.run(sql, number, seq, from);
    const rest = 'SELECT 1 FROM ordered_entries WHERE order_number = entry_orders.number';
    database.run(`DELETE FROM entry_orders WHERE number = ? AND NOT EXISTS (${rest})`, number);
    return { order: number + 1, key: NO_KEY };
  }
  // A key that many entries share is a piece by itself, with nothing between it and the next text.
  const until = to === from ? `${from}\u0000` : to;
  database.run(`${sql} AND key < ?`, number, seq, from, until);
  return { order: number, key: until };
}

/** An entry of the order by differences lies elsewhere once its difference is another. */
export function moveInOrder(
  database: SqliteDatabase,
  { importSeq, line }: { readonly importSeq: number; readonly line: number },
  before: string | null,
  after: string | null,
): void {
  const [from, to] = [orderKeys.absDelta(before), orderKeys.absDelta(after)];
  if (from === to) return;
  const sql = 'UPDATE ordered_entries SET key = ? WHERE order_number = ? AND key = ? AND import_seq = ? AND line = ?';
  database.run(sql, to, orderNumber(database, importSeq, 'absDelta'), from, importSeq, line);
}
