// What the mirror knows of one customer beyond the list and the totals of his invoices: which are open and unpaid
// now, and how many were at a moment of the past.
import { readCount, readInteger, readTextOrNull } from '../../sqlite/columns.ts';
import { type RowOf, rowReader } from '../../sqlite/rows.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { requireInstant } from '../kernel/freshness.ts';

const OPEN = {
  count: readInteger,
  /** Sort keys, which are instants of their own. */
  oldest: readTextOrNull,
  nextExpiry: readTextOrNull,
};
export type CustomerOpen = RowOf<typeof OPEN>;
const readOpen = rowReader(OPEN);

/** `customers.open`: pending invoices that the API still shows. */
function customerOpen({ database }: MirrorReadContext, input: { readonly customerId: string }): CustomerOpen {
  const sql = `SELECT count(*) AS count, min(created_at_key) AS oldest, min(expires_at_key) AS next_expiry
    FROM invoices INDEXED BY invoices_by_customer
    WHERE customer_id = ? AND status = 'pending' AND missing_since IS NULL`;
  const row = database.get(sql, input.customerId);
  return row === null ? { count: 0, oldest: null, nextExpiry: null } : readOpen(row);
}

/** `customers.openAt`: invoices that existed at each moment and were not final then, by their own times. */
function customerOpenAt(
  { database }: MirrorReadContext,
  input: { readonly customerId: string; readonly moments: readonly string[] },
): readonly number[] {
  const sql = `SELECT count(*) AS n FROM invoices INDEXED BY invoices_by_customer
    WHERE customer_id = ? AND created_at_key <= ? AND (finished_at_key > ? OR (finished_at_key IS NULL AND status = 'pending'))`;
  return input.moments.map((moment) => {
    const key = requireInstant(moment);
    return readCount(database.get(sql, input.customerId, key, key));
  });
}

export const customersReads = {
  'customers.open': customerOpen,
  'customers.openAt': customerOpenAt,
} as const;
