// Sorting: any scalar field, several keys, missing values last in both directions, ties by uuid ascending. Money and
// instants are ordered by their keys, that is numerically and in time; text by code point.
import type { DeskSortField } from '../../../domain/webhooks/delivery-list.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { InvoiceSortField } from '../../../domain/records/invoice.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import type { WithdrawalSortField } from '../../../domain/records/withdrawal.ts';

const INVOICE_COLUMNS: Readonly<Record<InvoiceSortField, string>> = {
  uuid: 'i.uuid',
  external_id: 'i.external_id',
  customer_id: 'i.customer_id',
  purpose: 'i.purpose',
  amount: 'i.amount_key',
  amount_to_send: 'i.amount_to_send_key',
  currency: 'i.currency',
  status: 'i.status',
  callback_url: 'a.callback_url',
  success_url: 'a.success_url',
  fail_url: 'a.fail_url',
  payment_url: 'a.payment_url',
  created_at: 'i.created_at_key',
  expires_at: 'i.expires_at_key',
  finished_at: 'i.finished_at_key',
  payment_method: 'i.payment_method',
  rate: 'i.rate_key',
  settled_amount_usdt: 'i.settled_amount_usdt_key',
  is_adjusted: 'i.is_adjusted',
};

const WITHDRAWAL_COLUMNS: Readonly<Record<WithdrawalSortField, string>> = {
  uuid: 'w.uuid',
  token: 'w.token',
  network: 'w.network',
  address: 'w.address',
  amount: 'w.amount_key',
  network_commission: 'w.network_commission_key',
  amount_to_send: 'w.amount_to_send_key',
  status: 'w.status',
  tx_hash: 'w.tx_hash',
  reject_code: 'w.reject_code',
  created_at: 'w.created_at_key',
  processed_at: 'w.processed_at_key',
};

const DESK_COLUMNS: Readonly<Record<DeskSortField, string>> = {
  invoiceUuid: 'd.invoice_uuid',
  externalId: 'd.external_id',
  state: 'd.state',
  host: 'd.host',
  event: 'd.event',
  httpCode: 'd.http_code',
  cause: 'd.cause',
  attempts: 'd.attempts',
  createdAt: 'd.created_at_key',
  finishedAt: 'd.finished_at_key',
  lastAttemptAt: 'd.last_attempt_at_key',
  nextAttemptAt: 'd.next_attempt_at_key',
  deliveredAt: 'd.delivered_at_key',
};

export interface InvoiceOrder {
  /** A further table to join, or empty. */
  readonly join: string;
  /** "ORDER BY …". */
  readonly sql: string;
}

/** Newest first when nothing is asked for. */
const NEWEST_FIRST = [{ by: 'created_at', direction: 'desc' }] as const;

const FINISHED_FIRST = [{ by: 'finishedAt', direction: 'desc' }] as const;

const MAX_KEYS = 8;

/** The order of a list of invoices. */
export function invoiceOrder(sort: readonly Sort<InvoiceSortField>[]): InvoiceOrder {
  const sql = orderBy(sort.length === 0 ? NEWEST_FIRST : sort, INVOICE_COLUMNS, ['i.uuid']);
  return { join: /\ba\./.test(sql) ? 'JOIN invoice_addresses AS a ON a.id = i.id' : '', sql };
}

/** The order of a list of withdrawals. */
export function withdrawalOrder(sort: readonly Sort<WithdrawalSortField>[]): string {
  return orderBy(sort.length === 0 ? NEWEST_FIRST : sort, WITHDRAWAL_COLUMNS, ['w.uuid']);
}

/** The order of rows of the delivery desk, the latest finished first when nothing is asked for; of one invoice as the API lists them. */
export function deskOrder(sort: readonly Sort<DeskSortField>[]): string {
  return orderBy(sort.length === 0 ? FINISHED_FIRST : sort, DESK_COLUMNS, ['d.invoice_uuid', 'd.position']);
}

/** The column of a field of the desk. */
export function deskColumn(field: DeskSortField): string {
  return DESK_COLUMNS[field];
}

/** `ties` decide together between any two rows. */
function orderBy<Field extends string>(
  sort: readonly Sort<Field>[],
  columns: Readonly<Record<Field, string>>,
  ties: readonly string[],
): string {
  if (sort.length > MAX_KEYS) {
    throw new FailureError({ kind: 'invalid-input', issues: [{ path: 'sort', message: `at most ${MAX_KEYS} keys` }] });
  }
  const terms = new Map<string, string>();
  for (const { by, direction } of sort) {
    const column = columns[by];
    // A column that was there before decides nothing more.
    if (!terms.has(column)) terms.set(column, `${column} ${direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST`);
    if (ties.every((tie) => terms.has(tie))) break;
  }
  for (const tie of ties) if (!terms.has(tie)) terms.set(tie, `${tie} ASC`);
  return `ORDER BY ${[...terms.values()].join(', ')}`;
}
