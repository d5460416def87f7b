// What a tie-out reads of the mirror, one record after the other.
import type { InvoiceAdjustment } from '../../../domain/records/invoice.ts';
import type { PeriodBounds } from '../../../domain/period/period.ts';
import type {
  InvoiceTieFact,
  PlainTieFacts,
  TieFact,
  TieOutReport,
  UntoldReason,
  WithdrawalTieFact,
} from '../../../domain/reconcile/tie-out.ts';
import type { ToldPayload } from '../../../domain/webhooks/told-payload.ts';
import {
  cellInteger,
  cellText,
  cellTextOrNull,
  parseJson,
  readCount,
  readFlag,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type Row,
} from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { StoreError } from '../../sqlite/errors.ts';
import { requireInstant } from '../kernel/freshness.ts';
import { columnOf, type ColumnOfTexts, FINISHED_WITHIN, isLong, JOINED, QUOTED, rowRanges } from '../kernel/order.ts';

/** When an answer first showed an adjustment or another settled amount of the final invoice; null when none did. */
export type ChangeSeenAt = (invoiceUuid: string) => string | null;

/** What the column below says by a number from 1 on: why nothing was told, or that the same was told. */
const PLAIN = [
  null,
  'webhook-not-read',
  'nothing-delivered',
  'webhook-unreadable',
  null,
] as const satisfies readonly (UntoldReason | null)[];

/**
 * Ids of final invoices that the API lists no delivery of, of invoices with more than one, and of those whose record has an adjustment that is not
 * marked. Few, and found by the indexes that hold only those.
 */
const ODD = `SELECT id FROM desk INDEXED BY desk_by_state WHERE state = 'none'
  UNION ALL SELECT o.id FROM desk AS d INDEXED BY desk_further CROSS JOIN invoices AS o ON o.uuid = d.invoice_uuid WHERE d.position = 1
  UNION ALL SELECT r.id FROM invoice_records AS r INDEXED BY invoice_records_adjustment CROSS JOIN invoices AS o ON o.id = r.id
    WHERE instr(r.record, '"adjustment":{') > 0 AND o.is_adjusted = 0`;

/** They are looked for once, and given to the statements as JSON. */
function oddIds(database: SqliteDatabase): readonly number[] {
  return [...database.iterate(ODD)].map(([id]) => cellInteger(id));
}
const IS_ODD = 'i.id IN (SELECT value FROM json_each(?))';

/** One of those numbers; 0 where the invoice is read whole. Its parameter: the ids of the odd ones; none where there are none of them. */
const standingOr = (whole: string, odd = IS_ODD): string => `CASE
  WHEN ${odd} THEN ${whole}
  WHEN i.is_adjusted = 1 OR i.settled_amount_usdt IS NULL OR i.finished_at_key IS NULL THEN ${whole}
  WHEN i.deliveries_read = 0 THEN 1
  WHEN t.id IS NULL THEN 2
  WHEN t.unreadable > 0 THEN 3
  WHEN t.credited_usdt = i.settled_amount_usdt AND t.event = 'invoice.paid' AND t.status = 'success' THEN 4
  ELSE ${whole} END`;
const WHOLE = 0;
const STANDING = standingOr(String(WHOLE));

/** How many invoices eachTie gives. */
export function countTies(database: SqliteDatabase, bounds: PeriodBounds | null): number {
  if (bounds === null) {
    const sql = `SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_status WHERE i.status = 'success'`;
    return readCount(database.get(sql));
  }
  const sql = `SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${FINISHED_WITHIN}`;
  return readCount(database.get(sql, ...endsOf(bounds)));
}

function endsOf(bounds: PeriodBounds): readonly string[] {
  return [requireInstant(bounds.from), requireInstant(bounds.to)];
}

/** Successes that finished within, in no order; all without bounds. */
export function* eachTie(
  database: SqliteDatabase,
  bounds: PeriodBounds | null,
  changeSeenAt: ChangeSeenAt,
): IterableIterator<TieFact> {
  if (bounds === null || isLong(database, bounds)) {
    yield* tiesInBatches(database, bounds, changeSeenAt);
    return;
  }
  const sql = `SELECT ${STANDING}, i.id, i.currency, i.amount, i.settled_amount_usdt, i.as_of
    FROM invoices AS i INDEXED BY invoices_by_finished LEFT JOIN told AS t ON t.id = i.id WHERE ${FINISHED_WITHIN}`;
  const odd = JSON.stringify(oddIds(database));
  for (const [standing, id, currency, amount, settled, asOf] of database.iterate(sql, odd, ...endsOf(bounds))) {
    if (standing === WHOLE) yield tieFactById(database, cellInteger(id), changeSeenAt);
    else yield plainFact(currency, amount, settled, standing, cellText(asOf));
  }
}

