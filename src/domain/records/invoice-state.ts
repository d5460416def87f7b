// How an invoice stands in words for people, the API's status beside it (docs/glossary.md).
import type { Invoice } from './invoice.ts';
import { compareMoney, percentOf, subtractMoney } from '../kernel/money/money.ts';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  pending: 'Pending',
  success: 'Paid',
  fail: 'Failed',
  expired: 'Expired',
  canceled: 'Canceled',
};

/** The word for a status; one that this console does not know is said as it came. */
export function invoiceStatusWord(status: string): string {
  return (Object.hasOwn(STATUS_WORDS, status) ? STATUS_WORDS[status] : undefined) ?? status;
}

/** "Underpaid by 49 %", "Overpaid by <1 %", "Paid": the status, and of an adjusted invoice how what came differs from what was expected. */
export function invoiceStateWords({ status, adjustment }: Pick<Invoice, 'status' | 'adjustment'>): string {
  if (adjustment === null || status !== 'success') return invoiceStatusWord(status);
  const { expected_amount_fiat: expected, actual_amount_fiat: actual } = adjustment;
  const order = compareMoney(actual, expected);
  if (order === 0) return 'Adjusted';
  const off = order < 0 ? subtractMoney(expected, actual) : subtractMoney(actual, expected);
  const per = percentOf(off, expected, 0);
  const by = per === null ? '' : ` by ${per === '0' ? '<1' : per} %`;
  return `${order < 0 ? 'Underpaid' : 'Overpaid'}${by}`;
}
