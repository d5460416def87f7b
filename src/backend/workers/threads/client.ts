/** Starts the store with its worker threads. The data folder's lock is the caller's matter (sqlite/lock). */
import { MessageChannel, Worker } from 'node:worker_threads';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { Log, Paths } from '../../ports.ts';
import { StoreError } from '../../sqlite/errors.ts';
import { WorkerChannel } from './channel.ts';
import type { ComputeJob, ComputeResults } from './compute-jobs.ts';
import { batchTaken, cancel, type ComputeMessage, type ComputeStart, newFlags } from './compute-messages.ts';
import { dataToError } from './protocol.ts';
import { type JobListeners, type Store, StoreOverExecutors } from './store.ts';

/** A cancelled job that does not end by itself in this time is ended. */
const CANCEL_WITHIN_MS = 3_000;

/** Often enough that no day of a console that is never closed goes without a copy of the books. */
const BACKUP_EVERY_MS = 4 * 60 * 60_000;

/** Starts writer and reader, opens the books and begins the copy of the day. Rejects with StoreError (`newer-schema`, …). */
export async function startStore(parts: { readonly paths: Paths; readonly log: Log }): Promise<Store> {
  const { paths, log } = parts;
  const channel = (name: 'writer' | 'reader'): WorkerChannel =>
    new WorkerChannel({
      name,
      entry: paths.workers[name],
      dataFolder: paths.dataFolder,
      log,
      onRestart: () => {
        store.report({ kind: 'worker-restarted', worker: name });
      },
    });
  const writer = channel('writer');
  const reader = channel('reader');
  const copying = setInterval(() => {
    store.backupBooks().catch((error: unknown) => {
      log.error('books.backup-failed', {}, error);
    });
  }, BACKUP_EVERY_MS);
  copying.unref();
  const store = new StoreOverExecutors({
    writer,
    reader,
    log,
    now: () => new Date(),
    onClose: () => {
      clearInterval(copying);
    },
    compute: (job, listeners, signal) =>
      runInThread({ paths, take: (request) => store.takeRows(request) }, job, listeners, signal),
  });
  try {
    await Promise.all([writer.started(), reader.started()]);
    await store.open();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Settles when the thread is gone, with all that it had open. */
async function runInThread<Job extends ComputeJob>(
  { paths, take }: { readonly paths: Paths; readonly take: StoreOverExecutors['takeRows'] },
  job: Job,
  { onProgress, onBatch, rows }: JobListeners,
  signal?: AbortSignal,
): Promise<ComputeResults[Job['kind']]> {
  if (signal?.aborted === true) throw new FailureError({ kind: 'cancelled' });
  const flags = newFlags();
  const worker = new Worker(paths.workers.compute, { name: 'compute' });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ports = rows === undefined ? null : new MessageChannel();
  const start: ComputeStart = { dataFolder: paths.dataFolder, job, flags, rows: ports?.port1 };
  worker.postMessage(start, ports === null ? [] : [ports.port1]);
  let ending: NodeJS.Timeout | undefined;
  const abort = (): void => {
    cancel(flags);
    ending = setTimeout(() => void worker.terminate(), CANCEL_WITHIN_MS);
  };
  signal?.addEventListener('abort', abort, { once: true });
  const result = new Promise<ComputeResults[Job['kind']]>((resolve, reject) => {
    // One batch after the other: the result is told when the last of them is stored.
    let stored: Promise<void> = Promise.resolve();
    if (rows !== undefined && ports !== null) {
      const request = { kind: 'take-rows', into: rows.into, port: ports.port2, flags } as const;
      stored = take(request).then((count) => rows.onTaken?.(count));
      stored.catch(reject);
    }
    worker.on('message', (message: ComputeMessage<Job['kind']>) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else if (message.kind === 'batch') {
        stored = stored.then(() => onBatch?.(message.rows)).then(() => batchTaken(flags));
        stored.catch(reject);
      } else if (message.kind === 'done') stored.then(() => resolve(message.result)).catch(reject);
      else stored.then(() => reject(dataToError(message.error))).catch(reject);
    });
    worker.on('error', (error) => {
      reject(error instanceof Error ? error : new Error('the job’s thread failed', { cause: error }));
    });
    worker.on('exit', () => {
      const cancelled = signal?.aborted === true;
      const lost = cancelled
        ? new FailureError({ kind: 'cancelled' })
        : new StoreError('worker-lost', 'none', 'the job’s thread is gone');
      // Its last batch may still be on its way into the store.
      stored.then(() => reject(lost)).catch(reject);
    });
  });
  try {
    return await result;
  } catch (error) {
    // It may wait for room that nobody gives any more.
    void worker.terminate();
    throw error;
  } finally {
    clearTimeout(ending);
    signal?.removeEventListener('abort', abort);
    // Until then it has files open, which the store's close must not leave behind.
    await ended;
  }
}
