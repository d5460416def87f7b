// An order for an invoice before it is one (specification, "POST /external/invoices"): its fields, what is wrong with them before anything is sent,
// the exact bytes of the request, the comparison with what the API has, and the names of orders that are made again. Pure.
import { fieldOf } from '../kernel/fields.ts';
import type { Invoice } from '../records/invoice.ts';
import { canonicalMoney, compareMoney, isMoney, sameMoney } from '../kernel/money/money.ts';

export interface Order {
  readonly external_id: string;
  readonly customer_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly purpose?: string | undefined;
  readonly callback_url?: string | undefined;
  readonly success_url?: string | undefined;
  readonly fail_url?: string | undefined;
}

/** In the order of the request. */
export const ORDER_FIELDS = [
  'external_id',
  'customer_id',
  'amount',
  'currency',
  'purpose',
  'callback_url',
  'success_url',
  'fail_url',
] as const satisfies readonly (keyof Order)[];
export type OrderField = (typeof ORDER_FIELDS)[number];

/** Characters, as the specification bounds them: of Unicode, so that an emoji is one. */
export const ORDER_LENGTHS: Readonly<Record<OrderField, { readonly min: number; readonly max: number }>> = {
  external_id: { min: 1, max: 128 },
  customer_id: { min: 1, max: 128 },
  amount: { min: 1, max: 64 },
  currency: { min: 2, max: 16 },
  purpose: { min: 0, max: 255 },
  callback_url: { min: 0, max: 512 },
  success_url: { min: 0, max: 512 },
  fail_url: { min: 0, max: 512 },
};

export const ORDER_PROBLEMS = [
  'missing',
  'too-short',
  'too-long',
  'half-character',
  'path-segment',
  'not-decimal',
  'not-positive',
  'too-many-decimals',
  'not-an-address',
  'user-in-address',
  'not-https',
] as const;
export type OrderProblemKind = (typeof ORDER_PROBLEMS)[number];

export interface OrderProblem {
  readonly field: OrderField;
  readonly kind: OrderProblemKind;
}

/** How many characters a text has, as the specification counts: code points. */
export function charactersIn(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
    if (isPair) count -= 1;
  }
  return count;
}

/** True when a field's text is as long as the specification has it. */
export function isWithinLength(field: OrderField, text: string): boolean {
  const { min, max } = ORDER_LENGTHS[field];
  // Two units at most are a character: what is longer need not be counted.
  if (text.length > max * 2) return false;
  const characters = charactersIn(text);
  return characters >= min && characters <= max;
}

/**
 * What this console refuses before anything is sent, one problem a field: bounds of the specification, and ids under which the
 * invoice could not be asked for afterwards, without which an unclear answer could never be cleared up. `allowLoopback`: the embedded
 * sandbox alone takes http addresses of this machine.
 */
export function orderProblems(order: Order, allowLoopback: boolean): readonly OrderProblem[] {
  const problems: OrderProblem[] = [];
  for (const field of ORDER_FIELDS) {
    const kind = problemOf(field, order[field] ?? '', allowLoopback);
    if (kind !== null) problems.push({ field, kind });
  }
  return problems;
}

function problemOf(field: OrderField, text: string, allowLoopback: boolean): OrderProblemKind | null {
  if (text === '' && ORDER_LENGTHS[field].min > 0) return 'missing';
  if (!isWithinLength(field, text)) return text.length > ORDER_LENGTHS[field].max ? 'too-long' : 'too-short';
  if (hasHalfCharacter(text)) return 'half-character';
  switch (field) {
    case 'external_id':
      return text === '.' || text === '..' ? 'path-segment' : null;
    case 'amount':
      return amountProblem(text);
    case 'callback_url':
    case 'success_url':
    case 'fail_url':
      return addressProblem(text, allowLoopback);
    case 'customer_id':
    case 'currency':
    case 'purpose':
      return null;
  }
}

