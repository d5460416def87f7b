// The lines of a period statement as SQL conditions: what reconciliation/period/statement says of a record, said of its row,
// once for all who show the rows behind a line.
import type { PeriodBounds } from '../../../../domain/period/period.ts';
import { INVOICE_STATUSES } from '../../../../domain/records/invoice.ts';
import {
  CREDIT_TOKEN,
  isCreditLine,
  STATEMENT_LINES,
  type StatementLineKind,
  type CreditBatch,
  type CreditFact,
  type WithdrawalFact,
  type StatementRow,
} from '../../../../domain/period/statement.ts';
import { WITHDRAWAL_STATUSES } from '../../../../domain/records/withdrawal.ts';
import type { SqlValue, SqliteDatabase } from '../../../sqlite/database.ts';
import type { MirrorList } from '../../kernel/answers.ts';
import { requireInstant } from '../../kernel/freshness.ts';
import { cellInteger, cellText, cellTextOrNull, readCount } from '../../../sqlite/columns.ts';
import { type ColumnOfTexts, FINISHED_WITHIN, isLong, JOINED, lastRow, QUOTED, rowRanges } from '../../kernel/order.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import { checkPage } from '../../records/invoices/pages.ts';

/** A condition over `invoices AS i` or `withdrawals AS w`, and the order of its rows. */
export interface LineCondition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Latest first, without the "ORDER BY". */
  readonly order: string;
  /** The index that holds what is asked for; empty where there is none to name. */
  readonly access: string;
}

export interface LineQuery {
  readonly bounds: PeriodBounds;
  /** Null: withdrawals of which the API names no token. */
  readonly token: string | null;
  readonly line: StatementLineKind;
}

const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(', ');

/** In any status that the specification does not name. */
export const UNKNOWN_INVOICE_STATUS = `i.status NOT IN (${words(INVOICE_STATUSES)})`;
const UNKNOWN_WITHDRAWAL_STATUS = `w.status NOT IN (${words(WITHDRAWAL_STATUSES)})`;
const FINAL = `w.status IN ('approved', 'rejected')`;

const FINISHED_FIRST = 'i.finished_at_key DESC, i.uuid';
const CREATED_FIRST = 'w.created_at_key DESC NULLS LAST, w.uuid';
const PROCESSED_FIRST = 'w.processed_at_key DESC NULLS LAST, w.uuid';

interface Term {
  readonly sql: string;
  readonly ends: readonly (keyof PeriodBounds)[];
  readonly order: string;
  readonly access?: string;
}

const TERMS: Readonly<Record<StatementLineKind, Term>> = {
  credits: {
    sql: `i.status = 'success' AND i.finished_at_key >= ? AND i.finished_at_key < ? AND i.settled_amount_usdt IS NOT NULL`,
    ends: ['from', 'to'],
    order: FINISHED_FIRST,
    access: 'INDEXED BY invoices_by_finished',
  },
  'credits-without-amount': {
    sql: `i.status = 'success' AND i.settled_amount_usdt IS NULL AND i.finished_at_key >= ? AND i.finished_at_key < ?`,
    ends: ['from', 'to'],
    order: FINISHED_FIRST,
    access: 'INDEXED BY invoices_uncredited',
  },
  'credits-without-date': {
    sql: `i.status = 'success' AND i.finished_at_key IS NULL`,
    ends: [],
    order: 'i.uuid',
    access: 'INDEXED BY invoices_by_finished',
  },
  'credits-unknown-status': {
    sql: `${UNKNOWN_INVOICE_STATUS} AND (i.created_at_key < ? OR i.created_at_key IS NULL)`,
    ends: ['to'],
    order: 'i.created_at_key DESC NULLS LAST, i.uuid',
    access: 'INDEXED BY invoices_by_status',
  },
  withdrawals: {
    sql: `w.status = 'approved' AND w.processed_at_key >= ? AND w.processed_at_key < ?`,
    ends: ['from', 'to'],
    order: PROCESSED_FIRST,
  },
  'withdrawals-without-date': {
    sql: `w.status = 'approved' AND w.processed_at_key IS NULL`,
    ends: [],
    order: CREATED_FIRST,
  },
  'reserved-pending': {
    sql: `w.status = 'pending' AND w.created_at_key < ?`,
    ends: ['to'],
    order: CREATED_FIRST,
  },
  'reserved-processed-later': {
    sql: `${FINAL} AND w.created_at_key < ? AND w.processed_at_key >= ?`,
    ends: ['to', 'to'],
    order: CREATED_FIRST,
  },
  'reserved-without-date': {
    sql: `w.created_at_key IS NULL AND (w.status = 'pending' OR ${FINAL} AND w.processed_at_key >= ?)`,
    ends: ['to'],
    order: PROCESSED_FIRST,
  },
  rejected: {
    sql: `w.status = 'rejected' AND w.processed_at_key >= ? AND w.processed_at_key < ?`,
    ends: ['from', 'to'],
    order: PROCESSED_FIRST,
  },
  'rejected-without-date': {
    sql: `w.status = 'rejected' AND w.processed_at_key IS NULL`,
    ends: [],
    order: CREATED_FIRST,
  },
  'unknown-status': {
    sql: `${UNKNOWN_WITHDRAWAL_STATUS} AND (w.created_at_key < ? OR w.created_at_key IS NULL)`,
    ends: ['to'],
    order: CREATED_FIRST,
  },
};

