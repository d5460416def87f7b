/** Invoices out of the mirror: pages in any order, single ones by any id, and all of a filter one after the other. */
import { DELIVERY_ROW_STATES } from '../../../../domain/webhooks/delivery-list.ts';
import { invalidInput } from '../../../../domain/kernel/failure/failure.ts';
import type { Invoice, InvoiceFilter, InvoiceSortField } from '../../../../domain/records/invoice.ts';
import type { Sort } from '../../../../domain/kernel/list.ts';
import {
  cellText,
  cellTextOrNull,
  readCount,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type Row,
} from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { rowReader, word } from '../../../sqlite/rows.ts';
import { StoreError } from '../../../sqlite/errors.ts';
import { accessForCount, accessForRows, isPlain, isWalked, weighed, type WeighedFilter } from '../../kernel/access.ts';
import {
  type InvoicePageInput,
  type KeptInvoice,
  type ListedInvoice,
  MAX_ROWS,
  type Page,
} from '../../kernel/answers.ts';
import { invoiceWhere } from '../../kernel/conditions.ts';
import type { Where } from '../../../sqlite/terms.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import { requireInstant } from '../../kernel/freshness.ts';
import { idsInOrder, type ListOrder, orderBy } from '../../kernel/order.ts';
import { KEPT, parseInvoice } from '../../kernel/records.ts';
import { foldText, idsContaining } from '../../kernel/search.ts';
import { talliedFilter } from '../../kernel/tallies.ts';

/** What is searched and sorted by stands beside the record, and says the same: where the two differ one of them is damaged. */
const TWICE = ['uuid', 'external_id', 'amount', 'status', 'settled_amount_usdt', 'created_at'] as const;
const COLUMNS = `i.id, i.as_of, i.first_seen_at, i.missing_since, r.record, ${TWICE.map((name) => `i.${name}`).join(', ')}`;

const SORTED_BY: ListOrder<InvoiceSortField>['columns'] = {
  uuid: 'i.uuid',
  external_id: 'i.external_id',
  customer_id: 'i.customer_id',
  purpose: 'i.purpose',
  amount: 'i.amount_key',
  amount_to_send: 'i.amount_to_send_key',
  currency: 'i.currency',
  status: 'i.status',
  callback_url: 'a.callback_url',
  success_url: 'a.success_url',
  fail_url: 'a.fail_url',
  payment_url: 'a.payment_url',
  created_at: 'i.created_at_key',
  expires_at: 'i.expires_at_key',
  finished_at: 'i.finished_at_key',
  payment_method: 'i.payment_method',
  rate: 'i.rate_key',
  settled_amount_usdt: 'i.settled_amount_usdt_key',
  is_adjusted: 'i.is_adjusted',
};

const ORDER: ListOrder<InvoiceSortField> = {
  columns: SORTED_BY,
  ties: ['i.uuid'],
  falling: new Set([
    'amount',
    'amount_to_send',
    'created_at',
    'expires_at',
    'finished_at',
    'rate',
    'settled_amount_usdt',
    'is_adjusted',
  ]),
  within: {
    of: new Set(['status', 'payment_method', 'customer_id', 'amount', 'settled_amount_usdt']),
    column: 'i.created_at_key',
  },
};

interface InvoiceOrder {
  /** A further table to join, or empty. */
  readonly join: string;
  /** "ORDER BY …". */
  readonly sql: string;
}

/** The order of a list of invoices, the newest first when nothing is asked for; `isReversed`: the same from its end. */
export function invoiceOrder(sort: readonly Sort<InvoiceSortField>[], isReversed = false): InvoiceOrder {
  const sql = orderBy(sort.length === 0 ? [{ by: 'created_at', direction: 'desc' }] : sort, ORDER, isReversed);
  return { join: /\ba\./.test(sql) ? 'JOIN invoice_addresses AS a ON a.id = i.id' : '', sql };
}

/** Refuses a page that is none. */
export function checkPage(offset: number, limit: number): void {
  const whole = Number.isSafeInteger(offset) && Number.isSafeInteger(limit);
  if (whole && offset >= 0 && limit >= 0 && limit <= MAX_ROWS) return;
  throw invalidInput('limit', `offset from 0, limit from 0 to ${MAX_ROWS}, both whole numbers`);
}

