// Invoices as plain cells, for files: all of a filter in its order, only the columns that are wanted, straight from the narrow tables.
import type { Invoice, InvoiceFilter, InvoiceSortField } from '../../../../domain/records/invoice.ts';
import type { Sort } from '../../../../domain/kernel/list.ts';
import { labelsCell, type Marks } from '../../../../domain/support/notes.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { cellInteger, parseJson, readBytes, readInteger, readText, readTextOrNull } from '../../../sqlite/columns.ts';
import { StoreError } from '../../../sqlite/errors.ts';
import { accessForRows, weighed } from '../../kernel/access.ts';
import { invoiceWhere } from '../../kernel/conditions.ts';
import { invoiceOrder } from './pages.ts';

const ofAdjustment = (field: string): string =>
  `CASE WHEN i.is_adjusted = 1 THEN (SELECT json_extract(r.record, '$.adjustment.${field}') FROM invoice_records AS r WHERE r.id = i.id) END`;

const CELLS = {
  uuid: 'i.uuid',
  external_id: 'i.external_id',
  customer_id: 'i.customer_id',
  status: 'i.status',
  currency: 'i.currency',
  amount: 'i.amount',
  amount_to_send: 'i.amount_to_send',
  payment_method: 'i.payment_method',
  rate: 'i.rate',
  settled_amount_usdt: 'i.settled_amount_usdt',
  is_adjusted: `CASE WHEN i.is_adjusted = 1 THEN 'yes' ELSE 'no' END`,
  expected_amount_fiat: ofAdjustment('expected_amount_fiat'),
  actual_amount_fiat: ofAdjustment('actual_amount_fiat'),
  expected_amount_usdt: ofAdjustment('expected_amount_usdt'),
  actual_amount_usdt: ofAdjustment('actual_amount_usdt'),
  created_at: 'i.created_at',
  expires_at: 'i.expires_at',
  finished_at: 'i.finished_at',
  purpose: 'i.purpose',
  payment_url: '(SELECT u.payment_url FROM invoice_addresses AS u WHERE u.id = i.id)',
  not_shown_since: 'i.missing_since',
  read_at: 'i.as_of',
  // Behind the id in the list of those that are read.
  labels: 'e.value ->> 1',
  notes: 'ifnull(e.value ->> 2, 0)',
  open_case: `ifnull(e.value ->> 3, 'no')`,
} as const;
/** A column, or a field that stands in the record alone. */
export type InvoiceCell = keyof typeof CELLS | keyof Invoice;

const COLUMN_OF: Readonly<Record<string, string>> = CELLS;

function cellSql(cell: InvoiceCell): string {
  return COLUMN_OF[cell] ?? `(SELECT json_extract(r.record, '$.${cell}') FROM invoice_records AS r WHERE r.id = i.id)`;
}

export interface InvoiceQuery {
  readonly filter: InvoiceFilter;
  readonly sort: readonly Sort<InvoiceSortField>[];
  /** What people have written, by uuid. */
  readonly marks: ReadonlyMap<string, Marks>;
}

type CellValue = string | number | null;

/** The named cells of every invoice of the filter, in the order of the list; within one snapshot of the file. Throws `invalid-input`. */
export function* eachInvoiceCells(
  database: SqliteDatabase,
  query: InvoiceQuery,
  cells: readonly InvoiceCell[],
): IterableIterator<readonly CellValue[]> {
  for (const { listed } of eachListed(database, query)) yield* cellsFrom(database, cells, listed);
}

function* cellsFrom(
  database: SqliteDatabase,
  cells: readonly InvoiceCell[],
  listed: string,
): IterableIterator<readonly CellValue[]> {
  const columns = cells.map(cellSql).join(', ');
  for (const row of database.iterate(`SELECT ${columns} FROM ${LISTED}`, listed)) {
    if (!row.every(isCell))
      throw new StoreError('corrupt', 'mirror', 'a cell of an invoice is neither text nor number');
    yield row;
  }
}

