// The exports of lists of the mirror: the rows of a filter in their order, exact totals, and how far the list is proved. Each opens nothing itself.
import { type ExportDeclaration, EXPORTS, type PlainKind, type SelectionOf } from '../../../domain/exports/export.ts';
import type { InvoiceFilter } from '../../../domain/records/invoice.ts';
import { nameOf } from '../../../domain/records/address-book.ts';
import { methodsIn } from '../../../domain/records/payment-method.ts';
import { ratesIn } from '../../../domain/records/rate.ts';
import { METHOD_COLUMNS, RATE_COLUMNS } from '../../files/writing/columns/catalogue.ts';
import { DELIVERY_COLUMNS } from '../../files/writing/columns/deliveries.ts';
import { INVOICE_COLUMNS } from '../../files/writing/columns/invoices.ts';
import { WITHDRAWAL_COLUMNS } from '../../files/writing/columns/withdrawals.ts';
import type { ExportJob } from '../../files/writing/export.ts';
import { CELL_JOINT, ROW_JOINT } from '../../files/reading/joined-rows.ts';
import type { ListProof } from '../../files/writing/manifest.ts';
import { chosenColumns, fieldsOfShape, totalsLabel } from '../../files/writing/table.ts';
import { MIRROR_LISTS, type MirrorList } from '../../mirror/kernel/answers.ts';
import type { MirrorReadContext } from '../../mirror/kernel/context.ts';
import { countListed, eachListedDelivery } from '../../mirror/webhooks/delivery-list/pages.ts';
import { eachInvoiceCells, eachInvoiceJoined, oldestInvoiceReading } from '../../mirror/records/invoices/cells.ts';
import { invoicePage } from '../../mirror/records/invoices/pages.ts';
import { countsBeside, currencyTotals } from '../../mirror/records/invoices/totals.ts';
import { listStates } from '../../mirror/sync/list-state.ts';
import { mirrorReads } from '../../mirror/mirror.ts';
import { latestPaymentMethods, latestRates } from '../../mirror/records/snapshots.ts';
import { eachWithdrawal, oldestWithdrawalReading, withdrawalPage } from '../../mirror/records/withdrawal-pages.ts';
import { type ExportSource, sourceOf } from './source.ts';

/** The columns that were asked for; all when undefined. */
export type Titles = readonly string[] | undefined;

/** How far the named lists were proved whole. */
export function proofsOf(
  context: MirrorReadContext,
  lists: readonly MirrorList[] = MIRROR_LISTS,
): readonly ListProof[] {
  const states = listStates(context);
  return lists.map((list) => {
    const { certificate, asOf, verdict, seen, total } = states[list];
    return { list, certificate, asOf, ...(verdict ?? { seen, total }) };
  });
}

function countWords(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}

/** Invoices of a filter, then a totals row a currency. */
export function invoicesSource(
  context: MirrorReadContext,
  { filter, sort }: SelectionOf<'invoices'>,
  titles: Titles,
): ExportSource {
  const columns = chosenColumns(INVOICE_COLUMNS, titles);
  const beside = countsBeside(context.database, filter);
  const { database, books } = context;
  const cells = columns.map(({ title }) => title);
  const query = { filter, sort, marks: books.marksOf('invoices') };
  return {
    columns,
    total: countOf(context, filter),
    rows: () => eachInvoiceCells(database, query, cells),
    joined: () => eachInvoiceJoined(database, query, cells, { cell: CELL_JOINT, row: ROW_JOINT }),
    totals: () =>
      currencyTotals(database, filter).map((totals) => ({
        label: totalsLabel(totals.byStatus['success'] ?? 0, ` successful of ${totals.count}`),
        of: {
          currency: totals.currency,
          purpose: totals.settledMissing > 0 ? `${totals.settledMissing} without a credited amount` : null,
        },
        sums: { amount: totals.successAmount, settled_amount_usdt: totals.settledUsdt },
      })),
    provenance: {
      lists: proofsOf(context, ['invoices']),
      oldestReading: oldestInvoiceReading(context.database, filter),
      notes: [
        'Totals are of successful invoices: their ordered amounts by currency, and what was credited for them in USDT.',
        ...countWords(beside.missing, 'row is', 'rows are').map(
          (n) => `${n} not shown by the API any more, and in the sums.`,
        ),
        ...countWords(beside.quarantined, 'record', 'records').map(
          (n) => `${n} of the list could not be read: in no row and no sum.`,
        ),
      ],
    },
  };
}

function countOf(context: MirrorReadContext, filter: InvoiceFilter): number {
  return invoicePage(context, { filter, sort: [], offset: 0, limit: 0 }).total;
}

