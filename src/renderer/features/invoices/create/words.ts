/** The names of the order's fields for people, and what each is for. Pure. */
import type { OrderField } from '../../../../domain/order.ts';

export const FIELD_LABELS: Readonly<Record<OrderField, string>> = {
  external_id: 'Your order id',
  customer_id: 'Customer id',
  amount: 'Amount',
  currency: 'Currency',
  purpose: 'Purpose',
  callback_url: 'Callback address',
  success_url: 'Address after success',
  fail_url: 'Address after failure',
};

export const FIELD_HINTS: Readonly<Record<OrderField, string>> = {
  external_id: 'external_id, up to 128 characters. One id, one invoice: it keeps an order from being made twice.',
  customer_id: 'customer_id: who pays, in your own words.',
  amount: 'What you charge, at most two decimals.',
  currency: 'A code of the catalogue, such as EUR.',
  purpose: 'Shown to the customer; up to 255 characters. May be left out.',
  callback_url: 'callback_url: where the webhook goes.',
  success_url: 'success_url: where the customer goes after paying. Arriving there proves nothing.',
  fail_url: 'fail_url: where the customer goes otherwise.',
};

/** Beside the button that sends. `isBlamed`: a field says that it is not right; one that is only empty says nothing before the first try. */
export function sendWords(form: {
  readonly isSending: boolean;
  readonly isBlocked: boolean;
  readonly isBlamed: boolean;
}): string {
  if (form.isSending) return 'Sending. An unclear answer is looked up before anything is said.';
  if (form.isBlamed) return 'Something is still missing or not right; the fields say what.';
  if (form.isBlocked) return 'Fill in the order; nothing is sent before you press.';
  return 'Sent once. Pressing twice, or in two windows, makes one invoice.';
}
