// The columns of the exports of fees: sums, and the invoices behind them.
import { percentOf } from '../../../../domain/kernel/money/money.ts';
import type { DayFee, FeeRow, MethodFee, NetworkFee } from '../../../../domain/reconcile/fee-totals.ts';
import { columnsOf } from '../table.ts';

/** What was paid on a day by a method in a currency, or what the networks took on a day in a token. */
export type FeeLine = Partial<DayFee & MethodFee & NetworkFee> & {
  readonly day: string | null;
  /** Gross − net, an estimate; null of a line of the networks. */
  readonly feeUsdt: string | null;
  /** Credited of those without what an estimate takes. */
  readonly unknownUsdt: string | null;
};

const line = columnsOf<FeeLine>();
const percent = (of: { readonly feeUsdt: string | null; readonly grossUsdt?: string | null | undefined }) =>
  of.feeUsdt === null ? null : percentOf(of.feeUsdt, of.grossUsdt ?? '0', 4);

/** `credited_usdt` is `net_usdt` and `not_known_usdt`: what the statement has as credits. */
export const FEE_COLUMNS = [
  line.day('day', ({ day }) => day),
  line.text('currency', ({ currency }) => currency),
  line.text('payment_method', ({ method }) => method),
  line.number('paid_invoices', (one) => (one.currency === undefined ? null : one.count)),
  line.number('not_known', ({ uncounted }) => uncounted),
  line.amount('paid', ({ paid }) => paid),
  line.amount('gross_usdt', ({ grossUsdt }) => grossUsdt),
  line.amount('customer_fee', ({ customerFee }) => customerFee),
  line.amount('customer_fee_usdt', ({ customerFeeUsdt }) => customerFeeUsdt),
  line.number('customer_fee_not_known', ({ customerUnknown }) => customerUnknown),
  line.amount('fee_usdt_estimate', ({ feeUsdt }) => feeUsdt),
  line.number('fee_percent_estimate', percent),
  line.amount('net_usdt', ({ netUsdt }) => netUsdt),
  line.amount('not_known_usdt', ({ unknownUsdt }) => unknownUsdt),
  line.amount('credited_usdt', ({ creditedUsdt }) => creditedUsdt),
  line.text('token', ({ token }) => token),
  line.number('withdrawals', (one) => (one.currency === undefined ? one.count : null)),
  line.number('network_fee_not_told', ({ missing }) => missing),
  line.amount('network_fee', ({ fee }) => fee),
] as const;

const row = columnsOf<FeeRow>();

/** What is empty is in no sum. */
export const FEE_ROW_COLUMNS = [
  ...row.named('text', 'uuid', 'externalId'),
  row.text('payment_method', ({ method }) => method),
  row.text('currency', ({ currency }) => currency),
  row.instant('finished_at', ({ finishedAt }) => finishedAt),
  row.flag('is_adjusted', ({ isAdjusted }) => isAdjusted),
  ...row.named('amount', 'paid', 'rate', 'grossUsdt', 'customerFee', 'customerFeeUsdt'),
  row.amount('fee_usdt_estimate', ({ feeUsdt }) => feeUsdt),
  row.number('fee_percent_estimate', percent),
  row.amount('net_usdt', ({ grossUsdt, creditedUsdt }) => (grossUsdt === null ? null : creditedUsdt)),
  ...row.named('amount', 'creditedUsdt'),
] as const;
