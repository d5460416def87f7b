/** What stands before the payment service, or is it on a bad day, and answers in its place: every code of the specification at every operation, and every kind of 429. Nothing was done. */
import { API_CODES, type ApiCode } from '../../../src/domain/kernel/failure/api-code.ts';
import type { Outcome } from '../../../src/backend/api/transport/transport.ts';
import type { Stream } from '../chance.ts';

/** The nine operations of the specification ("Endpoints"), by method and path below its root. */
export const OPERATIONS = {
  create: /^POST \/external\/invoices$/,
  resend: /^POST .*\/resend-webhook$/,
  invoices: /^GET \/external\/invoices$/,
  deliveries: /^GET .*\/webhooks$/,
  invoice: /^GET \/external\/invoices\/[^/]+$/,
  withdrawals: /^GET \/external\/withdrawals$/,
  withdrawal: /^GET \/external\/withdrawals\/[^/]+$/,
  rates: /^GET \/external\/rates$/,
  'payment-methods': /^GET \/external\/payment-methods$/,
} as const;
export type Operation = keyof typeof OPERATIONS;
export const OPERATION_NAMES: readonly [Operation, ...Operation[]] = [
  'create',
  'resend',
  'invoices',
  'deliveries',
  'invoice',
  'withdrawals',
  'withdrawal',
  'rates',
  'payment-methods',
];

/** What a request is; null: none of the specification's. `path`: from the root of the server on, with its query. */
export function operationOf(method: string, path: string): Operation | null {
  const { pathname } = new URL(path, 'http://service');
  const named = `${method} ${pathname.replace(/^.*?(?=\/external\/)/, '')}`;
  return OPERATION_NAMES.find((name) => OPERATIONS[name].test(named)) ?? null;
}

const STATUSES: Readonly<Record<ApiCode, number>> = {
  API_KEY_INVALID: 401,
  UNAUTHORIZED: 401,
  API_KEY_REVOKED: 403,
  BUSINESS_NOT_ACTIVE: 403,
  MERCHANT_BLOCKED: 403,
  DEALS_DISABLED: 403,
  CURRENCY_NOT_FOUND: 404,
  MERCHANT_INVOICE_NOT_FOUND: 404,
  INVOICE_NOT_FOUND: 404,
  PAYMENT_METHOD_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  WITHDRAWAL_NOT_FOUND: 404,
  CATEGORY_NOT_FOUND: 404,
  INVOICE_ALREADY_EXISTS: 409,
  INVOICE_NOT_PAYABLE: 409,
  WEBHOOK_NOT_RESENDABLE: 409,
  VALIDATION_ERROR: 422,
  CURRENCY_NOT_ALLOWED: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  INVOICE_URLS_MISSING: 422,
  RATE_LIMITED: 429,
  TOO_MANY_UNPAID_INVOICES: 429,
  WEBHOOK_RESEND_TOO_SOON: 429,
  INTERNAL_ERROR: 500,
  DB_UNAVAILABLE: 503,
  RATE_UNAVAILABLE: 503,
};
const DETAILS: Partial<Record<ApiCode, object>> = {
  BUSINESS_NOT_ACTIVE: { status: 'pending_verification' },
  INVOICE_ALREADY_EXISTS: { external_id: 'somebody’s order', status: 'expired' },
  VALIDATION_ERROR: { amount: ['at most two decimals'] },
  INVOICE_URLS_MISSING: { missing: ['callback_url'] },
};

/** The codes, and beside them what is none: the other 422 body, a code of a later version, an error without a code. */
export const REFUSALS = [...API_CODES, 'the other 422', 'TO_COME', 'no code'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** How a 429 says when to come back. */
export const LIMIT_HINTS = ['both', 'header', 'body', 'none', 'date', 'odd', 'zero', 'long', 'html'] as const;
export type LimitHint = (typeof LIMIT_HINTS)[number];
export const LIMIT_CODES = ['RATE_LIMITED', 'TOO_MANY_UNPAID_INVOICES', 'WEBHOOK_RESEND_TOO_SOON', 'TO_COME'] as const;
export type LimitCode = (typeof LIMIT_CODES)[number];

const JSON_TYPE = { 'content-type': 'application/json' };

export function answered(status: number, headers: Readonly<Record<string, string>>, text: string): Outcome {
  return { kind: 'reply', status, headers, body: Buffer.from(text) };
}

/** An error in the specification's envelope. */
export function refused(code: Refusal): Outcome {
  if (code === 'the other 422') {
    const detail = [{ loc: ['body', 'amount'], msg: 'not a valid decimal', type: 'value_error' }];
    return answered(422, JSON_TYPE, JSON.stringify({ detail }));
  }
  if (code === 'no code') return answered(400, JSON_TYPE, JSON.stringify({ success: false, error: { message: 'no' } }));
  const error = { code, message: 'not now', details: code === 'TO_COME' ? undefined : DETAILS[code] };
  const status = code === 'TO_COME' ? 418 : STATUSES[code];
  return answered(status, JSON_TYPE, JSON.stringify({ success: false, error }));
}

/** A 429 that says in one of many ways, or not at all, when to come back. */
export function limited(code: LimitCode, hint: LimitHint, nowMs: number, chance: Stream): Outcome {
  if (hint === 'html') return answered(429, { 'content-type': 'text/html' }, '<html>Too many requests</html>');
  const seconds = hint === 'long' ? 3_600 : chance.between(1, 90);
  const header = {
    both: String(seconds),
    header: String(seconds),
    body: null,
    none: null,
    date: new Date(nowMs + seconds * 1_000).toUTCString(),
    odd: 'soon',
    zero: '0',
    long: String(seconds),
  }[hint];
  const isInBody = hint === 'both' || hint === 'body' || hint === 'long';
  const details = isInBody ? { retry_after_seconds: seconds } : undefined;
  return answered(
    429,
    { ...JSON_TYPE, ...(header === null ? {} : { 'retry-after': header }) },
    JSON.stringify({ success: false, error: { code, message: 'not now', details } }),
  );
}
