/**
 * Whoever had asked for a reconciliation was told that something unforeseen had happened, when the business closed (its profile was removed, a copy was put
 * back) between two steps of the run. It is cancelled, and said to be. Found by the simulator's seed 8031.
 */
import { expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { Reconciliation } from '../../../src/backend/jobs/reconcile/reconcile.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

let books: Books;
let mirror: Mirror;

openedForEach((opened) => {
  ({ books, mirror } = opened);
});

test.each(['match', 'find', 'comparePrior'] as const)(
  'a business that closes while %s ends cancels it',
  async (step) => {
    const closing = new AbortController();
    const clock = new DiscreteClock();
    const client = clientAt('http://127.0.0.1:9', 'nobody asks', { clock });
    const context = jobContext({ client, mirror, books, clock, closing: closing.signal });
    const at = (now: typeof step): void => {
      if (now === step) closing.abort(new Error('closing'));
    };
    const job = new Reconciliation(context, {
      match: async () => {
        at('match');
        return { entries: 0, changed: 0, findings: 0 };
      },
      find: async () => {
        at('find');
        return { invoices: 0, withdrawals: 0, findings: 0 };
      },
      bar: () => null,
      comparePrior: async () => at('comparePrior'),
      afterRun: () => Promise.resolve(),
    });
    const verdict = { asOf: '2026-11-21T12:00:00Z', seen: 0, total: 0, reason: null, growOnly: true, walk: null };
    await mirror.write('lists.certify', { ...verdict, list: 'invoices', certificate: 'certified' });
    await expect(job.run()).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await client.close();
  },
);
