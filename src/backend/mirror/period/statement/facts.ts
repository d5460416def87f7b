// What a period statement reads: narrow columns of every record that may lie in one of its lines, one after the other.
import type { PeriodBounds } from '../../../../domain/period/period.ts';
import type { CreditBatch, CreditFact, WithdrawalFact } from '../../../../domain/period/statement.ts';
import { cellText, cellTextOrNull, readCount } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import type { MirrorList } from '../../kernel/answers.ts';
import { requireInstant } from '../../kernel/freshness.ts';
import { columnOf, FINISHED_WITHIN, isLong, rowRanges } from '../../kernel/row-ranges.ts';
import { UNKNOWN_INVOICE_STATUS } from './lines.ts';

/** How many records the two iterators below will give. */
export function countStatementFacts(database: SqliteDatabase, bounds: PeriodBounds): number {
  const { from, to } = { from: requireInstant(bounds.from), to: requireInstant(bounds.to) };
  const dated = `SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${FINISHED_WITHIN}`;
  const withdrawals = 'SELECT count(*) AS n FROM withdrawals';
  return readCount(database.get(dated, from, to)) + readCount(database.get(withdrawals));
}

const CREDIT_COLUMNS = `i.status, i.currency, i.settled_amount_usdt, i.created_at_key, i.finished_at_key,
  i.missing_since IS NOT NULL, i.as_of`;

/** Successes that finished within or at no known time, and invoices in a status that nobody knows. */
export function* eachCredit(
  database: SqliteDatabase,
  bounds: PeriodBounds,
): IterableIterator<CreditFact | CreditBatch> {
  if (isLong(database, bounds)) yield* batches(database, bounds);
  else {
    const dated = `SELECT ${CREDIT_COLUMNS} FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${FINISHED_WITHIN}`;
    yield* credits(database, dated, requireInstant(bounds.from), requireInstant(bounds.to));
  }
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

/** SQLite hands whole columns over as one text, which costs a quarter of taking them row by row; it does not look into the amounts. */
function* batches(database: SqliteDatabase, bounds: PeriodBounds): IterableIterator<CreditBatch> {
  const sql = `SELECT json_group_array(i.currency), json_group_array(i.settled_amount_usdt),
      json_group_array(i.missing_since IS NOT NULL), min(i.finished_at_key), max(i.finished_at_key), min(i.as_of)
    FROM invoices AS i NOT INDEXED WHERE i.id > ? AND i.id <= ? AND ${FINISHED_WITHIN}`;
  const ends = [requireInstant(bounds.from), requireInstant(bounds.to)];
  for (const [after, to] of rowRanges(database)) {
    for (const cells of database.iterate(sql, after, to, ...ends)) {
      const [currencies, amounts, gone, first, last, asOf] = cells;
      // Nothing of the period is among these rows.
      if (first === null) continue;
      yield {
        currencies: columnOf(currencies).map(cellText),
        amounts: columnOf(amounts).map(cellTextOrNull),
        notShown: columnOf(gone).map((cell) => cell === 1),
        firstFinishedKey: cellText(first),
        lastFinishedKey: cellText(last),
        oldestReading: cellText(asOf),
      };
    }
  }
}

function* credits(
  database: SqliteDatabase,
  sql: string,
  ...parameters: readonly string[]
): IterableIterator<CreditFact> {
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
export function* eachWithdrawalCells(database: SqliteDatabase): IterableIterator<WithdrawalFact> {
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