/** Rows that are joined in one read. */
const JOINED = 2_000;
/** The listed invoices, in the order of the list: of each its id and, where somebody has written about it, the cells of that. */
const LISTED = 'json_each(?) AS e CROSS JOIN invoices AS i ON i.id = e.value ->> 0';

/** Some thousands of invoices as one text; what is missing is an empty cell. */
export interface JoinedInvoices {
  /** UTF-8, with the given joints between cells and between rows. */
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly again: () => IterableIterator<readonly CellValue[]>;
}

/**
 * The same rows in the same order, joined by the database: a third of the cost, since no cell becomes a value of its own. Nothing is said of
 * what the cells hold: a text may have a joint in it.
 */
export function* eachInvoiceJoined(
  database: SqliteDatabase,
  query: InvoiceQuery,
  cells: readonly InvoiceCell[],
  joints: { readonly cell: string; readonly row: string },
): IterableIterator<JoinedInvoices> {
  const row = cells.map((cell) => `ifnull(${cellSql(cell)}, '')`).join(', ');
  const joined = `SELECT CAST(group_concat(concat_ws(?, ${row}), ?) AS BLOB) AS joined FROM ${LISTED}`;
  for (const { listed, count } of eachListed(database, query)) {
    const read = database.get(joined, joints.cell, joints.row, listed);
    if (read === null) throw new StoreError('corrupt', 'mirror', 'invoices are gone within a snapshot');
    yield { bytes: readBytes(read, 'joined'), count, again: () => cellsFrom(database, cells, listed) };
  }
}

/** First the ids, by the indexes alone, then so many of them at once. */
function* eachListed(
  database: SqliteDatabase,
  { filter: asked, sort, marks }: InvoiceQuery,
): IterableIterator<{ readonly listed: string; readonly count: number }> {
  const filter = weighed(database, asked);
  const where = invoiceWhere(filter);
  const order = invoiceOrder(sort);
  // The limit keeps the order, which the database may leave out otherwise.
  const ordered = `SELECT i.id FROM invoices AS i ${accessForRows(filter, sort)} ${order.join} ${where.sql} ${order.sql} LIMIT -1`;
  const list = database.get(`SELECT json_group_array(id) AS ids FROM (${ordered})`, ...where.parameters);
  const ids = list === null ? [] : readIds(readText(list, 'ids'));
  const beside = new Map<number, readonly CellValue[]>();
  const marked = 'SELECT id, uuid FROM invoices WHERE uuid IN (SELECT value FROM json_each(?))';
  for (const row of database.all(marked, JSON.stringify([...marks.keys()]))) {
    const { labels = [], notes = 0, hasCase = false } = marks.get(readText(row, 'uuid')) ?? {};
    beside.set(readInteger(row, 'id'), [labelsCell(labels), notes, hasCase ? 'yes' : 'no']);
  }
  for (let from = 0; from < ids.length; from += JOINED) {
    const some = ids.slice(from, from + JOINED);
    yield { listed: JSON.stringify(some.map((id) => [id, ...(beside.get(id) ?? [])])), count: some.length };
  }
}

function readIds(json: string): readonly number[] {
  const ids = parseJson(json, 'a list of ids');
  if (!Array.isArray(ids)) throw new Error('json_group_array gives an array');
  return ids.map(cellInteger);
}

function isCell(value: unknown): value is CellValue {
  return typeof value === 'string' || value === null || typeof value === 'number';
}

/** The oldest reading of an invoice of the filter, server's time; null without any. */
export function oldestInvoiceReading(database: SqliteDatabase, filter: InvoiceFilter): string | null {
  const where = invoiceWhere(weighed(database, filter));
  const row = database.get(`SELECT min(i.as_of) AS oldest FROM invoices AS i ${where.sql}`, ...where.parameters);
  return row === null ? null : readTextOrNull(row, 'oldest');
}