/** The rows behind a line. A line of credits has rows in the token of the credits only. */
export function lineCondition({ bounds, token, line }: LineQuery): LineCondition {
  const { sql, ends, order, access = '' } = TERMS[line];
  const parameters = ends.map((end) => requireInstant(bounds[end]));
  // A term over no column is looked at once, not a row.
  const ofToken = isCreditLine(line) ? `? IS '${CREDIT_TOKEN}'` : 'w.token IS ?';
  return { sql: `${sql} AND ${ofToken}`, parameters: [...parameters, token], order, access };
}

/** The rows of a list that are in any line, whatever their token: what a statement rests on. */
export function inAnyLine(
  list: MirrorList,
  bounds: PeriodBounds,
): { readonly sql: string; readonly parameters: readonly SqlValue[] } {
  const terms = STATEMENT_LINES.filter((line) => isCreditLine(line) === (list === 'invoices')).map(
    (line) => TERMS[line],
  );
  return {
    sql: `(${terms.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    parameters: terms.flatMap(({ ends }) => ends.map((end) => requireInstant(bounds[end]))),
  };
}

// What a period statement reads: narrow columns of every record that may lie in one of its lines, one after the other.

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

// What the movements of a period read of the mirror: the date and the amount of every row that is in a sum of its statement.

/** A row of the lines `credits` or `withdrawals`. */
export interface MovementCells {
  readonly kind: 'credit' | 'withdrawal';
  readonly key: string;
  readonly amount: string;
}

interface MovementsQuery {
  readonly bounds: PeriodBounds;
  readonly token: string;
}

/** How many there are. */
export function countMovements(database: SqliteDatabase, query: MovementsQuery): number {
  const withdrawals = countStatementRows(database, { ...query, line: 'withdrawals' });
  if (query.token !== CREDIT_TOKEN) return withdrawals;
  return withdrawals + countStatementRows(database, { ...query, line: 'credits' });
}

/** Credits, then withdrawals. */
export function* eachMovement(database: SqliteDatabase, query: MovementsQuery): IterableIterator<MovementCells> {
  if (query.token === CREDIT_TOKEN) {
    const { sql, parameters, access } = lineCondition({ ...query, line: 'credits' });
    const credits = `SELECT i.finished_at_key, i.settled_amount_usdt FROM invoices AS i ${access} WHERE ${sql}`;
    for (const [key, amount] of database.iterate(credits, ...parameters)) {
      yield { kind: 'credit', key: cellText(key), amount: cellText(amount) };
    }
  }
  const { sql, parameters } = lineCondition({ ...query, line: 'withdrawals' });
  const withdrawals = `SELECT w.processed_at_key, w.amount FROM withdrawals AS w WHERE ${sql}`;
  for (const [key, amount] of database.iterate(withdrawals, ...parameters)) {
    yield { kind: 'withdrawal', key: cellText(key), amount: cellText(amount) };
  }
}

// The rows behind a line of a period statement: pages for the screen, all of them one after the other for exports and closes.

export interface StatementRowsPage {
  readonly rows: readonly StatementRow[];
  readonly total: number;
}

const INVOICE_COLUMNS = `i.uuid, i.external_id, i.status, NULL, i.currency, i.settled_amount_usdt, i.created_at, i.finished_at,
  NULL, NULL, i.as_of, i.missing_since`;
const WITHDRAWAL_COLUMNS = `w.uuid, w.address, w.status, w.token, NULL, w.amount, w.created_at, w.processed_at,
  ${textOfRecord('balance_type')}, ${textOfRecord('actor')}, w.as_of, w.missing_since`;

/** `statement.rows`: at most 1,000 of a line, the latest first, and how many there are. */
export function statementRows(
  { database, memo }: MirrorReadContext,
  input: LineQuery & { readonly offset: number; readonly limit: number },
): StatementRowsPage {
  checkPage(input.offset, input.limit);
  const { sql, parameters } = queryOf(input, 'LIMIT ? OFFSET ?');
  return {
    rows: Array.from(rowsOf(database, input, sql, ...parameters, input.limit, input.offset)),
    total: memo.pageTotals.get(JSON.stringify(['statement', input.bounds, input.token, input.line]), () =>
      countStatementRows(database, input),
    ),
  };
}

/** How many records a line has. */
export function countStatementRows(database: SqliteDatabase, query: LineQuery): number {
  const { sql, parameters, access } = lineCondition(query);
  const from = isCreditLine(query.line) ? `invoices AS i ${access}` : 'withdrawals AS w';
  return readCount(database.get(`SELECT count(*) AS n FROM ${from} WHERE ${sql}`, ...parameters));
}

/** All rows of a line, the latest first, within one snapshot of the file. */
export function eachStatementRow(database: SqliteDatabase, query: LineQuery): IterableIterator<StatementRow> {
  const { sql, parameters } = queryOf(query, '');
  return rowsOf(database, query, sql, ...parameters);
}

function queryOf(query: LineQuery, end: string): { readonly sql: string; readonly parameters: readonly SqlValue[] } {
  const { sql, parameters, order, access } = lineCondition(query);
  const [columns, from] = isCreditLine(query.line)
    ? [INVOICE_COLUMNS, `invoices AS i ${access}`]
    : [WITHDRAWAL_COLUMNS, 'withdrawals AS w'];
  return { sql: `SELECT ${columns} FROM ${from} WHERE ${sql} ORDER BY ${order} ${end}`, parameters };
}

function* rowsOf(
  database: SqliteDatabase,
  { line, token }: LineQuery,
  sql: string,
  ...parameters: readonly SqlValue[]
): IterableIterator<StatementRow> {
  const isCredit = isCreditLine(line);
  for (const cells of database.iterate(sql, ...parameters)) {
    const [uuid, label, status, named, currency, amount, createdAt, endedAt, balanceType, actor, asOf, gone] = cells;
    yield {
      list: isCredit ? 'invoices' : 'withdrawals',
      uuid: cellText(uuid),
      label: cellTextOrNull(label),
      status: cellText(status),
      token: isCredit ? token : cellTextOrNull(named),
      currency: cellTextOrNull(currency),
      amount: cellTextOrNull(amount),
      createdAt: cellTextOrNull(createdAt),
      endedAt: cellTextOrNull(endedAt),
      balanceType: cellTextOrNull(balanceType),
      actor: cellTextOrNull(actor),
      asOf: cellText(asOf),
      missingSince: cellTextOrNull(gone),
    };
  }
}

export const statementRowsReads = {
  'statement.rows': statementRows,
} as const;
