/**
 * An import that was taken back while a match looked at its entries left exceptions behind: the match wrote down what it had found of them after they
 * had been swept away, and nothing ever took that out of the books again.
 */
import { expect, test } from 'vitest';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { Reconciliation } from '../../../src/backend/jobs/reconcile/reconcile.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { dumpOf, ledger, orders, OwnBooks } from '../../support/benches/own-books.ts';
import { anInvoice } from '../../support/records.ts';
import { takerOf } from '../../support/taken-rows.ts';
import { storeLedgerWorld } from '../../support/worlds/ledger.ts';

let store: Store;
let folder: string;

openedForEach((opened) => {
  ({ store } = opened);
  folder = opened.folder.path;
});

/** Without what runs note of themselves. */
const books = (): readonly string[] =>
  dumpOf(folder)
    .split('\n')
    .filter((line) => !line.startsWith('settings '));

test('a match that is under way leaves nothing of an import that is taken back', async () => {
  const own = new OwnBooks(store, folder);
  await storeLedgerWorld(store.mirror('p1'), { invoices: [anInvoice({})], withdrawals: [] }, 'as-far-as-seen');
  const [looked, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job = new Reconciliation(own.context, {
    // As a machine that is slow does it: what it has found is written down later than it was looked at.
    match: async ({ rows }) => {
      const found: unknown[] = [];
      const onBatch = async (batch: readonly unknown[]): Promise<void> => void found.push(...batch);
      const done = await store.compute({ kind: 'match', profileId: 'p1' }, { onProgress: () => undefined, onBatch });
      looked.resolve();
      await mayWrite.promise;
      await takerOf(store.books.write, rows)(found);
      return done;
    },
    find: () => Promise.resolve({ invoices: 0, withdrawals: 0, findings: 0 }),
    bar: () => null,
    comparePrior: () => Promise.resolve(),
    afterRun: () => Promise.resolve(),
  });
  own.betweenMatches = (work) => job.between(work);
  const source = await own.source('Shop');
  const before = books();
  const { id } = await own.import(source, ledger(orders(25)));
  const run = job.run();
  await looked.promise;
  await own.imports.undo(id);
  mayWrite.resolve();
  await run;
  await own.imports.settled();
  expect(books()).toEqual(before);
  await job.run();
  expect(books()).toEqual(before);
});
