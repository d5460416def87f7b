/** Starts the store with its worker threads. The data folder's lock is the caller's matter (sqlite/lock). */
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { Clock, Log, Paths } from '../../ports.ts';
import { StoreError } from '../../sqlite/errors.ts';
import { WorkerChannel } from './channel.ts';
import type { ComputeJob, ComputeResults } from './compute-jobs.ts';
import { batchTaken, cancel, type ComputeMessage, type ComputeStart, newFlags } from './compute-messages.ts';
import { dataToError } from './protocol.ts';
import type { Spawn } from './spawn.ts';
import { type JobListeners, type Store, StoreOverExecutors } from './store.ts';

/** A cancelled job that does not end by itself in this time is ended. */
const CANCEL_WITHIN_MS = 3_000;

/** Often enough that no day of a console that is never closed goes without a copy of the books. */
const BACKUP_EVERY_MS = 4 * 60 * 60_000;

export interface StoreParts {
  readonly paths: Paths;
  readonly log: Log;
  readonly clock: Clock;
  readonly spawn: Spawn;
}

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
  const store = new StoreOverExecutors({
    writer,
    reader,
    log,
    now: () => new Date(clock.now()),
    onClose: () => {
      closed.abort(new Error('closing'));
    },
    compute: (job, listeners, signal) =>
      runInThread({ ...parts, take: (request) => store.takeRows(request) }, job, listeners, signal),
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

/** Settles when the thread is gone, with all that it had open. */
async function runInThread<Job extends ComputeJob>(
  { paths, clock, spawn, take }: StoreParts & { readonly take: StoreOverExecutors['takeRows'] },
  job: Job,
  { onProgress, onBatch, rows }: JobListeners,
  signal?: AbortSignal,
): Promise<ComputeResults[Job['kind']]> {
  if (signal?.aborted === true) throw new FailureError({ kind: 'cancelled' });
  const flags = newFlags();
  const over = new AbortController();
  const worker = spawn.thread(paths.workers.compute, { name: 'compute' });
  const ended = new Promise<void>((resolve) => worker.on('exit', () => resolve()));
  const ports = rows === undefined ? null : spawn.channel();
  const start: ComputeStart = { dataFolder: paths.dataFolder, job, flags, rows: ports?.port1 };
  worker.postMessage(start, ports === null ? [] : [ports.port1]);
  const abort = (): void => {
    cancel(flags);
    clock
      .sleep(CANCEL_WITHIN_MS, over.signal)
      .then(() => worker.terminate())
      .catch(() => undefined);
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
    over.abort(new Error('over'));
    signal?.removeEventListener('abort', abort);
    // Until then it has files open, which the store's close must not leave behind.
    await ended;
  }
}
