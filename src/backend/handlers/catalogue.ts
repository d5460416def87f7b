/** Handlers of withdrawals, rates and payment methods. */
import type { catalogueCalls } from '../../contract/calls/catalogue.ts';
import { type Failure, FailureError, unwrap } from '../../domain/kernel/failure/failure.ts';
import { toEpochMs } from '../../domain/kernel/time/time.ts';
import type { Business } from '../engine/business.ts';
import { deedOf } from '../jobs/kernel/context.ts';
import { fetchPaymentMethods, fetchRates, fetchWithdrawal } from '../jobs/records/fetch.ts';
import { type SnapshotKind, snapshotTrouble } from '../jobs/records/snapshot-troubles.ts';
import { type CallContext, type HandlersOf, withoutNulls } from './kernel/handler.ts';

/** A snapshot older than this is read again while the old one is shown, milliseconds. */
const REFRESH_AFTER_MS = 60_000;

export function catalogueHandlers(): HandlersOf<typeof catalogueCalls> {
  return {
    'withdrawals.page': async ({ filter, sort, ...page }, { business }) => {
      const query = { filter, sort, ...page };
      const { rows, total, totals } = await business.mirror.read('withdrawals.page', query);
      return {
        rows: rows.map(({ record, asOf, missingSince, marks }) => ({
          ...record,
          ...withoutNulls({ asOf, missingSince, marks }),
        })),
        total,
        totals,
      };
    },
    'withdrawals.get': async ({ uuid, fresh }, { business, signal }) => {
      const kept = fresh === true ? null : await business.mirror.read('withdrawals.get', { uuid });
      if (kept !== null) {
        const { record: withdrawal, asOf, missingSince } = kept;
        return { withdrawal, asOf, missingSince: missingSince ?? undefined, source: 'mirror' };
      }
      const options = { lane: 'click', signal } as const;
      const fetched = unwrap(await fetchWithdrawal(business.context, uuid, options));
      return { withdrawal: fetched.value, asOf: fetched.asOf, source: 'api' };
    },
    'addresses.list': async (_input, { business }) => {
      const { books, profileId } = business.context;
      return { addresses: [...(await books.read('addresses.list', { profileId }))] };
    },
    'addresses.name': async (input, { business, by }) => {
      const { context: job } = business;
      const changed = await job.books.write('addresses.name', { ...deedOf(job, by), ...input });
      if (changed) job.announce({ kind: 'books', profileId: job.profileId, kinds: ['notes'] });
      return { changed };
    },
    'rates.latest': async ({ fresh }, context) => {
      const { mirror } = context.business;
      const snapshot = await refreshedRates(context, fresh ?? false);
      const { currencies } = await mirror.read('invoices.facets', { filter: {} });
      return {
        rates: snapshot?.rates ?? [],
        currencies: currencies.map(({ value }) => value),
        asOf: snapshot?.asOf ?? null,
        ...troubleOf(context, 'rates'),
        quarantined: snapshot?.quarantined ?? 0,
      };
    },
    'paymentMethods.list': async ({ fresh }, context) => {
      const snapshot = await refreshedMethods(context, fresh ?? false);
      return {
        methods: snapshot?.methods ?? [],
        asOf: snapshot?.asOf ?? null,
        ...troubleOf(context, 'paymentMethods'),
        quarantined: snapshot?.quarantined ?? 0,
      };
    },
  };
}

/** The rates as last read; read again where that is due. Throws the failure where there are none. */
export async function refreshedRates(context: CallContext, fresh: boolean) {
  const { mirror } = context.business;
  const read = () => mirror.read('rates.latest', {});
  await refresh(context, fresh, { kind: 'rates', fetchAnew: fetchRates, read });
  return read();
}

/** The same of the catalogue. */
export async function refreshedMethods(context: CallContext, fresh: boolean) {
  const { mirror } = context.business;
  const read = () => mirror.read('paymentMethods.list', {});
  await refresh(context, fresh, { kind: 'paymentMethods', fetchAnew: fetchPaymentMethods, read });
  return read();
}

type Fetch = (
  context: Business['context'],
  options: { readonly lane: 'click' | 'visible'; readonly signal?: AbortSignal },
) => Promise<Failure | null>;

interface Snapshot {
  readonly kind: SnapshotKind;
  readonly fetchAnew: Fetch;
  readonly read: () => Promise<{ readonly asOf: string } | null>;
}

/** Why the snapshot could not be read again, by whoever tried last, and since when. */
export function troubleOf(context: CallContext, kind: SnapshotKind) {
  const trouble = snapshotTrouble(context.business.context, kind);
  return trouble === null ? {} : { failure: trouble.failure, failingSince: trouble.since };
}

/**
 * Reads a snapshot again where it is due. Without any snapshot the failure is the answer; with one it is kept beside the old rows;
 * a snapshot that is merely ageing is shown at once and renewed behind it, after a failure no sooner than after a reading.
 */
async function refresh(context: CallContext, fresh: boolean, { kind, fetchAnew, read }: Snapshot): Promise<void> {
  const business = context.business;
  const kept = await read();
  if (kept !== null && !fresh) {
    const ageMs = Math.abs(business.serverNow() - (toEpochMs(kept.asOf) ?? 0));
    const triedAtMs = snapshotTrouble(business.context, kind)?.triedAtMs ?? Number.NEGATIVE_INFINITY;
    const triedAgoMs = business.context.clock.monotonic() - triedAtMs;
    if (Math.min(ageMs, triedAgoMs) > REFRESH_AFTER_MS) renewBehind(business, fetchAnew);
    return;
  }
  const failure = await fetchAnew(business.context, { lane: 'click', signal: context.signal });
  if (failure !== null && kept === null) throw new FailureError(failure);
}

/** Nobody waits for it: what it fails with is kept, and announced. */
function renewBehind({ context }: Business, fetchAnew: Fetch): void {
  fetchAnew(context, { lane: 'visible' }).catch((error: unknown) => {
    if (!context.closing.aborted) context.log.error('catalogue.renew', { profileId: context.profileId }, error);
  });
}
