/** The rows behind a line of a period statement: pages for the screen, all of them one after the other for exports and closes. */
import { isCreditLine, type StatementRow } from '../../../../domain/period/statement.ts';
import { cellText, cellTextOrNull, readCount } from '../../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../../sqlite/database.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import { checkPage } from '../../records/invoices/pages.ts';
import { textOfRecord } from './facts.ts';
import { lineCondition, type LineQuery } from './lines.ts';

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
