/** The columns of the export of invoices. Not here: who reads the records (backend/workers). */
import type { Invoice } from '../../domain/invoice.ts';
import type { CsvColumn } from './csv.ts';

export interface InvoiceFact {
  readonly record: Invoice;
  readonly asOf: string;
}

const text = (title: string, cell: CsvColumn<InvoiceFact>['cell']): CsvColumn<InvoiceFact> => ({
  title,
  type: 'text',
  cell,
});
const number = (title: string, cell: CsvColumn<InvoiceFact>['cell']): CsvColumn<InvoiceFact> => ({
  title,
  type: 'number',
  cell,
});

/** The columns of the invoice export, by the API's names. */
export const INVOICE_COLUMNS: readonly CsvColumn<InvoiceFact>[] = [
  text('uuid', ({ record }) => record.uuid),
  text('external_id', ({ record }) => record.external_id),
  text('customer_id', ({ record }) => record.customer_id),
  text('status', ({ record }) => record.status),
  text('currency', ({ record }) => record.currency.code),
  number('amount', ({ record }) => record.amount),
  number('amount_to_send', ({ record }) => record.amount_to_send),
  text('payment_method', ({ record }) => record.payment_method?.name ?? null),
  number('rate', ({ record }) => record.rate),
  number('settled_amount_usdt', ({ record }) => record.settled_amount_usdt),
  text('is_adjusted', ({ record }) => (record.is_adjusted ? 'yes' : 'no')),
  number('expected_amount_fiat', ({ record }) => record.adjustment?.expected_amount_fiat ?? null),
  number('actual_amount_fiat', ({ record }) => record.adjustment?.actual_amount_fiat ?? null),
  number('expected_amount_usdt', ({ record }) => record.adjustment?.expected_amount_usdt ?? null),
  number('actual_amount_usdt', ({ record }) => record.adjustment?.actual_amount_usdt ?? null),
  text('created_at', ({ record }) => record.created_at),
  text('expires_at', ({ record }) => record.expires_at),
  text('finished_at', ({ record }) => record.finished_at),
  text('purpose', ({ record }) => record.purpose),
  text('payment_url', ({ record }) => record.payment_url),
  text('read_at', ({ asOf }) => asOf),
];
