/** Handlers of the mirror's state, the request budget, totals and what needs attention. */
import type { syncCalls, SyncStatus } from '../../contract/calls/sync.ts';
import { fromEpochMs, toEpochMs } from '../../domain/kernel/time/time.ts';
import type { InvoiceFilter } from '../../domain/records/invoice.ts';
import type { Business, MirrorStatus } from '../engine/business.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { FailureError } from '../../domain/kernel/failure/failure.ts';
import { writeReserve } from '../engine/reserve.ts';
import { countsOf } from '../jobs/reconcile/exception-counts.ts';
import { type SnapshotKind, snapshotTrouble } from '../jobs/records/snapshot-troubles.ts';
import { walkEtaSeconds } from '../jobs/sync/sync.ts';
import { done, type Engine, type HandlersOf } from './kernel/handler.ts';

export function syncHandlers({ clock }: Engine): HandlersOf<typeof syncCalls> {
  return {
    'sync.start': async (_input, { business }) => done(business.sync.start()),
    'sync.pause': async (_input, { business }) => done(business.sync.pause()),
    'sync.status': (_input, { business }) => syncStatus(business),
    'sync.setReserve': async ({ reserve, seen }, { business }) => {
      const { context: job, client, profile } = business;
      const { reserveSet } = client.budget();
      if (seen !== undefined && seen !== reserveSet && reserve !== reserveSet) {
        const last = { profileId: profile.id, actions: ['set-reserve'] } as const;
        throw new FailureError(await job.books.read('activity.changedSince', last));
      }
      // At once, so that of two that come together the second finds the first.
      client.setReserve(reserve);
      try {
        await writeReserve(job.books, profile.id, reserve);
      } catch (error) {
        client.setReserve(reserveSet);
        throw error;
      }
      return {};
    },
    'overview.totals': ({ filter }, { business }) => totalsOf(business.mirror, filter),
    'overview.health': (_input, { business }) => business.health.standing(),
    'overview.attention': (_input, { business }) => attention(business, fromEpochMs(clock.now())),
  };
}

/** The totals of a filter with the time of their list. One read: a walk that ends between two would date sums that lack its rows. */
export async function totalsOf(mirror: Pick<Mirror, 'read'>, filter: InvoiceFilter) {
  const { currencies, quarantined, missing, list } = await mirror.read('invoices.totals', { filter });
  return { currencies, quarantined, missing, asOf: list.asOf };
}

export interface Reported extends Pick<Business, 'status' | 'clockOffsetMs'> {
  readonly profile: Pick<Business['profile'], 'id'>;
  readonly sync: Pick<Business['sync'], 'invoicesPerPage'>;
  readonly watch: Pick<Business['watch'], 'view'>;
}

/** The snapshot that the call answers with and the event carries. */
export async function syncStatus(business: Reported): Promise<SyncStatus> {
  const status = await business.status();
  const { progress, failure, reason, phase } = status.sync;
  const perPage = business.sync.invoicesPerPage();
  const { limit, remaining, resetSeconds, reserve, reserveSet, foreignUse, foreignPerMinute, waitingMs } =
    status.budget;
  return {
    profile: business.profile.id,
    state: phase,
    reason: reason ?? undefined,
    failure: failure ?? undefined,
    offline: status.offline ?? undefined,
    invoices: wireList(status.invoices),
    withdrawals: wireList(status.withdrawals),
    deliveries: { ...status.deliveries, etaSeconds: business.watch.view().etaSeconds },
    progress:
      progress === null
        ? undefined
        : { done: progress.seen, total: progress.total, etaSeconds: walkEtaSeconds(progress, status.budget, perPage) },
    statuses: status.statuses === null ? undefined : { asOf: status.statuses.asOf, matches: status.statuses.matches },
    reread: wireReread(status, perPage),
    quarantined: status.quarantined,
    clockOffsetMs: business.clockOffsetMs ?? undefined,
    budget: { limit, remaining, resetSeconds, reserve, reserveSet, foreignUse, foreignPerMinute, waitingMs },
  };
}

