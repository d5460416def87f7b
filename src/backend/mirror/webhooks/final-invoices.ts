// The conditions on final invoices, as SQL. SQLite uses a partial index only where a query repeats its condition:
// these are literally those of invoices_undelivered and invoices_by_reading, with no parameters and no other names
// for the columns. The schema's own text stands as it was written, for migrations never change.

/** Final ones (domain/records/invoice, TERMINAL_STATUSES). */
export const FINAL = `status IN ('success', 'fail', 'expired', 'canceled')`;

/** Final ones whose deliveries were never read: the index invoices_undelivered. */
export const UNREAD = `deliveries_read = 0 AND ${FINAL}`;

/** Final ones that the API still shows: the index invoices_by_reading. */
export const FINAL_PRESENT = `${FINAL} AND missing_since IS NULL`;

/** Neither gone from the API nor asked for in vain: those have a time of their own, or none any more. */
export const ASKABLE = `missing_since IS NULL
  AND NOT EXISTS (SELECT 1 FROM delivery_watch AS w WHERE w.invoice_uuid = invoices.uuid)`;