/**
 * Whole columns of many rows, which costs a fraction of taking them row by row. What is read whole has its id instead of a standing, less than
 * 0: the table is gone through once, and those few are asked for by their ids.
 */
function* tiesInBatches(
  database: SqliteDatabase,
  bounds: PeriodBounds | null,
  changeSeenAt: ChangeSeenAt,
): IterableIterator<TieFact> {
  const listed = (columns: string): string =>
    `SELECT ${columns} FROM json_each(?) AS e CROSS JOIN invoices AS i ON i.id = e.value LEFT JOIN told AS t ON t.id = i.id`;
  const allOdd = oddIds(database);
  for (const range of rowRanges(database)) {
    const [after, to] = range;
    const odd = allOdd.filter((id) => id > after && id <= to);
    const read = (texts: ColumnOfTexts) => batch(database, texts, odd, range, bounds);
    const found = read(JOINED) ?? read(QUOTED);
    if (found === null) continue;
    if (found.plain !== null) yield found.plain;
    const isOdd = new Set(odd);
    for (const [columns, ids] of [
      [TIE_COLUMNS, found.whole.filter((id) => isOdd.has(id))],
      [EVEN_COLUMNS, found.whole.filter((id) => !isOdd.has(id))],
    ] as const) {
      if (ids.length === 0) continue;
      for (const row of database.all(listed(columns), JSON.stringify(ids))) yield readTieFact(row, changeSeenAt);
    }
  }
}

interface TieBatch {
  /** Null: nothing of the period is among these rows. */
  readonly plain: PlainTieFacts | null;
  readonly whole: readonly number[];
}

/** Null when the texts of a column cannot be told from each other. */
function batch(
  database: SqliteDatabase,
  texts: ColumnOfTexts,
  odd: readonly number[],
  range: readonly [after: number, to: number],
  bounds: PeriodBounds | null,
): TieBatch | null {
  const within = bounds === null ? `i.status = 'success'` : FINISHED_WITHIN;
  const standing = odd.length === 0 ? standingOr('-i.id', '0') : standingOr('-i.id');
  const sql = `SELECT json_group_array(${standing}), min(i.as_of),
      ${['i.currency', 'i.amount', `ifnull(i.settled_amount_usdt, '')`].map((column) => texts.sql(column)).join(', ')}
    FROM invoices AS i NOT INDEXED LEFT JOIN told AS t ON t.id = i.id WHERE i.id > ? AND i.id <= ? AND ${within}`;
  const parameters = [
    ...(odd.length === 0 ? [] : [JSON.stringify(odd)]),
    ...range,
    ...(bounds === null ? [] : endsOf(bounds)),
  ];
  for (const [standings, asOf, ...cells] of database.iterate(sql, ...parameters)) {
    if (asOf === null) return { plain: null, whole: [] };
    const column = columnOf(standings);
    const [currencies, amounts, settled] = cells.map((cell) => texts.read(cell, column.length));
    if (!currencies || !amounts || !settled) return null;
    return apart({ standings: column, currencies, amounts, settled }, cellText(asOf));
  }
  return null;
}

interface TieColumns {
  readonly standings: readonly unknown[];
  readonly currencies: readonly string[];
  readonly amounts: readonly string[];
  readonly settled: readonly string[];
}

/** The columns of what is plain, and the ids of the rest. The oldest reading is that of all of them: nothing else is asked of it. */
function apart(all: TieColumns, oldestReading: string): TieBatch {
  const [currencies, amounts, settledUsdt]: [string[], string[], string[]] = [[], [], []];
  const untold: (UntoldReason | null)[] = [];
  const whole: number[] = [];
  for (const [at, cell] of all.standings.entries()) {
    const standing = cellInteger(cell);
    if (standing < 0) {
      whole.push(-standing);
      continue;
    }
    currencies.push(all.currencies[at] ?? '');
    amounts.push(all.amounts[at] ?? '');
    settledUsdt.push(all.settled[at] ?? '');
    untold.push(PLAIN[standing] ?? null);
  }
  return { plain: { kind: 'plain-many', currencies, amounts, settledUsdt, untold, oldestReading }, whole };
}

function plainFact(currency: unknown, amount: unknown, settled: unknown, standing: unknown, asOf: string): TieFact {
  return {
    kind: 'plain',
    currency: cellText(currency),
    amount: cellText(amount),
    settledUsdt: cellText(settled),
    untold: PLAIN[cellInteger(standing)] ?? null,
    asOf,
  };
}

