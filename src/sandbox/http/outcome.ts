// What an endpoint answers: status and body in the success or error envelope (the specification, sections "Common conventions" and "Errors").
import { KIND, rng, type Seed } from '../random.ts';
import type { Order } from '../settings.ts';
import type { InvoiceStatus, WithdrawalRecord } from '../world/records.ts';
import type { InvoiceStore } from '../world/invoice-store.ts';

/** An answer before it is sent. */
export interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every error code with its HTTP status and a text (`message` may change between releases; clients branch on the code). */
export const ERRORS = {
  API_KEY_INVALID: [401, 'The API key is missing or invalid.'],
  UNAUTHORIZED: [401, 'Authentication failed.'],
  API_KEY_REVOKED: [403, 'The API key has been revoked.'],
  BUSINESS_NOT_ACTIVE: [403, 'The business is not active.'],
  MERCHANT_BLOCKED: [403, 'The account is blocked.'],
  DEALS_DISABLED: [403, 'Payments are disabled on the platform.'],
  CURRENCY_NOT_FOUND: [404, 'The currency is unknown or inactive.'],
  MERCHANT_INVOICE_NOT_FOUND: [404, 'No such invoice.'],
  INVOICE_NOT_FOUND: [404, 'The invoice was not found.'],
  PAYMENT_METHOD_NOT_FOUND: [404, 'The payment method was not found.'],
  WEBHOOK_NOT_FOUND: [404, 'The invoice has no webhook delivery yet.'],
  WITHDRAWAL_NOT_FOUND: [404, 'No such withdrawal.'],
  CATEGORY_NOT_FOUND: [404, 'The business has no pricing category.'],
  INVOICE_ALREADY_EXISTS: [409, 'An invoice with this external_id already exists.'],
  INVOICE_NOT_PAYABLE: [409, 'The invoice cannot be paid.'],
  WEBHOOK_NOT_RESENDABLE: [409, 'The delivery is being sent right now.'],
  VALIDATION_ERROR: [422, 'The request is not valid.'],
  CURRENCY_NOT_ALLOWED: [422, 'The currency is not enabled for the business.'],
  AMOUNT_OUT_OF_RANGE: [422, 'No active payment method takes this amount.'],
  INVOICE_URLS_MISSING: [422, 'Some URLs are given neither in the request nor in the settings.'],
  RATE_LIMITED: [429, 'Too many requests.'],
  TOO_MANY_UNPAID_INVOICES: [429, 'The customer has too many open unpaid invoices.'],
  WEBHOOK_RESEND_TOO_SOON: [429, 'The webhook was resent a moment ago.'],
  INTERNAL_ERROR: [500, 'Unexpected server error.'],
  DB_UNAVAILABLE: [503, 'The database is temporarily unavailable.'],
  RATE_UNAVAILABLE: [503, 'Exchange rates are temporarily unavailable.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type ErrorCode = keyof typeof ERRORS;

/** The codes with status 429. */
type TooManyCode = 'RATE_LIMITED' | 'TOO_MANY_UNPAID_INVOICES' | 'WEBHOOK_RESEND_TOO_SOON';

/** What the sandbox answers outside the specification: a path or method that does not exist. */
export const NO_ROUTE: Outcome = errorOutcome('NOT_FOUND', 404, 'No such path.');

/** True for a code of the specification. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** A success. */
export function ok(data: unknown, status = 200): Outcome {
  return { status, body: { success: true, data } };
}

/** A failure with a code of the specification. */
export function fail(
  code: ErrorCode,
  details?: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
): Outcome {
  const [status, message] = ERRORS[code];
  return errorOutcome(code, status, message, details, headers);
}

/** A code that says "too many" and, as every 429 does, when to come again: `seconds` in the header and in the details. */
export function tooMany(code: TooManyCode, seconds: number): Outcome {
  return fail(code, { retry_after_seconds: seconds }, { 'retry-after': String(seconds) });
}

/** A failure with any code. */
export function errorOutcome(
  code: string,
  status: number,
  message: string,
  details?: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
): Outcome {
  const error = details === undefined ? { code, message } : { code, message, details };
  return { status, body: { success: false, error }, ...(headers === undefined ? {} : { headers }) };
}

export type Problems = Record<string, string[]>;

/** Where the failed fields were: decides the first word of `loc` in the machine-description shape. */
export type Place = 'query' | 'body';

/** A validation failure in one of the two shapes; which applies to which request is not shown, so it is a setting. */
export function invalid(problems: Problems, place: Place, shape: 'coded' | 'detail'): Outcome {
  if (shape === 'coded') return fail('VALIDATION_ERROR', problems);
  const detail = Object.entries(problems).flatMap(([field, messages]) =>
    messages.map((msg) => ({ loc: [place, field], msg, type: 'value_error' })),
  );
  return { status: 422, body: { detail } };
}

/** Text that stands in an outcome's body for bytes which are no JSON. */
export class RawBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

// Reading and checking query parameters (the specification, sections "Endpoints" and "Limits").

export type Query = Readonly<Record<string, unknown>>;

export class QueryReader {
  readonly problems: Problems = {};
  readonly #query: Query;

  constructor(query: Query) {
    this.#query = query;
  }

  get failed(): boolean {
    return Object.keys(this.problems).length > 0;
  }

  /** A whole number from `min` to `max`, or `fallback` when absent. */
  integer(name: string, min: number, max: number, fallback: number): number {
    const value = this.#query[name];
    if (value === undefined) return fallback;
    const number = typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.#fail(
      name,
      max === Infinity ? `must be an integer of at least ${min}` : `must be an integer from ${min} to ${max}`,
    );
    return fallback;
  }

  /** One of a list, or undefined when absent. */
  oneOf<T extends string>(name: string, list: readonly T[]): T | undefined {
    const value = this.#query[name];
    if (value === undefined) return undefined;
    const found = list.find((candidate) => candidate === value);
    if (found === undefined) this.#fail(name, `must be one of ${list.join(', ')}`);
    return found;
  }

  /** A currency code: any text, compared exactly. One that is not known matches nothing and is no error, however long it is. */
  code(name: string): string | undefined {
    const value = this.#query[name];
    if (value === undefined || typeof value === 'string') return value;
    this.#fail(name, 'must be one text');
    return undefined;
  }

  #fail(name: string, message: string): void {
    this.problems[name] = [...(this.problems[name] ?? []), message];
  }
}

