// The answer that a customer gets about one order, as plain text to paste: the order, what was paid where that is
// known, how it stands, and what happens next. Nothing of the merchant's own is in it: no credit, no rate, no fee, no
// verdict, no webhook. Total over statuses. Pure: now and the zone are arguments. `fail` and an ended window are
// never called unpaid.
import { type Invoice, isTerminal } from '../records/invoice.ts';
import { isWindowOver } from '../records/payment-window.ts';
import { compareMoney } from '../kernel/money/money.ts';
import { type PaidAmount, paidAmount } from '../webhooks/paid-amount.ts';
import { isInvoiceDue } from './reply-readings.ts';
import { moment, oneLine, type ReplyFacts } from './support-reply.ts';

/** The whole reply, lines ended by a line feed, without one at the end. */
export function customerReply(facts: ReplyFacts): string {
  const { invoice, fulfilment, deliveries, isSandbox } = facts;
  const code = oneLine(invoice.currency.code);
  const paid = paidAmount(invoice, deliveries?.list ?? []);
  const { state, next } = standing(facts, paid);
  return [
    ...(isSandbox ? ['SANDBOX: test data, no real payment.'] : []),
    `Order ${oneLine(invoice.external_id)}, ${invoice.amount} ${code}`,
    ...(paid === null ? [] : [`Paid: ${paid.amount} ${code}`]),
    `State: ${state}`,
    `Next: ${next}`,
    `As of ${moment(fulfilment.asOf, facts)}.`,
  ].join('\n');
}

interface Standing {
  readonly state: string;
  readonly next: string;
}

const CHECKED: Standing = { state: 'we are checking this payment.', next: 'we will come back to you.' };
/** Nobody can know whether a payment is on its way or lost. */
const IF_PAID = 'If you have paid, please send us your proof of payment.';
const ANOTHER_LINK = `if you still want the order, ask us for a new payment link. ${IF_PAID}`;

function standing(facts: ReplyFacts, paid: PaidAmount | null): Standing {
  const { invoice, fulfilment, missingSince, nowMs } = facts;
  // What may have moved on since it was read, or is not shown any more, is promised to nobody.
  const isPast = missingSince !== undefined || isInvoiceDue(invoice, fulfilment.asOf, nowMs);
  if (isPast && !(isTerminal(invoice.status) && invoice.status !== 'success')) return CHECKED;
  switch (invoice.status) {
    case 'success':
      return ofSuccess(invoice, paid);
    case 'pending':
      return ofPending(facts);
    case 'expired':
      return { state: 'the time to pay has ended, and no payment was confirmed.', next: ANOTHER_LINK };
    case 'canceled':
      return { state: 'the payment was canceled.', next: ANOTHER_LINK };
    case 'fail':
      return {
        state: 'the payment could not be completed for a technical reason.',
        next: 'please do not pay again yet; we are asking the payment service and will come back to you.',
      };
    default:
      return CHECKED;
  }
}

function ofSuccess(invoice: Invoice, paid: PaidAmount | null): Standing {
  if (invoice.settled_amount_usdt === null) return CHECKED;
  const { adjustment, currency } = invoice;
  if (!invoice.is_adjusted)
    return { state: 'your payment has been received.', next: 'nothing more is needed from you.' };
  const differing = { next: 'we are looking at the difference and will come back to you.' };
  if (adjustment === null || paid === null) {
    return { state: 'your payment has been received, and its amount was corrected.', ...differing };
  }
  const { expected_amount_fiat: expected, actual_amount_fiat: actual } = adjustment;
  const order = compareMoney(actual, expected);
  if (order === 0) return { state: 'your payment has been received.', next: 'nothing more is needed from you.' };
  const side = order < 0 ? 'less' : 'more';
  return {
    state: `your payment has been received; it is ${side} than the ${expected} ${oneLine(currency.code)} that were expected.`,
    ...differing,
  };
}

function ofPending(facts: ReplyFacts): Standing {
  const { invoice, nowMs } = facts;
  if (isWindowOver(invoice, nowMs)) {
    return {
      state: 'no payment has been confirmed yet, and the time to pay is over.',
      next: `please do not pay with the link any more. ${IF_PAID}`,
    };
  }
  const until = invoice.expires_at === null ? '' : ` until ${moment(invoice.expires_at, facts)}`;
  const link = invoice.payment_url === null ? '.' : `: ${oneLine(invoice.payment_url)}`;
  return { state: 'no payment has been confirmed yet.', next: `you can pay${until}${link}` };
}
