/** What the take rates read of the mirror: narrow columns of successes, and of the few adjusted ones what was really paid. */
import type { PeriodBounds } from '../../../domain/period/period.ts';
import type { TakeRateFact } from '../../../domain/reconcile/take-rate.ts';
import { cellText, cellTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { requireInstant } from '../kernel/freshness.ts';

const PAID = `CASE WHEN i.is_adjusted = 1 THEN
  (SELECT json_extract(r.record, '$.adjustment.actual_amount_fiat') FROM invoice_records AS r WHERE r.id = i.id) END`;

const COLUMNS = `i.uuid, i.external_id, i.payment_method, i.currency, i.finished_at, i.amount, i.amount_to_send, i.rate,
  i.settled_amount_usdt, i.is_adjusted, ${PAID}`;

/** Successes that finished within, latest first; all without bounds, those without a date last. */
export function* eachTakeRate(database: SqliteDatabase, bounds: PeriodBounds | null): IterableIterator<TakeRateFact> {
  const within = bounds === null ? '' : 'AND i.finished_at_key >= ? AND i.finished_at_key < ?';
  const parameters = bounds === null ? [] : [requireInstant(bounds.from), requireInstant(bounds.to)];
  const sql = `SELECT ${COLUMNS}
    FROM invoices AS i INDEXED BY invoices_by_finished WHERE i.status = 'success' ${within}
    ORDER BY i.finished_at_key DESC, i.uuid`;
  yield* factsOf(database, sql, ...parameters);
}

/** One invoice, whatever its status; null where the mirror does not have it. */
export function takeRateOf(database: SqliteDatabase, uuid: string): TakeRateFact | null {
  const [fact = null] = factsOf(database, `SELECT ${COLUMNS} FROM invoices AS i WHERE i.uuid = ?`, uuid);
  return fact;
}

function* factsOf(
  database: SqliteDatabase,
  sql: string,
  ...parameters: readonly string[]
): IterableIterator<TakeRateFact> {
  for (const cells of database.iterate(sql, ...parameters)) {
    const [uuid, externalId, method, currency, finishedAt, amount, toSend, rate, settled, isAdjusted, actual] = cells;
    yield {
      uuid: cellText(uuid),
      externalId: cellText(externalId),
      method: cellTextOrNull(method),
      currency: cellText(currency),
      finishedAt: cellTextOrNull(finishedAt),
      amount: cellText(amount),
      amountToSend: cellTextOrNull(toSend),
      rate: cellTextOrNull(rate),
      settledUsdt: cellTextOrNull(settled),
      isAdjusted: isAdjusted === 1,
      actualFiat: cellTextOrNull(actual),
    };
  }
}
