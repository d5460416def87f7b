// What the shop was told by the last delivered webhook, against the invoice as it is now: `amount` against the adjustment's actual_amount_fiat
// (without an adjustment against amount), `credited_usdt` against settled_amount_usdt, exactly, and nothing else. The payload is foreign: what is
// missing or of the wrong type is said and never guessed. Pure.
import type { Delivery } from './delivery.ts';
import { type Fields, isFields } from '../kernel/fields.ts';
import type { Invoice } from '../records/invoice.ts';
import { isMoney, sameMoney } from '../kernel/money/money.ts';
import { lastDelivered } from './told-payload.ts';

/**
 * `differs`: the credited USDT are others now. `fiat-differs`: only the fiat is, which alone is no alarm: the specification leaves open
 * whether "the fiat actually paid" holds the customer's fee. `cannot-tell`: the credited USDT could not be compared.
 */
export type PayloadFinding = 'agrees' | 'differs' | 'fiat-differs' | 'cannot-tell';

export interface PayloadDifference {
  readonly finding: PayloadFinding;
  readonly deliveryUuid: string;
  /** When the shop took it; null when the API does not say. */
  readonly deliveredAt: string | null;
  /** Exact amounts of the payload; null where it holds none that can be compared. */
  readonly told: { readonly fiat: string | null; readonly usdt: string | null };
  /** Their counterparts of the invoice; null where it names none. */
  readonly now: { readonly fiat: string | null; readonly usdt: string | null };
  /** What its fiat is: an invoice that nobody corrected names only what was ordered. */
  readonly nowIs: 'paid' | 'ordered';
  readonly currency: string;
  /** What could not be compared and why, one sentence each. */
  readonly problems: readonly string[];
}

/** Null when no delivered webhook told the shop of a payment: nothing was told that could differ. */
export function payloadDifference(invoice: Invoice, deliveries: readonly Delivery[]): PayloadDifference | null {
  const delivery = lastDelivered(deliveries);
  if (delivery === null || delivery.event === 'invoice.canceled' || invoice.status !== 'success') return null;
  const { data, problems } = dataOf(delivery);
  const fiat = isOfCurrency(data, invoice, problems) ? amountIn(data, 'amount', problems) : null;
  const usdt = amountIn(data, 'credited_usdt', problems);
  const now = { fiat: invoice.adjustment?.actual_amount_fiat ?? ordered(invoice), usdt: invoice.settled_amount_usdt };
  if (now.usdt === null) problems.push('The invoice names no credited USDT now.');
  if (now.fiat === null) problems.push('The invoice is marked as adjusted, but the API sent no figures.');
  return {
    finding: findingOf(invoice, { fiat, usdt }, now),
    deliveryUuid: delivery.uuid,
    deliveredAt: delivery.delivered_at,
    told: { fiat, usdt },
    now,
    nowIs: invoice.adjustment === null ? 'ordered' : 'paid',
    currency: invoice.currency.code,
    problems,
  };
}

/** "your shop was told 100.00 EUR paid, 93.10 USDT credited; the invoice now says 87.40 EUR paid, 81.37 USDT credited". */
export function differenceSentence({ told, now, nowIs, currency }: PayloadDifference): string {
  return `your shop was told ${amountsIn(told, currency, 'paid')}; the invoice now says ${amountsIn(now, currency, nowIs)}`;
}

function amountsIn(side: PayloadDifference['told'], currency: string, fiatIs: PayloadDifference['nowIs']): string {
  const fiat = side.fiat === null ? 'no readable amount paid' : `${side.fiat} ${currency} ${fiatIs}`;
  const usdt = side.usdt === null ? 'no readable USDT credited' : `${side.usdt} USDT credited`;
  return `${fiat}, ${usdt}`;
}

/** What the fiat of the payload is held against when nobody corrected it. */
function ordered({ is_adjusted: isAdjusted, amount }: Invoice): string | null {
  return isAdjusted ? null : amount;
}

type Side = PayloadDifference['told'];

function findingOf(invoice: Invoice, told: Side, now: Side): PayloadFinding {
  const usdt = agreement(told.usdt, now.usdt);
  const fiat = agreement(told.fiat, now.fiat);
  if (usdt === 'differs') return 'differs';
  if (fiat === 'unknown') return usdt === 'unknown' ? 'cannot-tell' : 'agrees';
  if (fiat === 'agrees' || withFee(invoice, told.fiat)) return usdt === 'unknown' ? 'cannot-tell' : 'agrees';
  return 'fiat-differs';
}

/** Of an invoice that nobody corrected, what the customer pays is as good an "actually paid" as what was ordered. */
function withFee({ adjustment, amount_to_send: asked }: Invoice, told: string | null): boolean {
  return adjustment === null && told !== null && asked !== null && sameMoney(told, asked);
}

function agreement(told: string | null, now: string | null): 'agrees' | 'differs' | 'unknown' {
  if (told === null || now === null) return 'unknown';
  return sameMoney(told, now) ? 'agrees' : 'differs';
}

/** `data` of the payload (specification, "Payload": {event, data}). */
function dataOf({ payload }: Delivery): { readonly data: Fields | null; readonly problems: string[] } {
  if (payload === null) return { data: null, problems: ['The API names no payload for the delivered webhook.'] };
  const data = payload['data'];
  if (isFields(data)) return { data, problems: [] };
  return { data: null, problems: ['The payload has no “data” object.'] };
}

/** Amounts of different currencies never meet. An unnamed currency is the invoice's. */
function isOfCurrency(data: Fields | null, invoice: Invoice, problems: string[]): boolean {
  const currency = data?.['currency'] ?? invoice.currency.code;
  if (currency === invoice.currency.code) return true;
  const named = typeof currency === 'string' ? `“${currency.slice(0, 32)}”` : 'no text';
  problems.push(
    `The payload’s currency is ${named}, the invoice’s is ${invoice.currency.code}: the fiat amounts are not compared.`,
  );
  return false;
}

function amountIn(data: Fields | null, name: 'amount' | 'credited_usdt', problems: string[]): string | null {
  if (data === null) return null;
  const value = data[name];
  if (isMoney(value)) return value;
  if (value === undefined || value === null) problems.push(`The payload has no ${name}.`);
  else if (typeof value === 'number')
    problems.push(`The payload’s ${name} is a JSON number, which may have lost digits: not compared.`);
  else if (typeof value === 'string') problems.push(`The payload’s ${name} is no amount: “${value.slice(0, 40)}”.`);
  else problems.push(`The payload’s ${name} is neither text nor a number.`);
  return null;
}
