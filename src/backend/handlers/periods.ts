// Handlers of closed periods: closing, listing, verifying.
import type { periodCalls } from '../../contract/calls/periods.ts';
import type { CallOutput } from '../../contract/calls.ts';
import { type Period, requireBounds } from '../../domain/period/period.ts';
import type { ClosedPeriod } from '../books/period/closes.ts';
import { openingGap } from '../../reconciliation/period/close-chain.ts';
import type { Business } from '../engine/business.ts';
import { deedOf } from '../jobs/kernel/context.ts';
import { countsOf } from '../jobs/reconcile/exception-counts.ts';
import { done, found, type HandlersOf } from './kernel/handler.ts';

export function periodsHandlers(): HandlersOf<typeof periodCalls> {
  return {
    'periods.list': async ({ offset, limit }, { business }) => {
      const { context: job, profile } = business;
      // One more: the opening of the last one rests on the close before it.
      const page = await job.books.read('closes.page', { profileId: profile.id, offset, limit: limit + 1 });
      const { total } = page;
      const rows = page.rows.slice(0, limit);
      const last = await job.books.read('closes.last', { profileId: profile.id });
      return {
        rows: await Promise.all(rows.map((row, at) => listed(business, row, page.rows[at + 1]))),
        total,
        next: last === null ? null : { from: last.period.to, timeZone: last.period.timeZone },
      };
    },
    'periods.get': async ({ id, verify = false }, { business, signal }) => {
      const { context: job, profile, reports } = business;
      const close = found(await job.books.read('closes.get', { profileId: profile.id, id }), 'closed period', id);
      if (verify) reports.forgetProofs();
      const check = { kind: 'close-proof', profileId: profile.id, closeId: id } as const;
      const { result, computedAt } = await reports.result(check, signal);
      return { ...close, proof: { ...result, checkedAt: computedAt } };
    },
    'periods.versions': async ({ period }, { business }) => {
      const { books, profileId } = business.context;
      const versions = await books.read('closes.versions', { profileId, bounds: requireBounds(period) });
      return {
        versions: versions.map(({ correction, ...one }) => ({ ...one, correctionReason: correction?.reason ?? null })),
      };
    },
    'periods.items': async (_input, { business }) => {
      const { books, profileId } = business.context;
      return { items: (await books.read('items.list', { profileId })).toReversed() };
    },
    'periods.addItem': async ({ itemId, evidence = null, ...item }, { business, by }) => {
      const { context: job } = business;
      const added = await job.books.write('items.add', { ...deedOf(job, by), ...item, id: itemId, evidence });
      announcePeriods(business);
      return added;
    },
    'periods.clearItem': async (input, { business, by }) => {
      const { context: job } = business;
      const cleared = await job.books.write('items.clear', { ...deedOf(job, by), ...input });
      announcePeriods(business);
      return found(cleared, 'reconciling item', input.id);
    },
    'periods.readiness': async ({ period, typed = [], supersedes }, { business, signal }) => {
      const { closes, periodReading } = business;
      const { requirements, stale } = await closes.readiness({ period, typed, supersedes }, signal);
      return {
        requirements,
        readingRequests: stale.invoices.requests + stale.withdrawals.requests,
        openExceptions: await openIn(business, period),
        reading: periodReading.state(),
      };
    },
    'periods.read': async ({ period }, { business }) => done(business.periodReading.start(period)),
    'periods.close': ({ typed = [], overrideReason = null, known = null, ...asked }, { business, approved, by }) =>
      business.closes.close({ ...asked, typed, overrideReason, known, agreed: approved?.agreed }, by),
    'periods.adjustments': async (query, { business }) => {
      const { context: job, profile, priorPeriod } = business;
      await priorPeriod.refresh();
      const page = await job.books.read('prior.page', { profileId: profile.id, ...query });
      return { ...page, comparedAt: await priorPeriod.comparedAt() };
    },
  };
}

/** The open exceptions of records in the period, as the list of exceptions shows them for it. */
async function openIn(
  { context, reconciliation }: Business,
  period: Period,
): Promise<CallOutput<'periods.readiness'>['openExceptions']> {
  const { from, to } = requireBounds(period);
  const { kinds } = await countsOf(context, { state: ['open'], recordFrom: from, recordTo: to });
  const { run, isPending } = await reconciliation.state();
  const open = kinds.map(({ kind, open: count }) => ({ kind, count })).filter(({ count }) => count > 0);
  return {
    count: open.reduce((sum, { count }) => sum + count, 0),
    kinds: open.sort((left, right) => right.count - left.count),
    lookedAt: run?.at ?? null,
    pending: isPending,
  };
}

async function listed({ context, profile }: Business, close: ClosedPeriod, before: ClosedPeriod | undefined) {
  const adjustments = await context.books.read('prior.totals', { profileId: profile.id, closeId: close.id });
  return { ...close, adjustments, openingGap: openingGap(before, close) };
}

function announcePeriods({ context: { announce, profileId } }: Business): void {
  announce({ kind: 'books', profileId, kinds: ['periods'] });
}
