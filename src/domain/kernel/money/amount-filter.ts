// Filtering by an amount: which of a record's amounts are meant and between which bounds, both of them inside.
import { compareMoney, isMoney, multiplyMoney, roundMoney } from './money.ts';
import { readTypedAmount } from './typed-amount.ts';

/** Of an invoice: `paid` in fiat where it is known (domain/webhooks/paid-amount), `net` in USDT. */
export const INVOICE_AMOUNTS = ['ordered', 'toPay', 'paid', 'net'] as const;
export type InvoiceAmount = (typeof INVOICE_AMOUNTS)[number];

export const INVOICE_AMOUNT_WORDS: Readonly<Record<InvoiceAmount, string>> = {
  ordered: 'Ordered',
  toPay: 'To pay',
  paid: 'Paid, where it is known',
  net: 'Net (USDT)',
};

/** Of a withdrawal: as requested, and what goes on chain. */
export const WITHDRAWAL_AMOUNTS = ['requested', 'arrives'] as const;
export type WithdrawalAmount = (typeof WITHDRAWAL_AMOUNTS)[number];

/** Of an exception: the size of its difference, and what its record is over. */
export const EXCEPTION_AMOUNTS = ['difference', 'record'] as const;

/** Of an entry of a ledger: its own, and the size of its difference. */
export const ENTRY_AMOUNTS = ['amount', 'difference'] as const;

export interface AmountRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AmountFilter<Of extends string> extends AmountRange {
  /** Any of these amounts lies in the range; absent or empty: any that the record has. */
  readonly of?: readonly Of[] | undefined;
}

/** "About" an amount: two per cent to either side. */
const ABOUT = { least: '0.98', most: '1.02' } as const;
const MOST_DECIMALS = 8;

/** What lies within two per cent of the amount, rounded outwards so that the edge is inside. */
export function aboutRange(amount: string): AmountRange {
  const [low, high] = [multiplyMoney(amount, ABOUT.least), multiplyMoney(amount, ABOUT.most)];
  const [from, to] = compareMoney(low, high) <= 0 ? [low, high] : [high, low];
  return { from: roundMoney(from, MOST_DECIMALS, 'down'), to: roundMoney(to, MOST_DECIMALS, 'up') };
}

/** "49.90" exactly, "40..60", "40..", "..60", "~49.90" about; null for a text that is none of these. Amounts may be typed with a comma. */
export function readAmountRange(text: string): AmountRange | null {
  const plain = text.trim();
  if (plain.startsWith('~')) {
    const about = amountIn(plain.slice(1));
    return about === null ? null : aboutRange(about);
  }
  const bounds = plain.split(/\.\.+|…|(?<=\d)\s*[-–]\s*(?=\d)/);
  if (bounds.length > 2) return null;
  const [from = '', to = from] = bounds.map((bound) => bound.trim());
  if (from === '' && to === '') return null;
  const [least, most] = [from, to].map((bound) => (bound === '' ? undefined : amountIn(bound)));
  if (least === null || most === null) return null;
  const isTurned = least !== undefined && most !== undefined && compareMoney(least, most) > 0;
  return isTurned ? { from: most, to: least } : { from: least, to: most };
}

/** The amount of a text that can be read in one way, and is as long as an amount. */
function amountIn(text: string): string | null {
  const typed = readTypedAmount(text);
  return typed.kind === 'amount' && isMoney(typed.amount) ? typed.amount : null;
}
