// What stands in the form of a new invoice, and what is to be said beside each field while it is typed. Pure.
import { compareMoney, isMoney } from '../../../../domain/kernel/money/money.ts';
import {
  charactersIn,
  type Order,
  ORDER_LENGTHS,
  type OrderField,
  type OrderProblemKind,
  orderProblems,
} from '../../../../domain/create/order.ts';
import {
  acceptsAmount,
  currencyCodes,
  currencyTyped,
  type PaymentMethod,
} from '../../../../domain/records/payment-method.ts';
import { isUuid } from '../../../../domain/kernel/text/uuid.ts';
import { amountSaid, readAmount, typedText } from '../../../ui/text/writing.ts';

/** The fields as typed; an empty one that may be left out is left out. */
export type OrderDraft = Readonly<Record<OrderField, string>>;

/** `stop`: it is not sent so. `care`: it may be sent, but probably is not what is meant. `taken`: how what was typed is understood. */
export interface FieldNote {
  readonly tone: 'stop' | 'care' | 'taken';
  readonly words: string;
}
export type FieldNotes = Readonly<Partial<Record<OrderField, FieldNote>>>;

export interface DraftContext {
  /** Today's catalogue; null when it was never read, so that nothing can be said about ranges. */
  readonly methods: readonly PaymentMethod[] | null;
  /** Only the embedded sandbox takes http, to this machine. */
  readonly allowLoopback: boolean;
}

/** A draft out of an order or of whatever fields of it are known. */
export function draftOf(fields: { readonly [Field in OrderField]?: string | null | undefined }): OrderDraft {
  return {
    external_id: fields.external_id ?? '',
    customer_id: fields.customer_id ?? '',
    amount: fields.amount ?? '',
    currency: fields.currency ?? '',
    purpose: fields.purpose ?? '',
    callback_url: fields.callback_url ?? '',
    success_url: fields.success_url ?? '',
    fail_url: fields.fail_url ?? '',
  };
}

/**
 * The order that the form would send. An amount is taken however people write it, and a currency as the catalogue writes it; spaces around
 * addresses are slips, in ids they may be meant.
 */
export function orderOf(draft: OrderDraft, methods: readonly PaymentMethod[] | null): Order {
  const optional = (text: string): string | undefined => (text === '' ? undefined : text);
  const typed = readAmount(draft.amount);
  return {
    external_id: draft.external_id,
    customer_id: draft.customer_id,
    amount: typed.kind === 'amount' ? typed.amount : draft.amount.trim(),
    currency: currencyTyped(draft.currency, methods),
    purpose: optional(draft.purpose),
    callback_url: optional(draft.callback_url.trim()),
    success_url: optional(draft.success_url.trim()),
    fail_url: optional(draft.fail_url.trim()),
  };
}

/** What stands in the way of sending, and what to think about before; one note a field, the graver one. */
export function notesOn(draft: OrderDraft, context: DraftContext): FieldNotes {
  const order = orderOf(draft, context.methods);
  const notes = new Map<OrderField, FieldNote>();
  for (const field of ['amount', 'currency'] as const) {
    if (order[field] === draft[field].trim()) continue;
    const words = field === 'amount' ? amountSaid(draft.amount, order.currency).words : `Taken as ${order.currency}`;
    notes.set(field, { tone: 'taken', words });
  }
  for (const [field, words] of cautionsOn(order, context)) notes.set(field, { tone: 'care', words });
  for (const { field, kind } of orderProblems(order, context.allowLoopback)) {
    notes.set(field, { tone: 'stop', words: PROBLEM_WORDS[kind](field, order[field] ?? '') });
  }
  return Object.fromEntries(notes);
}

/** A required field that is still empty is asked for, not blamed, until somebody tries to send. */
export function isMissing(draft: OrderDraft, field: OrderField): boolean {
  return ORDER_LENGTHS[field].min > 0 && draft[field].trim() === '';
}

const LEAST_CURRENCY = ORDER_LENGTHS.currency.min;

const PROBLEM_WORDS: Readonly<Record<OrderProblemKind, (field: OrderField, text: string) => string>> = {
  missing: (field) => MISSING_WORDS[field] ?? 'This is needed.',
  'too-short': () => `A currency code has at least ${LEAST_CURRENCY} letters.`,
  'too-long': (field, text) => `${charactersIn(text)} characters; the API takes at most ${ORDER_LENGTHS[field].max}.`,
  'half-character': () => 'This has half a character in it, as a broken copy leaves it. Type it again.',
  'path-segment': () => 'A dot alone cannot be asked for afterwards: in an address it means something else.',
  'not-decimal': (_field, text) => amountWords(text),
  'not-positive': () => 'The amount must be greater than zero.',
  'too-many-decimals': (_field, text) => decimalsWords(text),
  'not-an-address': () => 'This is no address. A whole one begins with https://.',
  'user-in-address': () => 'An address with a user name or password in it is not sent.',
  'not-https': () => 'The API takes https addresses only.',
};

