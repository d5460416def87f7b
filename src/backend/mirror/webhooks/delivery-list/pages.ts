// Rows of the list of deliveries: pages in any order, all of a filter one after the other, the one that speaks for an invoice.
import { lastAttempt } from '../../../../domain/webhooks/delivery-cause.ts';
import {
  DELIVERY_CAUSES,
  DELIVERY_ROW_STATES,
  type ListedDelivery,
  type DeliverySortField,
} from '../../../../domain/webhooks/delivery-list.ts';
import type { Sort } from '../../../../domain/kernel/list.ts';
import {
  readCount,
  readFlag,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type Row,
} from '../../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../../sqlite/database.ts';
import { named, orNull, rowReader, type Window, word } from '../../../sqlite/rows.ts';
import { StoreError } from '../../../sqlite/errors.ts';
import { isPlain, weighed } from '../../kernel/access.ts';
import type { Page } from '../../kernel/answers.ts';
import type { Where } from '../../../sqlite/terms.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import type { DeliveryPageInput, DeliveryQuery } from './answers.ts';
import {
  accessForCount,
  accessForRows,
  deliveryWhere,
  indexOf,
  isInPieces,
  isWalked,
  type WeighedDeliveries,
} from './conditions.ts';
import { checkPage } from '../../records/invoices/pages.ts';
import { idsInOrder, type ListOrder, orderBy } from '../../kernel/order.ts';
import { parseDelivery } from '../../kernel/records.ts';
import { containing, foldText, idsContaining, type Sought } from '../../kernel/search.ts';
import { FINAL } from '../final-invoices.ts';

export function listedPage({ database, memo }: MirrorReadContext, asked: DeliveryPageInput): Page<ListedDelivery> {
  checkPage(asked.offset, asked.limit);
  const input = { ...asked, filter: weighed(database, asked.filter) };
  const where = deliveryWhere(input);
  const count = (term: string | null, access?: string): number => {
    const key = JSON.stringify([term, asked.filter, asked.acknowledged ?? []]);
    return memo.deliveryTotals.get(key, () =>
      term === null ? countOfFilter(database, input, where) : countRows(database, input, and(where, term), access),
    );
  };
  const total = count(null);
  return { rows: rowsOf(database, idsOf(database, memo.orders, input, where, total, count)), total };
}

function countRows(
  database: SqliteDatabase,
  { filter }: WeighedDeliveries,
  where: Where,
  access = where.sql === '' ? '' : accessForCount(filter),
): number {
  const sql = `SELECT count(*) AS n FROM desk AS d ${access} ${where.sql}`;
  return readCount(database.get(sql, ...where.parameters));
}

function and({ sql, parameters }: Where, term: string | null): Where {
  if (term === null) return { sql, parameters };
  return { sql: sql === '' ? `WHERE ${term}` : `${sql} AND ${term}`, parameters };
}

/** How many rows match. */
export function countOfFilter(database: SqliteDatabase, query: WeighedDeliveries, where: Where): number {
  const { text = '', sought, ...others } = query.filter;
  const ofText = sought?.isCommon === true && isPlain(others) ? countOfText(database, foldText(text), sought) : null;
  return ofText ?? countRows(database, query, where);
}

/**
 * How many rows are of invoices with the text, without asking each: as many as there are such invoices, less those that are open and have none, and with
 * what any of them has beyond its first. Null where a host has the text.
 */
function countOfText(database: SqliteDatabase, folded: string, sought: Sought): number | null {
  const hosts = 'SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host';
  if (database.get(`SELECT 1 AS n FROM (${hosts}) WHERE instr(host, ?) > 0`, folded) !== null) return null;
  const { sql, parameters } = idsContaining(folded, sought);
  const has = containing('i.id', folded);
  const rows = 'FROM desk AS s INDEXED BY desk_by_invoice WHERE s.delivery_uuid IS NOT NULL AND s.invoice_uuid';
  const counted = `SELECT (SELECT count(*) FROM (${sql}))
    - (SELECT count(*) FROM invoices AS i INDEXED BY invoices_by_status WHERE i.status IN (SELECT DISTINCT status FROM invoice_tallies WHERE NOT ${FINAL})
        AND ${has.sql} AND NOT EXISTS (SELECT 1 ${rows} = i.uuid))
    + (SELECT coalesce(sum((SELECT count(*) - 1 ${rows} = i.uuid)), 0) FROM desk AS f INDEXED BY desk_further
        CROSS JOIN invoices AS i ON i.uuid = f.invoice_uuid WHERE f.position = 1 AND ${has.sql})
    + (SELECT count(*) FROM desk AS d INDEXED BY desk_by_delivery WHERE d.delivery_uuid IS NOT NULL
        AND d.delivery_uuid COLLATE NOCASE >= ? AND d.delivery_uuid COLLATE NOCASE < ?
        AND NOT EXISTS (SELECT 1 FROM invoices AS i WHERE i.uuid = d.invoice_uuid AND ${has.sql})) AS n`;
  const beginning = [folded, `${folded}\u{10ffff}`];
  return readCount(database.get(counted, ...parameters, folded, folded, ...beginning, folded));
}

