/** The refusal of a report whose parts are more than any business has: what the API answers cannot be trusted, and memory has an end. */
import { FailureError } from '../../domain/kernel/failure/failure.ts';

/** `parts` are those that there are too many of: "tokens of withdrawals". */
export function tooMany(parts: string, limit: number): FailureError {
  const message = `has more than ${limit.toLocaleString('en-GB')} ${parts}: no business has so many, so what was read cannot be right`;
  return new FailureError({ kind: 'invalid-input', issues: [{ path: 'period', message }] });
}
