// The columns of the exports of rates and of payment methods.
import type { PaymentMethod } from '../../../../domain/records/payment-method.ts';
import type { Rate } from '../../../../domain/records/rate.ts';
import { columnsOf } from '../table.ts';

interface Read {
  readonly asOf: string | null;
}

const rate = columnsOf<Rate & Read>();

/** By our names; the API shows only some of its own. */
export const RATE_COLUMNS = [
  ...rate.named('text', 'asset', 'currency', 'side', 'source'),
  ...rate.named('amount', 'price', 'min_amount', 'max_amount'),
  rate.instant('updated_at', (row) => row.updated_at),
  rate.instant('read_at', ({ asOf }) => asOf),
] as const;

const method = columnsOf<PaymentMethod & Read>();

/** By the API's names. */
export const METHOD_COLUMNS = [
  method.text('name', ({ name }) => name),
  method.number('id', ({ id }) => id),
  method.text('currency', ({ currency }) => currency.code),
  ...method.named('amount', 'min_amount', 'max_amount'),
  ...method.named('number', 'total_commission_percent', 'client_commission_percent', 'merchant_commission_percent'),
  method.instant('read_at', ({ asOf }) => asOf),
] as const;
