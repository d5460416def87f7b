/**
 * Does this key belong to the business of this mirror? Responses are scoped to the key's business (specification, "What the
 * service does", 7), so a known invoice that is found proves it, and known ones that are not found disprove it. The API has no
 * call that names the business. Not here: what follows from it.
 */
import { failed, type Failure, type Result, success } from '../../domain/failure.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { toEpochMs } from '../../domain/time.ts';
import type { ApiClient, Lane } from '../api/calls.ts';
import type { Mirror } from '../mirror/mirror.ts';

/** `unproved`: the mirror knows no invoice yet, so there is nothing to compare with and nothing that could be mixed. */
export type SameBusiness = 'proved' | 'unproved' | 'different';

/** Asks for the newest and the oldest known invoice until one is found; a failure is no answer either way. */
export async function identify(
  client: ApiClient,
  mirror: Mirror,
  options: { readonly lane: Lane; readonly signal?: AbortSignal | undefined },
): Promise<Result<SameBusiness>> {
  const known = await witnesses(mirror);
  let unclear: Failure | null = null;
  let seen: SameBusiness = 'unproved';
  for (const invoice of known) {
    const found = await client.getInvoice(invoice.uuid, options);
    if (found.ok) {
      if (isSame(invoice, found.value.value)) return success('proved');
      seen = 'different';
    } else if (found.failure.kind === 'not-found') seen = 'different';
    else if (found.failure.kind === 'malformed-response') unclear = found.failure;
    else return failed(found.failure);
  }
  return unclear === null ? success(seen) : failed(unclear);
}

/** The newest first: a service that forgets old records still knows it. */
async function witnesses(mirror: Mirror): Promise<readonly Invoice[]> {
  const one = async (direction: 'asc' | 'desc'): Promise<readonly Invoice[]> => {
    const sort = [{ by: 'created_at', direction }] as const;
    const page = await mirror.read('invoices.page', { filter: {}, sort, offset: 0, limit: 1 });
    return page.rows.map(({ record }) => record);
  };
  const [newest, oldest] = [await one('desc'), await one('asc')];
  return [...newest, ...oldest.filter(({ uuid }) => newest.every((invoice) => invoice.uuid !== uuid))];
}

/** The fraction of timestamps is not specified, so instants are compared. */
function isSame(known: Invoice, found: Invoice): boolean {
  const [before, now] = [toEpochMs(known.created_at), toEpochMs(found.created_at)];
  const sameInstant = before === null || now === null || Math.abs(before - now) < 1000;
  return known.external_id === found.external_id && sameInstant;
}
