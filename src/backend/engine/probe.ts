// Tries a key with the cheapest call of the API and says how it went.
import type { Failure } from '../../domain/kernel/failure/failure.ts';
import type { ApiClient } from '../api/endpoints/calls.ts';

export interface ProbeVerdict {
  readonly ok: boolean;
  /** The API's own code, or KEYCHAIN_… when only the key store was in the way. */
  readonly code?: string | undefined;
  readonly failure?: Failure | undefined;
}

/** The verdict of one list request with a single record. */
export async function tryKey(client: ApiClient): Promise<ProbeVerdict> {
  const result = await client.listInvoices({ page: 1, perPage: 1 }, { lane: 'click' });
  return result.ok ? { ok: true } : verdictOf(result.failure);
}

/** A failure as a verdict, with the API's code where there is one. */
export function verdictOf(failure: Failure): ProbeVerdict {
  const code = 'code' in failure && failure.code !== undefined ? failure.code : undefined;
  return { ok: false, code, failure };
}
