/** The columns of the export of adjusted invoices. Not here: the figures themselves (reconciliation/adjusted). */
import type { AdjustedRow } from '../../domain/adjusted.ts';
import { columnsOf } from './table.ts';

const { text, number, instant } = columnsOf<AdjustedRow>();

/** delta = actual − expected; `triage` and what follows it are what people did about the invoice. */
export const ADJUSTED_COLUMNS = [
  text('uuid', ({ uuid }) => uuid),
  text('external_id', ({ externalId }) => externalId),
  text('customer_id', ({ customerId }) => customerId),
  text('status', ({ status }) => status),
  text('payment_method', ({ method }) => method),
  instant('finished_at', ({ finishedAt }) => finishedAt),
  text('currency', ({ currency }) => currency),
  number('amount', ({ amount }) => amount),
  number('expected_fiat', ({ expectedFiat }) => expectedFiat),
  number('actual_fiat', ({ actualFiat }) => actualFiat),
  number('delta_fiat', ({ deltaFiat }) => deltaFiat),
  number('delta_fiat_percent', ({ deltaFiatPercent }) => deltaFiatPercent),
  number('expected_usdt', ({ expectedUsdt }) => expectedUsdt),
  number('actual_usdt', ({ actualUsdt }) => actualUsdt),
  number('delta_usdt', ({ deltaUsdt }) => deltaUsdt),
  number('delta_usdt_percent', ({ deltaUsdtPercent }) => deltaUsdtPercent),
  number('settled_usdt', ({ settledUsdt }) => settledUsdt),
  text('findings', ({ findings }) => findings.join(' ')),
  text('triage', ({ exception }) => exception?.state ?? 'open'),
  text('assignee', ({ exception }) => exception?.assignee),
  text('reason', ({ exception }) => exception?.reason),
  text('note', ({ exception }) => exception?.note),
  instant('read_at', ({ asOf }) => asOf),
] as const;
