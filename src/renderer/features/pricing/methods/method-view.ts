// Payment methods as rows: range and commissions in words. Pure.
import { addMoney } from '../../../../domain/money.ts';
import { commissionsWithinCeiling, type PaymentMethod } from '../../../../domain/payment-method.ts';

export interface Shares {
  /** client + merchant, exact; null when a share is missing. */
  readonly sum: string | null;
  readonly verdict: 'within' | 'above' | 'unknown';
  readonly words: string;
}

/** The two shares against the ceiling. The specification promises "within", not "equal to". */
export function sharesOf(method: PaymentMethod): Shares {
  const { client_commission_percent: client, merchant_commission_percent: merchant } = method;
  const verdict = verdictOn(method);
  const sum = client === null || merchant === null ? null : addMoney(client, merchant);
  return { sum, verdict, words: WORDS[verdict] };
}

function verdictOn(method: PaymentMethod): Shares['verdict'] {
  try {
    return commissionsWithinCeiling(method);
  } catch {
    // Percentages at the limit of length cannot be compared; nobody charges those.
    return 'unknown';
  }
}

const WORDS = {
  within: 'within the ceiling',
  above: 'above the ceiling: ask the payment service',
  unknown: 'cannot be checked: the API left a share out',
} as const;

/** The currencies that occur, in alphabetical order: what the filter offers. */
export function currenciesOf(methods: readonly PaymentMethod[]): readonly string[] {
  return [...new Set(methods.map((method) => method.currency.code))].sort();
}
