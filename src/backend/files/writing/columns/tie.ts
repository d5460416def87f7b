// The columns of the exports of the tie-out and of the take rates.
import type { MethodTakeRate, TakeRateRow } from '../../../../domain/reconcile/take-rate.ts';
import type { TieRow } from '../../../../domain/reconcile/tie-out.ts';
import { columnsOf } from '../table.ts';

const tie = columnsOf<TieRow>();

/** `coverage` says on how many sides it could be compared, `findings` what did not agree. */
export const TIE_COLUMNS = [
  ...tie.named('text', 'uuid', 'externalId', 'customerId', 'currency'),
  tie.text('payment_method', ({ method }) => method),
  tie.instant('finished_at', ({ finishedAt }) => finishedAt),
  ...tie.named('amount', 'amount', 'expectedFiat', 'actualUsdt', 'settledUsdt', 'creditedUsdt'),
  tie.instant('told_at', ({ toldAt }) => toldAt),
  ...tie.named('text', 'coverage', 'untold'),
  tie.text('missing', ({ missing }) => missing.join(' ')),
  tie.text('findings', ({ findings }) => findings.join(' ')),
  tie.instant('read_at', ({ asOf }) => asOf),
] as const;

const method = columnsOf<MethodTakeRate>();

/** Every rate is an estimate, and says so in its title: a fraction, "0.02500000" is 2.5 per cent. */
export const TAKE_RATE_COLUMNS = [
  method.text('payment_method', (row) => row.method),
  method.text('currency', ({ currency }) => currency),
  ...method.named('number', 'count', 'uncounted'),
  method.number('median_estimate', ({ median }) => median),
  method.number('lowest_estimate', ({ lowest }) => lowest),
  method.number('highest_estimate', ({ highest }) => highest),
  method.number('catalogue_today', ({ catalogue }) => catalogue),
  ...method.named('number', 'catalogueMatches', 'offCatalogue', 'outliers', 'clientShareOff'),
] as const;

const outlier = columnsOf<TakeRateRow>();

/** The inputs of the formula stand beside the estimate. */
export const TAKE_RATE_ROW_COLUMNS = [
  ...outlier.named('text', 'uuid', 'externalId'),
  outlier.text('payment_method', (row) => row.method),
  outlier.text('currency', ({ currency }) => currency),
  outlier.instant('finished_at', ({ finishedAt }) => finishedAt),
  outlier.amount('paid_fiat', ({ paidFiat }) => paidFiat),
  outlier.flag('is_adjusted', ({ isAdjusted }) => isAdjusted),
  ...outlier.named('amount', 'rate', 'settledUsdt'),
  outlier.number('take_rate_estimate', ({ takeRate }) => takeRate),
  outlier.number('median_estimate', ({ median }) => median),
  outlier.number('catalogue_today', ({ catalogue }) => catalogue),
  outlier.amount('amount_to_send', ({ amountToSend }) => amountToSend),
  outlier.number('client_commission_percent_today', ({ clientPercent }) => clientPercent),
  outlier.amount('expected_to_send_estimate', ({ expectedToSend }) => expectedToSend),
  outlier.text('kinds', ({ kinds }) => kinds.join(' ')),
] as const;
