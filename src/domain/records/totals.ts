// Sums over a list of invoices or withdrawals, exact and a row each unit: currencies, tokens and networks never mix.
import { z } from 'zod';
import { count, money, textOrNull, type ToldOf } from '../kernel/shape.ts';

export const CURRENCY_TOTALS = z.object({
  currency: z.string(),
  count,
  byStatus: z.record(z.string(), count),
  /** Ordered fiat of the successful invoices. */
  successAmount: money,
  /** USDT credited for the successful invoices. */
  settledUsdt: money,
  /** Successful invoices without a credited amount: they are not in settledUsdt. */
  settledMissing: count,
});
export type CurrencyTotals = ToldOf<typeof CURRENCY_TOTALS>;

export const WITHDRAWAL_TOTALS = z.object({
  token: textOrNull,
  network: textOrNull,
  status: z.string(),
  count,
  amount: money,
  networkCommission: money,
  amountToSend: money,
});
export type WithdrawalTotals = ToldOf<typeof WITHDRAWAL_TOTALS>;
