// A whole order of entries that no index has, made once and kept. What a file says of an entry never changes: an order by that holds whatever is written
// beside it, for as long as it is of the same imports; one by where entries stand holds until the next commit.
import type { EntryFilter, EntrySortField } from '../../../../domain/ledger/entry.ts';
import { cellInteger, parseJson, readInteger, readText, type Row } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { VersionedMemo } from '../../../sqlite/memo.ts';
import type { Where } from '../../../sqlite/terms.ts';
import { type EntryQuery, orderOf, type ReachedEntries, rowsOf } from './query.ts';

/** Where an entry lies. */
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
  readonly lasting: Map<string, KeptOrder>;
  readonly passing: VersionedMemo<KeptOrder>;
}
const kept = new WeakMap<SqliteDatabase, Kept>();

/** All places of the query in its order. */
export function keptOrder(database: SqliteDatabase, query: EntryQuery, reached: readonly ReachedEntries[]): KeptOrder {
  const fresh: Kept = { lasting: new Map(), passing: new VersionedMemo(database, MOST_KEPT) };
  const of = kept.get(database) ?? fresh;
  kept.set(database, of);
  const { from, sql, parameters } = rowsOf(query, reached);
  const ordered = `SELECT e.import_seq, e.line FROM ${from} ${sql} ${orderOf(query.sort, false)}`;
  // By their ids too: the number of an import that was taken back is given again.
  const key = JSON.stringify([ordered, parameters, reached.map(({ id }) => id)]);
  const make = (): KeptOrder => new KeptOrder(database, { sql: ordered, parameters });
  if (!isLasting(query)) return of.passing.get(key, make);
  const order = of.lasting.get(key) ?? make();
  // The latest last.
  of.lasting.delete(key);
  of.lasting.set(key, order);
  const [oldest] = of.lasting.keys();
  if (of.lasting.size > MOST_KEPT && oldest !== undefined) of.lasting.delete(oldest);
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

class KeptOrder {
  readonly #seqs: Int32Array;
  readonly #lines: Int32Array;

  constructor(database: SqliteDatabase, { sql, parameters }: Where) {
    // As two texts, which costs a tenth of taking them row by row.
    const row = database.get(
      `SELECT json_group_array(import_seq) AS seqs, json_group_array(line) AS lines FROM (${sql} LIMIT -1)`,
      ...parameters,
    );
    this.#seqs = integersOf(row, 'seqs');
    this.#lines = integersOf(row, 'lines');
  }

  slice(from: number, to: number): readonly Place[] {
    return Array.from(this.#seqs.subarray(from, to), (seq, at) => ({ seq, line: this.#lines[from + at] ?? 0 }));
  }
}

function integersOf(row: Row | null, column: string): Int32Array {
  const list = parseJson(row === null ? '[]' : readText(row, column), 'a list of places');
  return Int32Array.from(Array.isArray(list) ? list.map(cellInteger) : []);
}
