// The words of the form, and what is to be thought of before an invoice is made again. Pure.
import { isTerminal } from '../../../../domain/records/invoice.ts';
import type { OrderField } from '../../../../domain/create/order.ts';

export const FIELD_LABELS: Readonly<Record<OrderField, string>> = {
  external_id: 'Order id',
  customer_id: 'Customer',
  amount: 'Amount',
  currency: 'Currency',
  purpose: 'Purpose',
  callback_url: 'Callback address',
  success_url: 'Address after success',
  fail_url: 'Address after failure',
};

export const FIELD_HINTS: Readonly<Record<OrderField, string>> = {
  external_id: 'Yours, unique: one id, one invoice (external_id).',
  customer_id: 'Your id of who pays (customer_id).',
  amount: 'What you charge, as 49.90 or 49,90.',
  currency: 'Such as EUR.',
  purpose: 'The customer sees it.',
  callback_url: 'Where the webhook goes (callback_url).',
  success_url: 'Where the customer goes after paying; arriving there proves nothing (success_url).',
  fail_url: 'Where the customer goes otherwise (fail_url).',
};

/** Beside the button that sends. `isBlamed`: a field says that it is not right; one that is only empty says nothing before the first try. */
export function sendWords(form: { isSending: boolean; isBlocked: boolean; isBlamed: boolean }): string {
  if (form.isSending) return 'Sending. An unclear answer is looked up before anything is said.';
  if (form.isBlamed) return 'Something is still missing or not right; the fields say what.';
  if (form.isBlocked) return 'Nothing is sent before you press.';
  return 'You get a link to send on. Pressing twice makes one invoice.';
}

/** Whether asking for money again is right depends on how the first one ended; null when nothing speaks against it. */
export function againCaution(status: string): string | null {
  if (status === 'success') return 'This invoice was paid: creating it again asks for the money a second time';
  if (status !== 'fail') return null;
  return 'The customer may have paid: ask the payment service before you ask for the money again';
}

/** The sentence about making an invoice again. A status that nobody knows is neither open nor closed; `isOver`: nobody can pay it any more. */
export function againWords(status: string, isOver: boolean): string {
  if (isOver)
    return 'Its payment window is over. Whether it is closed is read first; then the same order gets a new id.';
  if (status === 'pending') return 'It is not closed, so it is not created again: the same link still works.';
  if (!isTerminal(status)) {
    return 'Nobody knows whether it is closed: its status is a word this console does not know. Ask the payment service.';
  }
  return `${againCaution(status) ?? 'It is closed. The same order can be created again under a new id'}.`;
}
