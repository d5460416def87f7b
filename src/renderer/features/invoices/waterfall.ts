/**
 * The way of the money through one invoice: ordered → commission on top → asked → paid → credited. Every step is a figure of
 * the record, an exact difference of two, or a sentence that says why there is none. Pure. Not here: how it looks.
 */
import type { Delivery } from '../../../domain/delivery.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { divideMoney, isMoney, subtractMoney } from '../../../domain/money.ts';
import { paidAmount } from '../../../domain/paid-amount.ts';

export interface WaterfallStep {
  readonly id: 'ordered' | 'commission' | 'asked' | 'paid' | 'withheld' | 'credited';
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
    withheld(invoice),
    credited(invoice),
  ];
}

function ordered(invoice: Invoice): WaterfallStep {
  const note = invoice.is_adjusted
    ? 'Never changes: do not reconcile an adjusted invoice against it.'
    : 'As ordered; never changes.';
  return step('ordered', 'Ordered', invoice.amount, invoice.currency.code, 'figure', note);
}

function commission(invoice: Invoice): WaterfallStep {
  const { amount, amount_to_send: toSend } = invoice;
  const difference = toSend === null ? null : subtractMoney(toSend, amount);
  const note = difference === null ? whyNothingAsked(invoice) : 'On top of the order: to pay − ordered.';
  return step('commission', 'Client commission', difference, invoice.currency.code, 'difference', note);
}

function asked(invoice: Invoice): WaterfallStep {
  const { amount_to_send: toSend } = invoice;
  const note = toSend === null ? whyNothingAsked(invoice) : 'Asked of the customer (amount_to_send).';
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
  const note = known === null ? whyPaidUnknown(invoice, deliveries) : PAID_SOURCES[known.source];
  return step('paid', 'Paid', known?.amount ?? null, invoice.currency.code, 'figure', note);
}

const PAID_SOURCES = {
  adjustment: 'Corrected in a dispute (actual_amount_fiat).',
  webhook: 'As the webhook tells it (amount of invoice.paid).',
} as const;

function whyPaidUnknown(invoice: Invoice, deliveries: readonly Delivery[] | null): string {
  if (invoice.is_adjusted) return 'Adjusted, but the API sent no figures.';
  switch (invoice.status) {
    case 'success':
      return deliveries === null
        ? 'Not known before its webhooks are read: the invoice names only what was asked.'
        : 'Not known: the invoice names only what was asked, and no webhook tells it.';
    case 'pending':
      return 'Not yet.';
    case 'expired':
      return 'Expired before a payment.';
    case 'canceled':
      return 'Canceled before a payment.';
    case 'fail':
      return 'Not known. Settlement failed; the customer may have paid.';
    default:
      return `Not known: the status “${invoice.status}” is unknown.`;
  }
}

function withheld(invoice: Invoice): WaterfallStep {
  const { rate, settled_amount_usdt: settled } = invoice;
  const base = invoice.adjustment?.actual_amount_fiat ?? (invoice.is_adjusted ? null : invoice.amount);
  const label = 'Withheld, about';
  if (settled === null || rate === null || base === null) {
    return step('withheld', label, null, USDT, 'estimate', 'Needs the rate and the credited amount.');
  }
  const gross = divideMoney(base, rate, ESTIMATE_DECIMALS, 'half-even');
  if (gross === null || !isMoney(gross)) {
    return step('withheld', label, null, USDT, 'estimate', 'Cannot be computed with this rate.');
  }
  const basis = invoice.adjustment === null ? 'ordered' : 'paid';
  const kept = subtractMoney(gross, settled);
  const note = kept.startsWith('-')
    ? `Estimate: more was credited than ${basis} ÷ rate. Worth a question.`
    : `Estimate: ${basis} ÷ rate − credited. Merchant commission and rounding.`;
  return step('withheld', label, kept, USDT, 'estimate', note);
}

function credited(invoice: Invoice): WaterfallStep {
  const { settled_amount_usdt: settled, status } = invoice;
  return step(
    'credited',
    'Credited',
    settled,
    USDT,
    'figure',
    settled === null ? whyNotCredited(status) : 'settled_amount_usdt, net of the merchant commission.',
  );
}

function whyNotCredited(status: string): string {
  switch (status) {
    case 'success':
      return 'The invoice succeeded, but the API names no credited amount.';
    case 'pending':
      return 'Nothing yet.';
    case 'fail':
      return 'No credit on the record; settlement failed. Ask the payment service.';
    case 'expired':
    case 'canceled':
      return 'Nothing was credited.';
    default:
      return 'Not on the record.';
  }
}

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
