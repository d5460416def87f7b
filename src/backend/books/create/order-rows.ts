// The orders of files that are created: each row of a file is an item of its run (resend/bulk), and what became of it stands with its intent.
import { ORDER_STANDINGS, type OrderStanding } from '../../../domain/create/order-run.ts';
import { tableOf } from '../../../domain/kernel/fields.ts';
import { ITEM_STATES } from '../../../domain/resend/bulk.ts';
import { readCount, readInteger, readText, readTextOrNull } from '../../sqlite/columns.ts';
import {
  json,
  limitAndOffset,
  named,
  orNull,
  type PageOf,
  type RowOf,
  rowReader,
  type Window,
  word,
} from '../../sqlite/rows.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';
import { parseFailure, parseTexts } from '../kernel/json.ts';
import { atWorkOf, nextOf } from '../resend/bulk-items.ts';
import { IS_CAPPED } from './creates.ts';
import { type BulkRunRow, readRun } from '../resend/bulk.ts';

const ORDER = {
  runId: readText,
  position: readInteger,
  line: readInteger,
  externalId: readTextOrNull,
  customerId: readTextOrNull,
  /** The request, byte for byte; null where nothing can be sent. */
  body: readTextOrNull,
  intentId: readText,
  /** Intents of turns before this one, oldest first. */
  earlierIntents: named('earlier', json(parseTexts)),
  state: word(ITEM_STATES),
  skipped: readTextOrNull,
};
export type OrderItem = RowOf<typeof ORDER>;
const readOrder = rowReader(ORDER);

/** `orders.next`: as `bulk.next`. */
export function nextOrder(context: BooksContext, input: { readonly runId: string; readonly now: string }) {
  return nextOf(context, input, readOrder);
}

/** `orders.atWork`: as `bulk.atWork`. */
export function ordersAtWork(context: BooksContext, input: { readonly runId: string }): readonly OrderItem[] {
  return atWorkOf(context, input).map(readOrder);
}

/** `orders.tries`: how often an order of the customer has been refused in this run because he had too many open ones, of the order with the most. */
export function triesOfCustomer(
  { database }: BooksContext,
  input: { readonly runId: string; readonly customerId: string | null },
): number {
  const sql = `SELECT coalesce(max(n), 0) AS n FROM (SELECT count(*) AS n FROM bulk_items AS i, json_each(i.earlier) AS e
    JOIN create_intents AS c ON c.intent_id = e.value WHERE i.run_id = @runId AND i.customer_id = @customerId AND ${IS_CAPPED} GROUP BY i.position)`;
  return readCount(database.get(sql, input));
}

/** What an order whose turn has ended came to; what still moves has no certainty yet. */
const STANDING = `CASE i.state WHEN 'skipped' THEN 'left' WHEN 'ended' THEN CASE coalesce(c.outcome, 'not-sent') WHEN 'not-sent' THEN 'refused'
  WHEN 'waiting' THEN 'unknown' WHEN 'restored' THEN 'unknown' ELSE c.outcome END ELSE i.state END`;
const FROM = 'FROM bulk_items AS i LEFT JOIN create_intents AS c ON c.intent_id = i.intent_id WHERE i.run_id = @runId';

const REPORTED = {
  ...ORDER,
  standing: word(ORDER_STANDINGS),
  invoiceUuid: readTextOrNull,
  paymentUrl: readTextOrNull,
  differences: orNull(json(parseTexts)),
  failure: orNull(json(parseFailure)),
  endedAt: readTextOrNull,
};
export type ReportedOrder = RowOf<typeof REPORTED>;
const readReported = rowReader(REPORTED);
const REPORT = `SELECT i.run_id, i.position, i.line, i.external_id, i.customer_id, i.body, i.intent_id, i.earlier, i.state, i.skipped,
  ${STANDING} AS standing, coalesce(c.invoice_uuid, i.invoice_uuid) AS invoice_uuid, c.payment_url, c.differences, c.failure, c.ended_at ${FROM}`;

/** `orders.rows`: in the order of the file; `standings` empty means all. */
export function orderPage(
  { database }: BooksContext,
  input: Window & { readonly runId: string; readonly standings: readonly OrderStanding[] },
): PageOf<ReportedOrder> {
  const wanted = JSON.stringify(input.standings.length === 0 ? ORDER_STANDINGS : input.standings);
  const [limit, offset] = limitAndOffset(input, 1000);
  const asked = { runId: input.runId, wanted };
  const among = `AND ${STANDING} IN (SELECT value FROM json_each(@wanted))`;
  return {
    rows: database
      .all(`${REPORT} ${among} ORDER BY i.position LIMIT @limit OFFSET @offset`, { ...asked, limit, offset })
      .map(readReported),
    total: readCount(database.get(`SELECT count(*) AS n ${FROM} ${among}`, asked)),
  };
}

export type OrderCounts = Readonly<Record<OrderStanding, number>>;

/** `orders.counts`: how many orders of a run stand so. */
export function countOrders({ database }: BooksContext, input: { readonly runId: string }): OrderCounts {
  const sql = `SELECT ${STANDING} AS standing, count(*) AS n ${FROM} GROUP BY 1`;
  const counts = new Map(database.all(sql, input).map((row) => [readText(row, 'standing'), readInteger(row, 'n')]));
  return tableOf(ORDER_STANDINGS, (standing) => counts.get(standing) ?? 0);
}

/** `orders.runs`: the files of a profile, newest first, at most 50. */
export function orderRuns({ database }: BooksContext, { profileId }: OfProfile): readonly BulkRunRow[] {
  const sql = `SELECT * FROM bulk_runs WHERE profile_id = ? AND kind = 'create' ORDER BY started_at DESC, rowid DESC LIMIT 50`;
  return database.all(sql, profileId).map((row) => readRun(database, row));
}

/** `orders.known`: of these external_ids, those that this console has under way or of which it does not know what became, and the invoices of others. */
export function knownOrders(
  { database }: BooksContext,
  input: OfProfile & { readonly externalIds: readonly string[] },
): {
  readonly underWay: readonly string[];
  readonly made: readonly { readonly externalId: string; readonly invoiceUuid: string }[];
} {
  const sql = `SELECT DISTINCT external_id, state, outcome, invoice_uuid FROM create_intents WHERE profile_id = @profileId
    AND external_id IN (SELECT value FROM json_each(@ids)) AND (state <> 'ended' OR outcome = 'unknown' OR invoice_uuid IS NOT NULL)`;
  const rows = database.all(sql, { profileId: input.profileId, ids: JSON.stringify(input.externalIds) }).map(readKnown);
  return {
    underWay: rows.filter(({ invoiceUuid }) => invoiceUuid === null).map(({ externalId }) => externalId),
    made: rows.flatMap(({ externalId, invoiceUuid }) => (invoiceUuid === null ? [] : [{ externalId, invoiceUuid }])),
  };
}
const readKnown = rowReader({ externalId: readText, invoiceUuid: readTextOrNull });
