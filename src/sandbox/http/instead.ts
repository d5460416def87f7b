// Faults that answer instead of the endpoint; nothing is processed.
import type { FaultKind, MetFault } from '../faults.ts';
import { ERRORS, errorOutcome, fail, isErrorCode, ok, RawBody } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** What a 429 tells a caller to wait when its fault does not say. */
const DEFAULT_WAIT_SECONDS = 30;

const ANSWERS: Partial<Record<FaultKind, (fault: MetFault) => Outcome>> = {
  error: anyError,
  'rate-limited': rateLimited,
  'detail-422': () => ({
    status: 422,
    body: { detail: [{ loc: ['query', 'page'], msg: 'value is not a valid integer', type: 'type_error.integer' }] },
  }),
  redirect: (fault) => ({
    status: fault.status ?? 302,
    body: {},
    headers: { location: fault.location ?? 'https://elsewhere.example/' },
  }),
  html: (fault) => htmlPage(fault.status ?? 502),
};

/** The answer of a fault of the stage "instead". Those that only differ on the wire get an empty success. */
export function insteadOf(fault: MetFault): Outcome {
  return ANSWERS[fault.kind]?.(fault) ?? ok(null);
}

function anyError(fault: MetFault): Outcome {
  const code = fault.code ?? 'INTERNAL_ERROR';
  const isOrdinary = isErrorCode(code) && fault.status === undefined && fault.message === undefined;
  const status = fault.status ?? (isOrdinary ? ERRORS[code][0] : 500);
  const { details, headers } = status === 429 ? waitOf(fault) : { details: fault.details, headers: undefined };
  if (isOrdinary) return fail(code, details, headers);
  return errorOutcome(code, status, fault.message ?? 'Something else went wrong.', details, headers);
}

function rateLimited(fault: MetFault): Outcome {
  const { details, headers } = waitOf(fault);
  return fail('RATE_LIMITED', details, headers);
}

/** How long a 429 says to wait: what the fault has for the details and for the header, in both by default. */
function waitOf(fault: MetFault): Pick<Outcome, 'headers'> & { readonly details?: Readonly<Record<string, unknown>> } {
  const seconds = fault.seconds === undefined ? DEFAULT_WAIT_SECONDS : fault.seconds;
  const details = { ...(seconds === null ? {} : { retry_after_seconds: seconds }), ...fault.details };
  const header = fault.retryAfter === undefined ? details.retry_after_seconds : fault.retryAfter;
  return {
    ...(Object.keys(details).length === 0 ? {} : { details }),
    ...(header === null || header === undefined ? {} : { headers: { 'retry-after': String(header) } }),
  };
}

function htmlPage(status: number): Outcome {
  const text = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>nginx</p></body></html>`;
  return { status, body: new RawBody(text), headers: { 'content-type': 'text/html; charset=utf-8' } };
}
