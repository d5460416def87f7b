/**
 * The invoices of an incident: final ones that ended in a window of time, and whose webhooks go to a host where one is named. The host
 * is that of the known deliveries, else of the invoice's callback_url. An invoice without either may go to the host (the API falls back
 * to the business's own address, which it does not show), so it belongs to the incident. Not here: when they are read (jobs/watch).
 */
import { hostOf } from '../../domain/delivery-cause.ts';
import { instantKey } from '../../domain/time.ts';
import { cellInteger, cellText, cellTextOrNull } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import type { MirrorReadContext } from './context.ts';
import { ASKABLE, FINAL, UNREAD } from './final-invoices.ts';
import type { IncidentCounts, IncidentWindow, WatchNext, WatchQuery } from './watch-answers.ts';

/** The newest unread invoice of the window that ended by `ripe`; `below` is where the next search may begin. */
export function incidentCandidate(
  database: SqliteDatabase,
  window: NonNullable<WatchQuery['incident']>,
  ripe: string,
): WatchNext['incident'] {
  const { from, to } = boundsOf(window);
  const below = window.below === null || window.below > ripe ? ripe : window.below;
  const rows = database.iterate(
    `SELECT invoices.uuid, finished_at_key, a.callback_url FROM invoices INDEXED BY invoices_undelivered
      LEFT JOIN invoice_addresses AS a ON a.id = invoices.id
      WHERE ${UNREAD}
        AND finished_at_key >= ? AND finished_at_key < ? AND finished_at_key <= ? AND ${ASKABLE}
      ORDER BY finished_at_key DESC`,
    from,
    to,
    below,
  );
  for (const [uuid, key, callback] of rows) {
    if (goesTo(window.host, [], cellTextOrNull(callback))) return { uuid: cellText(uuid), below: cellText(key) };
  }
  return null;
}

/** `watch.incident`: one pass over the invoices of the window. */
export function incidentCounts({ database }: MirrorReadContext, input: IncidentWindow): IncidentCounts {
  const { from, to } = boundsOf(input);
  const targets = input.host === null ? 'NULL' : TARGETS;
  const rows = database.iterate(
    `SELECT deliveries_read = 0 AND ${ASKABLE}, a.callback_url, ${targets} FROM invoices INDEXED BY invoices_by_finished
      LEFT JOIN invoice_addresses AS a ON a.id = invoices.id
      WHERE finished_at_key >= ? AND finished_at_key < ? AND ${FINAL}`,
    from,
    to,
  );
  const counts = { invoices: 0, unread: 0 };
  for (const [isUnread, callback, known] of rows) {
    const addresses = cellTextOrNull(known)?.split('\n') ?? [];
    if (!goesTo(input.host, addresses, cellTextOrNull(callback))) continue;
    counts.invoices += 1;
    counts.unread += cellInteger(isUnread);
  }
  return counts;
}

const TARGETS = `(SELECT group_concat(d.target_url, char(10)) FROM deliveries AS d WHERE d.invoice_uuid = invoices.uuid)`;

function goesTo(host: string | null, targets: readonly string[], callback: string | null): boolean {
  if (host === null) return true;
  if (targets.length > 0) return targets.some((target) => hostOf(target) === host);
  return callback === null || hostOf(callback) === host;
}

function boundsOf({ from, to }: IncidentWindow): { readonly from: string; readonly to: string } {
  return { from: instantKey(from) ?? '', to: instantKey(to) ?? '' };
}
