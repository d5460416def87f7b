// How many invoices were paid of those created, by method and over time (domain/records/paid-share).
import type { PaidOfMethod, PaidOfSpan, PaidShares } from '../../../domain/records/paid-share.ts';
import { hourSpans, placesOf } from '../../../domain/kernel/time/spans.ts';
import { fromEpochMs, keyOfEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { readCount, readInteger, readText, readTextOrNull, type Row } from '../../sqlite/columns.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { requireInstant } from '../kernel/freshness.ts';

export interface PaidSharesQuery {
  /** Half-open, ISO UTC. */
  readonly from: string;
  readonly to: string;
  /** The spans are of this one; null: of those that name none; absent: of all. */
  readonly method?: string | null | undefined;
}

const MOST_METHODS = 200;
const COUNTS = `count(*) AS created, count(*) FILTER (WHERE status = 'success') AS paid, count(*) FILTER (WHERE status = 'pending') AS open`;
const CREATED = 'FROM invoices INDEXED BY invoices_by_created WHERE created_at_key >= ? AND created_at_key < ?';

/** `paymentMethods.shares`. */
function paidShares({ database, memo }: MirrorReadContext, { from, to, method }: PaidSharesQuery): PaidShares {
  requireInstant(from);
  requireInstant(to);
  const spans = hourSpans(toEpochMs(from) ?? 0, toEpochMs(to) ?? 0);
  const { fromMs, spanMs, count } = spans;
  const bounds = [keyOfEpochMs(fromMs), keyOfEpochMs(fromMs + count * spanMs)];
  return memo.paidShares.get(JSON.stringify([fromMs, spanMs, count, method ?? null, method === undefined]), () => {
    const of = method === undefined ? [] : [method];
    const hours = `SELECT substr(created_at_key, 1, 13) AS hour, ${COUNTS} ${CREATED}${of.length === 0 ? '' : ' AND payment_method IS ?'} GROUP BY hour`;
    const placeOf = placesOf(spans);
    const told = Array.from({ length: count }, () => ({ created: 0, paid: 0, open: 0 }));
    for (const row of database.all(hours, ...bounds, ...of)) {
      const span = told[placeOf(readText(row, 'hour'))];
      if (span === undefined) continue;
      const { created, paid, open } = countsOf(row);
      span.created += created;
      span.paid += paid;
      span.open += open;
    }
    const methods = `SELECT payment_method AS method, ${COUNTS} ${CREATED} GROUP BY payment_method
        ORDER BY created DESC, method LIMIT ${MOST_METHODS}`;
    const undated = 'SELECT count(*) AS n FROM invoices INDEXED BY invoices_by_created WHERE created_at_key IS NULL';
    return {
      from: fromEpochMs(fromMs),
      spanMs,
      spans: told,
      methods: database
        .all(methods, ...bounds)
        .map((row): PaidOfMethod => ({ method: readTextOrNull(row, 'method'), ...countsOf(row) })),
      undated: readCount(database.get(undated)),
    };
  });
}

function countsOf(row: Row): PaidOfSpan {
  return { created: readInteger(row, 'created'), paid: readInteger(row, 'paid'), open: readInteger(row, 'open') };
}

export const paidShareReads = {
  'paymentMethods.shares': paidShares,
} as const;