/** The certificate goes with the numbers it was given for; what a walk has seen since then stands beside it. */
function wireList(list: MirrorStatus['invoices']): SyncStatus['invoices'] {
  const { certificate, asOf, verdict, missing } = list;
  const { seen, total } = verdict ?? list;
  const hasMoved = verdict !== null && list.total !== null && (list.seen !== seen || list.total !== total);
  return {
    certificate,
    asOf,
    seen,
    total,
    reason: list.reason ?? undefined,
    now: hasMoved ? { seen: list.seen, total: list.total ?? 0 } : undefined,
    missing: missing > 0 ? missing : undefined,
  };
}

function wireReread({ reread, pace, invoices }: MirrorStatus, perPage: number): SyncStatus['reread'] {
  if (reread.lap === null) return undefined;
  const pages = Math.ceil((invoices.total ?? 0) / perPage);
  return {
    withinDays: pace.withinDays,
    everySeconds: Math.ceil(pace.everyMs / 1000),
    page: Math.min(reread.lap.page, pages),
    pages,
    oldestReading: reread.oldestReading,
    late: pace.isLate,
  };
}

/** Changes of final records stay in view for so long after they were first seen; their list keeps them all. */
const LATE_WITHIN_MS = 30 * 24 * 60 * 60_000;

type AttentionItems = Awaited<ReturnType<ReturnType<typeof syncHandlers>['overview.attention']>>;

async function attention(business: Business, now: string): Promise<AttentionItems> {
  const found = await business.mirror.read('attention', { now });
  const { books, profileId } = business.context;
  const unresolved = await books.read('resends.open', { profileId, now });
  const orders = await business.creator.unresolved();
  const since = fromEpochMs((toEpochMs(now) ?? 0) - LATE_WITHIN_MS);
  const late = await books.read('observations.countLate', { profileId, since });
  const exceptions = await countsOf(business.context);
  const items: AttentionItems['items'] = [
    { kind: 'late-change', count: late.records, oldest: late.oldest },
    { kind: 'exceptions-open', count: exceptions.open, oldest: exceptions.oldestOpen },
    { kind: 'adjusted', count: found.adjusted, oldest: null },
    { kind: 'settled-missing', count: found.successWithoutSettled, oldest: null },
    { kind: 'delivery-failed', count: found.failedDeliveries, oldest: null },
    { kind: 'resend-unresolved', count: unresolved.length, oldest: unresolved.at(-1)?.updatedAt ?? null },
    { kind: 'create-unresolved', count: orders.length, oldest: oldestOf(orders.map(({ armedAt }) => armedAt)) },
    { kind: 'withdrawal-rejected', count: found.rejectedWithdrawals, oldest: null },
    { kind: 'withdrawal-pending', count: found.pendingWithdrawals, oldest: found.oldestPendingWithdrawal },
    { kind: 'unknown-status', count: found.unknownStatuses, oldest: null },
    { kind: 'not-shown', count: found.missingInvoices, oldest: null },
    { kind: 'withdrawal-not-shown', count: found.missingWithdrawals, oldest: null },
    { kind: 'quarantined', count: found.quarantined, oldest: null },
    { kind: 'rates-failing', ...failing(business, 'rates') },
    { kind: 'payment-methods-failing', ...failing(business, 'paymentMethods') },
  ];
  return { items: items.filter(({ count }) => count > 0) };
}

/** What every call of the business meets has words of its own, above every screen. */
function failing(business: Business, kind: SnapshotKind): { readonly count: 0 | 1; readonly oldest: string | null } {
  const trouble = snapshotTrouble(business.context, kind);
  const isOfAll = business.stopped !== null || business.offline !== null || trouble?.failure.kind === 'rate-limited';
  return trouble === null || isOfAll ? { count: 0, oldest: null } : { count: 1, oldest: trouble.since };
}

/** The first of instants that the console wrote itself, all in one notation; null when there is none. */
function oldestOf(instants: readonly string[]): string | null {
  return [...instants].sort()[0] ?? null;
}