/**
 * The row ids of a page. Where the first key is something that only deliveries have, missing values come last whatever the direction:
 * the order is that of the rows with a value, by their index, and then that of the rest, which is the one in which they ended.
 */
function idsOf(
  database: SqliteDatabase,
  kept: MirrorReadContext['memo']['orders'],
  input: DeliveryPageInput & WeighedDeliveries,
  where: Where,
  total: number,
  count: (term: string, access?: string) => number,
): readonly number[] {
  const { filter, sort, offset, limit } = input;
  const field = sort[0]?.by ?? 'finishedAt';
  const order = (isReversed: boolean): string => deliveryOrder(sort, isReversed);
  const piece = (among: Where, by: DeliverySortField, size: number, window: Window): readonly number[] => {
    const access = accessForRows(filter, by, size);
    return idsInOrder(
      database,
      {
        select: `SELECT d.id FROM desk AS d ${access} ${among.sql}`,
        parameters: among.parameters,
        order,
        total: size,
        kept: sort.length <= 1 && filter.sought === undefined && isWalked(access, by) ? null : kept,
      },
      window,
    );
  };
  if (!isInPieces(field)) return piece(where, field, total, { offset, limit });
  const column = SORTED_BY[field];
  // Where nothing else is asked the index of what has a value is as long as there are such rows.
  const present = count(`${column} IS NOT NULL`, where.sql === '' ? indexOf(field) : undefined);
  const first = piece(and(where, `${column} IS NOT NULL`), field, present, { offset, limit });
  const window = { offset: Math.max(0, offset - present), limit: limit - first.length };
  return [...first, ...piece(and(where, `${column} IS NULL`), 'finishedAt', total - present, window)];
}

const SHOWN = `d.id, d.invoice_uuid, d.position, d.delivery_uuid, d.is_latest, d.state, d.event, d.host, d.http_code, d.cause, d.attempts,
  d.at_risk, d.elsewhere, i.external_id, i.customer_id, i.status AS invoice_status, i.currency, i.amount, i.payment_method,
  i.settled_amount_usdt, i.finished_at, r.record, e.read_at`;
const JOINED = `LEFT JOIN invoices AS i ON i.uuid = d.invoice_uuid
  LEFT JOIN deliveries AS r ON r.invoice_uuid = d.invoice_uuid AND r.position = d.position
  LEFT JOIN delivery_reads AS e ON e.invoice_uuid = d.invoice_uuid`;

function rowsOf(database: SqliteDatabase, ids: readonly number[]): readonly ListedDelivery[] {
  const found = new Map<number, ListedDelivery>();
  const sql = `SELECT ${SHOWN} FROM desk AS d ${JOINED} WHERE d.id IN (SELECT value FROM json_each(?))`;
  for (const row of database.all(sql, JSON.stringify(ids))) found.set(readInteger(row, 'id'), readListed(row));
  return ids.map((id) => {
    const row = found.get(id);
    if (row === undefined) throw new StoreError('corrupt', 'mirror', 'a row of the list of deliveries is gone');
    return row;
  });
}

const SORTED_BY: ListOrder<DeliverySortField>['columns'] = {
  invoiceUuid: 'd.invoice_uuid',
  externalId: 'd.external_id',
  state: 'd.state',
  host: 'd.host',
  event: 'd.event',
  httpCode: 'd.http_code',
  cause: 'd.cause',
  attempts: 'd.attempts',
  createdAt: 'd.created_at_key',
  finishedAt: 'd.finished_at_key',
  lastAttemptAt: 'd.last_attempt_at_key',
  nextAttemptAt: 'd.next_attempt_at_key',
  deliveredAt: 'd.delivered_at_key',
};

const ORDER: ListOrder<DeliverySortField> = {
  columns: SORTED_BY,
  ties: ['d.invoice_uuid', 'd.position'],
  // What is tried next is looked for from the other end.
  falling: new Set(['createdAt', 'finishedAt', 'lastAttemptAt', 'deliveredAt']),
  within: { column: 'd.finished_at_key' },
};

/** The latest finished first when nothing is asked for; of one invoice as the API lists them. */
function deliveryOrder(sort: readonly Sort<DeliverySortField>[], isReversed = false): string {
  return orderBy(sort.length === 0 ? [{ by: 'finishedAt', direction: 'desc' }] : sort, ORDER, isReversed);
}

/** The API's error text is foreign and may be long. */
const MAX_ERROR = 300;

