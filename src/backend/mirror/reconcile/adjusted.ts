// The adjusted invoices of a filter, each with what people did about it, handed to the reconciliation engine.
import type { AdjustedFact, AdjustedPage, AdjustedQuery } from '../../../domain/reconcile/adjusted.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { InvoiceFilter } from '../../../domain/records/invoice.ts';
import { weighed } from '../kernel/access.ts';
import { invoiceWhere } from '../kernel/conditions.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { checkPage, countOfFilter, eachInvoice } from '../records/invoices/pages.ts';

/** More adjusted invoices than this are not held in memory at once. */
const MAX_ADJUSTED = 200_000;
/** So many stay in memory until the mirror changes. */
const MAX_KEPT = 20_000;

/** `reconciliation.adjusted`: rows, totals and findings of the adjusted invoices of the filter. */
function adjustedPage(
  context: MirrorReadContext,
  input: AdjustedQuery & { readonly filter: InvoiceFilter },
): AdjustedPage {
  const { database, reconcileAdjusted, memo } = context;
  checkPage(input.offset, input.limit);
  const filter = weighed(database, { ...input.filter, adjusted: true });
  const count = countOfFilter(database, filter, invoiceWhere(filter));
  if (count > MAX_ADJUSTED) {
    const message = `${count} adjusted invoices match; narrow the filter to ${MAX_ADJUSTED} or fewer`;
    throw new FailureError({ kind: 'invalid-input', issues: [{ path: 'filter', message }] });
  }
  if (count > MAX_KEPT) return reconcileAdjusted(eachAdjusted(context, input.filter), input);
  const read = (): readonly AdjustedRecord[] =>
    [...eachInvoice(database, filter, [])].map(({ record, asOf }) => ({ record, asOf }));
  const records = memo.adjusted.get(JSON.stringify(filter), read);
  return reconcileAdjusted(withTriage(context, records), input);
}

/** Every adjusted invoice of the filter, in no order; within one snapshot of the file. */
export function eachAdjusted(context: MirrorReadContext, filter: InvoiceFilter): IterableIterator<AdjustedFact> {
  return withTriage(context, eachInvoice(context.database, { ...filter, adjusted: true }, []));
}

type AdjustedRecord = Omit<AdjustedFact, 'exception'>;

/** What people did is asked for each time: it changes without the mirror. */
function* withTriage({ books }: MirrorReadContext, records: Iterable<AdjustedRecord>): IterableIterator<AdjustedFact> {
  const triage = books.triage();
  for (const { record, asOf } of records) yield { record, asOf, exception: triage.get(record.uuid) ?? null };
}

export const adjustedReads = {
  'reconciliation.adjusted': adjustedPage,
} as const;
