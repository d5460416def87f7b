/** Handlers of exports and of jobs. */
import type { reconciliationCalls } from '../../contract/calls/reconciliation.ts';
import { FailureError, invalidInput } from '../../domain/kernel/failure/failure.ts';
import { requireBounds } from '../../domain/period/period.ts';
import type { Business } from '../engine/business.ts';
import { glances } from '../engine/glance.ts';
import { requireJournal } from './period/journal.ts';
import { mayWrite, runsOf, type CallContext, type Engine, type HandlersOf } from './kernel/handler.ts';

export function reconciliationHandlers({ profiles }: Engine): HandlersOf<typeof reconciliationCalls> {
  return {
    'exports.start': async (input, context) => {
      // Days that do not exist are refused now, not when the job comes to them.
      if ('period' in input && input.period !== undefined) requireBounds(input.period);
      const { exports } = context.business;
      if (input.kind === 'journal') await requireJournal(input, context);
      return {
        jobId: exports.start(
          input,
          input.kind === 'businesses' ? await glances(profiles, input, (id) => context.may('viewer', id)) : [],
          context,
        ),
      };
    },
    'jobs.list': async (_input, { business }) => ({ jobs: business.jobs() }),
    'jobs.pause': async ({ id }, context) => {
      const business = context.business;
      if (id === 'watch' || id === 'sync') context.require('support');
      if (id === 'watch') await business.watch.pause();
      else if (id === 'sync') business.sync.pause();
      else if (!(await ofRun(context, id, 'pause'))) throw cannot(business, id, 'can not be paused');
      return {};
    },
    'jobs.resume': async ({ id }, context) => {
      const business = context.business;
      if (id === 'watch' || id === 'sync') context.require('support');
      if (id === 'watch') await business.watch.resume();
      else if (id === 'sync') business.sync.start();
      else if (!(await ofRun(context, id, 'resume'))) throw cannot(business, id, 'can not be resumed');
      return {};
    },
    'jobs.cancel': async ({ id }, context) => {
      const business = context.business;
      if (id === 'sync') context.require('support');
      if (id === 'sync') business.sync.pause();
      else if (!cancelled(context, id) && !(await ofRun(context, id, 'cancel')))
        throw cannot(business, id, 'can not be cancelled');
      return {};
    },
  };
}

/** Ends a computation or a reading; false when the id is none of theirs. */
function cancelled(context: CallContext, id: string): boolean {
  const { exports, imports, reports, periodReading } = context.business;
  if ([...imports.list(), ...periodReading.list()].some((job) => job.id === id)) context.require('finance');
  return exports.cancel(id) || imports.cancel(id) || reports.cancel(id) || periodReading.cancel(id);
}

/** Moves a run of resends or of orders; false when the id is none of a run, or the run is not there to be moved so. */
async function ofRun(context: CallContext, id: string, move: 'pause' | 'resume' | 'cancel'): Promise<boolean> {
  const business = context.business;
  const runs = await runsOf(business, id);
  if (runs === null) return false;
  context.require('support');
  // Going on means sending; holding on and giving up are always allowed.
  if (move === 'resume') await mayWrite(business);
  return runs[move](id, context.by);
}

/** A resend that has begun is never cancelled: its fate must be found out. */
function cannot(business: Business, id: string, message: string): FailureError {
  const known = business.jobs().some((job) => job.id === id);
  if (!known) return new FailureError({ kind: 'not-found', what: 'job', ident: id });
  return invalidInput('id', message);
}
