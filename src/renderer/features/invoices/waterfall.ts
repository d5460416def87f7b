// The way of the money through one invoice: figures of the record, exact differences of two, or words that say why there is none. Pure.
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import { divideMoney, isMoney, percentOf, sameMoney, subtractMoney } from '../../../domain/kernel/money/money.ts';
import { paidAmount } from '../../../domain/webhooks/paid-amount.ts';
import { groupedAmount } from '../../ui/text/writing.ts';

export interface WaterfallStep {
  readonly id: 'ordered' | 'commission' | 'asked' | 'paid' | 'rate' | 'withheld' | 'credited';
  readonly label: string;
  readonly amount: string | null;
  readonly currency: string;
  /** `figure` is on the record, `difference` is exact arithmetic on two of its figures, `estimate` needed a rounding. */
  readonly nature: 'figure' | 'difference' | 'estimate';
  /** Where the figure comes from, or why there is none. */
  readonly note: string;
}

const USDT = 'USDT';
/** Decimals of an estimate in USDT. Exact figures are never rounded. */
const ESTIMATE_DECIMALS = 6;

/** The steps in the order of the money. `deliveries` are those of the invoice, which may say what was paid; null while they were not read. */
export function waterfallOf(invoice: Invoice, deliveries: readonly Delivery[] | null): readonly WaterfallStep[] {
  return [
    ordered(invoice),
    commission(invoice),
    asked(invoice),
    paid(invoice, deliveries),
    rate(invoice),
    withheld(invoice),
    credited(invoice),
  ];
}

function ordered(invoice: Invoice): WaterfallStep {
  const note = invoice.is_adjusted ? 'stays as it was ordered' : '';
  return step('ordered', 'Ordered', invoice.amount, invoice.currency.code, 'figure', note);
}

function commission(invoice: Invoice): WaterfallStep {
  const { amount, amount_to_send: toSend } = invoice;
  const difference = toSend === null ? null : subtractMoney(toSend, amount);
  const note = difference === null ? whyNothingAsked(invoice) : share(difference, amount);
  return step('commission', 'Customer fee', difference, invoice.currency.code, 'difference', note);
}

/** "2.50 %"; empty of nothing. */
function share(part: string, whole: string): string {
  const percent = isMoney(part) && isMoney(whole) ? percentOf(part, whole, 2) : null;
  return percent === null ? '' : `${groupedAmount(percent)} %`;
}

function asked(invoice: Invoice): WaterfallStep {
  const { amount_to_send: toSend } = invoice;
  const note = toSend === null ? whyNothingAsked(invoice) : 'amount_to_send';
  return step('asked', 'To pay', toSend, invoice.currency.code, 'figure', note);
}

function whyNothingAsked(invoice: Invoice): string {
  if (invoice.payment_method === null) {
    return invoice.status === 'pending' ? 'No method chosen yet.' : 'No method was chosen.';
  }
  return 'A method was chosen, but the API names no amount to pay.';
}

function paid(invoice: Invoice, deliveries: readonly Delivery[] | null): WaterfallStep {
  const known = paidAmount(invoice, deliveries ?? []);
  const note = known === null ? whyPaidUnknown(invoice, deliveries) : paidNote(invoice, known.source);
  return step('paid', 'Paid', known?.amount ?? null, invoice.currency.code, 'figure', note);
}

/** Where the figure comes from; of a correction how far it is from what was expected. */
function paidNote({ adjustment }: Invoice, source: 'adjustment' | 'webhook'): string {
  if (source === 'webhook' || adjustment === null) return 'as the webhook tells it';
  return `of ${groupedAmount(adjustment.expected_amount_fiat)} expected, ${signed(adjustment.expected_amount_fiat, adjustment.actual_amount_fiat)}`;
}

function signed(expected: string, actual: string): string {
  const difference = subtractMoney(actual, expected);
  return difference.startsWith('-') ? groupedAmount(difference) : `+${groupedAmount(difference)}`;
}

function whyPaidUnknown(invoice: Invoice, deliveries: readonly Delivery[] | null): string {
  if (invoice.is_adjusted) return 'Adjusted, but the API sent no figures.';
  if (invoice.status === 'success') {
    return deliveries === null
      ? 'Not known before its webhooks are read: the invoice names only what was asked.'
      : 'Not known: the invoice names only what was asked, and no webhook tells it.';
  }
  return NOT_PAID.get(invoice.status) ?? `Not known: the status “${invoice.status}” is unknown.`;
}

const NOT_PAID: ReadonlyMap<string, string> = new Map([
  ['pending', 'Not yet.'],
  ['expired', 'Expired before a payment.'],
  ['canceled', 'Canceled before a payment.'],
  ['fail', 'Not known. Settlement failed; the customer may have paid.'],
]);

function rate({ rate: fixed, currency }: Invoice): WaterfallStep {
  const note = fixed === null ? 'Fixed once a method is chosen or the invoice finishes.' : 'for 1 USDT';
  return step('rate', 'Exchange rate', fixed, currency.code, 'figure', note);
}

function withheld(invoice: Invoice): WaterfallStep {
  const { rate: fixed, settled_amount_usdt: settled } = invoice;
  const base = invoice.adjustment?.actual_amount_fiat ?? (invoice.is_adjusted ? null : invoice.amount);
  const of = (amount: string | null, note: string): WaterfallStep =>
    step('withheld', 'Estimated fee', amount, USDT, 'estimate', note);
  if (settled === null || fixed === null || base === null) return of(null, 'Needs the rate and the net.');
  const gross = divideMoney(base, fixed, ESTIMATE_DECIMALS, 'half-even');
  if (gross === null || !isMoney(gross)) return of(null, 'Cannot be computed with this rate.');
  const basis = invoice.adjustment === null ? 'ordered' : 'paid';
  const kept = subtractMoney(gross, settled);
  return of(
    kept,
    kept.startsWith('-') ? `more was credited than ${basis} ÷ rate: worth a question` : share(kept, gross),
  );
}

function credited(invoice: Invoice): WaterfallStep {
  const { settled_amount_usdt: settled, status } = invoice;
  const note = settled === null ? (NOT_CREDITED.get(status) ?? 'Not on the record.') : creditedNote(invoice, settled);
  return step('credited', 'Net', settled, USDT, 'figure', note);
}

/** The specification does not promise that the credit agrees with the correction. */
function creditedNote({ adjustment }: Invoice, settled: string): string {
  if (adjustment === null) return '';
  const { expected_amount_usdt: expected, actual_amount_usdt: actual } = adjustment;
  const change = `of ${groupedAmount(expected)} expected, ${signed(expected, actual)}`;
  if (sameMoney(settled, actual)) return change;
  return `${change}; the correction names ${groupedAmount(actual)}: worth a question`;
}

const NOT_CREDITED: ReadonlyMap<string, string> = new Map([
  ['success', 'The invoice succeeded, but the API names no credited amount.'],
  ['pending', 'Nothing yet.'],
  ['fail', 'No credit on the record; settlement failed. Ask the payment service.'],
  ['expired', 'Nothing was credited.'],
  ['canceled', 'Nothing was credited.'],
]);

function step(
  id: WaterfallStep['id'],
  label: string,
  amount: string | null,
  currency: string,
  nature: WaterfallStep['nature'],
  note: string,
): WaterfallStep {
  return { id, label, amount, currency, nature, note };
}
