/**
 * The adjusted invoices of a filter, handed to the reconciliation engine. What the answer means is decided there
 * (reconciliation/adjusted); the worker checks that both agree on its shape.
 */
import { FailureError } from '../../domain/failure.ts';
import type { InvoiceFilter } from '../../domain/invoice.ts';
import type { AdjustedPage, AdjustedQuery } from './adjusted-answers.ts';
import { invoiceWhere } from './conditions.ts';
import type { MirrorReadContext } from './context.ts';
import { checkPage, countOfFilter, eachInvoice } from './invoice-pages.ts';

/** More adjusted invoices than this are not held in memory at once. */
const MAX_ADJUSTED = 200_000;

/** `reconciliation.adjusted`: rows, totals and findings of the adjusted invoices of the filter. */
export function adjustedPage(
  { database, reconcileAdjusted }: MirrorReadContext,
  input: AdjustedQuery & { readonly filter: InvoiceFilter },
): AdjustedPage {
  checkPage(input.offset, input.limit);
  const filter: InvoiceFilter = { ...input.filter, adjusted: true };
  return database.snapshot(() => {
    const count = countOfFilter(database, filter, invoiceWhere(filter));
    if (count > MAX_ADJUSTED) {
      const message = `${count} adjusted invoices match; narrow the filter to ${MAX_ADJUSTED} or fewer`;
      throw new FailureError({ kind: 'invalid-input', issues: [{ path: 'filter', message }] });
    }
    return reconcileAdjusted(eachInvoice(database, filter, []), input);
  });
}