const MISSING_WORDS: Readonly<Partial<Record<OrderField, string>>> = {
  external_id: 'Your order’s own id is needed.',
  customer_id: 'The customer’s id is needed; the limit of unpaid invoices counts by it.',
  amount: 'An amount is needed.',
  currency: 'A currency is needed.',
};

/** Why what was typed is no amount; what may be read in two ways is asked about. */
function amountWords(text: string): string {
  const typed = readAmount(text);
  if (typed.kind !== 'ambiguous')
    return `This is no amount. Digits only, with a point or a comma before the decimals: ${typedText('49.90')}.`;
  const [whole = '', decimal = ''] = [...typed.readings].toSorted((a, b) => a.indexOf('.') - b.indexOf('.'));
  const meant = typedText(`${whole}.00`);
  return `This can be read as ${whole} and as ${typedText(decimal)}. Type ${meant} if that is meant; there are at most two decimals.`;
}

/** Three decimals may be thousands after a point. */
function decimalsWords(text: string): string {
  const [, thousands, rest] = /^([1-9]\d{0,2})\.(\d{3})$/.exec(text) ?? [];
  const other = thousands === undefined ? '' : ` If ${thousands}${rest} is meant, type ${thousands}${rest}.00.`;
  return `At most two decimals.${other}`;
}

function cautionsOn(order: Order, { methods }: DraftContext): readonly (readonly [OrderField, string])[] {
  const cautions: [OrderField, string][] = [];
  for (const field of ['external_id', 'customer_id', 'purpose'] as const) {
    const words = textCaution(order[field] ?? '');
    if (words !== null) cautions.push([field, words]);
  }
  if (order.external_id.includes('/')) {
    cautions.push(['external_id', 'With a slash, some servers on the way cannot look the id up. A dash is safer.']);
  }
  if (isUuid(order.external_id)) cautions.push(['external_id', UUID_WORDS]);
  if (methods === null || methods.length === 0) return cautions;
  const currency = currencyCaution(order.currency, methods);
  if (currency !== null) cautions.push(['currency', currency]);
  const range = rangeCaution(order, methods);
  if (range !== null) cautions.push(['amount', range]);
  return cautions;
}

/** The API finds invoices by either id under one address. */
const UUID_WORDS =
  'This is written as the uuid of an invoice is. It is sent only if no invoice has this uuid; later it may be hard to tell which of the two ids somebody means.';

// Control characters, zero-width characters and bidirectional overrides: nobody can see that they are there.
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

function textCaution(text: string): string | null {
  if (INVISIBLE.test(text)) return 'There is an invisible character in it. It is sent as it is.';
  return text.trim() === text ? null : 'It begins or ends with a space, which is sent as it is.';
}

function currencyCaution(code: string, methods: readonly PaymentMethod[]): string | null {
  const codes = currencyCodes(methods);
  if (code.length < LEAST_CURRENCY || codes.includes(code)) return null;
  const alike = codes.filter((known) => known.toUpperCase() === code.toUpperCase());
  if (alike.length > 0) return `The catalogue writes it ${alike.join(' or ')}.`;
  return `No payment method of your business takes it. It has: ${codes.slice(0, 12).join(', ')}.`;
}

function rangeCaution({ amount, currency }: Order, methods: readonly PaymentMethod[]): string | null {
  const offered = methods.filter((method) => method.currency.code === currency);
  if (offered.length === 0 || !isMoney(amount)) return null;
  if (offered.some((method) => acceptsAmount(method, amount))) return null;
  const ranges = [...new Set([...offered].sort(byLeast).map(rangeWords))];
  if (ranges.length > MOST_RANGES) return 'No payment method takes this amount; the ranges stand beside.';
  return `Outside the range of every payment method: ${ranges.join(', ')} ${currency}.`;
}

/** More of them are a table, and one stands beside the form. */
const MOST_RANGES = 3;

/** "5.00 to 100.00"; with one bound "at least 5.00". A method without bounds takes every amount and never gets here. */
function rangeWords({ min_amount: least, max_amount: most }: PaymentMethod): string {
  if (least === null) return `at most ${most}`;
  return most === null ? `at least ${least}` : `${least} to ${most}`;
}

function byLeast({ min_amount: left }: PaymentMethod, { min_amount: right }: PaymentMethod): number {
  if (left === null || right === null) return Number(right === null) - Number(left === null);
  return compareMoney(left, right);
}
