/** Jobs whose rows are stored through given books, which may disturb the writes. Not here: the way over threads (workers/threads/thread). */
import type { Books } from '../../src/backend/books/books.ts';
import { storeRows } from '../../src/backend/books/found-rows.ts';
import type { JobListeners, Store, StoredRows } from '../../src/backend/workers/threads/store.ts';

/** What stores one batch after the other and counts them. */
export function takerOf(
  write: Books['write'],
  rows: StoredRows | undefined,
): (batch: readonly unknown[]) => Promise<void> {
  let ordinal = 0;
  return async (batch) => {
    if (rows === undefined) return;
    const count = await storeRows(write, rows.into, ordinal, batch);
    ordinal += 1;
    rows.onTaken?.(count);
  };
}

/** The store's computing, with rows that go through these books. */
export function computeOver(store: Store, write: Books['write']): Store['compute'] {
  return (job, { rows, ...listeners }: JobListeners, signal) => {
    const onBatch = rows === undefined ? listeners.onBatch : takerOf(write, rows);
    return store.compute(job, { ...listeners, onBatch }, signal);
  };
}
