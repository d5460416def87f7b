// The columns of the exports of rates and of payment methods.
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { Rate } from '../../domain/rate.ts';
import { columnsOf } from './table.ts';

interface Read {
  readonly asOf: string | null;
}

const rate = columnsOf<Rate & Read>();

/** By our names; the API shows only some of its own. */
export const RATE_COLUMNS = [
  rate.text('asset', ({ asset }) => asset),
  rate.text('currency', ({ currency }) => currency),
  rate.text('side', ({ side }) => side),
  rate.text('source', ({ source }) => source),
  rate.amount('price', ({ price }) => price),
  rate.amount('min_amount', (row) => row.min_amount),
  rate.amount('max_amount', (row) => row.max_amount),
  rate.instant('updated_at', (row) => row.updated_at),
  rate.instant('read_at', ({ asOf }) => asOf),
] as const;

const method = columnsOf<PaymentMethod & Read>();

/** By the API's names. */
export const METHOD_COLUMNS = [
  method.text('name', ({ name }) => name),
  method.number('id', ({ id }) => id),
  method.text('currency', ({ currency }) => currency.code),
  method.amount('min_amount', (row) => row.min_amount),
  method.amount('max_amount', (row) => row.max_amount),
  method.number('total_commission_percent', (row) => row.total_commission_percent),
  method.number('client_commission_percent', (row) => row.client_commission_percent),
  method.number('merchant_commission_percent', (row) => row.merchant_commission_percent),
  method.instant('read_at', ({ asOf }) => asOf),
] as const;