/** Withdrawals of a filter, then a totals row for each token, network and status. */
export function withdrawalsSource(
  context: MirrorReadContext,
  { filter, sort }: SelectionOf<'withdrawals'>,
  titles: Titles,
): ExportSource {
  const { total, totals } = withdrawalPage(context, { filter, sort: [], offset: 0, limit: 0 });
  const marks = context.books.marksOf('withdrawals');
  const names = context.books.addressNames();
  return sourceOf(WITHDRAWAL_COLUMNS, titles, {
    total,
    *items() {
      for (const kept of eachWithdrawal(context.database, filter, sort))
        yield { ...kept, marks: marks.get(kept.record.uuid), addressName: nameOf(names, kept.record) };
    },
    totals: () =>
      totals.map(({ count, token, network, status, amount, networkCommission, amountToSend }) => ({
        label: totalsLabel(count),
        of: { status, token, network },
        sums: { amount, network_commission: networkCommission, amount_to_send: amountToSend },
      })),
    provenance: {
      lists: proofsOf(context, ['withdrawals']),
      oldestReading: oldestWithdrawalReading(context.database, filter),
      notes: ['Which invoices a withdrawal paid cannot be known: the API has no link between the two.'],
    },
  });
}

/** Rows of the list of deliveries, as their screen shows them. */
export function deliveriesSource(
  context: MirrorReadContext,
  { filter, sort }: SelectionOf<'deliveries'>,
  { acknowledged = [], columns: titles }: Pick<ExportJob, 'acknowledged' | 'columns'>,
): ExportSource {
  return sourceOf(DELIVERY_COLUMNS, titles, {
    total: countListed(context.database, { filter, acknowledged }),
    items: () => eachListedDelivery(context.database, { filter, acknowledged }, sort),
    provenance: {
      lists: proofsOf(context, ['invoices']),
      oldestReading: null,
      notes: ['A final invoice whose deliveries were not checked yet, or that has none, is a row of its own.'],
    },
  });
}

/** Rows that are read at once. */
const BATCH = 1_000;

/** The read of a page, whatever its kind: a method, so that what it takes of a selection is its own matter. */
interface PlainRead {
  page(context: MirrorReadContext, asked: object): { readonly rows: readonly object[]; readonly total: number };
}

/** Rows as the mirror's read of the kind gives them, one page after the other: mirror and books are of one moment each. */
export function plainSource(
  context: MirrorReadContext,
  asked: SelectionOf<PlainKind>,
  { columns: titles, about }: Pick<ExportJob, 'columns' | 'about'>,
): ExportSource {
  const { shape, columns, notes }: NonNullable<ExportDeclaration['rows']> = EXPORTS[asked.kind].rows;
  const read: PlainRead['page'] = mirrorReads[`${asked.kind}.page`];
  const page = (offset: number, limit: number) => read(context, { ...asked, now: about.exportedAt, offset, limit });
  const { total } = page(0, 0);
  function* items() {
    for (let offset = 0; offset < total; offset += BATCH) yield* page(offset, BATCH).rows;
  }
  return sourceOf(fieldsOfShape(shape, columns), titles, {
    total,
    items,
    provenance: { lists: proofsOf(context), oldestReading: null, notes },
  });
}

/** The latest rates, by currency, source and side. */
export function ratesSource(
  context: MirrorReadContext,
  { currency: chosen = [] }: SelectionOf<'rates'>,
  titles: Titles,
): ExportSource {
  const snapshot = latestRates(context);
  const rates = ratesIn(snapshot?.rates ?? [], chosen).map((rate) => ({ ...rate, asOf: snapshot?.asOf ?? null }));
  return sourceOf(RATE_COLUMNS, titles, {
    total: rates.length,
    items: () => rates,
    provenance: {
      lists: [],
      oldestReading: snapshot?.asOf ?? null,
      notes: ['Market rates of the time of reading. They are not for charging.'],
    },
  });
}

/** The catalogue of payment methods of today, by currency. */
export function methodsSource(
  context: MirrorReadContext,
  { currency: chosen = [] }: SelectionOf<'payment-methods'>,
  titles: Titles,
): ExportSource {
  const snapshot = latestPaymentMethods(context);
  const methods = methodsIn(snapshot?.methods ?? [], chosen).map((method) => ({
    ...method,
    asOf: snapshot?.asOf ?? null,
  }));
  return sourceOf(METHOD_COLUMNS, titles, {
    total: methods.length,
    items: () => methods,
    provenance: {
      lists: [],
      oldestReading: snapshot?.asOf ?? null,
      notes: ['The catalogue is today’s, not that of the time at which an invoice was paid.'],
    },
  });
}
