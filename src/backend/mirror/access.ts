/**
 * Which index a question over invoices is answered from. The planner knows nothing of how often a status or a currency occurs, and a
 * wrong guess costs a look-up for each of a million rows; so it is told. Four indexes begin with a sort key and hold every
 * column of a filter but text and customer; the cost of a page is then at worst one pass over such an index.
 */
import type { InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';

const BY_SORT_FIELD: Readonly<Partial<Record<InvoiceSortField, string>>> = {
  created_at: 'invoices_by_created',
  finished_at: 'invoices_by_finished',
  amount: 'invoices_by_amount',
  settled_amount_usdt: 'invoices_by_settled',
};

/** The hint behind `invoices AS i` for a page or a stream in order. */
export function accessForRows(filter: InvoiceFilter, sort: readonly Sort<InvoiceSortField>[]): string {
  const few = accessOfFew(filter);
  if (few !== null) return few;
  const first = sort[0]?.by ?? 'created_at';
  if (first === 'created_at' && filter.status?.length === 1) return 'INDEXED BY invoices_by_status';
  const index = BY_SORT_FIELD[first];
  return index === undefined ? '' : `INDEXED BY ${index}`;
}

/** The hint behind `invoices AS i` for counting. */
export function accessForCount(filter: InvoiceFilter): string {
  const few = accessOfFew(filter);
  if (few !== null) return few;
  if (filter.status?.length === 1) return 'INDEXED BY invoices_by_status';
  const isByFinish = isSet(filter.finishedFrom) || isSet(filter.finishedTo);
  return isByFinish ? 'INDEXED BY invoices_by_finished' : 'INDEXED BY invoices_by_created';
}

/** The hint behind `invoices AS i` for sums of money. */
export function accessForSums(filter: InvoiceFilter): string {
  const { status: _status, currency: _currency, ...others } = filter;
  const isPlain = Object.values(others).every((value) => value === undefined || value === '');
  return isPlain ? 'INDEXED BY invoices_money' : accessForCount(filter);
}

/** Filters that leave few rows, whatever else they say. `NOT INDEXED` leaves the row ids that the text search found. */
function accessOfFew(filter: InvoiceFilter): string | null {
  if (isSet(filter.text)) return 'NOT INDEXED';
  if (isSet(filter.customerId)) return 'INDEXED BY invoices_by_customer';
  if (filter.missing === true) return 'INDEXED BY invoices_missing';
  return filter.adjusted === true ? 'INDEXED BY invoices_adjusted' : null;
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}
