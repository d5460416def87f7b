// Handlers of exceptions: their pages and counts, one with its history, what people do about them, and a run of the
// engine on demand. They change the books only, never the API, so every profile may.
import type { exceptionCalls } from '../../contract/calls/exceptions.ts';
import type { ExceptionFilter } from '../../domain/reconcile/exception.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import type { JobContext } from '../jobs/kernel/context.ts';
import { found, type HandlersOf } from './kernel/handler.ts';

export function exceptionsHandlers(): HandlersOf<typeof exceptionCalls> {
  return {
    'exceptions.page': ({ filter, sort, ...page }, context) => {
      const { books, profileId, clock } = context.business().context;
      return books.read('exceptions.page', { profileId, filter, sort, now: fromEpochMs(clock.now()), ...page });
    },
    'exceptions.counts': async ({ filter }, context) => {
      const { context: job, reconciliation } = context.business();
      const counts = await countsOf(job, filter);
      const { run, isPending } = await reconciliation.state();
      return { ...counts, run, pending: isPending, me: job.osUser };
    },
    'exceptions.get': async ({ id }, context) => {
      const { books, profileId } = context.business().context;
      return found(await books.read('exceptions.get', { profileId, id }), 'exception', id);
    },
    'exceptions.act': async ({ ids, action }, context) => {
      const { books, profileId, osUser, clock, announce } = context.business().context;
      const at = fromEpochMs(clock.now());
      const results = await books.write('exceptions.act', { profileId, ids, action, at, osUser });
      if (results.some(({ result }) => result === 'done'))
        announce({ kind: 'books', profileId, kinds: ['exceptions'] });
      return { results };
    },
    'exceptions.checkSheet': ({ fileId, ...page }, context) =>
      context.business().exceptionSheets.check(fileId, page, context.signal),
    'exceptions.applySheet': ({ intentId, fileId, ...page }, context) =>
      context.business().exceptionSheets.apply(intentId, fileId, page, context.signal),
    'reconciliation.run': async (_input, context) => ({ run: await context.business().reconciliation.run() }),
  };
}

/** The counts of a business as they are now. */
export function countsOf({ books, profileId, clock }: JobContext, filter: ExceptionFilter = {}) {
  return books.read('exceptions.counts', { profileId, filter, now: fromEpochMs(clock.now()) });
}
