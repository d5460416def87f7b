// What must hold before a call goes on: who may write at the API, and what names an invoice.
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { isUuid } from '../../../domain/kernel/text/uuid.ts';
import type { Runs } from '../../jobs/resend/bulk/runs.ts';
import type { Business } from '../../engine/business.ts';

/** Resolves when the profile may write; throws the failure that says why not otherwise. */
export async function mayWrite(business: Business): Promise<void> {
  if (business.profile.readOnly) throw new FailureError({ kind: 'profile-changed', reason: 'read-only' });
  const { stopped } = business;
  const why = stopped ?? (await business.readsOnly());
  if (why !== null) throw new FailureError(why);
}

/** Whose run it is: of resends, or of orders out of a file; null when the business has none of that id. */
export async function runsOf({ bulk, orderFiles }: Business, id: string): Promise<Runs | null> {
  if ((await bulk.get(id)) !== null) return bulk;
  return (await orderFiles.get(id)) === null ? null : orderFiles;
}

/**
 * The one spelling of an invoice's uuid, so that no two spellings of it are two invoices to the intents; throws `invalid-input`
 * for anything else, since an external_id may look like the path of another call.
 */
export function invoiceUuidOf(text: string, path: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw invalidInput(path, 'not the uuid of an invoice');
}
