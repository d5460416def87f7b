// Handlers of exceptions: their pages and counts, one with its history, what people do about them, and a run of the
// engine on demand. They change the books only, never the API, so every profile may.
import type { CallOutput } from '../../contract/calls.ts';
import type { Exception, ExceptionFilter } from '../../domain/exception.ts';
import { FailureError } from '../../domain/failure.ts';
import { fromEpochMs } from '../../domain/time.ts';
import type { JobContext } from '../jobs/context.ts';
import type { HandlersFor } from './handler.ts';

type ExceptionsCall =
  | 'exceptions.page'
  | 'exceptions.counts'
  | 'exceptions.get'
  | 'exceptions.act'
  | 'reconciliation.run';

export function exceptionsHandlers(): HandlersFor<ExceptionsCall> {
  return {
    'exceptions.page': async ({ filter = {}, sort = [], offset, limit }, context) => {
      const { books, profileId, clock } = context.business().context;
      const query = { profileId, filter, sort, now: fromEpochMs(clock.now()), offset, limit };
      const { rows, total, totals } = await books.read('exceptions.page', query);
      return { rows: rows.map(wireException), total, totals: [...totals] };
    },
    'exceptions.counts': async ({ filter = {} }, context) => {
      const { context: job, reconciliation } = context.business();
      const { kinds, ages, assignees, units, open, resolved, cleared } = await countsOf(job, filter);
      const { run, isPending } = await reconciliation.state();
      const facets = { kinds: [...kinds], ages: [...ages], assignees: [...assignees], units: [...units] };
      return { open, resolved, cleared, ...facets, run, pending: isPending, me: job.osUser };
    },
    'exceptions.get': async ({ id }, context) => {
      const { books, profileId } = context.business().context;
      const found = await books.read('exceptions.get', { profileId, id });
      if (found === null) throw new FailureError({ kind: 'not-found', what: 'exception', ident: id });
      return {
        exception: wireException(found.exception),
        deeds: found.deeds.map((event) => ({
          ...event,
          evidence: event.evidence === null ? null : { ...event.evidence },
        })),
      };
    },
    'exceptions.act': async ({ ids, action }, context) => {
      const { books, profileId, osUser, clock, announce } = context.business().context;
      const at = fromEpochMs(clock.now());
      const results = await books.write('exceptions.act', { profileId, ids, action, at, osUser });
      if (results.some(({ result }) => result === 'done'))
        announce({ kind: 'books', profileId, kinds: ['exceptions'] });
      return { results: [...results] };
    },
    'reconciliation.run': async (_input, context) => ({ run: await context.business().reconciliation.run() }),
  };
}

/** The counts of a business as they are now. */
export function countsOf({ books, profileId, clock }: JobContext, filter: ExceptionFilter = {}) {
  return books.read('exceptions.counts', { profileId, filter, now: fromEpochMs(clock.now()) });
}

function wireException(exception: Exception): CallOutput<'exceptions.get'>['exception'] {
  return { ...exception, evidence: { ...exception.evidence } };
}