function readListed(row: Row): ListedDelivery {
  const cells = readCells(row);
  const delivery = cells.deliveryUuid === null ? null : parseDelivery(readText(row, 'record'));
  const last = delivery === null ? null : lastAttempt(delivery);
  return {
    // The row of an invoice that was never read is the one of its first delivery, once it was.
    id: `${cells.invoiceUuid}/${readInteger(row, 'position')}`,
    ...cells,
    status: delivery?.status ?? null,
    targetUrl: delivery?.target_url ?? null,
    lastError: (delivery?.last_error ?? last?.error ?? null)?.slice(0, MAX_ERROR) ?? null,
    maxAttempts: delivery?.max_attempts ?? null,
    resendCount: delivery?.resend_count ?? null,
    createdAt: delivery?.created_at ?? null,
    lastAttemptAt: last?.created_at ?? null,
    nextAttemptAt: delivery?.next_attempt_at ?? null,
    deliveredAt: delivery?.delivered_at ?? null,
  };
}

/** What the index and the tables beside it say; the rest is the delivery's own. */
const readCells = rowReader({
  invoiceUuid: readText,
  externalId: readTextOrNull,
  customerId: readTextOrNull,
  invoiceStatus: readTextOrNull,
  currency: readTextOrNull,
  amount: readTextOrNull,
  netUsdt: named('settled_amount_usdt', readTextOrNull),
  method: named('payment_method', readTextOrNull),
  finishedAt: readTextOrNull,
  deliveryUuid: readTextOrNull,
  isLatest: readFlag,
  state: word(DELIVERY_ROW_STATES),
  event: readTextOrNull,
  host: readTextOrNull,
  elsewhere: readFlag,
  httpCode: readIntegerOrNull,
  cause: orNull(word(DELIVERY_CAUSES)),
  attempts: readIntegerOrNull,
  atRisk: readFlag,
  asOf: named('read_at', readTextOrNull),
});

/** All rows of the filter in order, one at a time; for exports, within one snapshot of the file. Throws `invalid-input`. */
export function* eachListedDelivery(
  database: SqliteDatabase,
  asked: DeliveryQuery,
  sort: readonly Sort<DeliverySortField>[],
): IterableIterator<ListedDelivery> {
  const query = { ...asked, filter: weighed(database, asked.filter) };
  const where = deliveryWhere(query);
  const field = sort[0]?.by ?? 'finishedAt';
  const access = isInPieces(field)
    ? accessForCount(query.filter)
    : accessForRows(query.filter, field, countOfFilter(database, query, where));
  const sql = `SELECT d.id FROM desk AS d ${access} ${where.sql} ${deliveryOrder(sort)}`;
  let ids: number[] = [];
  for (const [id] of database.iterate(sql, ...where.parameters)) {
    ids.push(Number(id));
    if (ids.length < STRIDE) continue;
    yield* rowsOf(database, ids);
    ids = [];
  }
  yield* rowsOf(database, ids);
}

/** Rows whose records are fetched together. */
const STRIDE = 200;

/** How many rows `eachListedDelivery` gives. */
export function countListed(database: SqliteDatabase, asked: DeliveryQuery): number {
  const query = { ...asked, filter: weighed(database, asked.filter) };
  return countOfFilter(database, query, deliveryWhere(query));
}

/** `deliveryList.latest`: the row that speaks for each of the invoices, at most 1,000; those without one are left out. */
export function latestListed(
  { database }: MirrorReadContext,
  input: { readonly invoices: readonly string[] },
): readonly ListedDelivery[] {
  checkPage(0, input.invoices.length);
  const sql = `SELECT ${SHOWN} FROM desk AS d ${JOINED}
    WHERE d.is_latest = 1 AND d.id IN (SELECT id FROM invoices WHERE uuid IN (SELECT value FROM json_each(@list))
      UNION SELECT s.id FROM desk AS s INDEXED BY desk_by_invoice
        WHERE s.delivery_uuid IS NOT NULL AND s.invoice_uuid IN (SELECT value FROM json_each(@list)))`;
  return database.all(sql, { list: JSON.stringify(input.invoices) }).map(readListed);
}

/** `deliveryList.select`: the invoices whose latest row matches, the latest finished first. */
function selectInvoices({ database }: MirrorReadContext, asked: DeliveryQuery & Window): readonly string[] {
  checkPage(asked.offset, asked.limit);
  const input = { ...asked, filter: weighed(database, asked.filter) };
  const where = and(deliveryWhere(input), 'd.is_latest = 1');
  const parameters: readonly SqlValue[] = [...where.parameters, input.limit, input.offset];
  const access = accessForRows(input.filter, 'finishedAt', countRows(database, input, where));
  const sql = `SELECT d.invoice_uuid FROM desk AS d ${access} ${where.sql} ${deliveryOrder([])} LIMIT ? OFFSET ?`;
  return database.all(sql, ...parameters).map((row) => readText(row, 'invoice_uuid'));
}

export const deliveryPagesReads = {
  'deliveryList.page': listedPage,
  'deliveryList.latest': latestListed,
  'deliveryList.select': selectInvoices,
} as const;
