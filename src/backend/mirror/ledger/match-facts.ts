// What a match reads of the mirror: invoices in narrow columns, many at once, and withdrawals.
import { type CoveredTime, mergedTimes } from '../../../domain/ledger/covered-time.ts';
import { type MissingDay, MAX_MISSING_DAYS } from '../../../domain/ledger/import.ts';
import type { FactList } from '../../../domain/kernel/finding.ts';
import { instantKey, instantOfKey, localDay, nextDay, startOfDay } from '../../../domain/kernel/time/time.ts';
import { TERMINAL_STATUSES } from '../../../domain/records/invoice.ts';
import {
  INVOICE_MARKS,
  type InvoicesToMatch,
  MONEY_STANDINGS,
  type WithdrawalToMatch,
} from '../../../domain/ledger/match.ts';
import { cellInteger, cellText, cellTextOrNull, readCount } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { columnOf, type ColumnOfTexts, JOINED, QUOTED, rowRanges } from '../kernel/order.ts';

export interface InvoicesAsked {
  /** Where the source claims to be complete. */
  readonly covers: readonly CoveredTime[];
  /** Does an entry say what was credited? */
  readonly withSettled: boolean;
}

/** Some invoices, and how much of the table has been read with them, from 0 to 1. */
interface InvoicesRead {
  readonly invoices: InvoicesToMatch;
  readonly part: number;
}

/** Every invoice, some thousands at once, in the order of the table: whole columns cost less than single rows, and nothing looks into them. */
export function* eachInvoiceToMatch(database: SqliteDatabase, asked: InvoicesAsked): IterableIterator<InvoicesRead> {
  const covered = coveredTerm(mergedTimes(asked.covers));
  const ranges = [...rowRanges(database)];
  for (const [at, range] of ranges.entries()) {
    const read = (texts: ColumnOfTexts) => columnsOf(database, asked, covered, texts, range);
    const invoices = read(JOINED) ?? read(QUOTED);
    if (invoices !== null) yield { invoices, part: (at + 1) / ranges.length };
  }
}

/** Null when the texts of a column cannot be told from each other. */
function columnsOf(
  database: SqliteDatabase,
  { withSettled }: InvoicesAsked,
  covered: Term,
  texts: ColumnOfTexts,
  range: readonly [after: number, to: number],
): InvoicesToMatch | null {
  const isOwed = `status = 'success' AND finished_at_key IS NOT NULL AND ${covered.sql}`;
  const sql = `SELECT
      json_group_array(${MONEY}
        + CASE WHEN is_adjusted = 1 THEN ${INVOICE_MARKS.adjusted} ELSE 0 END
        + CASE WHEN missing_since IS NOT NULL THEN ${INVOICE_MARKS.gone} WHEN ${isOwed} THEN ${INVOICE_MARKS.owed} ELSE 0 END),
      json_group_array(${ACTUAL}) FILTER (WHERE is_adjusted = 1), ${withSettled ? 'json_group_array(settled_amount_usdt)' : `'[]'`},
      ${['uuid', 'external_id', 'currency', 'amount'].map((column) => texts.sql(column)).join(', ')}
    FROM invoices AS i NOT INDEXED WHERE id > ? AND id <= ?`;
  for (const [marked, actual, settled, ...cells] of database.iterate(sql, ...covered.parameters, ...range)) {
    const marks = columnOf(marked).map(cellInteger);
    const [uuids, externalIds, currencies, amounts] = cells.map((cell) => texts.read(cell, marks.length));
    if (!uuids || !externalIds || !currencies || !amounts) return null;
    const actualFiat = byAdjusted(marks, textsOrNull(actual));
    return { uuids, externalIds, currencies, amounts, settledUsdt: textsOrNull(settled), marks, actualFiat };
  }
  return null;
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

function textsOrNull(cell: unknown): readonly (string | null)[] {
  return columnOf(cell).map(cellTextOrNull);
}

/** What was really paid; null where the API does not say. */
const ACTUAL = `(SELECT json_extract(r.record, '$.adjustment.actual_amount_fiat') FROM invoice_records AS r WHERE r.id = i.id)`;

/** What each of the adjusted ones has, by its position among all. */
function byAdjusted(marks: readonly number[], actuals: readonly (string | null)[]): ReadonlyMap<number, string | null> {
  const places =
    actuals.length === 0 ? [] : marks.flatMap((mark, place) => ((mark & INVOICE_MARKS.adjusted) === 0 ? [] : [place]));
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
      yield { uuids: columnOf(uuids).map(cellText), externalIds: columnOf(externalIds).map(cellText) };
    }
  }
}

/** Of each list how its records that brought or took money are counted between two keys of their end. */
const PAID_BETWEEN: Readonly<Record<FactList, string>> = {
  invoices: `invoices INDEXED BY invoices_by_finished
    WHERE status = 'success' AND missing_since IS NULL AND finished_at_key >= ? AND finished_at_key < ?`,
  withdrawals: `withdrawals
    WHERE status = 'approved' AND missing_since IS NULL AND processed_at_key >= ? AND processed_at_key < ?`,
};
const END_KEYS: Readonly<Record<FactList, string>> = { invoices: 'finished_at_key', withdrawals: 'processed_at_key' };

/** The days of `timeZone` on which the records of these uuids ended, and how many ended so on each; the earliest MAX_MISSING_DAYS of them. */
export function missingDays(
  database: SqliteDatabase,
  { list, uuids, timeZone }: { readonly list: FactList; readonly uuids: readonly string[]; readonly timeZone: string },
): readonly MissingDay[] {
  const byDay = new Map<string, number>();
  const sql = `SELECT ${END_KEYS[list]} FROM ${list} WHERE uuid IN (SELECT value FROM json_each(?))`;
  for (const [key] of database.iterate(sql, JSON.stringify(uuids))) {
    const ended = cellTextOrNull(key);
    const day = ended === null ? null : localDay(instantOfKey(ended), timeZone);
    if (day !== null) byDay.set(day, (byDay.get(day) ?? 0) + 1);
  }
  const days = [...byDay].toSorted(([left], [right]) => (left < right ? -1 : 1)).slice(0, MAX_MISSING_DAYS);
  return days.map(([day, missing]) => {
    const [from, to] = [day, nextDay(day)].map((date) => instantKey(startOfDay(date ?? '', timeZone) ?? ''));
    const row = database.get(`SELECT count(*) AS n FROM ${PAID_BETWEEN[list]}`, from ?? '', to ?? '');
    return { day, missing, paid: Math.max(missing, readCount(row)) };
  });
}
