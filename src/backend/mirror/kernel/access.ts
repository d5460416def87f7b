// Which index a question over invoices is answered from. The planner knows nothing of how often a status or a currency occurs, and a wrong guess
// costs a look-up for each of a million rows; so it is told. Four indexes begin with a sort key and hold every column of a filter but text and
// customer; the cost of a page is then at worst one pass over such an index.
import type { DeliveryRowState } from '../../../domain/webhooks/delivery-list.ts';
import type { InvoiceFilter, InvoiceSortField } from '../../../domain/records/invoice.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { isBroadAmount } from './amounts.ts';
import { foldText, type Sought, soughtText } from './search.ts';

/** Characters of a text that is looked for. */
export const MAX_TEXT = 512;

/** A filter of which it is known whether its amounts leave few rows; without that they do. */
export type Weighed<Filter> = Filter & {
  /** Too many amounts match to be found first: each row is asked. */
  readonly isBroad?: boolean;
  readonly sought?: Sought;
};
export type WeighedFilter = Weighed<InvoiceFilter>;

/** Looks how many invoices have the amounts, and the text, which decides how they are found. */
export function weighed<Filter extends Pick<InvoiceFilter, 'amount' | 'text'>>(
  database: SqliteDatabase,
  filter: Filter,
): Weighed<Filter> {
  const { amount, text } = filter;
  return {
    ...filter,
    ...(amount === undefined ? {} : { isBroad: isBroadAmount(database, amount) }),
    // A text that is too long is for the conditions to refuse.
    ...(isSet(text) && text.length <= MAX_TEXT ? { sought: soughtText(database, foldText(text)) } : {}),
  };
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

/** Indexes that hold nothing but their order: of a filter they would look up every row. */
const BARE: Readonly<Partial<Record<InvoiceSortField, string>>> = {
  external_id: 'invoices_by_external_id',
  customer_id: 'invoices_by_customer',
  expires_at: 'invoices_by_expiry',
  payment_method: 'invoices_by_method',
  status: 'invoices_by_status',
};

/** The hint behind `invoices AS i` for a page or a stream in order. */
export function accessForRows(filter: WeighedFilter, sort: readonly Sort<InvoiceSortField>[]): string {
  const few = accessOfFew(filter);
  if (few !== null) return few;
  const first = sort[0]?.by ?? 'created_at';
  if (first === 'created_at' && filter.status?.length === 1) return 'INDEXED BY invoices_by_status';
  const { text: _text, sought: _sought, ...others } = filter;
  const index = BY_SORT_FIELD[first] ?? (sort.length === 1 && isPlain(others) ? BARE[first] : undefined);
  if (index !== undefined) return `INDEXED BY ${index}`;
  return isPlain(filter) ? '' : accessForCount(filter);
}

/** Does an index have the order, so that a page is found by walking along it? */
export function isWalked(filter: WeighedFilter, sort: readonly Sort<InvoiceSortField>[]): boolean {
  if (sort.length > 1 || isSet(filter.text) || accessOfFew(filter) !== null) return false;
  const first = sort[0]?.by ?? 'created_at';
  return BY_SORT_FIELD[first] !== undefined || (isPlain(filter) && (first === 'uuid' || BARE[first] !== undefined));
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

/** Does it ask for nothing? */
export function isPlain(filter: object): boolean {
  return Object.values(filter).every((value) => value === undefined || value === '');
}

/** Filters that leave few rows, whatever else they say. `NOT INDEXED` leaves the row ids that the text search found. */
function accessOfFew(filter: WeighedFilter): string | null {
  // By their uuids, which SQLite sees by itself.
  if (filter.ids !== undefined && filter.ids.length > 0) return '';
  if ((isSet(filter.text) && filter.sought?.isCommon !== true) || filter.unusual === true) return 'NOT INDEXED';
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

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
