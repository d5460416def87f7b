// Handlers of invoices: pages and single records out of the mirror, fresh reads.
import type { invoiceCalls } from '../../contract/calls/invoices.ts';
import type { CallOutput } from '../../contract/calls.ts';
import { unwrap } from '../../domain/kernel/failure/failure.ts';
import { fulfilmentOf } from '../../domain/records/fulfilment.ts';
import type { Invoice } from '../../domain/records/invoice.ts';
import { ageOf, type Moment } from '../../domain/sync/reading-age.ts';
import { toEpochMs } from '../../domain/kernel/time/time.ts';
import { oldestFirst } from '../books/records/observations.ts';
import type { Business } from '../engine/business.ts';
import { fetchInvoice } from '../jobs/records/fetch.ts';
import type { KeptInvoice, ListedInvoice } from '../mirror/kernel/answers.ts';
import { type CallContext, type HandlersOf, withoutNulls } from './kernel/handler.ts';
import { historyOf, wireChange } from './history.ts';

/** Changes that come with the record itself. */
const LATEST_CHANGES = 100;

export function invoiceHandlers(): HandlersOf<typeof invoiceCalls> {
  return {
    'invoices.page': async ({ filter, sort, ...page }, { business }) => {
      const query = { filter, sort, ...page };
      const { rows, total } = await business.mirror.read('invoices.page', query);
      return { rows: rows.map(wireRow), total };
    },
    'invoices.get': async ({ ident, fresh }, context) => {
      const business = context.business;
      const found = await readInvoice(business, ident, fresh ?? false, context);
      const { readAt, ...told } = found;
      const ageMs = readAt === null ? copyAgeMs(business, found.asOf) : ageOf(readAt, business.context.clock);
      const history = await historyOf(business, found.invoice.uuid, 0, LATEST_CHANGES);
      return {
        ...told,
        fulfilment: fulfilmentOf(found.invoice, found.asOf, ageMs, found.missingSince !== undefined),
        history: oldestFirst(history.rows).map(wireChange),
      };
    },
  };
}

function wireRow({ record, ...listed }: ListedInvoice): CallOutput<'invoices.page'>['rows'][number] {
  return { ...record, ...withoutNulls(listed) };
}

interface FoundInvoice {
  readonly invoice: Invoice;
  readonly asOf: string;
  readonly missingSince?: string | undefined;
  readonly source: 'mirror' | 'api';
  /** Of a copy that was read just now. */
  readonly readAt: Moment | null;
}

/** The mirror's copy, unless it has none or a fresh one is asked for. A known invoice is read by its uuid. */
async function readInvoice(
  business: Business,
  ident: string,
  fresh: boolean,
  { signal }: CallContext,
): Promise<FoundInvoice> {
  const row = bestMatch(await business.mirror.read('invoices.find', { ident }), ident);
  if (row !== null && !fresh) {
    const { record: invoice, asOf, missingSince } = row;
    return { invoice, asOf, missingSince: missingSince ?? undefined, source: 'mirror', readAt: null };
  }
  const fetched = unwrap(await fetchInvoice(business.context, row?.record.uuid ?? ident, { lane: 'click', signal }));
  return { invoice: fetched.value, asOf: fetched.asOf, source: 'api', readAt: fetched.readAt };
}

/** Whole seconds of the Date header, and the time an answer is under way. */
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * The age of a copy on the clock that dated it, the server's: with ours an hour slow every copy would look fresh for an hour. A
 * copy from the future has no age, and is read again.
 */
export function copyAgeMs(business: Business, asOf: string): number {
  const readAt = toEpochMs(asOf);
  const ageMs = readAt === null ? Number.NaN : business.serverNow() - readAt;
  return ageMs < 0 && ageMs >= -CLOCK_TOLERANCE_MS ? 0 : ageMs;
}

/** An external_id may look like another invoice's uuid; the uuid wins, as the service's own id. */
function bestMatch(rows: readonly KeptInvoice[], ident: string): KeptInvoice | null {
  return rows.find(({ record }) => record.uuid === ident) ?? rows[0] ?? null;
}
