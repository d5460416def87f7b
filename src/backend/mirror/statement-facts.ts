/**
 * What a period statement reads: narrow columns of every record that may lie in one of its lines, one after the other. A superset; which
 * line a record is in is decided by reconciliation/statement. Not here: the rows as a screen shows them (statement-rows.ts).
 */
import type { PeriodBounds } from '../../domain/period.ts';
import { cellText, cellTextOrNull, readCount } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import type { MirrorList } from './answers.ts';
import { requireInstant } from './freshness.ts';
import { UNKNOWN_INVOICE_STATUS } from './statement-lines.ts';

/** Of an invoice. `amount` is settled_amount_usdt; keys are null where the API gave no instant. */
export interface CreditCells {
  readonly status: string;
  readonly currency: string;
  readonly amount: string | null;
  readonly createdKey: string | null;
  readonly finishedKey: string | null;
  readonly notShown: boolean;
  readonly asOf: string;
}

/** Of a withdrawal. */
export interface WithdrawalCells {
  readonly token: string | null;
  readonly status: string;
  readonly amount: string;
  readonly networkCommission: string | null;
  readonly amountToSend: string | null;
  readonly createdKey: string | null;
  readonly processedKey: string | null;
  readonly balanceType: string | null;
  readonly actor: string | null;
  readonly notShown: boolean;
  readonly asOf: string;
}

/** How many records the two iterators below will give. */
export function countStatementFacts(database: SqliteDatabase, bounds: PeriodBounds): number {
  const { from, to } = { from: requireInstant(bounds.from), to: requireInstant(bounds.to) };
  const dated = `SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${FINISHED_WITHIN}`;
  const withdrawals = 'SELECT count(*) AS n FROM withdrawals';
  return readCount(database.get(dated, from, to)) + readCount(database.get(withdrawals));
}

const FINISHED_WITHIN = `i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ?`;
const CREDIT_COLUMNS = `i.status, i.currency, i.settled_amount_usdt, i.created_at_key, i.finished_at_key,
  i.missing_since IS NOT NULL, i.as_of`;

/** Successes that finished within or at no known time, and invoices in a status that nobody knows. */
export function* eachCredit(database: SqliteDatabase, bounds: PeriodBounds): IterableIterator<CreditCells> {
  const dated = `SELECT ${CREDIT_COLUMNS} FROM invoices AS i ${accessOf(database, bounds)} WHERE ${FINISHED_WITHIN}`;
  yield* credits(database, dated, requireInstant(bounds.from), requireInstant(bounds.to));
  const undated = `i.status = 'success' AND i.finished_at_key IS NULL`;
  yield* credits(
    database,
    `SELECT ${CREDIT_COLUMNS} FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${undated}`,
  );
  yield* credits(
    database,
    `SELECT ${CREDIT_COLUMNS} FROM invoices AS i INDEXED BY invoices_by_status WHERE ${UNKNOWN_INVOICE_STATUS}`,
  );
}

/**
 * A long period is read in the order of the table, a short one by the index: a row costs three times as much when it is looked up, but
 * then only those of the period are touched.
 */
export function accessOf(database: SqliteDatabase, bounds: PeriodBounds): string {
  const { from, to } = { from: requireInstant(bounds.from), to: requireInstant(bounds.to) };
  const within = `SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${FINISHED_WITHIN}`;
  const all = 'SELECT count(*) AS n FROM invoices';
  const isLong = readCount(database.get(within, from, to)) * 3 > readCount(database.get(all));
  return isLong ? 'NOT INDEXED' : 'INDEXED BY invoices_by_finished';
}

function* credits(
  database: SqliteDatabase,
  sql: string,
  ...parameters: readonly string[]
): IterableIterator<CreditCells> {
  for (const [status, currency, amount, createdKey, finishedKey, gone, asOf] of database.iterate(sql, ...parameters)) {
    yield {
      status: cellText(status),
      currency: cellText(currency),
      amount: cellTextOrNull(amount),
      createdKey: cellTextOrNull(createdKey),
      finishedKey: cellTextOrNull(finishedKey),
      notShown: gone === 1,
      asOf: cellText(asOf),
    };
  }
}

/** A field of the stored record that is text; anything else that stood there counts as not told. */
export function textOfRecord(field: 'actor' | 'balance_type'): string {
  return `CASE json_type(w.record, '$.${field}') WHEN 'text' THEN json_extract(w.record, '$.${field}') END`;
}

/** Every withdrawal: there are few, and any of them may be reserved. */
export function* eachWithdrawalCells(database: SqliteDatabase): IterableIterator<WithdrawalCells> {
  const sql = `SELECT w.token, w.status, w.amount, w.network_commission, w.amount_to_send, w.created_at_key,
      w.processed_at_key, ${textOfRecord('balance_type')}, ${textOfRecord('actor')}, w.missing_since IS NOT NULL, w.as_of
    FROM withdrawals AS w`;
  for (const cells of database.iterate(sql)) {
    const [token, status, amount, commission, sent, createdKey, processedKey, balanceType, actor, gone, asOf] = cells;
    yield {
      token: cellTextOrNull(token),
      status: cellText(status),
      amount: cellText(amount),
      networkCommission: cellTextOrNull(commission),
      amountToSend: cellTextOrNull(sent),
      createdKey: cellTextOrNull(createdKey),
      processedKey: cellTextOrNull(processedKey),
      balanceType: cellTextOrNull(balanceType),
      actor: cellTextOrNull(actor),
      notShown: gone === 1,
      asOf: cellText(asOf),
    };
  }
}

/** Records of the list that could not be read. */
export function countUnreadable(database: SqliteDatabase, list: MirrorList): number {
  return readCount(database.get('SELECT count(*) AS n FROM quarantine WHERE list = ?', list));
}
