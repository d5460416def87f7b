/** The columns of an invoice, and storing pages of them (`invoices.store`). */
import { INVOICE, type Invoice, isTerminal } from '../../../domain/records/invoice.ts';
import { readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import type { StoreInput, StoreResult } from '../kernel/answers.ts';
import type { MirrorWriteContext } from '../kernel/context.ts';
import { listChangedInvoice, listNewInvoice } from '../webhooks/delivery-list/store.ts';
import { diffInvoice } from '../kernel/diff.ts';
import { moneyKey, moneyProblem, timeKey } from '../kernel/freshness.ts';
import { keepPaidOfInvoice } from '../records/paid.ts';
import { parseInvoice, storedText } from '../kernel/records.ts';
import { SearchLetters, searchText } from '../kernel/search.ts';
import { InvoiceTallies } from '../kernel/tallies.ts';
import { type Facts, type ListTable, type StoredRecord, storeList } from './store-list.ts';
import { tellOfNewInvoice } from '../webhooks/told.ts';
import { noteInvoiceChange, noteInvoiceReadBefore } from '../webhooks/watch-queue.ts';

export function storeInvoices(context: MirrorWriteContext, input: StoreInput<Invoice>): StoreResult {
  const tallies = new InvoiceTallies();
  const letters = new SearchLetters();
  return storeList(
    context,
    {
      ...INVOICES,
      insert(database, record, facts) {
        insert(database, record, facts);
        tallies.add(record);
        letters.add(searchTextOf(record));
      },
      replace(database, id, record, before) {
        replace(database, id, record, before);
        tallies.replace(before, record);
        letters.add(searchTextOf(record));
      },
      settle(database) {
        tallies.write(database);
        letters.write(database);
      },
    },
    input,
  );
}

const INVOICES: Omit<ListTable<Invoice>, 'insert' | 'replace'> = {
  list: 'invoices',
  problem: (record) => moneyProblem(INVOICE.fields, record),
  find,
  diff: diffInvoice,
  reverts: (before, after) => isTerminal(before.status) && after.status === 'pending',
};

/** Everything of a row that comes from the record, by its column. */
const CELLS: Readonly<Record<string, (record: Invoice) => SqlValue>> = {
  uuid: (record) => record.uuid,
  external_id: (record) => record.external_id,
  customer_id: (record) => record.customer_id,
  purpose: (record) => record.purpose,
  amount: (record) => record.amount,
  amount_key: (record) => moneyKey(record.amount),
  amount_to_send: (record) => record.amount_to_send,
  amount_to_send_key: (record) => moneyKey(record.amount_to_send),
  currency: (record) => record.currency.code,
  status: (record) => record.status,
  created_at: (record) => record.created_at,
  created_at_key: (record) => timeKey(record.created_at),
  expires_at: (record) => record.expires_at,
  expires_at_key: (record) => timeKey(record.expires_at),
  finished_at: (record) => record.finished_at,
  finished_at_key: (record) => timeKey(record.finished_at),
  payment_method: (record) => record.payment_method?.name ?? null,
  rate: (record) => record.rate,
  rate_key: (record) => moneyKey(record.rate),
  settled_amount_usdt: (record) => record.settled_amount_usdt,
  settled_amount_usdt_key: (record) => moneyKey(record.settled_amount_usdt),
  is_adjusted: (record) => (record.is_adjusted ? 1 : 0),
};
const COLUMNS = Object.keys(CELLS);

function cellsOf(record: Invoice): readonly SqlValue[] {
  return Object.values(CELLS).map((cellOf) => cellOf(record));
}

const INSERT = `INSERT INTO invoices (${COLUMNS.join(', ')}, as_of, first_seen_at, last_changed_at, last_seen_pass, deliveries_read)
  VALUES (${COLUMNS.map(() => '?').join(', ')}, ?, ?, ?, ?, EXISTS (SELECT 1 FROM delivery_reads WHERE invoice_uuid = ?))`;
const REPLACE = `UPDATE invoices SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;

function find(database: SqliteDatabase, uuid: string): StoredRecord<Invoice> | null {
  // A join would be planned anew by SQLite for every uuid: ten times the time of the look-up.
  const sql = `SELECT id, as_of, (SELECT record FROM invoice_records AS r WHERE r.id = i.id) AS record
    FROM invoices AS i WHERE uuid = ?`;
  const row = database.get(sql, uuid);
  if (row === null) return null;
  const text = readText(row, 'record');
  return { id: readInteger(row, 'id'), asOf: readText(row, 'as_of'), text, parse: () => parseInvoice(text) };
}

function insert(database: SqliteDatabase, record: Invoice, { asOf, pass }: Facts): void {
  const id = database.run(INSERT, ...cellsOf(record), asOf, asOf, asOf, pass, record.uuid).lastId;
  database.run('INSERT INTO invoice_records (id, record) VALUES (?, ?)', id, storedText(record));
  database.run(
    'INSERT INTO invoice_addresses (id, callback_url, success_url, fail_url, payment_url) VALUES (?, ?, ?, ?, ?)',
    id,
    ...addressesOf(record),
  );
  const text = searchTextOf(record);
  database.run('INSERT INTO invoice_search (id, text) VALUES (?, ?)', id, text);
  database.run('INSERT INTO invoice_trigrams (rowid, text) VALUES (?, ?)', id, text);
  listNewInvoice(database, id, record);
  const wasRead = tellOfNewInvoice(database, record.uuid);
  if (wasRead) noteInvoiceReadBefore(database, record);
  if (wasRead || record.adjustment !== null) keepPaidOfInvoice(database, id, record);
}

function replace(database: SqliteDatabase, id: number, record: Invoice, before: Invoice): void {
  database.run(REPLACE, ...cellsOf(record), id);
  database.run('UPDATE invoice_records SET record = ? WHERE id = ?', storedText(record), id);
  database.run(
    'UPDATE invoice_addresses SET callback_url = ?, success_url = ?, fail_url = ?, payment_url = ? WHERE id = ?',
    ...addressesOf(record),
    id,
  );
  replaceSearchText(database, id, searchTextOf(record));
  listChangedInvoice(database, id, record);
  keepPaidOfInvoice(database, id, record);
  noteInvoiceChange(database, record, before);
}

/** The trigram index keeps no text of its own: what is to be forgotten has to be told to it exactly. */
function replaceSearchText(database: SqliteDatabase, id: number, text: string): void {
  const row = database.get('SELECT text FROM invoice_search WHERE id = ?', id);
  const before = row === null ? null : readText(row, 'text');
  if (before === text) return;
  if (before !== null) {
    database.run(`INSERT INTO invoice_trigrams (invoice_trigrams, rowid, text) VALUES ('delete', ?, ?)`, id, before);
  }
  database.run('INSERT OR REPLACE INTO invoice_search (id, text) VALUES (?, ?)', id, text);
  database.run('INSERT INTO invoice_trigrams (rowid, text) VALUES (?, ?)', id, text);
}

function addressesOf(record: Invoice): readonly SqlValue[] {
  return [record.callback_url, record.success_url, record.fail_url, record.payment_url];
}

function searchTextOf(record: Invoice): string {
  const method = record.payment_method?.name ?? null;
  return searchText([record.uuid, record.external_id, record.customer_id, record.purpose, method]);
}

export const invoiceStoreWrites = {
  'invoices.store': storeInvoices,
} as const;
