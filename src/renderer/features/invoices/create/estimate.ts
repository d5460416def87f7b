/**
 * What the customer would pay with each payment method of today's catalogue: an estimate, with its formula. Pure. The rates in force are
 * those of the moment of payment, and the specification names no rounding.
 */
import { addMoney, canonicalMoney, divideMoney, isMoney, multiplyMoney } from '../../../../domain/money.ts';
import { sentAmount } from '../../../../domain/order.ts';
import { acceptsAmount, type PaymentMethod } from '../../../../domain/payment-method.ts';

export interface Estimate {
  readonly method: PaymentMethod;
  readonly inRange: boolean;
  /** amount + share, rounded half to even at two decimals; null when it cannot be computed. */
  readonly total: string | null;
  /** "100.00 + 2.5 %"; null when the API left the share out. */
  readonly formula: string | null;
}

/** One estimate for each method of the currency, in the catalogue's order; none while there is no amount to speak of. */
export function estimatesFor(amount: string, currency: string, methods: readonly PaymentMethod[]): readonly Estimate[] {
  const text = amount.trim();
  if (!isMoney(text) || text.startsWith('-')) return [];
  return methods.filter(({ currency: { code } }) => code === currency.trim()).map((method) => estimate(text, method));
}

function estimate(amount: string, method: PaymentMethod): Estimate {
  const percent = method.client_commission_percent;
  const inRange = acceptsAmount(method, amount);
  if (percent === null || !isMoney(percent)) return { method, inRange, total: null, formula: null };
  const formula = `${sentAmount(amount)} + ${canonicalMoney(percent)} %`;
  return { method, inRange, total: totalOf(amount, percent), formula };
}

function totalOf(amount: string, percent: string): string | null {
  try {
    const share = divideMoney(multiplyMoney(amount, percent), '100', 2, 'half-even');
    return share === null ? null : addMoney(sentAmount(amount), share);
  } catch {
    // Amounts and percentages at the limit of length: nobody charges those.
    return null;
  }
}
