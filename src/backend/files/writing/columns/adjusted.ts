// The columns of the export of adjusted invoices.
import type { AdjustedRow } from '../../../../domain/reconcile/adjusted.ts';
import { columnsOf } from '../table.ts';

const { text, amount, number, instant, named } = columnsOf<AdjustedRow>();

/** delta = actual − expected; `triage` and what follows it are what people did about the invoice. */
export const ADJUSTED_COLUMNS = [
  ...named('text', 'uuid', 'externalId', 'customerId', 'status'),
  text('payment_method', ({ method }) => method),
  instant('finished_at', ({ finishedAt }) => finishedAt),
  text('currency', ({ currency }) => currency),
  ...named('amount', 'amount', 'expectedFiat', 'actualFiat', 'deltaFiat'),
  number('delta_fiat_percent', ({ deltaFiatPercent }) => deltaFiatPercent),
  ...named('amount', 'expectedUsdt', 'actualUsdt', 'deltaUsdt'),
  number('delta_usdt_percent', ({ deltaUsdtPercent }) => deltaUsdtPercent),
  amount('settled_usdt', ({ settledUsdt }) => settledUsdt),
  text('findings', ({ findings }) => findings.join(' ')),
  text('triage', ({ exception }) => exception?.state ?? 'open'),
  text('assignee', ({ exception }) => exception?.assignee),
  text('reason', ({ exception }) => exception?.reason),
  text('note', ({ exception }) => exception?.note),
  instant('read_at', ({ asOf }) => asOf),
] as const;
