/**
 * What a match reads of the mirror: invoices in narrow columns, many at once, and withdrawals. Not here: what people are shown of the records
 * (match-records.ts), the rules (reconciliation/match-*), the books' side (books/entries-to-match).
 */
import { type CoveredTime, mergedTimes } from '../../domain/covered-time.ts';
import { TERMINAL_STATUSES } from '../../domain/invoice.ts';
import { INVOICE_MARKS, type InvoicesToMatch, MONEY_STANDINGS, type WithdrawalToMatch } from '../../domain/match.ts';
import { cellInteger, cellText, cellTextOrNull } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { columnOf, rowRanges } from './statement-facts.ts';

export interface InvoicesAsked {
  /** Where the source claims to be complete. */
  readonly covers: readonly CoveredTime[];
  /** Does an entry say what was credited? */
  readonly withSettled: boolean;
}

/** Every invoice, some thousands at once, in the order of the table: whole columns cost less than single rows, and nothing looks into them. */
export function* eachInvoiceToMatch(database: SqliteDatabase, asked: InvoicesAsked): IterableIterator<InvoicesToMatch> {
  const covered = coveredTerm(mergedTimes(asked.covers));
  const settled = asked.withSettled ? 'json_group_array(settled_amount_usdt)' : `'[]'`;
  const sql = `SELECT json_group_array(uuid), json_group_array(external_id), json_group_array(currency), json_group_array(amount), ${settled},
      json_group_array(${MONEY}
        + CASE WHEN is_adjusted = 1 THEN ${INVOICE_MARKS.adjusted} ELSE 0 END
        + CASE WHEN missing_since IS NOT NULL THEN ${INVOICE_MARKS.gone}
            WHEN status = 'success' AND finished_at_key IS NOT NULL AND ${covered.sql} THEN ${INVOICE_MARKS.owed} ELSE 0 END)
    FROM invoices NOT INDEXED WHERE id > ? AND id <= ?`;
  for (const [after, to] of rowRanges(database)) {
    for (const cells of database.iterate(sql, ...covered.parameters, after, to)) {
      const [uuids = [], externalIds = [], currencies = [], amounts = []] = cells.slice(0, 4).map(texts);
      const marks = columnOf(cells[5]).map(cellInteger);
      const actualFiat = actualsOf(database, marks, after, to);
      yield { uuids, externalIds, currencies, amounts, settledUsdt: textsOrNull(cells[4]), marks, actualFiat };
    }
  }
}

const UNPAID = TERMINAL_STATUSES.filter((status) => status !== 'success');
/** The place of an invoice's standing in MONEY_STANDINGS; the same as the rules' invoiceMoney. */
const MONEY = `CASE WHEN status = 'success' THEN ${MONEY_STANDINGS.indexOf('paid')}
  WHEN status IN (${UNPAID.map((status) => `'${status}'`).join(', ')}) THEN ${MONEY_STANDINGS.indexOf('unpaid')}
  ELSE ${MONEY_STANDINGS.indexOf('open')} END`;

interface Term {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** Is finished_at_key within one of the times, which are apart and in order? They are halved until one is left: a source may have very many. */
function coveredTerm(times: readonly CoveredTime[]): Term {
  const [first] = times;
  if (first === undefined) return { sql: '0', parameters: [] };
  if (times.length === 1) {
    return { sql: '(finished_at_key >= ? AND finished_at_key < ?)', parameters: [first.from, first.to] };
  }
  const half = times.length >> 1;
  const [left, right] = [coveredTerm(times.slice(0, half)), coveredTerm(times.slice(half))];
  return {
    sql: `CASE WHEN finished_at_key < ? THEN ${left.sql} ELSE ${right.sql} END`,
    parameters: [times[half]?.from ?? '', ...left.parameters, ...right.parameters],
  };
}

function texts(cell: unknown): readonly string[] {
  const column = columnOf(cell);
  return column.every(isText) ? column : column.map(cellText);
}

function isText(cell: unknown): cell is string {
  return typeof cell === 'string';
}

function textsOrNull(cell: unknown): readonly (string | null)[] {
  return columnOf(cell).map(cellTextOrNull);
}

const ACTUAL = `(SELECT json_extract(r.record, '$.adjustment.actual_amount_fiat') FROM invoice_records AS r WHERE r.id = i.id)`;

/** By position, of the adjusted ones among the rows, what was really paid; null where the API does not say. */
function actualsOf(
  database: SqliteDatabase,
  marks: readonly number[],
  after: number,
  to: number,
): ReadonlyMap<number, string | null> {
  const places = marks.flatMap((mark, place) => ((mark & INVOICE_MARKS.adjusted) === 0 ? [] : [place]));
  if (places.length === 0) return new Map();
  const sql = `SELECT ${ACTUAL} FROM invoices AS i NOT INDEXED WHERE i.id > ? AND i.id <= ? AND i.is_adjusted = 1 ORDER BY i.id`;
  const actuals = [...database.iterate(sql, after, to)].map(([actual]) => cellTextOrNull(actual));
  return new Map(places.map((place, at) => [place, actuals[at] ?? null]));
}

/** Every withdrawal: there are few. */
export function withdrawalsToMatch(database: SqliteDatabase): readonly WithdrawalToMatch[] {
  const sql = `SELECT uuid, status, token, address, tx_hash, amount, amount_to_send, processed_at_key, missing_since IS NOT NULL
    FROM withdrawals`;
  return [...database.iterate(sql)].map((cells) => ({
    uuid: cellText(cells[0]),
    status: cellText(cells[1]),
    token: cellTextOrNull(cells[2]),
    address: cellTextOrNull(cells[3]),
    txHash: cellTextOrNull(cells[4]),
    amount: cellText(cells[5]),
    amountToSend: cellTextOrNull(cells[6]),
    processedKey: cellTextOrNull(cells[7]),
    isGone: cells[8] === 1,
  }));
}

/** Uuids and external ids of all invoices, many at once, in the order of the table. */
export function* eachInvoiceIdent(
  database: SqliteDatabase,
): IterableIterator<Pick<InvoicesToMatch, 'uuids' | 'externalIds'>> {
  const sql =
    'SELECT json_group_array(uuid), json_group_array(external_id) FROM invoices NOT INDEXED WHERE id > ? AND id <= ?';
  for (const [after, to] of rowRanges(database)) {
    for (const [uuids, externalIds] of database.iterate(sql, after, to)) {
      yield { uuids: texts(uuids), externalIds: texts(externalIds) };
    }
  }
}
