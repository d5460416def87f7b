// Receivers that are down, payments that have stopped, links that close: what is kept of them once it was told, and the words in which it is told. Pure.
import { z } from 'zod';
import { instant, type ToldOf } from '../kernel/shape.ts';
import { countWords } from '../kernel/text/count-words.ts';
import { plainLine } from '../kernel/text/plain-text.ts';
import { describeDuration, localMinute, toEpochMs } from '../kernel/time/time.ts';
import type { Invoice } from '../records/invoice.ts';
import { PAYMENT_SILENCE, type PaymentSilence } from '../records/payment-health.ts';
import { timeLeftMs } from '../records/payment-window.ts';
import { RECEIVER_DEEDS, RECEIVER_OUTAGE, type ReceiverOutage } from '../webhooks/receiver-health.ts';

export const TOLD_HEALTH = z.object({
  /** Nothing that was before it counts: this console had not seen the business yet. Null before its first look. */
  since: instant.nullable(),
  receivers: z.array(RECEIVER_OUTAGE),
  payments: z.array(PAYMENT_SILENCE),
  /** Links that close until then were told or are none any more. */
  links: instant.nullable().default(null),
});
export type ToldHealth = ToldOf<typeof TOLD_HEALTH>;

const NAME_CHARACTERS = 64;
/** Methods that a notice names. */
const MOST_METHODS = 3;

/** A receiver is down: which, what it does, since when, how many orders wait, what to do. */
export function receiverDownNotice({ host, cause, since, kind, orders }: ReceiverOutage, timeZone: string): string {
  const name = plainLine(host, NAME_CHARACTERS);
  const deed = RECEIVER_DEEDS[cause];
  const what = kind === 'every' ? `${name} ${deed}` : `Many webhooks to ${name} fail: it ${deed}`;
  return `${what}, since ${timeWords(since, timeZone)}; ${countWords(orders, 'order waits', 'orders wait')}. Mend the receiver, then resend.`;
}

/** It answers again; `waiting`: orders whose webhook still has not arrived. */
export function receiverRecoveredNotice(outage: ReceiverOutage, waiting: number, timeZone: string): string {
  const { host, since, recoveredAt } = outage;
  const lasted = `${timeWords(since, timeZone)} – ${timeWords(recoveredAt ?? since, timeZone)}`;
  const rest =
    waiting === 0
      ? 'Every webhook has arrived.'
      : `${countWords(waiting, 'order still waits', 'orders still wait')}: resend them, or let the service try again.`;
  return `${plainLine(host, NAME_CHARACTERS)} answers again (down ${lasted}). ${rest}`;
}

/** Payments have stopped, by one method or by several. */
export function paymentsSilentNotice(silences: readonly PaymentSilence[], nowMs: number): string {
  const forMs = Math.min(...silences.map(({ since }) => nowMs - (toEpochMs(since) ?? nowMs)));
  const usual = silences.reduce((sum, one) => sum + one.usual, 0);
  return `No payment by ${methodsInWords(silences)} for ${describeDuration(forMs)}; usually ${usual} in that time. Check the checkout, then ask the service.`;
}

/** They arrive again. */
export function paymentsRecoveredNotice(silences: readonly PaymentSilence[]): string {
  return `Payments by ${methodsInWords(silences)} arrive again.`;
}

function methodsInWords(silences: readonly PaymentSilence[]): string {
  const names = silences.map(({ method }) => (method === null ? 'no named method' : plainLine(method, 24)));
  const more = names.length - MOST_METHODS;
  return more > 0 ? `${names.slice(0, MOST_METHODS).join(', ')} and ${more} more` : names.join(', ');
}

function timeWords(at: string, timeZone: string): string {
  return `${localMinute(at, timeZone)?.slice('YYYY-MM-DD '.length) ?? at} ${timeZone}`;
}

/** Links that are about to close, the first of them by name: "SO-112490, 199.90 PLN, can be paid for 5 more minutes." */
export function closingLinksNotice(count: number, first: Invoice, nowMs: number): string {
  const { external_id: id, amount, currency } = first;
  const minutes = countWords(
    Math.max(1, Math.ceil((timeLeftMs(first, nowMs) ?? 0) / 60_000)),
    'more minute',
    'more minutes',
  );
  const others = count === 1 ? '' : ` So can ${countWords(count - 1, 'other', 'others')}, or little longer.`;
  const order = `${plainLine(id, NAME_CHARACTERS)}, ${amount} ${plainLine(currency.code, NAME_CHARACTERS)}`;
  return `${order}, can be paid for ${minutes}.${others}`;
}
