/** The columns of an invoice, and storing pages of them (`invoices.store`). */
import { INVOICE, type Invoice, isTerminal } from '../../../domain/records/invoice.ts';
import { readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import { insertRows, manyRows } from '../../sqlite/many-rows.ts';
import type { StoreInput, StoreResult } from '../kernel/answers.ts';
import type { MirrorWriteContext } from '../kernel/context.ts';
import { listChangedInvoice, listNewInvoices } from '../webhooks/delivery-list/store.ts';
import { diffInvoice } from '../kernel/diff.ts';
import { moneyKey, moneyProblem, timeKey } from '../kernel/freshness.ts';
import { keepPaidOfInvoice } from '../records/paid.ts';
import { lastRow } from '../kernel/order.ts';
import { parseInvoice, storedText } from '../kernel/records.ts';
import { indexTexts, replaceText, SearchLetters, searchText } from '../kernel/search.ts';
import { InvoiceTallies } from '../kernel/tallies.ts';
import { type Facts, type ListTable, storedRecords, type StoredRecord, storeList } from './store-list.ts';
import { tellOfNewInvoice } from '../webhooks/told.ts';
import { noteInvoiceChange, noteInvoiceReadBefore } from '../webhooks/watch-queue.ts';

export function storeInvoices(context: MirrorWriteContext, input: StoreInput<Invoice>): StoreResult {
  const tallies = new InvoiceTallies();
  const letters = new SearchLetters();
  return storeList(
    context,
    {
      ...INVOICES,
      insert(database, records, facts) {
        const texts = records.map(searchTextOf);
        insert(database, records, texts, facts);
        for (const record of records) tallies.add(record);
        for (const text of texts) letters.add(text);
      },
      replace(database, id, record, before) {
        const text = searchTextOf(record);
        replace(database, id, record, text);
        noteInvoiceChange(database, record, before);
        tallies.replace(before, record);
        letters.add(text);
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
const CELL_OF = Object.values(CELLS);

const BESIDE = ['id', 'as_of', 'first_seen_at', 'last_changed_at', 'last_seen_pass', 'deliveries_read'];
const INSERT = manyRows('invoices', [...COLUMNS, ...BESIDE]);
const INSERT_RECORDS = manyRows('invoice_records', ['id', 'record']);
const ADDRESSES = ['callback_url', 'success_url', 'fail_url', 'payment_url'] as const;
const INSERT_ADDRESSES = manyRows('invoice_addresses', [...ADDRESSES, 'id']);
const INSERT_TEXTS = manyRows('invoice_search', ['id', 'text']);
const REPLACE = `UPDATE invoices SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;
const REPLACE_ADDRESSES = `UPDATE invoice_addresses SET ${ADDRESSES.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;

function find(database: SqliteDatabase, uuids: readonly string[]): ReadonlyMap<string, StoredRecord<Invoice>> {
  const sql = `SELECT uuid, id, as_of, (SELECT record FROM invoice_records AS r WHERE r.id = i.id) AS record
    FROM invoices AS i WHERE uuid IN (SELECT value FROM json_each(?))`;
  return storedRecords(database.all(sql, JSON.stringify(uuids)), parseInvoice);
}

function insert(
  database: SqliteDatabase,
  records: readonly Invoice[],
  texts: readonly string[],
  { asOf, pass }: Facts,
): void {
  if (records.length === 0) return;
  const first = lastRow(database) + 1;
  const read = readBefore(database, records);
  const rows = records.map((record, at) => ({ record, id: first + at, wasRead: read.has(record.uuid) }));
  const [narrow, stored, addresses]: readonly [SqlValue[], SqlValue[], SqlValue[]] = [[], [], []];
  for (const { record, id, wasRead } of rows) {
    for (const cellOf of CELL_OF) narrow.push(cellOf(record));
    narrow.push(id, asOf, asOf, asOf, pass, wasRead ? 1 : 0);
    stored.push(id, storedText(record));
    for (const column of ADDRESSES) addresses.push(record[column]);
    addresses.push(id);
  }
  insertRows(database, INSERT, narrow);
  insertRows(database, INSERT_RECORDS, stored);
  insertRows(database, INSERT_ADDRESSES, addresses);
  insertRows(
    database,
    INSERT_TEXTS,
    texts.flatMap((text, at) => [first + at, text]),
  );
  indexTexts(database);
  listNewInvoices(database, first);
  for (const { record, id, wasRead } of rows) {
    if (wasRead) {
      listChangedInvoice(database, id, record);
      tellOfNewInvoice(database, record.uuid);
      noteInvoiceReadBefore(database, record);
    }
    if (wasRead || record.adjustment !== null) keepPaidOfInvoice(database, id, record);
  }
}

/** Those whose deliveries were read before the mirror had them. */
function readBefore(database: SqliteDatabase, records: readonly Invoice[]): ReadonlySet<string> {
  const sql = 'SELECT invoice_uuid AS uuid FROM delivery_reads WHERE invoice_uuid IN (SELECT value FROM json_each(?))';
  const uuids = JSON.stringify(records.map(({ uuid }) => uuid));
  return new Set(database.all(sql, uuids).map((row) => readText(row, 'uuid')));
}

function replace(database: SqliteDatabase, id: number, record: Invoice, text: string): void {
  database.run(REPLACE, ...CELL_OF.map((cellOf) => cellOf(record)), id);
  database.run('UPDATE invoice_records SET record = ? WHERE id = ?', storedText(record), id);
  database.run(REPLACE_ADDRESSES, ...ADDRESSES.map((column) => record[column]), id);
  replaceText(database, id, text);
  listChangedInvoice(database, id, record);
  keepPaidOfInvoice(database, id, record);
}

function searchTextOf(record: Invoice): string {
  const method = record.payment_method?.name ?? null;
  return searchText([record.uuid, record.external_id, record.customer_id, record.purpose, method]);
}

export const invoiceStoreWrites = {
  'invoices.store': storeInvoices,
} as const;
