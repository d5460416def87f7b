// What an endpoint answers: status and body in the success or error envelope (the specification, sections "Common conventions" and "Errors").

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

/** Messages by field. */
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
