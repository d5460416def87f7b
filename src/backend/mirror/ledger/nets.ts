// What was credited for the invoices that entries were matched with.
import { readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { MirrorReadContext } from '../kernel/context.ts';

/** Of the invoice, USDT; null without one, and where the API names none. */
export function netOf(database: SqliteDatabase, invoiceUuid: string | null): string | null {
  if (invoiceUuid === null) return null;
  const row = database.get('SELECT settled_amount_usdt FROM invoices WHERE uuid = ?', invoiceUuid);
  return row === null ? null : readTextOrNull(row, 'settled_amount_usdt');
}

/** `invoices.nets`: of each, in their order; at most 1,000. */
function nets(
  { database }: MirrorReadContext,
  { invoices }: { readonly invoices: readonly (string | null)[] },
): readonly (string | null)[] {
  return invoices.map((uuid) => netOf(database, uuid));
}

export const netsReads = {
  'invoices.nets': nets,
} as const;
