// A payment method of the catalogue (specification, "Payment method"). The authority on chargeable currencies and ranges. Its commissions are
// today's, not those of the moment an old invoice was paid: anything computed with them is an estimate.
import { CURRENCY } from './invoice.ts';
import { addMoney, compareMoney } from '../kernel/money/money.ts';
import { defineRecord, integer, money, type RecordOf, requiredGroup, requiredText, text } from './declare.ts';

/** Name and currency are indispensable. */
export const PAYMENT_METHOD = defineRecord('payment_method', {
  id: integer,
  name: requiredText(),
  logo_url: text(),
  currency: requiredGroup(CURRENCY),
  min_amount: money,
  max_amount: money,
  total_commission_percent: money,
  client_commission_percent: money,
  merchant_commission_percent: money,
});
export type PaymentMethod = RecordOf<typeof PAYMENT_METHOD>;

/** Do client and merchant shares stay within the total ceiling? `unknown` when a share is missing. */
export function commissionsWithinCeiling(method: PaymentMethod): 'within' | 'above' | 'unknown' {
  const {
    total_commission_percent: total,
    client_commission_percent: client,
    merchant_commission_percent: merchant,
  } = method;
  if (total === null || client === null || merchant === null) return 'unknown';
  return compareMoney(addMoney(client, merchant), total) <= 0 ? 'within' : 'above';
}

/** Does the amount lie in the method's range, bounds included? The specification leaves inclusiveness open. */
export function acceptsAmount(method: PaymentMethod, amount: string): boolean {
  return (
    (method.min_amount === null || compareMoney(amount, method.min_amount) >= 0) &&
    (method.max_amount === null || compareMoney(amount, method.max_amount) <= 0)
  );
}

/** The methods of the chosen currencies, or all when none is chosen; the API's order is kept within a currency. */
export function methodsIn(methods: readonly PaymentMethod[], currencies: readonly string[]): readonly PaymentMethod[] {
  const chosen = new Set(currencies);
  const kept = chosen.size === 0 ? [...methods] : methods.filter((method) => chosen.has(method.currency.code));
  return kept.sort((left, right) =>
    left.currency.code < right.currency.code ? -1 : left.currency.code > right.currency.code ? 1 : 0,
  );
}

/** The currencies of the catalogue in alphabetical order. */
export function currencyCodes(methods: readonly PaymentMethod[]): readonly string[] {
  return [...new Set(methods.map(({ currency }) => currency.code))].sort();
}

/** A currency as somebody types it, "eur": the one code of the catalogue that is the same but for its case; else the text as it stands. */
export function currencyTyped(text: string, methods: readonly PaymentMethod[] | null): string {
  const typed = text.trim();
  const upper = typed.toUpperCase();
  if (methods === null) return /^[a-z]{3}$/i.test(typed) ? upper : typed;
  const codes = currencyCodes(methods);
  if (codes.includes(typed)) return typed;
  const [only, other] = codes.filter((code) => code.toUpperCase() === upper);
  return only !== undefined && other === undefined ? only : typed;
}
