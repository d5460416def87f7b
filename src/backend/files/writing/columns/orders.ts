// The columns of the orders of a file, a line a row of it, with the payment links.
import type { Order } from '../../../../domain/create/order.ts';
import { type Failure, failureLabel } from '../../../../domain/kernel/failure/failure.ts';
import type { Invoice } from '../../../../domain/records/invoice.ts';
import { columnsOf } from '../table.ts';

/** What the export needs of a row; books and mirror supply it. */
export interface OrderFact {
  readonly line: number;
  readonly externalId: string | null;
  readonly customerId: string | null;
  readonly order: Order | null;
  readonly standing: string;
  readonly skipped: string | null;
  readonly failure: Failure | null;
  readonly differences: readonly string[] | null;
  readonly invoiceUuid: string | null;
  readonly paymentUrl: string | null;
  /** Null where the mirror has it not. */
  readonly invoice: Invoice | null;
  readonly intentId: string;
  readonly endedAt: string | null;
}

const { text, number, amount, instant, named } = columnsOf<OrderFact>();

/** `row` is the line of the file. `payment_link` is what the answer said, or the mirror. */
export const ORDER_COLUMNS = [
  number('row', ({ line }) => line),
  ...named('text', 'externalId'),
  text('payment_link', ({ paymentUrl, invoice }) => invoice?.payment_url ?? paymentUrl),
  amount('amount', ({ order }) => order?.amount),
  text('currency', ({ order }) => order?.currency),
  text('outcome', ({ standing }) => standing),
  text('status', ({ invoice }) => invoice?.status),
  text('reason', ({ skipped, failure }) => skipped ?? (failure === null ? null : failureLabel(failure))),
  text('message', ({ failure }) => (failure?.kind === 'rejected' ? failure.message : null)),
  text('differences', ({ differences }) => differences?.join(' ')),
  ...named('text', 'customerId', 'invoiceUuid'),
  instant('ended_at', ({ endedAt }) => endedAt),
  text('intent_id', ({ intentId }) => intentId),
] as const;
