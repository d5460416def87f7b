// The columns of the export of the list of deliveries.
import type { ListedDelivery } from '../../../../domain/webhooks/delivery-list.ts';
import { columnsOf } from '../table.ts';

const { text, amount, number, instant, flag, named } = columnsOf<ListedDelivery>();

/** The columns; an invoice without a delivery, or whose deliveries were never read, is a row as well. */
export const DELIVERY_COLUMNS = [
  ...named('text', 'invoiceUuid', 'externalId', 'customerId', 'invoiceStatus', 'currency'),
  amount('amount', (row) => row.amount),
  instant('finished_at', (row) => row.finishedAt),
  ...named('text', 'state', 'deliveryUuid'),
  flag('latest', (row) => row.isLatest),
  text('delivery_status', (row) => row.status),
  ...named('text', 'event', 'host', 'targetUrl'),
  flag('other_than_callback_url', (row) => row.elsewhere),
  number('last_status_code', (row) => row.httpCode),
  ...named('text', 'cause', 'lastError'),
  ...named('number', 'attempts', 'maxAttempts', 'resendCount'),
  flag('at_risk', (row) => row.atRisk),
  ...named('instant', 'createdAt', 'lastAttemptAt', 'nextAttemptAt', 'deliveredAt'),
  instant('read_at', (row) => row.asOf),
] as const;
