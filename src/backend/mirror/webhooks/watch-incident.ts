// The invoices of an incident: final ones that ended in a window of time, and whose webhooks go to a host where one is named. The host is that of the
// known deliveries, else of the invoice's callback_url. An invoice without either may go to the host (the API falls back to the business's own
// address, which it does not show), so it belongs to the incident.
import { hostOf } from '../../../domain/webhooks/delivery-cause.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import { cellInteger, cellText, cellTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { ASKABLE, FINAL } from './final-invoices.ts';
import type { IncidentCounts, IncidentWindow, WatchNext, WatchQuery } from './watch-answers.ts';

/** Never read, or not since: over `invoices` and `delivery_reads AS r`. */
const TO_READ = `${FINAL} AND (deliveries_read = 0 AND ${ASKABLE} OR missing_since IS NULL AND r.asked_key < ?)`;
const WITH_READING = `LEFT JOIN invoice_addresses AS a ON a.id = invoices.id
  LEFT JOIN delivery_reads AS r ON r.invoice_uuid = invoices.uuid`;

/** The newest invoice of the window that is to be read and ended by `ripe`; `below` is where the next search may begin. */
export function incidentCandidate(
  database: SqliteDatabase,
  window: NonNullable<WatchQuery['incident']>,
  ripe: string,
): WatchNext['incident'] {
  const { from, to } = boundsOf(window);
  const below = window.below === null || window.below > ripe ? ripe : window.below;
  const sql = `SELECT invoices.uuid, finished_at_key, a.callback_url, ${targetsFor(window)}
    FROM invoices INDEXED BY invoices_by_finished ${WITH_READING}
    WHERE finished_at_key >= ? AND finished_at_key < ? AND finished_at_key <= ? AND ${TO_READ}
    ORDER BY finished_at_key DESC`;
  for (const [uuid, key, callback, known] of database.iterate(sql, from, to, below, sinceOf(window))) {
    if (goesTo(window.host, addressesIn(known), cellTextOrNull(callback))) {
      return { uuid: cellText(uuid), below: cellText(key) };
    }
  }
  return null;
}

/** `watch.incident`: one pass over the invoices of the window. */
function incidentCounts({ database }: MirrorReadContext, input: IncidentWindow): IncidentCounts {
  const { from, to } = boundsOf(input);
  const sql = `SELECT ifnull(${TO_READ}, 0), a.callback_url, ${targetsFor(input)} FROM invoices INDEXED BY invoices_by_finished
    ${WITH_READING} WHERE finished_at_key >= ? AND finished_at_key < ? AND ${FINAL}`;
  const counts = { invoices: 0, unread: 0 };
  for (const [isUnread, callback, known] of database.iterate(sql, sinceOf(input), from, to)) {
    if (!goesTo(input.host, addressesIn(known), cellTextOrNull(callback))) continue;
    counts.invoices += 1;
    counts.unread += cellInteger(isUnread);
  }
  return counts;
}

/** Nothing was asked for before the empty text. */
function sinceOf({ since }: IncidentWindow): string {
  return since === undefined ? '' : (instantKey(since) ?? '');
}

function targetsFor({ host }: IncidentWindow): string {
  return host === null ? 'NULL' : TARGETS;
}

function addressesIn(known: unknown): readonly string[] {
  return cellTextOrNull(known)?.split('\n') ?? [];
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

export const watchIncidentReads = {
  'watch.incident': incidentCounts,
} as const;
