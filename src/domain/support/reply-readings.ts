// What has to be read again before support answers about an invoice, because it may have moved on since it was read.
import { type Delivery, latestDelivery } from '../webhooks/delivery.ts';
import { FRESH_FOR_MS } from '../records/fulfilment.ts';
import { type Invoice, isTerminal } from '../records/invoice.ts';
import { isWindowOver } from '../records/payment-window.ts';
import { isOver } from '../webhooks/retry-schedule.ts';
import { toEpochMs } from '../kernel/time/time.ts';

/**
 * True where the copy read at `asOf` (ISO UTC) may not be the present: older than five minutes in a status that can still change, be it
 * by an adjustment, or read before its payment window closed.
 */
export function isInvoiceDue(invoice: Invoice, asOf: string, nowMs: number): boolean {
  if (isClosed(invoice.status)) return false;
  const readAt = toEpochMs(asOf);
  if (readAt === null || nowMs - readAt > FRESH_FOR_MS) return true;
  return isWindowOver(invoice, nowMs) && !isWindowOver(invoice, readAt);
}

/** True where its deliveries, read at `asOf`, must have moved on: an attempt is over since, or the end of the invoice has opened one. */
export function areDeliveriesDue(
  invoice: Invoice,
  { deliveries, asOf }: { readonly deliveries: readonly Delivery[]; readonly asOf: string },
  nowMs: number,
): boolean {
  const next = latestDelivery(deliveries)?.next_attempt_at ?? null;
  if (next !== null) return isOver(next, nowMs);
  return deliveries.length === 0 && isFromBeforeEnd(invoice, asOf);
}

/** True for a reading of the deliveries that is older than the end of the invoice: the webhook is made by the end. */
export function isFromBeforeEnd(invoice: Invoice, asOf: string): boolean {
  if (!isTerminal(invoice.status) || invoice.finished_at === null) return false;
  const [readAt, endedAt] = [toEpochMs(asOf), toEpochMs(invoice.finished_at)];
  return readAt !== null && endedAt !== null && readAt < endedAt;
}

/** Neither a payment nor an adjustment comes to it any more. */
function isClosed(status: string): boolean {
  return isTerminal(status) && status !== 'success';
}
