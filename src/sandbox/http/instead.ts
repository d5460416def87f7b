/**
 * Faults that answer instead of the endpoint; nothing is processed.
 */
import type { FaultKind, MetFault } from '../faults.ts';
import { errorOutcome, fail, isErrorCode, ok, RawBody } from './outcome.ts';
import type { Outcome } from './outcome.ts';

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
  if (isErrorCode(code) && fault.status === undefined && fault.message === undefined) return fail(code, fault.details);
  return errorOutcome(code, fault.status ?? 500, fault.message ?? 'Something else went wrong.', fault.details);
}

function rateLimited(fault: MetFault): Outcome {
  const details = fault.seconds === null ? undefined : { retry_after_seconds: fault.seconds ?? 30 };
  const header = fault.retryAfter === undefined ? '30' : fault.retryAfter;
  return fail('RATE_LIMITED', details, header === null ? undefined : { 'retry-after': header });
}

function htmlPage(status: number): Outcome {
  const text = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>nginx</p></body></html>`;
  return { status, body: new RawBody(text), headers: { 'content-type': 'text/html; charset=utf-8' } };
}
