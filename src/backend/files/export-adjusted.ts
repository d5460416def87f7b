// The columns of the export of adjusted invoices.
import type { AdjustedRow } from '../../domain/adjusted.ts';
import { columnsOf } from './table.ts';

const { text, amount, number, instant } = columnsOf<AdjustedRow>();

/** delta = actual − expected; `triage` and what follows it are what people did about the invoice. */
export const ADJUSTED_COLUMNS = [
  text('uuid', ({ uuid }) => uuid),
  text('external_id', ({ externalId }) => externalId),
  text('customer_id', ({ customerId }) => customerId),
  text('status', ({ status }) => status),
  text('payment_method', ({ method }) => method),
  instant('finished_at', ({ finishedAt }) => finishedAt),
  text('currency', ({ currency }) => currency),
  amount('amount', ({ amount }) => amount),
  amount('expected_fiat', ({ expectedFiat }) => expectedFiat),
  amount('actual_fiat', ({ actualFiat }) => actualFiat),
  amount('delta_fiat', ({ deltaFiat }) => deltaFiat),
  number('delta_fiat_percent', ({ deltaFiatPercent }) => deltaFiatPercent),
  amount('expected_usdt', ({ expectedUsdt }) => expectedUsdt),
  amount('actual_usdt', ({ actualUsdt }) => actualUsdt),
  amount('delta_usdt', ({ deltaUsdt }) => deltaUsdt),
  number('delta_usdt_percent', ({ deltaUsdtPercent }) => deltaUsdtPercent),
  amount('settled_usdt', ({ settledUsdt }) => settledUsdt),
  text('findings', ({ findings }) => findings.join(' ')),
  text('triage', ({ exception }) => exception?.state ?? 'open'),
  text('assignee', ({ exception }) => exception?.assignee),
  text('reason', ({ exception }) => exception?.reason),
  text('note', ({ exception }) => exception?.note),
  instant('read_at', ({ asOf }) => asOf),
] as const;
