/** The columns of the export of the delivery desk. Not here: what a row is (backend/mirror/desk-pages). */
import { columnsOf } from './table.ts';

/** What the export needs of a row of the desk; the mirror supplies it. */
export interface DeliveryFact {
  readonly invoiceUuid: string;
  readonly externalId: string | null;
  readonly customerId: string | null;
  readonly invoiceStatus: string | null;
  readonly currency: string | null;
  readonly amount: string | null;
  readonly finishedAt: string | null;
  readonly deliveryUuid: string | null;
  readonly isLatest: boolean;
  readonly state: string;
  readonly status: string | null;
  readonly event: string | null;
  readonly host: string | null;
  readonly targetUrl: string | null;
  readonly elsewhere: boolean;
  readonly httpCode: number | null;
  readonly cause: string | null;
  readonly lastError: string | null;
  readonly attempts: number | null;
  readonly maxAttempts: number | null;
  readonly resendCount: number | null;
  readonly atRisk: boolean;
  readonly createdAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
  readonly asOf: string | null;
}

const { text, number, instant, flag } = columnsOf<DeliveryFact>();

/** The columns; an invoice without a delivery, or whose deliveries were never read, is a row as well. */
export const DELIVERY_COLUMNS = [
  text('invoice_uuid', (row) => row.invoiceUuid),
  text('external_id', (row) => row.externalId),
  text('customer_id', (row) => row.customerId),
  text('invoice_status', (row) => row.invoiceStatus),
  text('currency', (row) => row.currency),
  number('amount', (row) => row.amount),
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
