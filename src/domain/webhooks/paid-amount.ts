// What a customer paid in fiat, as far as anybody has said it: the adjustment, else the payload of the webhook that says "paid" (specification,
// "Payload": `amount` is the fiat actually paid). Never amount_to_send, which is what was asked. Pure.
import { type Delivery, latestDelivery } from './delivery.ts';
import { isFields } from '../kernel/fields.ts';
import type { Invoice } from '../records/invoice.ts';
import { toldBy } from './told-payload.ts';

export interface PaidAmount {
  /** Exact, in the currency of the invoice. */
  readonly amount: string;
  readonly source: 'adjustment' | 'webhook';
}

/** Null where it is not known. `deliveries` are those of the invoice, as far as they were read. */
export function paidAmount(invoice: Invoice, deliveries: readonly Delivery[]): PaidAmount | null {
  if (invoice.adjustment !== null) return { amount: invoice.adjustment.actual_amount_fiat, source: 'adjustment' };
  // What a webhook told before the correction is not what was paid; and of anything but a success it is a contradiction.
  if (invoice.is_adjusted || invoice.status !== 'success') return null;
  const telling = deliveries.filter((delivery) => isOfCurrency(delivery, invoice) && toldPaid(delivery) !== null);
  const latest = latestDelivery(telling);
  const amount = latest === null ? null : toldPaid(latest);
  return amount === null ? null : { amount, source: 'webhook' };
}

function toldPaid(delivery: Delivery): string | null {
  const { event, amount } = toldBy(delivery);
  return event === 'invoice.paid' ? amount : null;
}

/** An unnamed currency is the invoice's. */
function isOfCurrency({ payload }: Delivery, { currency }: Invoice): boolean {
  const data = payload?.['data'];
  const named = isFields(data) ? data['currency'] : undefined;
  return named === undefined || named === null || named === currency.code;
}