/** Of `invoices AS i LEFT JOIN told AS t`: no success, and something in it that only a success should have. */
const OF_SUCCESS_ONLY = `i.status IN ('pending', 'fail', 'expired', 'canceled')
  AND (i.settled_amount_usdt IS NOT NULL OR t.event = 'invoice.paid' OR t.status = 'success')`;

/** Every invoice that may hold a finding: successes with something to judge, adjusted ones of any status, and what contradicts itself. */
export function* eachInvoiceToJudge(
  database: SqliteDatabase,
  changeSeenAt: ChangeSeenAt,
): IterableIterator<InvoiceTieFact> {
  const sql = `SELECT i.id FROM invoices AS i NOT INDEXED LEFT JOIN told AS t ON t.id = i.id
    WHERE ${IS_ODD} OR i.is_adjusted = 1 OR i.status = 'success' AND ${STANDING} = ${WHOLE} OR ${OF_SUCCESS_ONLY}`;
  const odd = JSON.stringify(oddIds(database));
  for (const [id] of database.iterate(sql, odd, odd)) yield tieFactById(database, cellInteger(id), changeSeenAt);
}

const ADJUSTMENT = (
  ['expected_amount_fiat', 'actual_amount_fiat', 'expected_amount_usdt', 'actual_amount_usdt'] as const
)
  .map((field) => `'$.adjustment.${field}'`)
  .join(', ');

const OF_RECORD = `(SELECT json_extract(r.record, ${ADJUSTMENT}) FROM invoice_records AS r WHERE r.id = i.id)`;

/** What no other table tells of it. */
const OWN_COLUMNS = `i.uuid, i.external_id, i.customer_id, i.payment_method, i.status, i.currency, i.amount, i.settled_amount_usdt,
  i.is_adjusted, i.finished_at, i.first_seen_at, i.last_changed_at, i.as_of, i.deliveries_read, t.read_at AS told_read_at,
  t.unreadable, t.delivery_uuid, t.delivered_at, i.missing_since,
  t.event AS told_event, t.status AS told_status, t.credited_usdt, t.amount AS told_amount, t.original_amount, t.adjusted AS told_adjusted`;

/** Everything of an invoice that a tie-out looks at, over `invoices AS i LEFT JOIN told AS t`. */
const TIE_COLUMNS = `${OWN_COLUMNS}, ${OF_RECORD} AS adjustment,
  (SELECT a.callback_url FROM invoice_addresses AS a WHERE a.id = i.id) AS callback_url,
  (SELECT r.read_at FROM delivery_reads AS r WHERE r.invoice_uuid = i.uuid AND r.quarantined = 0) AS read_whole_at,
  (SELECT count(DISTINCT d.uuid) FROM deliveries AS d WHERE d.invoice_uuid = i.uuid) AS deliveries`;

/** Of one that is not odd: it has one delivery, or they were not read, and no adjustment without its mark, so there is nothing to look up. */
const EVEN_COLUMNS = `${OWN_COLUMNS}, CASE WHEN i.is_adjusted = 1 THEN ${OF_RECORD} END AS adjustment, NULL AS callback_url,
  NULL AS read_whole_at, 1 AS deliveries`;

const WHOLE_FACT = `SELECT ${TIE_COLUMNS} FROM invoices AS i LEFT JOIN told AS t ON t.id = i.id WHERE i.id = ?`;

/** An invoice that is there, with everything that a tie-out looks at. */
export function tieFactById(database: SqliteDatabase, id: number, changeSeenAt: ChangeSeenAt): InvoiceTieFact {
  const row = database.get(WHOLE_FACT, id);
  if (row === null) throw new StoreError('corrupt', 'mirror', 'an invoice is gone within a snapshot');
  return readTieFact(row, changeSeenAt);
}

/** A row of TIE_COLUMNS. The log is only asked where the amounts are not the same text. */
function readTieFact(row: Row, changeSeenAt: ChangeSeenAt): InvoiceTieFact {
  const uuid = readText(row, 'uuid');
  const settledUsdt = readTextOrNull(row, 'settled_amount_usdt');
  const told = readTold(row);
  const isSame = told === null || told.creditedUsdt === settledUsdt;
  return {
    kind: 'invoice',
    uuid,
    externalId: readText(row, 'external_id'),
    customerId: readTextOrNull(row, 'customer_id'),
    method: readTextOrNull(row, 'payment_method'),
    status: readText(row, 'status'),
    currency: readText(row, 'currency'),
    amount: readText(row, 'amount'),
    settledUsdt,
    isAdjusted: readFlag(row, 'is_adjusted'),
    adjustment: readAdjustment(row),
    finishedAt: readTextOrNull(row, 'finished_at'),
    told,
    deliveries: readDeliveries(row),
    callbackUrl: readTextOrNull(row, 'callback_url'),
    untold: untoldReason(row, told),
    toldReadAt: readTextOrNull(row, 'told_read_at'),
    lastChangedAt: readText(row, 'last_changed_at'),
    changeSeenAt: isSame ? null : changeSeenAt(uuid),
    firstSeenAt: readText(row, 'first_seen_at'),
    asOf: readText(row, 'as_of'),
  };
}

