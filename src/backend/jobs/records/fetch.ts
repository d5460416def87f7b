// Reads one thing from the API and keeps it in the mirror before it is returned, so what was shown is what is kept.
import { businessesOf, type Delivery } from '../../../domain/webhooks/delivery.ts';
import { failed, type Failure, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { entryOf } from '../../../domain/pricing/catalogue-changes.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import { type Moment, momentOf, readingOf } from '../../../domain/sync/reading-age.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import { pricesOf } from '../../../domain/pricing/rate-history.ts';
import { sameUuid } from '../../../domain/kernel/text/uuid.ts';
import type { Withdrawal } from '../../../domain/records/withdrawal.ts';
import type { ApiAnswer, Lane, RecordList } from '../../api/endpoints/calls.ts';
import type { MirrorList } from '../../mirror/kernel/answers.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { JobContext, MirrorKind } from '../kernel/context.ts';
import { snapshotFailed, snapshotRead } from './snapshot-troubles.ts';

export interface FetchOptions {
  readonly lane: Lane;
  readonly signal?: AbortSignal | undefined;
}

/**
 * `isQuiet`: an answer that says nothing new is not announced; whoever reads the same again all the time wakes nobody by it. `askedAt`: now,
 * server time, for whoever reads again by when it was asked for; absent: the answer's own time.
 */
export interface DeliveryOptions extends FetchOptions {
  readonly askedAt?: string | undefined;
  readonly isQuiet?: boolean | undefined;
}

export interface Fetched<Value> {
  readonly value: Value;
  /** The server's time of the answer, ISO UTC. */
  readonly asOf: string;
  /** When the answer was read, on this machine's clocks. */
  readonly readAt: Moment;
}

/** Reads one invoice by uuid or external_id. A row of the mirror that the API does not know twice is marked as missing. */
export async function fetchInvoice(
  context: JobContext,
  ident: string,
  options: FetchOptions,
): Promise<Result<Fetched<Invoice>>> {
  const known = await context.mirror.read('invoices.get', { uuid: ident });
  const asked = momentOf(context.clock);
  const result = await context.client.getInvoice(ident, options);
  const readAt = readingOf(asked, context.clock);
  if (!result.ok) {
    if (result.failure.kind === 'not-found' && known !== null)
      await noteMissing(context, 'invoices', ident, known.asOf);
    return result;
  }
  const { value: invoice, serverTime } = result.value;
  // An external_id may be written as the uuid of another invoice: who asks for the one must not get the other.
  if (known !== null && !sameUuid(invoice.uuid, known.record.uuid)) return failed(ANOTHER_INVOICE);
  forgetMissing(context, 'invoices', invoice.uuid);
  const stored = await context.mirror.write('invoices.store', {
    records: [invoice],
    quarantined: [],
    asOf: serverTime,
    source: 'invoice',
    pass: null,
  });
  if (stored.fresh + stored.changed > 0) announceChange(context, ['invoices']);
  return success({ value: invoice, asOf: serverTime, readAt });
}

const ANOTHER_INVOICE: Failure = {
  kind: 'malformed-response',
  reason: 'wrong-record',
  status: 200,
  detail: 'the answer is about the invoice that has this uuid as its external_id',
};

export interface FetchedDeliveries {
  readonly deliveries: readonly Delivery[];
  readonly asOf: string;
  /** When the answer was read, on this machine's clocks. */
  readonly readAt: Moment;
  /** Entries of the answer that could not be read: `deliveries` may lack the latest one. */
  readonly quarantined: number;
}

/**
 * Reads the deliveries of an invoice. They are the only records that name the business: a mirror of another business is not
 * written to, and the business stops.
 */
export async function fetchDeliveries(
  context: JobContext,
  invoiceUuid: string,
  options: DeliveryOptions,
): Promise<Result<FetchedDeliveries>> {
  const asked = momentOf(context.clock);
  const result = await context.client.listDeliveries(invoiceUuid, options);
  if (!result.ok) return result;
  const readAt = readingOf(asked, context.clock);
  const { records: deliveries, quarantined } = result.value.value;
  const asOf = result.value.serverTime;
  const toStore = { invoiceUuid, deliveries, asOf, askedAt: options.askedAt, quarantined: quarantined.length };
  const { binding, isNew } = await context.mirror.write('deliveries.store', toStore);
  if (binding === 'different') {
    context.onDifferentBusiness();
    return failed({ kind: 'profile-changed', reason: 'different-business' });
  }
  for (const businessUuid of businessesOf(deliveries)) await context.onBusinessNamed(businessUuid);
  if (isNew || options.isQuiet !== true) announceChange(context, ['deliveries']);
  context.onDeliveriesRead?.(invoiceUuid, deliveries);
  return success({ deliveries, asOf, readAt, quarantined: quarantined.length });
}

/** Reads one withdrawal; as for invoices, one that is not known twice is marked. */
export async function fetchWithdrawal(
  context: JobContext,
  uuid: string,
  options: FetchOptions,
): Promise<Result<Fetched<Withdrawal>>> {
  const known = await context.mirror.read('withdrawals.get', { uuid });
  const asked = momentOf(context.clock);
  const result = await context.client.getWithdrawal(uuid, options);
  const readAt = readingOf(asked, context.clock);
  if (!result.ok) {
    if (result.failure.kind === 'not-found' && known !== null)
      await noteMissing(context, 'withdrawals', uuid, known.asOf);
    return result;
  }
  const { value: withdrawal, serverTime } = result.value;
  forgetMissing(context, 'withdrawals', withdrawal.uuid);
  await context.mirror.write('withdrawals.store', {
    records: [withdrawal],
    quarantined: [],
    asOf: serverTime,
    source: 'withdrawal',
    pass: null,
  });
  announceChange(context, ['withdrawals']);
  return success({ value: withdrawal, asOf: serverTime, readAt });
}

/** Reads the rates; a failure leaves the last snapshot as it is, and is kept beside it. */
export async function fetchRates(context: JobContext, options: FetchOptions): Promise<Failure | null> {
  const read = await context.client.listRates(options);
  return snapshot(context, 'rates', read, async (rates, of) => {
    const { books, mirror, profileId } = context;
    await books.write('rates.note', { profileId, prices: pricesOf(rates), asOf: of.asOf });
    await mirror.write('rates.store', { rates, ...of });
  });
}

/** Reads the catalogue; a failure leaves the last snapshot as it is, and is kept beside it. */
export async function fetchPaymentMethods(context: JobContext, options: FetchOptions): Promise<Failure | null> {
  const read = await context.client.listPaymentMethods({}, options);
  return snapshot(context, 'paymentMethods', read, async (methods, of) => {
    const { books, mirror, profileId } = context;
    // The books first: what the mirror shows is remembered, whatever happens between the two.
    const isWhole = of.quarantined === 0;
    await books.write('catalogue.note', { profileId, entries: methods.map(entryOf), isWhole, asOf: of.asOf });
    await mirror.write('paymentMethods.store', { methods, ...of });
  });
}

async function snapshot<Kind>(
  context: JobContext,
  kind: 'rates' | 'paymentMethods',
  read: Result<ApiAnswer<RecordList<Kind>>>,
  store: (records: readonly Kind[], of: { quarantined: number; asOf: string }) => Promise<unknown>,
): Promise<Failure | null> {
  if (!read.ok) {
    snapshotFailed(context, kind, read.failure);
    return read.failure;
  }
  const { value, serverTime: asOf } = read.value;
  await store(value.records, { quarantined: value.quarantined.length, asOf });
  snapshotRead(context, kind);
  announceChange(context, [kind]);
  return null;
}

/** A second 404 counts from this much later on: a service that stumbles is over it by then. Monotonic milliseconds. */
const CONFIRM_AFTER_MS = 30_000;
/** First 404s that are remembered of one mirror; the oldest is forgotten first, and then takes a third question. */
const MAX_SUSPECTS = 1_000;

interface Suspicion {
  /** The row's reading when the API was asked: one that was read since begins anew. */
  readonly asOf: string;
  readonly sinceMs: number;
}

/** Per mirror, by list and uuid: rows that the API did not know when it was asked last. Lost with the console, which costs one question. */
const suspicions = new WeakMap<Mirror, Map<string, Suspicion>>();

/**
 * The API does not know a row of the mirror. One such answer may be a stumble, and the mark costs the list its proof by counting: the
 * row is marked at the second one, half a minute later or more, with no other answer in between. It stays. `asOf` is its reading
 * before the API was asked; a row that another answer has shown since is left alone.
 */
async function noteMissing(context: JobContext, list: MirrorList, uuid: string, asOf: string): Promise<void> {
  const suspects = suspicions.get(context.mirror) ?? new Map<string, Suspicion>();
  suspicions.set(context.mirror, suspects);
  const key = suspectKey(list, uuid);
  const now = context.clock.monotonic();
  const known = suspects.get(key);
  if (known === undefined || known.asOf !== asOf) {
    suspects.delete(key);
    suspects.set(key, { asOf, sinceMs: now });
    const [oldest] = suspects.keys();
    if (suspects.size > MAX_SUSPECTS && oldest !== undefined) suspects.delete(oldest);
    return;
  }
  if (now - known.sinceMs < CONFIRM_AFTER_MS) return;
  suspects.delete(key);
  const at = fromEpochMs(context.clock.now());
  const marked = await context.mirror.write('lists.markMissing', { list, uuid, asOf, at });
  if (marked) announceChange(context, [list]);
}

/** The API knows the row. */
function forgetMissing(context: JobContext, list: MirrorList, uuid: string): void {
  suspicions.get(context.mirror)?.delete(suspectKey(list, uuid));
}

function suspectKey(list: MirrorList, uuid: string): string {
  return `${list}/${uuid}`;
}

function announceChange(context: JobContext, kinds: readonly MirrorKind[]): void {
  context.announce({ kind: 'mirror', profileId: context.profileId, kinds });
}
