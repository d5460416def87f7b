// The store without threads, for tests: the same commands on the same files, everything cloned as it would be between
// threads. Not for the engine, whose own thread must never wait for a disk.
import type { Log } from '../../ports.ts';
import { runJob } from './compute-jobs.ts';
import { answer, ReaderHost, type StoreHost, WriterHost } from './hosts.ts';
import { dataToError, type StoreRequest } from './protocol.ts';
import { type Executor, type Store, StoreOverExecutors } from './store.ts';

/** Opens the store of a data folder in this thread. */
export function openInProcess(dataFolder: string, log: Log = SILENT, now = (): Date => new Date()): Store {
  return new StoreOverExecutors({
    writer: new InProcess(new WriterHost(dataFolder, now)),
    reader: new InProcess(new ReaderHost(dataFolder)),
    log,
    now,
    compute: async (job, { onProgress, onBatch }, signal) => {
      const batches: (readonly unknown[])[] = [];
      const result = runJob(dataFolder, job, {
        report: onProgress,
        isCancelled: () => signal?.aborted === true,
        deliver: (rows) => batches.push(structuredClone(rows)),
      });
      for (const rows of batches) await onBatch?.(rows);
      return result;
    },
  });
}

class InProcess implements Executor {
  readonly #host: StoreHost;

  constructor(host: StoreHost) {
    this.#host = host;
  }

  async send(request: StoreRequest): Promise<unknown> {
    const copy: StoreRequest = structuredClone(request);
    const result = structuredClone(answer(this.#host, copy));
    if (result.ok) return result.output;
    throw dataToError(result.error);
  }

  async close(): Promise<void> {
    this.#host.close();
  }
}

const SILENT: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  redact: () => undefined,
};