/** `invoices.page`: ids first, by the narrow tables and their indexes, then the records of those ids. */
export function invoicePage(
  { database, memo, books }: MirrorReadContext,
  input: InvoicePageInput,
): Page<ListedInvoice> {
  checkPage(input.offset, input.limit);
  const order = invoiceOrder(input.sort);
  const filter = weighed(database, input.filter);
  const where = invoiceWhere(filter);
  const from = `invoices AS i ${accessForRows(filter, input.sort)} ${order.join}`;
  const total = memo.pageTotals.get(JSON.stringify(input.filter), () => countOfFilter(database, filter, where));
  const rows = {
    select: `SELECT i.id FROM ${from} ${where.sql}`,
    parameters: where.parameters,
    order: (isReversed: boolean) => invoiceOrder(input.sort, isReversed).sql,
    total,
    kept: isWalked(filter, input.sort) ? null : memo.orders,
  };
  return { rows: listed(database, idsInOrder(database, rows, input), books), total };
}

/** How many invoices match. */
export function countOfFilter(database: SqliteDatabase, filter: WeighedFilter, where: Where): number {
  const tallied = talliedFilter(filter);
  if (tallied !== null) {
    const { sql, parameters } = tallied.days;
    const days = database.get(`SELECT coalesce(sum(i.count), 0) AS n FROM invoice_tallies AS i ${sql}`, ...parameters);
    return tallied.edges.reduce((sum, edge) => sum + countRows(database, edge, invoiceWhere(edge)), readCount(days));
  }
  const { text = '', sought, ...others } = filter;
  if (sought === undefined || !isPlain(others)) return countRows(database, filter, where);
  const { sql, parameters } = idsContaining(foldText(text), sought);
  return readCount(database.get(`SELECT count(*) AS n FROM (${sql})`, ...parameters));
}

function countRows(database: SqliteDatabase, filter: WeighedFilter, where: Where): number {
  const sql = `SELECT count(*) AS n FROM invoices AS i ${accessForCount(filter)} ${where.sql}`;
  return readCount(database.get(sql, ...where.parameters));
}

/** What a list shows of each: the record, what was paid, how its webhook stands, and what people have written. */
function listed(
  database: SqliteDatabase,
  ids: readonly number[],
  books: MirrorReadContext['books'],
): readonly ListedInvoice[] {
  const list = JSON.stringify(ids);
  const paidOf = 'SELECT id, amount, source FROM paid WHERE id IN (SELECT value FROM json_each(?))';
  const paid = new Map(database.all(paidOf, list).map((row) => [readInteger(row, 'id'), readPaid(row)]));
  const webhooks = new Map(database.all(WEBHOOKS, { list }).map((row) => [readInteger(row, 'id'), readWebhook(row)]));
  const rows = rowsOf(database, ids);
  const marks = books.marksOf(
    'invoices',
    rows.map(({ record }) => record.uuid),
  );
  return rows.map((row, at) => {
    const id = ids[at] ?? 0;
    const beside = { paid: paid.get(id) ?? null, webhook: webhooks.get(id) ?? null };
    return { ...row, ...beside, marks: marks.get(row.record.uuid) ?? null };
  });
}

const readPaid = rowReader({ amount: readText, source: word(['adjustment', 'webhook'] as const) });
const readWebhook = rowReader({
  state: word(DELIVERY_ROW_STATES),
  attempts: readIntegerOrNull,
  maxAttempts: readIntegerOrNull,
});

/** Of an invoice without a delivery its own row, else that of the latest one. */
const WEBHOOKS = `SELECT d.id, d.state, d.attempts, NULL AS max_attempts FROM desk AS d WHERE d.id IN (SELECT value FROM json_each(@list))
  UNION ALL SELECT i.id, d.state, d.attempts, r.max_attempts FROM invoices AS i
    CROSS JOIN desk AS d INDEXED BY desk_by_invoice ON d.delivery_uuid IS NOT NULL AND d.invoice_uuid = i.uuid
    LEFT JOIN deliveries AS r ON r.invoice_uuid = d.invoice_uuid AND r.position = d.position
    WHERE i.id IN (SELECT value FROM json_each(@list)) AND d.is_latest = 1`;

function rowsOf(database: SqliteDatabase, ids: readonly number[]): readonly KeptInvoice[] {
  const found = new Map<number, KeptInvoice>();
  const list = JSON.stringify(ids);
  const sql = `SELECT ${COLUMNS} FROM invoices AS i JOIN invoice_records AS r ON r.id = i.id WHERE i.id IN (SELECT value FROM json_each(?))`;
  for (const row of database.all(sql, list)) found.set(readInteger(row, 'id'), readInvoiceRow(row));
  return ids.map((id) => {
    const row = found.get(id);
    if (row === undefined) throw new StoreError('corrupt', 'mirror', 'an invoice has no record');
    return row;
  });
}

