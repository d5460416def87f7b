/** What the movements of a period read of the mirror: the date and the amount of every row that is in a sum of its statement. */
import type { PeriodBounds } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import { cellText } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { lineCondition } from './lines.ts';
import { countStatementRows } from './rows.ts';

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
