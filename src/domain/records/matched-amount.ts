// Which of an invoice's amounts somebody means who looks for one, and what is to be known of the others. Compared exactly, whatever the notation.
import type { Invoice } from './invoice.ts';
import { invoiceStateWords } from './invoice-state.ts';
import { writeDecimal, type NumberWriting, PLAIN_WRITING } from '../kernel/text/writing.ts';
import { compareMoney, isMoney, sameMoney } from '../kernel/money/money.ts';
import type { AmountFilter, InvoiceAmount } from '../kernel/money/amount-filter.ts';

export interface MatchedAmount {
  /** "Paid", "Ordered", "To pay", "Net". */
  readonly word: string;
  /** Exact, as the record has it. */
  readonly amount: string;
  readonly unit: string;
  /** What else there is to say: "ordered 48.80, paid 49.90", "expired". */
  readonly detail: string;
}

type Searched = Pick<
  Invoice,
  'amount' | 'amount_to_send' | 'currency' | 'settled_amount_usdt' | 'status' | 'adjustment'
> & { readonly paid?: { readonly amount: string } | undefined };

/** The first of those that were looked for which lies between the bounds: paid, ordered, to pay, net. `wanted` null: nothing was looked for, so that the ordered amount stands. */
export function matchedAmount(
  invoice: Searched,
  wanted: AmountFilter<InvoiceAmount> | null,
  numbers: NumberWriting = PLAIN_WRITING.numbers,
): MatchedAmount {
  const { amount: ordered, amount_to_send: toPay, settled_amount_usdt: net, currency, paid } = invoice;
  const state = invoiceStateWords(invoice);
  const shown = (amount: string): string => writeDecimal(amount, numbers);
  const { of = [], from, to } = wanted ?? {};
  const is = (which: InvoiceAmount, text: string | null | undefined): text is string => {
    if (wanted === null || text === null || text === undefined || !isMoney(text)) return false;
    if (of.length > 0 && !of.includes(which)) return false;
    return (from === undefined || compareMoney(text, from) >= 0) && (to === undefined || compareMoney(text, to) <= 0);
  };
  const unit = currency.code;
  if (paid !== undefined && is('paid', paid.amount)) {
    const isAll = sameMoney(paid.amount, ordered);
    const detail = isAll
      ? 'ordered and paid'
      : `ordered ${shown(ordered)}${state === 'Paid' ? '' : `, ${lower(state)}`}`;
    return { word: 'Paid', amount: paid.amount, unit, detail };
  }
  const told = paid === undefined ? lower(state) : `paid ${shown(paid.amount)}`;
  if (wanted === null || is('ordered', ordered)) return { word: 'Ordered', amount: ordered, unit, detail: told };
  if (is('toPay', toPay)) return { word: 'To pay', amount: toPay, unit, detail: `ordered ${shown(ordered)}, ${told}` };
  if (is('net', net)) return { word: 'Net', amount: net, unit: 'USDT', detail: `ordered ${shown(ordered)} ${unit}` };
  return { word: 'Ordered', amount: ordered, unit, detail: told };
}

function lower(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