function readDeliveries(row: Row): InvoiceTieFact['deliveries'] {
  const readAt = readTextOrNull(row, 'read_whole_at');
  const isKnown = readAt !== null && readTextOrNull(row, 'missing_since') === null;
  return isKnown ? { count: readInteger(row, 'deliveries'), readAt } : null;
}

function untoldReason(row: Row, told: ToldPayload | null): UntoldReason | null {
  if (readInteger(row, 'deliveries_read') === 0) return 'webhook-not-read';
  if ((readIntegerOrNull(row, 'unreadable') ?? 0) > 0) return 'webhook-unreadable';
  return told === null ? 'nothing-delivered' : null;
}

function readTold(row: Row): ToldPayload | null {
  const deliveryUuid = readTextOrNull(row, 'delivery_uuid');
  if (deliveryUuid === null) return null;
  const adjusted = readIntegerOrNull(row, 'told_adjusted');
  return {
    deliveryUuid,
    deliveredAt: readTextOrNull(row, 'delivered_at'),
    event: readTextOrNull(row, 'told_event'),
    status: readTextOrNull(row, 'told_status'),
    creditedUsdt: readTextOrNull(row, 'credited_usdt'),
    amount: readTextOrNull(row, 'told_amount'),
    originalAmount: readTextOrNull(row, 'original_amount'),
    adjusted: adjusted === null ? null : adjusted !== 0,
  };
}

function readAdjustment(row: Row): InvoiceAdjustment | null {
  const json = readTextOrNull(row, 'adjustment');
  const cells: unknown = json === null ? null : parseJson(json, 'an adjustment');
  if (!Array.isArray(cells) || cells[0] === null) return null;
  const [expectedFiat, actualFiat, expectedUsdt, actualUsdt] = cells.map(cellText);
  return {
    expected_amount_fiat: cellText(expectedFiat),
    actual_amount_fiat: cellText(actualFiat),
    expected_amount_usdt: cellText(expectedUsdt),
    actual_amount_usdt: cellText(actualUsdt),
  };
}

/** Withdrawals that were created within; all without bounds. */
export function* eachWithdrawalTie(
  database: SqliteDatabase,
  bounds: PeriodBounds | null,
): IterableIterator<WithdrawalTieFact> {
  const columns =
    'uuid, address, token, status, amount, network_commission, amount_to_send, created_at, processed_at, tx_hash, last_changed_at, as_of';
  const within = bounds === null ? '' : 'WHERE created_at_key >= ? AND created_at_key < ?';
  const parameters = bounds === null ? [] : [requireInstant(bounds.from), requireInstant(bounds.to)];
  for (const cells of database.iterate(`SELECT ${columns} FROM withdrawals ${within}`, ...parameters)) {
    const [
      uuid,
      address,
      token,
      status,
      amount,
      commission,
      sent,
      createdAt,
      processedAt,
      txHash,
      lastChangedAt,
      asOf,
    ] = cells;
    yield {
      uuid: cellText(uuid),
      address: cellTextOrNull(address),
      token: cellTextOrNull(token),
      status: cellText(status),
      amount: cellText(amount),
      networkCommission: cellTextOrNull(commission),
      amountToSend: cellTextOrNull(sent),
      createdAt: cellTextOrNull(createdAt),
      processedAt: cellTextOrNull(processedAt),
      txHash: cellTextOrNull(txHash),
      lastChangedAt: cellText(lastChangedAt),
      asOf: cellText(asOf),
    };
  }
}

/** All withdrawals. */
export function countWithdrawals(database: SqliteDatabase): number {
  return readCount(database.get('SELECT count(*) AS n FROM withdrawals'));
}

/** Successes and withdrawals that no period can hold. */
export function countUndated(database: SqliteDatabase): TieOutReport['undated'] {
  const invoices = `SELECT count(*) AS n FROM invoices INDEXED BY invoices_by_finished
    WHERE finished_at_key IS NULL AND status = 'success'`;
  const withdrawals = 'SELECT count(*) AS n FROM withdrawals WHERE created_at_key IS NULL';
  return { invoices: readCount(database.get(invoices)), withdrawals: readCount(database.get(withdrawals)) };
}
