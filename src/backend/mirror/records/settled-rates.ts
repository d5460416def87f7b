/** The rates at which payments of one currency settled since a moment, and what they brought. Corrected ones tell of a dispute, not of a price. */
import { type SettledFact, settledRates, type SettledRates } from '../../../domain/pricing/pricing.ts';
import { cellText, cellTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { requireInstant } from '../kernel/freshness.ts';

/** `pricing.settled`; null when nothing settled. */
function settledSince(
  { database, memo }: MirrorReadContext,
  input: { readonly currency: string; readonly since: string },
): SettledRates | null {
  return memo.settled.get(JSON.stringify(input), () => ({
    rates: settledRates(eachSettled(database, input.currency, requireInstant(input.since))),
  })).rates;
}

function* eachSettled(database: SqliteDatabase, currency: string, since: string): IterableIterator<SettledFact> {
  const sql = `SELECT i.payment_method, i.amount, i.rate, i.settled_amount_usdt, i.finished_at
    FROM invoices AS i INDEXED BY invoices_by_finished
    WHERE i.status = 'success' AND i.finished_at_key >= ? AND i.currency = ? AND i.is_adjusted = 0
      AND i.rate IS NOT NULL AND i.settled_amount_usdt IS NOT NULL
    ORDER BY i.finished_at_key DESC, i.uuid`;
  for (const [method, amount, rate, settled, finishedAt] of database.iterate(sql, since, currency)) {
    yield {
      method: cellTextOrNull(method),
      amount: cellText(amount),
      rate: cellText(rate),
      settledUsdt: cellText(settled),
      finishedAt: cellText(finishedAt),
    };
  }
}

export const settledRatesReads = {
  'pricing.settled': settledSince,
} as const;
