/**
 * Tries a key with the cheapest call of the API and finds out whether it is the key of the business that a mirror belongs to.
 * Not here: storing anything.
 */
import type { Failure } from '../../domain/failure.ts';
import type { ApiClient } from '../api/calls.ts';
import type { Mirror } from '../mirror/mirror.ts';

export interface Verdict {
  readonly ok: boolean;
  /** The API's own code, or KEYCHAIN_… when only the key store was in the way. */
  readonly code?: string | undefined;
  readonly failure?: Failure | undefined;
}

/** The verdict of one list request with a single record. */
export async function tryKey(client: ApiClient): Promise<Verdict> {
  const result = await client.listInvoices({ page: 1, perPage: 1 }, { lane: 'click' });
  return result.ok ? { ok: true } : verdictOf(result.failure);
}

/** A failure as a verdict, with the API's code where there is one. */
export function verdictOf(failure: Failure): Verdict {
  const code = 'code' in failure && failure.code !== undefined ? failure.code : undefined;
  return { ok: false, code, failure };
}

export type SameBusiness = 'proved' | 'unproved' | 'different';

/**
 * Whether the key sees an invoice that the mirror knows. Responses are scoped to the key's business (specification, "What the
 * service does", 7), so a known uuid that is found proves it and one that is not found disproves it. The API has no call that
 * names the business; with an empty mirror nothing can be proved until a delivery is read.
 */
export async function sameBusiness(client: ApiClient, mirror: Mirror): Promise<SameBusiness> {
  const page = await mirror.read('invoices.page', {
    filter: {},
    sort: [{ by: 'created_at', direction: 'asc' }],
    offset: 0,
    limit: 1,
  });
  const known = page.rows[0]?.record;
  if (known === undefined) return 'unproved';
  const found = await client.getInvoice(known.uuid, { lane: 'click' });
  if (!found.ok) return found.failure.kind === 'not-found' ? 'different' : 'unproved';
  const { value } = found.value;
  return value.external_id === known.external_id && value.created_at === known.created_at ? 'proved' : 'different';
}
