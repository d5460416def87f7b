// What a period statement reads: narrow columns of every record that may lie in one of its lines, one after the other.
import type { PeriodBounds } from '../../../../domain/period/period.ts';
import type { CreditBatch, CreditFact, WithdrawalFact } from '../../../../domain/period/statement.ts';
import { cellInteger, cellText, cellTextOrNull, readCount } from '../../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../../sqlite/database.ts';
import type { MirrorList } from '../../kernel/answers.ts';
import { requireInstant } from '../../kernel/freshness.ts';
import {
  type ColumnOfTexts,
  FINISHED_WITHIN,
  isLong,
  JOINED,
  lastRow,
  QUOTED,
  rowRanges,
} from '../../kernel/row-ranges.ts';
import { UNKNOWN_INVOICE_STATUS } from './lines.ts';

/** How many records the two iterators below will give, or a few more: counting those of a long period takes a fourth of the time that reading them does. */
export function countStatementFacts(database: SqliteDatabase, bounds: PeriodBounds): number {
  const withdrawals = readCount(database.get('SELECT count(*) AS n FROM withdrawals'));
  if (isLong(database, bounds)) return lastRow(database) + withdrawals;
  const { from, to } = { from: requireInstant(bounds.from), to: requireInstant(bounds.to) };
  const dated = `SELECT count(*) AS n FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${FINISHED_WITHIN}`;
  return readCount(database.get(dated, from, to)) + withdrawals;
}

const CREDIT_COLUMNS = `i.status, i.currency, i.settled_amount_usdt, i.created_at_key, i.finished_at_key,
  i.missing_since IS NOT NULL, i.as_of`;

/** Successes that finished within or at no known time, and invoices in a status that nobody knows. */
export function* eachCredit(
  database: SqliteDatabase,
  bounds: PeriodBounds,
): IterableIterator<CreditFact | CreditBatch> {
  const within = [requireInstant(bounds.from), requireInstant(bounds.to)];
  if (isLong(database, bounds)) {
    yield* batches(database, bounds);
    const without = `i.settled_amount_usdt IS NULL AND ${FINISHED_WITHIN}`;
    yield* credits(
      database,
      `SELECT ${CREDIT_COLUMNS} FROM invoices AS i INDEXED BY invoices_uncredited WHERE ${without}`,
      ...within,
    );
  } else {
    const dated = `SELECT ${CREDIT_COLUMNS} FROM invoices AS i INDEXED BY invoices_by_finished WHERE ${FINISHED_WITHIN}`;
    yield* credits(database, dated, ...within);
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
  const ends = [requireInstant(bounds.from), requireInstant(bounds.to)];
  for (const range of rowRanges(database)) {
    const read = (texts: ColumnOfTexts) => batch(database, texts, [...range, ...ends]);
    const found = read(JOINED) ?? read(QUOTED);
    if (found !== null && found.amounts.length > 0) yield found;
  }
}

/** Null when the texts of a column cannot be told from each other. */
function batch(database: SqliteDatabase, texts: ColumnOfTexts, within: readonly SqlValue[]): CreditBatch | null {
  const sql = `SELECT count(*), count(i.missing_since), min(i.finished_at_key), max(i.finished_at_key), min(i.as_of),
      ${texts.sql('i.currency')}, ${texts.sql('i.settled_amount_usdt')}
    FROM invoices AS i NOT INDEXED WHERE i.id > ? AND i.id <= ? AND ${FINISHED_WITHIN} AND i.settled_amount_usdt IS NOT NULL`;
  for (const [count, gone, first, last, asOf, ...cells] of database.iterate(sql, ...within)) {
    const [currencies, amounts] = cells.map((cell) => texts.read(cell, cellInteger(count)));
    if (!currencies || !amounts) return null;
    return {
      currencies,
      amounts,
      notShown: cellInteger(gone),
      firstFinishedKey: cellTextOrNull(first) ?? '',
      lastFinishedKey: cellTextOrNull(last) ?? '',
      oldestReading: cellTextOrNull(asOf) ?? '',
    };
  }
  return null;
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