/** Half a surrogate pair, as a broken copy leaves it: it cannot be put into an address. */
export function hasHalfCharacter(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

function amountProblem(text: string): OrderProblemKind | null {
  if (!isMoney(text)) return 'not-decimal';
  if (compareMoney(text, '0') <= 0) return 'not-positive';
  return (canonicalMoney(text).split('.')[1] ?? '').length > 2 ? 'too-many-decimals' : null;
}

/** The amount as it is sent: exactly two decimals ("49.9" is "49.90"). Throws RangeError when it is not money. */
export function sentAmount(amount: string): string {
  const [whole = '0', fraction = ''] = canonicalMoney(amount).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

/** The exact bytes of the request: fixed field order, the amount with two decimals, what is left out left out. */
export function orderBody(order: Order): string {
  const sent = ORDER_FIELDS.map((field) => [field, field === 'amount' ? sentAmount(order.amount) : order[field]]);
  return JSON.stringify(Object.fromEntries(sent));
}

/** The order that was sent with these bytes; null when they are not an order. */
export function orderOfBody(body: string): Order | null {
  const sent: unknown = JSON.parse(body);
  const text = (name: OrderField): string | undefined => {
    const value = fieldOf(sent, name);
    return typeof value === 'string' ? value : undefined;
  };
  const [id, customer, amount, currency] = [text('external_id'), text('customer_id'), text('amount'), text('currency')];
  if (id === undefined || customer === undefined || amount === undefined || currency === undefined) return null;
  const optional = {
    purpose: text('purpose'),
    callback_url: text('callback_url'),
    success_url: text('success_url'),
    fail_url: text('fail_url'),
  };
  return { external_id: id, customer_id: customer, amount, currency, ...optional };
}

/** A sent field that the invoice does not have as sent. */
export interface OrderDifference {
  readonly field: OrderField;
  readonly sent: string;
  readonly found: string | null;
}

/**
 * Sent fields that the invoice does not have as sent; "49.9" and "49.90" agree. An empty address counts as not sent (specification,
 * preconditions), an empty purpose as none.
 */
export function orderDifferences(order: Order, invoice: Invoice): readonly OrderDifference[] {
  const found: Readonly<Record<OrderField, string | null>> = {
    external_id: invoice.external_id,
    customer_id: invoice.customer_id,
    amount: invoice.amount,
    currency: invoice.currency.code,
    purpose: invoice.purpose,
    callback_url: invoice.callback_url,
    success_url: invoice.success_url,
    fail_url: invoice.fail_url,
  };
  return ORDER_FIELDS.flatMap((field) => {
    const sent = order[field];
    if (sent === undefined || agrees(field, sent, found[field])) return [];
    return [{ field, sent, found: found[field] }];
  });
}

function agrees(field: OrderField, sent: string, found: string | null): boolean {
  if (field === 'amount') return found !== null && sameMoney(sent, found);
  if (sent === '') return field === 'purpose' ? found === null || found === '' : true;
  return sent === found;
}

/** True when the invoice is over other money than was ordered: it must not be taken for the order. */
export function termsDiffer(differences: readonly OrderDifference[]): boolean {
  return differences.some(({ field }) => field === 'amount' || field === 'currency' || field === 'external_id');
}

/**
 * The next name of an order that is made again: "a" → "a-r2", "a-r2" → "a-r3". A name that would be too long loses its end, never
 * half a character.
 */
export function nextExternalId(externalId: string): string {
  const match = /^(.*)-r([1-9]\d{0,5})$/su.exec(externalId);
  const number = match === null ? 2 : Number.parseInt(match[2] ?? '1', 10) + 1;
  const suffix = `-r${number}`;
  const base = Array.from(match?.[1] ?? externalId).slice(0, ORDER_LENGTHS.external_id.max - suffix.length);
  return `${base.join('')}${suffix}`;
}

type AddressProblem = Extract<OrderProblemKind, 'not-an-address' | 'user-in-address' | 'not-https'>;

/** Scheme, what stands before an @, host and port; the rest begins with a slash, a question mark or a hash. */
const ADDRESS = /^([a-z][a-z\d+.-]*):\/\/(?:([^/?#@]*)@)?(\[[\da-f:.]+\]|[^/?#@:[\]]+)(?::(\d{1,5}))?(?:[/?#].*)?$/iu;
/** Nothing that a server on the way would read otherwise: white space, control characters, backslashes, quotation marks, angle brackets. */
const UNCLEAN = /[\s\p{Cc}\\"<>^`{|}]/u;
const HOST = /^(?:\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)$/iu;
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/i;
const LAST_PORT = 65_535;

/** Why the API would not take it; null when it would, or when it is left out. `allowLoopback`: http to this machine, as the sandbox takes it. */
export function addressProblem(text: string, allowLoopback: boolean): AddressProblem | null {
  if (text === '') return null;
  const [, scheme = '', user, host = '', port = '0'] = ADDRESS.exec(text) ?? [];
  if (scheme === '' || UNCLEAN.test(text) || !HOST.test(host) || Number.parseInt(port, 10) > LAST_PORT) {
    return 'not-an-address';
  }
  if (user !== undefined) return 'user-in-address';
  if (scheme.toLowerCase() === 'https') return null;
  return allowLoopback && scheme.toLowerCase() === 'http' && LOOPBACK.test(host) ? null : 'not-https';
}
