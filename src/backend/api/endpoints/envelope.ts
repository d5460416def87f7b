// From a response to its payload or a Failure, by codes and statuses (specification, "Common conventions", "Errors").
import { isAuthenticationCode } from '../../../domain/kernel/failure/api-code.ts';
import { type ApiSaid, failed, type Failure, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import type { AnswerLimits } from '../transport/answer-limits.ts';
import { readBody } from '../transport/body.ts';
import { cutText, isObject, type JsonObject, printWithin } from '../../../domain/records/json.ts';
import { readReset, readRetryAfter } from '../gate/rate-headers.ts';
import type { Reply } from '../transport/transport.ts';

/** What was looked for; lets a 404 about exactly this become `not-found`. */
export interface Subject {
  readonly what: 'invoice' | 'withdrawal';
  readonly ident: string;
}

export interface EnvelopeContext {
  /** Our wall clock, ms, for dates in headers when the response has none. */
  readonly nowMs: number;
  readonly subject?: Subject | undefined;
  readonly limits: AnswerLimits;
}

/** When nobody says how long, stay away for one window. */
const DEFAULT_RETRY_MS = 60_000;
const MESSAGE_UNITS = 4096;
const DETAILS_UNITS = 16_384;

/** The codes of a 404 by which the API says that it has no such record. */
const NOT_FOUND_CODES: Readonly<Record<Subject['what'], readonly string[]>> = {
  invoice: ['MERCHANT_INVOICE_NOT_FOUND', 'INVOICE_NOT_FOUND'],
  withdrawal: ['WITHDRAWAL_NOT_FOUND'],
};
/** The code of a 404 that is about a delivery of the invoice that was asked for, which exists. */
const NO_DELIVERY = 'WEBHOOK_NOT_FOUND';
/** A 429 about one webhook or one customer alone: nobody else has to wait for it. */
const HOLDS_ONE = new Set(['WEBHOOK_RESEND_TOO_SOON', 'TOO_MANY_UNPAID_INVOICES']);

/** The payload of a response (`data`), or why there is none. */
export async function readEnvelope(reply: Reply, context: EnvelopeContext): Promise<Result<unknown>> {
  const { status } = reply;
  if (!isJsonType(reply.headers['content-type'])) return malformed('not-the-api', status);
  const parsed = await readBody(reply.body, context.limits, reply.mask);
  if (parsed.kind === 'not-json') return malformed('not-json', status);
  if (parsed.kind === 'too-large') return malformed('too-large', status, parsed.detail);
  if (!isObject(parsed.value)) return malformed('wrong-envelope', status, 'not an object');
  const envelope = parsed.value;
  const ok = status >= 200 && status < 300;
  if (isObject(envelope.error)) return failed(readError(envelope.error, reply, context));
  if (!ok && Array.isArray(envelope.detail)) return failed(readDetailShape(envelope.detail, status));
  if (!ok) return malformed('wrong-envelope', status, 'an error without code');
  if (envelope.success === false) return malformed('wrong-envelope', status, 'a failure without code');
  // `success` defaults to true, so it may be absent.
  if (envelope.success !== undefined && envelope.success !== true)
    return malformed('wrong-envelope', status, 'success');
  if (!Object.hasOwn(envelope, 'data')) return malformed('wrong-envelope', status, 'no data');
  return success(envelope.data);
}

/**
 * How long a refusal wants us to stay away, in milliseconds; null when the failure holds nobody, or one webhook or customer alone. Every other
 * 429 counts, whatever its code and also without one: something before the API may limit as well.
 */
export function refusedFor(failure: Failure, reply: Reply, context: EnvelopeContext): number | null {
  if (failure.kind === 'rate-limited') return failure.retryAfterMs;
  if (reply.status !== 429 || failure.kind === 'rejected') return null;
  return waitOf(reply, undefined, context);
}

/** A failure for an answer that is not the API's. */
export function malformed(
  reason: Extract<Failure, { kind: 'malformed-response' }>['reason'],
  status: number,
  detail?: string,
): { readonly ok: false; readonly failure: Failure } {
  return failed({ kind: 'malformed-response', reason, status, detail });
}

function isJsonType(contentType: string | undefined): boolean {
  const type = (contentType ?? '').split(';', 1)[0] ?? '';
  return /^application\/(?:[a-z0-9.!#$&^_-]+\+)?json$/i.test(type.trim());
}

function readError(error: JsonObject, reply: Reply, context: EnvelopeContext): Failure {
  const { status, headers } = reply;
  const code = error.code;
  if (typeof code !== 'string' || code === '' || code.length > 128) {
    return { kind: 'malformed-response', reason: 'wrong-envelope', status, detail: 'an error without code' };
  }
  const details = readDetails(error.details);
  const message = typeof error.message === 'string' ? cutText(error.message, MESSAGE_UNITS) : '';
  const said = saidBeside(message, details);
  if (isAuthenticationCode(code) || status === 401) {
    const businessStatus = typeof details?.status === 'string' ? cutText(details.status, 64) : undefined;
    return { kind: 'unauthorised', code, status, businessStatus, ...said };
  }
  if (code === 'RATE_LIMITED' || (status === 429 && !HOLDS_ONE.has(code))) {
    const retryAfterMs = waitOf(reply, details?.retry_after_seconds, context);
    return { kind: 'rate-limited', retryAfterMs, ...(code === 'RATE_LIMITED' ? {} : { code }), ...said };
  }
  const { subject } = context;
  if (status === 404 && subject !== undefined && NOT_FOUND_CODES[subject.what].includes(code)) {
    return { kind: 'not-found', what: subject.what, ident: subject.ident, code, ...said };
  }
  const wait = HOLDS_ONE.has(code) ? readRetryAfter(headers, details?.retry_after_seconds, context.nowMs) : null;
  const isOfOther = status === 404 && subject !== undefined && code !== NO_DELIVERY;
  return {
    kind: 'rejected',
    code,
    status,
    message,
    ...(details === undefined ? {} : { details }),
    ...(wait === null ? {} : { retryAfterMs: wait }),
    ...(isOfOther ? { asked: subject.what } : {}),
  };
}

/** For failures that have no place of their own for it. */
function saidBeside(message: string, details: JsonObject | undefined): { readonly said?: ApiSaid } {
  if (message === '' && details === undefined) return {};
  return { said: { ...(message === '' ? {} : { message }), ...(details === undefined ? {} : { details }) } };
}

/** How long to stay away, in milliseconds: as the answer says, else until its window resets, else one window. */
function waitOf(reply: Reply, detailSeconds: unknown, context: EnvelopeContext): number {
  const said = readRetryAfter(reply.headers, detailSeconds, context.nowMs);
  const reset = readReset(reply.headers, context.nowMs);
  return said ?? (reset !== null && reset > 0 ? reset : DEFAULT_RETRY_MS);
}

/** `details` is free-form; what can not be printed or is larger than 16 KiB is left out. */
function readDetails(details: unknown): JsonObject | undefined {
  if (!isObject(details)) return undefined;
  return printWithin(details, DETAILS_UNITS) === null ? undefined : details;
}

/**
 * The other 422 shape, `{detail: [{loc, msg, type}]}`: the same VALIDATION_ERROR with details as a map of field name to
 * messages. `loc` begins with the part of the request ("body", "query", "path"), which is no field name.
 */
function readDetailShape(items: readonly unknown[], status: number): Failure {
  if (status !== 422)
    return { kind: 'malformed-response', reason: 'wrong-envelope', status, detail: 'an error without code' };
  const fields = new Map<string, string[]>();
  let first = '';
  for (const item of items.slice(0, 100)) {
    if (!isObject(item) || typeof item.msg !== 'string') continue;
    const message = cutText(item.msg, 256);
    const name = fieldName(item.loc);
    fields.set(name, [...(fields.get(name) ?? []), message]);
    first ||= message;
  }
  return { kind: 'rejected', code: 'VALIDATION_ERROR', status, message: first, details: Object.fromEntries(fields) };
}

function fieldName(loc: unknown): string {
  if (!Array.isArray(loc)) return '';
  const parts = loc.filter((part) => typeof part === 'string' || typeof part === 'number').map(String);
  const named = parts.length > 1 && /^(?:body|query|path|header)$/.test(parts[0] ?? '') ? parts.slice(1) : parts;
  return cutText(named.join('.'), 128);
}
