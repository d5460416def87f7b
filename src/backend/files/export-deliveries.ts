// The columns of the export of the delivery desk.
import type { DeskRow } from '../../domain/desk.ts';
import { columnsOf } from './table.ts';

const { text, amount, number, instant, flag } = columnsOf<DeskRow>();

/** The columns; an invoice without a delivery, or whose deliveries were never read, is a row as well. */
export const DELIVERY_COLUMNS = [
  text('invoice_uuid', (row) => row.invoiceUuid),
  text('external_id', (row) => row.externalId),
  text('customer_id', (row) => row.customerId),
  text('invoice_status', (row) => row.invoiceStatus),
  text('currency', (row) => row.currency),
  amount('amount', (row) => row.amount),
  instant('finished_at', (row) => row.finishedAt),
  text('state', (row) => row.state),
  text('delivery_uuid', (row) => row.deliveryUuid),
  flag('latest', (row) => row.isLatest),
  text('delivery_status', (row) => row.status),
  text('event', (row) => row.event),
  text('host', (row) => row.host),
  text('target_url', (row) => row.targetUrl),
  flag('other_than_callback_url', (row) => row.elsewhere),
  number('last_status_code', (row) => row.httpCode),
  text('cause', (row) => row.cause),
  text('last_error', (row) => row.lastError),
  number('attempts', (row) => row.attempts),
  number('max_attempts', (row) => row.maxAttempts),
  number('resend_count', (row) => row.resendCount),
  flag('at_risk', (row) => row.atRisk),
  instant('created_at', (row) => row.createdAt),
  instant('last_attempt_at', (row) => row.lastAttemptAt),
  instant('next_attempt_at', (row) => row.nextAttemptAt),
  instant('delivered_at', (row) => row.deliveredAt),
  instant('read_at', (row) => row.asOf),
] as const;
