/**
 * The addresses of pictures that records of the business name: of each payment method and of each network as the newest records have them. Few, and
 * found without going through everything. Not here: fetching them (engine/logos.ts).
 */
import { readText } from '../sqlite/columns.ts';
import type { MirrorReadContext } from './context.ts';
import { latestPaymentMethods } from './snapshots.ts';

/** So many of the newest invoices, and of the newest withdrawals, are looked through. */
const NEWEST_INVOICES = 20_000;
const NEWEST_WITHDRAWALS = 5_000;
/** No message carries more. */
const MOST = 1_000;

const OF_INVOICES = `SELECT DISTINCT json_extract(r.record, '$.payment_method.logo_url') AS url FROM invoice_records AS r
  WHERE url IS NOT NULL AND r.id IN (SELECT id FROM (
    SELECT id, payment_method, max(created_at_key) FROM (
      SELECT id, payment_method, created_at_key FROM invoices INDEXED BY invoices_by_created
      ORDER BY created_at_key DESC LIMIT ${NEWEST_INVOICES})
    WHERE payment_method IS NOT NULL GROUP BY payment_method)) LIMIT ${MOST}`;
const OF_WITHDRAWALS = `SELECT DISTINCT json_extract(w.record, '$.logo_url') AS url FROM withdrawals AS w
  WHERE url IS NOT NULL AND w.id IN (SELECT id FROM (
    SELECT id, network, max(created_at_key) FROM (
      SELECT id, network, created_at_key FROM withdrawals INDEXED BY withdrawals_by_created
      ORDER BY created_at_key DESC LIMIT ${NEWEST_WITHDRAWALS})
    WHERE network IS NOT NULL GROUP BY network)) LIMIT ${MOST}`;

/** `logos.named`: each address once; at most 1,000. */
export function namedLogos(context: MirrorReadContext): readonly string[] {
  const { database } = context;
  return database.snapshot(() => {
    const methods = latestPaymentMethods(context)?.methods ?? [];
    const named = new Set(methods.flatMap(({ logo_url: url }) => (url === null ? [] : [url])));
    for (const sql of [OF_INVOICES, OF_WITHDRAWALS]) {
      for (const row of database.all(sql)) named.add(readText(row, 'url'));
    }
    return [...named].slice(0, MOST);
  });
}
