// Handlers of the checklist of a month: what the engine knows of each step, and what people say.
import type { checklistCalls } from '../../../contract/calls/period/checklist.ts';
import { type Checklist, checklistOf, type EngineKnows } from '../../../domain/period/checklist.ts';
import { type Period, type PeriodBounds, requireBounds } from '../../../domain/period/period.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Business } from '../../engine/business.ts';
import { deedOf } from '../../jobs/kernel/context.ts';
import { countsOf } from '../../jobs/reconcile/exception-counts.ts';
import { done, found, type HandlersOf } from '../kernel/handler.ts';

export function checklistHandlers(): HandlersOf<typeof checklistCalls> {
  return {
    'checklist.read': ({ period }, { business, signal }) => checklist(business, period, signal),
    'checklist.tick': async ({ period, step, done: isDone, note = null, print = null }, { business, signal, by }) => {
      const { context: job } = business;
      const before = await checklist(business, period, signal);
      const known = before.steps.find((one) => one.step === step && one.by === 'person') ?? null;
      const { text } = found(known, 'step', step);
      await job.books.write('checklist.tick', {
        ...deedOf(job, by),
        period,
        step,
        done: isDone,
        note,
        print,
        text,
      });
      announce(business);
      return checklist(business, period, signal);
    },
    'checklist.addStep': async ({ stepId: id, period, text }, { business, by }) => {
      const added = await business.context.books.write('checklist.addStep', {
        ...deedOf(business.context, by),
        id,
        period,
        text,
      });
      announce(business);
      return added;
    },
    'checklist.removeStep': async ({ stepId: id, period }, { business, by }) => {
      const isRemoved = await business.context.books.write('checklist.removeStep', {
        ...deedOf(business.context, by),
        id,
        period,
      });
      announce(business);
      found(isRemoved || null, 'step', id);
      return {};
    },
    'checklist.order': async ({ stepIds: ids }, { business }) => {
      const { books, profileId } = business.context;
      await books.write('checklist.order', { profileId, ids });
      announce(business);
      return done(undefined);
    },
  };
}

async function checklist(business: Business, period: Period, signal: AbortSignal): Promise<Checklist> {
  const { books, profileId } = business.context;
  const bounds = requireBounds(period);
  const [{ own, ticks, exportedAt }, close] = await Promise.all([
    books.read('checklist.read', { profileId, period, bounds }),
    books.read('closes.ofPeriod', { profileId, bounds }),
  ]);
  const closed = close === null ? null : `${close.document.closedAt}, SHA-256 ${close.sha256.slice(0, 12)}`;
  const knows: EngineKnows = {
    ...(await lookedAt(business, period, bounds, signal)),
    exports: {
      isDone: exportedAt !== null,
      known: exportedAt === null ? 'None was made of these days since they ended' : exportedAt,
    },
    close: { isDone: closed !== null, known: closed },
  };
  return checklistOf(period, knows, own, ticks);
}

/** What mirror and reports say of the period now. */
async function lookedAt(
  business: Business,
  period: Period,
  bounds: PeriodBounds,
  signal: AbortSignal,
): Promise<Pick<EngineKnows, 'complete' | 'exceptions' | 'tie-out'>> {
  const { context, mirror, reconciliation, reports } = business;
  const { profileId } = context;
  const { invoices, withdrawals } = await mirror.read('lists.state', {});
  const end = toEpochMs(bounds.to) ?? 0;
  const lacking = Object.entries({ invoices, withdrawals }).filter(
    ([, { certificate, asOf }]) => certificate !== 'certified' || asOf === null || (toEpochMs(asOf) ?? 0) < end,
  );
  const { kinds } = await countsOf(context, { state: ['open'], recordFrom: bounds.from, recordTo: bounds.to });
  const open = kinds.reduce((sum, kind) => sum + kind.open, 0);
  const { run } = await reconciliation.state();
  const tie = { kind: 'tie-rows', profileId, bounds, period, differs: true, offset: 0, limit: 1 } as const;
  const differing = (await reports.result(tie, signal)).result.length;
  const isComplete = lacking.length === 0;
  return {
    complete: {
      isDone: isComplete,
      known: isComplete ? null : `Not yet: ${lacking.map(([list]) => list).join(' and ')}`,
    },
    exceptions: {
      isDone: open === 0 && run !== null,
      known: run === null ? 'Not looked for yet' : open === 0 ? null : `${open} open`,
    },
    'tie-out': {
      isDone: differing === 0 && isComplete,
      known: differing > 0 ? 'Something differs' : isComplete ? null : 'The lists are not complete yet',
    },
  };
}

function announce({ context: { announce: tell, profileId } }: Business): void {
  tell({ kind: 'books', profileId, kinds: ['periods'] });
}
