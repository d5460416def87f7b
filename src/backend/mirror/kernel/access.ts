// Which index a question over invoices is answered from. The planner knows nothing of how often a status or a
// currency occurs, and a wrong guess costs a look-up for each of a million rows; so it is told. Four indexes begin
// with a sort key and hold every column of a filter but text and customer; the cost of a page is then at worst one
// pass over such an index.
import type { DeliveryRowState } from '../../../domain/webhooks/delivery-list.ts';
import type { InvoiceFilter, InvoiceSortField } from '../../../domain/records/invoice.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { isBroadAmount } from './amounts.ts';

/** A filter of which it is known whether its amounts leave few rows; without that they do. */
export type Weighed<Filter> = Filter & {
  /** Too many amounts match to be found first: each row is asked. */
  readonly isBroad?: boolean;
};
export type WeighedFilter = Weighed<InvoiceFilter>;

/** Looks how many invoices have the amounts, which decides how they are found. */
export function weighed<Filter extends Pick<InvoiceFilter, 'amount'>>(
  database: SqliteDatabase,
  filter: Filter,
): Weighed<Filter> {
  return filter.amount === undefined ? filter : { ...filter, isBroad: isBroadAmount(database, filter.amount) };
}

/** Of the other states there may be as many as there are invoices. */
export function isFewOfState(states: readonly DeliveryRowState[]): boolean {
  return states.every((state) => state !== 'delivered' && state !== 'never-read' && state !== 'none');
}

const BY_SORT_FIELD: Readonly<Partial<Record<InvoiceSortField, string>>> = {
  created_at: 'invoices_by_created',
  finished_at: 'invoices_by_finished',
  amount: 'invoices_by_amount',
  settled_amount_usdt: 'invoices_by_settled',
};

/** The hint behind `invoices AS i` for a page or a stream in order. */
export function accessForRows(filter: WeighedFilter, sort: readonly Sort<InvoiceSortField>[]): string {
  const few = accessOfFew(filter);
  if (few !== null) return few;
  const first = sort[0]?.by ?? 'created_at';
  if (first === 'created_at' && filter.status?.length === 1) return 'INDEXED BY invoices_by_status';
  const index = BY_SORT_FIELD[first];
  return index === undefined ? '' : `INDEXED BY ${index}`;
}

/** The hint behind `invoices AS i` for counting. */
export function accessForCount(filter: WeighedFilter): string {
  const few = accessOfFew(filter);
  if (few !== null) return few;
  if (isBounded(filter)) return broadAccess(filter);
  if (filter.status?.length === 1) return 'INDEXED BY invoices_by_status';
  const isByFinish = isSet(filter.finishedFrom) || isSet(filter.finishedTo);
  return isByFinish ? 'INDEXED BY invoices_by_finished' : 'INDEXED BY invoices_by_created';
}

/** The hint behind `invoices AS i` for sums of money. */
export function accessForSums(filter: WeighedFilter): string {
  const { status: _status, currency: _currency, ...others } = filter;
  const isPlain = Object.values(others).every((value) => value === undefined || value === '');
  return isPlain ? 'INDEXED BY invoices_money' : accessForCount(filter);
}

/** Filters that leave few rows, whatever else they say. `NOT INDEXED` leaves the row ids that the text search found. */
function accessOfFew(filter: WeighedFilter): string | null {
  // By their uuids, which SQLite sees by itself.
  if (filter.ids !== undefined && filter.ids.length > 0) return '';
  if (isSet(filter.text) || filter.unusual === true) return 'NOT INDEXED';
  if (isBounded(filter) && filter.isBroad !== true) return 'NOT INDEXED';
  if (filter.webhook !== undefined && filter.webhook.length > 0 && isFewOfState(filter.webhook)) return 'NOT INDEXED';
  if (isSet(filter.customerId)) return 'INDEXED BY invoices_by_customer';
  if (filter.missing === true) return 'INDEXED BY invoices_missing';
  return filter.adjusted === true ? 'INDEXED BY invoices_adjusted' : null;
}

/** Does the filter name an amount? */
export function isBounded({ amount }: Pick<InvoiceFilter, 'amount'>): boolean {
  return isSet(amount?.from) || isSet(amount?.to);
}

/** The index of the one amount that is meant holds the other columns of a filter as well; else the table is gone through, which costs no look-ups. */
function broadAccess({ amount }: WeighedFilter): string {
  const [only, ...others] = amount?.of ?? [];
  if (others.length === 0 && only === 'ordered') return 'INDEXED BY invoices_by_amount';
  return others.length === 0 && only === 'net' ? 'INDEXED BY invoices_by_settled' : 'NOT INDEXED';
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}
