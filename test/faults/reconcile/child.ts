/**
 * A console reduced to its runs of the reconciliation and one action after the other, in a process of its own that is killed: the real job over
 * the real books. Its engine finds what the line on stdin says, in batches of forty. It says `acted <ids>` when an action was answered, and
 * `done` when a whole run has ended.
 */
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { Reconciliation } from '../../../src/backend/jobs/reconcile/reconcile.ts';
import { systemClock } from '../../../src/backend/system.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { takerOf } from '../../support/taken-rows.ts';
import { finding } from '../../support/findings.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';

// Whoever is killed writes no cache at its end.
flushCompileCache();
process.stdout.write('ready\n');
const [line]: unknown[] = await once(process.stdin, 'data');
/** `from` to `to` are the records that have a finding, `fact` what it is. */
const { folder, from, to, fact }: { folder: string; from: number; to: number; fact: string } = JSON.parse(String(line));

const store = openInProcess(folder);
const context = jobContext({
  client: clientAt('http://127.0.0.1:9', 'nobody asks', { clock: systemClock }),
  mirror: store.mirror('p1'),
  books: store.books,
  clock: systemClock,
});
const job = new Reconciliation(context, {
  match: () => Promise.resolve({ entries: 0, changed: 0, findings: 0 }),
  find: async ({ rows }) => {
    const take = takerOf(store.books.write, rows);
    for (let first = from; first < to; first += 40) {
      const numbers = Array.from({ length: Math.min(40, to - first) }, (_, index) => first + index);
      await take(numbers.map((number) => finding(number, { evidence: { settled_amount_usdt: fact } })));
      if (first % 80 === 0) await act();
    }
    return { invoices: to, withdrawals: 0, findings: to - from };
  },
  bar: () => null,
  comparePrior: () => Promise.resolve(),
  afterRun: () => Promise.resolve(),
});

/** Resolves some that are open, and says which when it is answered. */
async function act(): Promise<void> {
  const query = { profileId: 'p1', filter: { state: ['open'] }, sort: [], offset: 0, limit: 3 } as const;
  const now = new Date(systemClock.now()).toISOString();
  const { rows } = await store.books.read('exceptions.page', { ...query, now });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const action = { kind: 'resolve', reason: 'explained', note: `looked at ${fact}` } as const;
  await store.books.write('exceptions.act', { profileId: 'p1', ids, action, at: now, osUser: 'finance' });
  process.stdout.write(`acted ${ids.join(' ')}\n`);
}

await job.run();
process.stdout.write('done\n');
