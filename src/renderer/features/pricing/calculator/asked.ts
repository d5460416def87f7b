/** What is asked of the calculator, out of the address and what is typed. Pure. */
import { divideMoney, multiplyMoney } from '../../../../domain/money.ts';
import { ESTIMATE_ASKS, type EstimateAsk } from '../../../../domain/pricing.ts';
import { readTypedAmount } from '../../../../domain/typed-amount.ts';

/** Each way to ask, as it stands above the field. */
export const ASK_LABELS: Readonly<Record<EstimateAsk, string>> = {
  order: 'Order amount',
  pays: 'Customer pays',
  receives: 'I receive',
};

/** The way to ask that an address names; the order where it names none. */
export function askIn(text: string | undefined): EstimateAsk {
  return ESTIMATE_ASKS.find((ask) => ask === text) ?? 'order';
}

/** What stands in the field before anybody types. */
export const FIRST_AMOUNT = '100.00';

/** The amount that is meant, and what to say below the field; null where there is none to reckon with. */
export interface AskedAmount {
  readonly amount: string | null;
  readonly tone: 'taken' | 'wrong' | 'none';
  readonly words: string;
}

/** Reads what was typed. Fiat has two decimals at most, as the API takes it; USDT six. */
export function amountAsked(text: string, ask: EstimateAsk, unit: string): AskedAmount {
  if (text.trim() === '') return { amount: null, tone: 'none', words: 'Type an amount.' };
  const typed = readTypedAmount(text);
  if (typed.kind === 'none')
    return wrong('This is no amount. Digits only, with a point or a comma before the decimals.');
  if (typed.kind === 'ambiguous') {
    const [whole, decimal] = typed.readings;
    return wrong(`This can be read as ${whole} and as ${decimal}. Type ${whole}.00 or ${decimal}0.`);
  }
  const { amount } = typed;
  const [digits = '', decimals = ''] = amount.split('.');
  const most = ask === 'receives' ? 6 : 2;
  if (decimals.length > most) return wrong(`At most ${most} decimals.`);
  if (amount.startsWith('-') || /^[0.]+$/.test(amount)) return wrong('More than zero is needed.');
  if (digits.length > 18) return wrong('This is more than can be reckoned with.');
  return amount === text.trim()
    ? { amount, tone: 'none', words: '' }
    : { amount, tone: 'taken', words: `Read as ${amount} ${unit}` };
}

function wrong(words: string): AskedAmount {
  return { amount: null, tone: 'wrong', words };
}

/** Other orders to compare with: a twentieth, a half, two and a half times and ten times as much. */
export function otherOrders(order: string): readonly string[] {
  return ['5', '50', '250', '1000'].flatMap((percent) => {
    const amount = divideMoney(multiplyMoney(order, percent), '100', 2, 'half-even');
    return amount === null || /^[0.]+$/.test(amount) || amount.length > 18 ? [] : [amount];
  });
}
