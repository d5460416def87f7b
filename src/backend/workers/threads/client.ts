/** Starts the store with its worker threads. The data folder's lock is the caller's matter (sqlite/lock). */
import { WorkerChannel } from './channel.ts';
import { type JobThreadParts, JobThreads } from './job-threads.ts';
import { type Store, StoreOverExecutors } from './store.ts';

/** Often enough that no day of a console that is never closed goes without a copy of the books. */
const BACKUP_EVERY_MS = 4 * 60 * 60_000;

export type StoreParts = Omit<JobThreadParts, 'take'>;

/** Starts writer and reader, opens the books and begins the copy of the day. Rejects with StoreError (`newer-schema`, …). */
export async function startStore(parts: StoreParts): Promise<Store> {
  const { paths, log, clock, spawn } = parts;
  const channel = (name: 'writer' | 'reader'): WorkerChannel =>
    new WorkerChannel({
      name,
      entry: paths.workers[name],
      dataFolder: paths.dataFolder,
      log,
      clock,
      spawn,
      onRestart: () => {
        store.report({ kind: 'worker-restarted', worker: name });
      },
    });
  const writer = channel('writer');
  const reader = channel('reader');
  const closed = new AbortController();
  const jobs = new JobThreads({ ...parts, take: (request) => store.takeRows(request) });
  const store = new StoreOverExecutors({
    writer,
    reader,
    log,
    now: () => new Date(clock.now()),
    onClose: () => {
      closed.abort(new Error('closing'));
    },
    jobs,
  });
  try {
    await Promise.all([writer.started(), reader.started()]);
    await store.open();
    void copyNowAndThen(store, parts, closed.signal);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Until the store closes. A copy that fails is tried again at the next turn. */
async function copyNowAndThen(store: Store, { clock, log }: StoreParts, closed: AbortSignal): Promise<void> {
  while (!closed.aborted) {
    await clock.sleep(BACKUP_EVERY_MS, closed).catch(() => undefined);
    if (closed.aborted) return;
    await store.backupBooks().catch((error: unknown) => log.error('books.backup-failed', {}, error));
  }
}
