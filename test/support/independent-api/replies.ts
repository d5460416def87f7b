/** The two envelopes of the specification, and the machine-description shape of a 422. */
import type { Behaviour, Json, Reply } from './options.ts';

export function ok(data: unknown, status = 200): Reply {
  return { status, body: { success: true, data } };
}

export function fail(status: number, code: string, details?: Json): Reply {
  return {
    status,
    body: { success: false, error: { code, message: `It is ${code}.`, ...(details === undefined ? {} : { details }) } },
  };
}

/** `{detail: [{loc, msg, type}]}`. */
export function failDetail(field: string, message: string): Reply {
  return { status: 422, body: { detail: [{ loc: ['body', field], msg: message, type: 'value_error' }] } };
}

/** Specification, "Limits": a 429 adds Retry-After and `details.retry_after_seconds`; `retryHint` leaves one or both out. */
export function tooMany({ retryHint }: Behaviour, code: string, seconds: number): Reply {
  const inBody = retryHint === 'both' || retryHint === 'body';
  const inHeader = retryHint === 'both' || retryHint === 'header';
  return {
    ...fail(429, code, inBody ? { retry_after_seconds: seconds } : undefined),
    headers: inHeader ? { 'retry-after': String(seconds) } : {},
  };
}
