/** Counts over the whole mirror: by status, by the values that filters offer, and what needs a person's attention. */
import { invalidInput } from '../../../../domain/kernel/failure/failure.ts';
import { INVOICE_STATUSES, type InvoiceFilter } from '../../../../domain/records/invoice.ts';
import { keyOfEpochMs, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { readCount, readTextOrNull } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { accessForCount, isBounded, weighed } from '../../kernel/access.ts';
import type { Attention, Facet, InvoiceCounts, InvoiceFacets } from '../../kernel/answers.ts';
import { countMissing } from '../../sync/census.ts';
import { invoiceWhere } from '../../kernel/conditions.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import { FAILING } from '../../webhooks/delivery-list/conditions.ts';
import { facetsAtOnce, readFacet } from '../../kernel/facets.ts';
import { talliedFilter } from '../../kernel/tallies.ts';
import { countOfFilter } from './pages.ts';

export function invoiceCounts({ database, memo }: MirrorReadContext): InvoiceCounts {
  return memo.counts.get('counts', () => countInvoices(database));
}

/** Counts of a connection, without a memory. */
export function countInvoices(database: SqliteDatabase): InvoiceCounts {
  const byStatus = Object.fromEntries(facet(database, 'status').map(({ value, count }) => [value, count]));
  return {
    all: countOfFilter(database, {}, { sql: '', parameters: [] }),
    byStatus,
    quarantined: countQuarantined(database),
  };
}

/** How many invoices could not be read. */
export function countQuarantined(database: SqliteDatabase): number {
  return readCount(database.get(`SELECT count(*) AS n FROM quarantine WHERE list = 'invoices'`));
}

/** `invoices.facets`: the values that occur, the most frequent first, each filter counted under all the others. */
export function invoiceFacets(
  { database, memo }: MirrorReadContext,
  { filter }: { readonly filter: InvoiceFilter },
): InvoiceFacets {
  return memo.facets.get(JSON.stringify(filter), () =>
    isBounded(filter)
      ? facetsOfAmounts(database, filter)
      : {
          currencies: facet(database, 'currency', { ...filter, currency: undefined }),
          methods: facet(database, 'payment_method', { ...filter, method: undefined }),
          statuses: facet(database, 'status', { ...filter, status: undefined }),
        },
  );
}

function facetsOfAmounts(
  database: SqliteDatabase,
  { currency, method, status, ...others }: InvoiceFilter,
): InvoiceFacets {
  const rest = weighed(database, others);
  const rows = { from: `invoices AS i ${accessForCount(rest)}`, where: invoiceWhere(rest) };
  const valuesOf = facetsAtOnce(database, rows, [
    { name: 'currency', ask: (conditions) => conditions.oneOf('currency', 'currency', currency) },
    { name: 'payment_method', ask: (conditions) => conditions.equal('payment_method', method) },
    { name: 'status', ask: (conditions) => conditions.oneOf('status', 'status', status) },
  ]);
  const facetOf = (column: string): readonly Facet[] => valuesOf(column).map(readFacet);
  return { currencies: facetOf('currency'), methods: facetOf('payment_method'), statuses: facetOf('status') };
}

function facet(
  database: SqliteDatabase,
  column: 'currency' | 'payment_method' | 'status',
  asked: InvoiceFilter = {},
): readonly Facet[] {
  const tallied = talliedFilter(asked);
  if (tallied?.edges.length === 0) {
    const { sql, parameters } = tallied.days;
    const days = `SELECT i.${column} AS value, sum(i.count) AS n FROM invoice_tallies AS i ${sql === '' ? 'WHERE' : `${sql} AND`} i.${column} <> ''
      GROUP BY value ORDER BY n DESC, value LIMIT 500`;
    return database.all(days, ...parameters).map(readFacet);
  }
  const filter = weighed(database, asked);
  const { sql: where, parameters } = invoiceWhere(filter);
  const sql = `SELECT i.${column} AS value, count(*) AS n FROM invoices AS i ${accessForCount(filter)}
    ${where === '' ? 'WHERE' : `${where} AND`} i.${column} IS NOT NULL GROUP BY value ORDER BY n DESC, value LIMIT 500`;
  return database.all(sql, ...parameters).map(readFacet);
}

const RECENT_MS = 30 * 24 * 60 * 60_000;

/** `attention`: what the overview points to. `now` decides which rejections are recent. */
export function attention({ database }: MirrorReadContext, input: { readonly now: string }): Attention {
  const now = toEpochMs(input.now);
  if (now === null) throw invalidInput('now', 'no instant');
  const since = keyOfEpochMs(now - RECENT_MS);
  const count = (sql: string, ...parameters: readonly string[]): number =>
    readCount(database.get(`SELECT count(*) AS n FROM ${sql}`, ...parameters));
  const known = INVOICE_STATUSES.map(() => '?').join(', ');
  const pending = `SELECT created_at FROM withdrawals WHERE status = 'pending' AND created_at_key IS NOT NULL ORDER BY created_at_key LIMIT 1`;
  const oldest = database.get(pending);
  return {
    adjusted: count('invoices INDEXED BY invoices_adjusted WHERE is_adjusted = 1'),
    successWithoutSettled: count(
      `invoices INDEXED BY invoices_uncredited WHERE status = 'success' AND settled_amount_usdt IS NULL`,
    ),
    quarantined: count('quarantine'),
    failedDeliveries: count(`desk AS d INDEXED BY desk_failing WHERE ${FAILING} AND d.state = 'failed'`),
    unknownStatuses: count(`invoices WHERE status NOT IN (${known})`, ...INVOICE_STATUSES),
    pendingWithdrawals: count(`withdrawals WHERE status = 'pending'`),
    oldestPendingWithdrawal: oldest === null ? null : readTextOrNull(oldest, 'created_at'),
    rejectedWithdrawals: count(`withdrawals WHERE status = 'rejected' AND created_at_key >= ?`, since),
    missingInvoices: countMissing(database, 'invoices'),
    missingWithdrawals: countMissing(database, 'withdrawals'),
  };
}

export const invoiceCountsReads = {
  'invoices.facets': invoiceFacets,
  attention,
} as const;
