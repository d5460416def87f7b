// A whole order of entries that no index has, made once and kept. What a file says of an entry never changes: an order by that holds whatever is written
// beside it, for as long as it is of the same imports; one by where entries stand holds until the next commit.
import type { EntryFilter, EntrySortField } from '../../../../domain/ledger/entry.ts';
import { readInteger, type Row } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { VersionedMemo } from '../../../sqlite/memo.ts';
import { allNumbers, type Window } from '../../../sqlite/rows.ts';
import { type EntryQuery, orderOf, type ReachedEntries, rowsOf } from './query.ts';

export interface Place {
  readonly seq: number;
  readonly line: number;
}

export function placeOf(row: Row): Place {
  return { seq: readInteger(row, 'import_seq'), line: readInteger(row, 'line') };
}

/** Each has eight bytes an entry. */
const MOST_KEPT = 3;

interface Kept {
  readonly lasting: Map<string, Float64Array>;
  readonly passing: VersionedMemo<Float64Array>;
}
const kept = new WeakMap<SqliteDatabase, Kept>();

/**
 * The places of a window of the query, in its order. Null where its order is not kept yet and none is made: `isMade` makes one, which costs as much as
 * all of its entries.
 */
export function keptPlaces(
  database: SqliteDatabase,
  query: EntryQuery,
  reached: readonly ReachedEntries[],
  { offset, limit, isMade }: Window & { readonly isMade: boolean },
): readonly Place[] | null {
  const fresh: Kept = { lasting: new Map(), passing: new VersionedMemo(database, MOST_KEPT) };
  const of = kept.get(database) ?? fresh;
  kept.set(database, of);
  const { from, sql, parameters } = rowsOf(query, reached);
  const places = `SELECT e.import_seq * ${LINES} + e.line AS id FROM ${from} ${sql} ${orderOf(query.sort, false)} LIMIT -1`;
  // By their ids too: the number of an import that was taken back is given again.
  const key = JSON.stringify([places, parameters, reached.map(({ id }) => id)]);
  if (!isMade && !of.lasting.has(key)) return null;
  const make = (): Float64Array => allNumbers(database, { sql: places, parameters });
  const order = isLasting(query) ? lasting(of.lasting, key, make) : of.passing.get(key, make);
  return Array.from(order.subarray(offset, offset + limit), (id) => ({
    seq: Math.floor(id / LINES),
    line: id % LINES,
  }));
}

/** More than a file has. */
const LINES = 2 ** 32;

function lasting(orders: Kept['lasting'], key: string, make: () => Float64Array): Float64Array {
  const order = orders.get(key) ?? make();
  // The latest last.
  orders.delete(key);
  orders.set(key, order);
  const [oldest] = orders.keys();
  if (orders.size > MOST_KEPT && oldest !== undefined) orders.delete(oldest);
  return order;
}

const OF_STANDING: ReadonlySet<EntrySortField> = new Set(['delta', 'absDelta']);

/** Does an order stay what it is whatever is matched? */
export function isLasting({ filter, sort }: EntryQuery): boolean {
  return !sort.some(({ by }) => OF_STANDING.has(by)) && !asksStanding(filter);
}

function asksStanding({ outcome, pass, recordUuid, amount }: EntryFilter): boolean {
  return [outcome, pass, recordUuid, amount].some((asked) => asked !== undefined);
}
