// The rows of an import on their way into the books: entries and rejects in the order of the file, then the keys that entries are found by and their places
// in the orders of lists, sorted.
import type { Direction, OrderStatus } from '../../../../domain/ledger/entry.ts';
import type { RejectReason } from '../../../../domain/ledger/import.ts';
import { cellInteger, cellText, cellTextOrNull } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { insertRows, manyRows } from '../../../sqlite/many-rows.ts';
import { type EntryOrder, NO_KEY, ORDERS, orderNumber } from '../entries/orders.ts';
import { TallyChanges } from '../entries/tallies.ts';

/** line, id, ident, address, amount, unit, at as a key, status, direction, statusText, customer, memo. */
export type EntryTuple = readonly [
  'entry',
  number,
  string,
  string | null,
  string | null,
  string,
  string,
  string | null,
  OrderStatus,
  Direction,
  string | null,
  string | null,
  string | null,
];
/** Which reject of the file, from 0; line, column, value, reason, and the id that the row names. */
export type RejectTuple = readonly ['reject', number, number, string | null, string, RejectReason, string | null];
/** A stretch of lines of an earlier import, by its place in the books, that the file says again: from, to. */
export type RepeatTuple = readonly ['repeat', number, number, number];
/** A key (entry-keys.ts), and the line of the entry that has it. */
export type KeyTuple = readonly ['key', number, number];
/** Which order, the key of an entry in it (orders.ts), and its line. */
export type OrderedTuple = readonly ['ordered', EntryOrder, string, number];
/** Every thousandth entry: which it is, from 0, and its line. */
export type MarkTuple = readonly ['mark', number, number];
/** Which thousand lines, and what the entries on them are searched by (texts.ts). */
export type TextsTuple = readonly ['texts', number, string];
export type ImportRow = EntryTuple | RejectTuple | RepeatTuple | KeyTuple | OrderedTuple | MarkTuple | TextsTuple;

const INSERT_ENTRY = `INSERT INTO entries (import_seq, line, id, ident, address, amount, unit, at_key, status, direction, status_text, customer,
  memo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_REJECT =
  'INSERT INTO import_rejects (import_seq, ordinal, line, column_title, value, reason, ident) VALUES (?, ?, ?, ?, ?, ?, ?)';
const INSERT_REPEAT = 'INSERT INTO import_repeated_lines (import_seq, of_seq, from_line, to_line) VALUES (?, ?, ?, ?)';
const INSERT_MARK = 'INSERT INTO entry_marks (import_seq, nth, line) VALUES (?, ?, ?)';
const INSERT_TEXTS = 'INSERT INTO entry_texts (import_seq, block, texts) VALUES (?, ?, ?)';
const INSERT_KEYS = manyRows('entry_keys', ['key', 'import_seq', 'line'], 'ON CONFLICT DO NOTHING');
const INSERT_ORDERED = manyRows(
  'ordered_entries',
  ['order_number', 'key', 'import_seq', 'line'],
  'ON CONFLICT DO NOTHING',
);

/** Writes them, with the counts of the entries, within the caller's transaction. They come from another thread: cells are looked at. */
export function writeImportRows(database: SqliteDatabase, importSeq: number, rows: readonly unknown[]): void {
  const tallies = new TallyChanges();
  const keys: number[] = [];
  const ordered: (string | number)[] = [];
  const numbers = new Map<EntryOrder, number>();
  const place = (by: EntryOrder, key: string, line: number): void => {
    const number = numbers.get(by) ?? orderNumber(database, importSeq, by);
    numbers.set(by, number);
    ordered.push(number, key, importSeq, line);
  };
  for (const row of rows) {
    if (!Array.isArray(row)) throw new TypeError('a row of an import is a list of cells');
    const cells: readonly unknown[] = row;
    if (cells[0] === 'entry') {
      insertEntry(database, importSeq, cells, tallies);
      place('absDelta', NO_KEY, cellInteger(cells[1]));
    } else if (cells[0] === 'ordered') place(orderOf(cells[1]), cellText(cells[2]), cellInteger(cells[3]));
    else if (cells[0] === 'key') keys.push(cellInteger(cells[1]), importSeq, cellInteger(cells[2]));
    else if (cells[0] === 'mark') database.run(INSERT_MARK, importSeq, ...cells.slice(1).map(cellInteger));
    else if (cells[0] === 'texts') database.run(INSERT_TEXTS, importSeq, cellInteger(cells[1]), cellText(cells[2]));
    else if (cells[0] === 'repeat') database.run(INSERT_REPEAT, importSeq, ...cells.slice(1).map(cellInteger));
    else insertReject(database, importSeq, cells);
  }
  tallies.write(database);
  insertRows(database, INSERT_KEYS, keys);
  insertRows(database, INSERT_ORDERED, ordered);
}

function orderOf(cell: unknown): EntryOrder {
  const by = ORDERS.find((known) => known === cell);
  if (by === undefined) throw new TypeError('an order that no list has');
  return by;
}

function insertEntry(
  database: SqliteDatabase,
  importSeq: number,
  cells: readonly unknown[],
  tallies: TallyChanges,
): void {
  const [amount, unit] = [cellText(cells[5]), cellText(cells[6])];
  database.run(
    INSERT_ENTRY,
    importSeq,
    cellInteger(cells[1]),
    cellText(cells[2]),
    cellTextOrNull(cells[3]),
    cellTextOrNull(cells[4]),
    amount,
    unit,
    cellTextOrNull(cells[7]),
    cellText(cells[8]),
    cellText(cells[9]),
    cellTextOrNull(cells[10]),
    cellTextOrNull(cells[11]),
    cellTextOrNull(cells[12]),
  );
  tallies.add({ importSeq, outcome: null, pass: null, unit, amount, delta: null });
}

function insertReject(database: SqliteDatabase, importSeq: number, cells: readonly unknown[]): void {
  database.run(
    INSERT_REJECT,
    importSeq,
    cellInteger(cells[1]),
    cellInteger(cells[2]),
    cellTextOrNull(cells[3]),
    cellText(cells[4]),
    cellText(cells[5]),
    cellTextOrNull(cells[6]),
  );
}