/** Throws StoreError `corrupt` where a bit has flipped in one of the two copies of what an invoice is known by, and of its money. */
function readInvoiceRow(row: Row): KeptInvoice {
  const record = parseInvoice(readText(row, 'record'));
  if (TWICE.some((name) => readTextOrNull(row, name) !== record[name]))
    throw new StoreError('corrupt', 'mirror', 'an invoice and what it is searched by differ');
  return { record, ...readKept(row) };
}

const readKept = rowReader(KEPT);

const BY = `SELECT ${COLUMNS} FROM invoices AS i JOIN invoice_records AS r ON r.id = i.id WHERE`;

export function invoiceByUuid({ database }: MirrorReadContext, input: { readonly uuid: string }): KeptInvoice | null {
  return database.one(readInvoiceRow, `${BY} i.uuid = ?`, input.uuid);
}

/** `invoices.find`: whatever has the ident as uuid or as external_id; an ident may be one invoice's uuid and another's id. */
export function invoicesByIdent(
  { database }: MirrorReadContext,
  input: { readonly ident: string },
): readonly KeptInvoice[] {
  const byUuid = database.all(`${BY} i.uuid IN (?, ?)`, input.ident, input.ident.toLowerCase());
  const byId = database.all(`${BY} i.external_id = ? ORDER BY i.uuid LIMIT 10`, input.ident);
  const rows = new Map([...byUuid, ...byId].map((row) => [readInteger(row, 'id'), row]));
  return [...rows.values()].slice(0, 10).map(readInvoiceRow);
}

/** `invoices.ofOrders`: of these external_ids, those that invoices have. */
function invoicesOfOrders(
  { database }: MirrorReadContext,
  input: { readonly externalIds: readonly string[] },
): readonly { readonly externalId: string; readonly invoiceUuid: string }[] {
  checkPage(0, input.externalIds.length);
  const sql =
    'SELECT external_id, uuid AS invoice_uuid FROM invoices WHERE external_id IN (SELECT value FROM json_each(?))';
  const read = rowReader({ externalId: readText, invoiceUuid: readText });
  return database.all(sql, JSON.stringify(input.externalIds)).map(read);
}

/** `invoices.closing`: of pending invoices that the API still shows, how many close after `after` and by `until`, and the first of them. */
function closingInvoices(
  { database }: MirrorReadContext,
  { after, until }: { readonly after: string; readonly until: string },
): { readonly count: number; readonly first: Invoice | null } {
  const sql = `SELECT id FROM invoices INDEXED BY invoices_by_status
    WHERE status = 'pending' AND missing_since IS NULL AND expires_at_key > ? AND expires_at_key <= ? ORDER BY expires_at_key, id`;
  const ids = database.all(sql, requireInstant(after), requireInstant(until)).map((row) => readInteger(row, 'id'));
  return { count: ids.length, first: rowsOf(database, ids.slice(0, 1))[0]?.record ?? null };
}

function knownUuids({ database }: MirrorReadContext, input: { readonly uuids: readonly string[] }): readonly string[] {
  checkPage(0, input.uuids.length);
  const sql = 'SELECT uuid FROM invoices WHERE uuid IN (SELECT value FROM json_each(?))';
  return database.all(sql, JSON.stringify(input.uuids)).map((row) => readText(row, 'uuid'));
}

/** All invoices of the filter in order, one at a time; for engines and exports, within one snapshot of the file. */
export function* eachInvoice(
  database: SqliteDatabase,
  filter: InvoiceFilter,
  sort: readonly Sort<InvoiceSortField>[],
): IterableIterator<KeptInvoice> {
  const known = weighed(database, filter);
  const where = invoiceWhere(known);
  const order = invoiceOrder(sort);
  const from = `invoices AS i ${accessForRows(known, sort)} ${order.join}`;
  const sql = `SELECT i.as_of, i.first_seen_at, i.missing_since, r.record
    FROM ${from} JOIN invoice_records AS r ON r.id = i.id ${where.sql} ${order.sql}`;
  for (const [asOf, firstSeenAt, missingSince = null, record] of database.iterate(sql, ...where.parameters)) {
    yield {
      record: parseInvoice(cellText(record)),
      asOf: cellText(asOf),
      firstSeenAt: cellText(firstSeenAt),
      missingSince: cellTextOrNull(missingSince),
    };
  }
}

export const invoicePagesReads = {
  'invoices.page': invoicePage,
  'invoices.get': invoiceByUuid,
  'invoices.find': invoicesByIdent,
  'invoices.known': knownUuids,
  'invoices.ofOrders': invoicesOfOrders,
  'invoices.closing': closingInvoices,
} as const;
