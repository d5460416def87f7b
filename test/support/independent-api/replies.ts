/** The two envelopes of the specification, and the machine-description shape of a 422. */
import type { Json, Reply } from './options.ts';

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
