/** What the last run of the reconciliation came to, in the books: kept over restarts, gone with the profile. */
import type { ReconcileRun } from '../../domain/exception.ts';
import { isFields } from '../../domain/fields.ts';
import { CERTIFICATES } from '../../domain/profile.ts';
import type { Books } from '../books/books.ts';
import { reconcileKey } from '../books/profiles.ts';
import { readSetting, writeSetting } from './setting.ts';

/** The last run that came to its end; null before the first. What makes no sense counts as none. */
export async function readLastRun(books: Books, profileId: string): Promise<ReconcileRun | null> {
  return readSetting(books, reconcileKey(profileId), parse);
}

/** Keeps it: on the disk when it answers. */
export async function writeLastRun(books: Books, profileId: string, run: ReconcileRun): Promise<void> {
  await writeSetting(books, reconcileKey(profileId), run);
}

function parse(value: unknown): ReconcileRun | null {
  if (!isFields(value)) return null;
  const { at, invoices, withdrawals, findings } = value;
  const [invoicesCertificate, withdrawalsCertificate] = [
    value['invoicesCertificate'],
    value['withdrawalsCertificate'],
  ].map((word) => CERTIFICATES.find((known) => known === word));
  if (typeof at !== 'string' || invoicesCertificate === undefined || withdrawalsCertificate === undefined) return null;
  if (typeof invoices !== 'number' || typeof withdrawals !== 'number' || typeof findings !== 'number') return null;
  return { at, invoices, withdrawals, findings, invoicesCertificate, withdrawalsCertificate };
}
