// Deliveries that failed for good after a moment, one by one: what may be news.
import { readText, readTextOrNull, type Row } from '../../../sqlite/columns.ts';
import { rowReader } from '../../../sqlite/rows.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import type { FailedRow, FailuresInput } from './answers.ts';
import { FAILING } from './conditions.ts';
import { requireInstant } from '../../kernel/freshness.ts';
import { checkPage } from '../../records/invoices/pages.ts';

/** `deliveryList.failedSince`: those whose last attempt was after `since`, the first failed first; at most 1,000. */
export function failedSince({ database }: MirrorReadContext, input: FailuresInput): readonly FailedRow[] {
  checkPage(0, input.limit);
  const { after } = input;
  // The condition of the partial index, and what it holds; only what is newer is looked up.
  const sql = `SELECT d.delivery_uuid, d.invoice_uuid, d.external_id, d.host, d.failed_at_key
    FROM desk AS d INDEXED BY desk_failing JOIN delivery_reads AS r ON r.invoice_uuid = d.invoice_uuid
    WHERE ${FAILING} AND d.state = 'failed' AND d.failed_at_key > ? AND r.read_at >= ?
      AND (d.failed_at_key, d.delivery_uuid) > (?, ?)
    ORDER BY d.failed_at_key, d.delivery_uuid LIMIT ?`;
  const since = requireInstant(input.since);
  const from = [since, input.readSince ?? '', after?.failedAtKey ?? '', after?.deliveryUuid ?? ''];
  return database.all(sql, ...from, input.limit).map(readFailed);
}

const readFailed: (row: Row) => FailedRow = rowReader({
  deliveryUuid: readText,
  invoiceUuid: readText,
  externalId: readTextOrNull,
  host: readTextOrNull,
  failedAtKey: readText,
});

export const deliveryFailuresReads = {
  'deliveryList.failedSince': failedSince,
} as const;