// Lists: order, filter, pages (the specification, section "Common conventions": page envelope).

/** The page envelope. `total_pages` of an empty list is 0 and a page past the end is empty: both not shown. */
export function pageOf<T>(
  all: readonly T[],
  page: number,
  perPage: number,
  render: (item: T) => unknown,
): Record<string, unknown> {
  const pages = Math.ceil(all.length / perPage);
  return {
    items: all.slice((page - 1) * perPage, page * perPage).map(render),
    page,
    per_page: perPage,
    total_items: all.length,
    total_pages: pages,
    has_next: page < pages,
    has_prev: page > 1,
  };
}

/** Counts the requests for a list in random order, so that each is shuffled anew. */
let shuffles = 0;

function shuffled(numbers: number[], seed: Seed): number[] {
  const random = rng(seed, KIND.listing, shuffles++);
  for (let i = numbers.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    const a = numbers[i];
    const b = numbers[j];
    if (a === undefined || b === undefined) continue;
    numbers[i] = b;
    numbers[j] = a;
  }
  return numbers;
}

const sortings = new WeakMap<InvoiceStore, Map<Order, { version: number; numbers: number[] }>>();

/** Numbers sorted by uuid or time of change, kept until the store changes. */
function sorted(store: InvoiceStore, order: Order): readonly number[] {
  const kept = sortings.get(store) ?? new Map<Order, { version: number; numbers: number[] }>();
  sortings.set(store, kept);
  const present = kept.get(order);
  if (present !== undefined && present.version === store.version) return present.numbers;
  const numbers = Array.from({ length: store.count }, (_, i) => i);
  if (order === 'uuid') {
    const uuids = numbers.map((i) => store.at(i).uuid);
    numbers.sort((a, b) => ((uuids[a] ?? '') < (uuids[b] ?? '') ? -1 : 1));
  } else {
    numbers.sort((a, b) => store.touched(b) - store.touched(a) || b - a);
  }
  kept.set(order, { version: store.version, numbers });
  return numbers;
}

/** The numbers of the invoices that pass the filter, in the order asked for. */
export function invoiceNumbers(
  store: InvoiceStore,
  order: Order,
  filter: { status?: InvoiceStatus | undefined; currency?: string | undefined },
): number[] {
  const passes = (i: number): boolean =>
    !store.removed.has(i) &&
    (filter.status === undefined || store.status(i) === filter.status) &&
    (filter.currency === undefined || store.currency(i) === filter.currency);
  const numbers: number[] = [];
  if (order === 'uuid' || order === 'updated-desc') {
    for (const i of sorted(store, order)) if (passes(i)) numbers.push(i);
    return numbers;
  }
  for (let k = 0; k < store.count; k++) {
    const i = order === 'created-desc' ? store.count - 1 - k : k;
    if (passes(i)) numbers.push(i);
  }
  return order === 'random' ? shuffled(numbers, store.plan.seed) : numbers;
}

export function withdrawalsIn(order: Order, all: readonly WithdrawalRecord[], seed: Seed): WithdrawalRecord[] {
  const list = [...all];
  if (order === 'created-asc') return list;
  if (order === 'uuid') return list.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  if (order === 'updated-desc')
    return list.sort((a, b) => (b.processedAt ?? b.createdAt) - (a.processedAt ?? a.createdAt));
  if (order === 'created-desc') return list.sort((a, b) => b.index - a.index);
  const numbers = shuffled(
    Array.from({ length: list.length }, (_, i) => i),
    seed,
  );
  return numbers.flatMap((i) => list[i] ?? []);
}
