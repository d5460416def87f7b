/** The store without threads: the same commands on the same files, everything cloned as it would be between threads. */
import type { Log } from '../../src/backend/ports.ts';
import { systemMarks } from '../../src/backend/system.ts';
import { storeRows } from '../../src/backend/books/found-rows.ts';
import { runJob } from '../../src/backend/workers/threads/compute-jobs.ts';
import { answer, ReaderHost, type StoreHost, WriterHost } from '../../src/backend/workers/threads/hosts.ts';
import { dataToError, MAX_MESSAGE_ROWS, type StoreRequest } from '../../src/backend/workers/threads/protocol.ts';
import { type Executor, type Store, StoreOverExecutors } from '../../src/backend/workers/threads/store.ts';

export function openInProcess(
  dataFolder: string,
  log: Log = SILENT,
  now = (): Date => systemMarks.now(),
  heard: (request: StoreRequest) => void = () => undefined,
): Store {
  const store: StoreOverExecutors = new StoreOverExecutors({
    writer: new InProcess(new WriterHost(dataFolder, { ...systemMarks, now }), heard),
    reader: new InProcess(new ReaderHost(dataFolder), heard),
    log,
    now,
    jobs: {
      close: async () => undefined,
      expect: () => undefined,
      run: async (job, { onProgress, onBatch, rows }, signal) => {
        const batches: (readonly unknown[])[] = [];
        const result = await runJob(dataFolder, job, {
          report: onProgress,
          isCancelled: () => signal?.aborted === true,
          deliver: (rows) => batches.push(structuredClone(rows)),
          mostRows: MAX_MESSAGE_ROWS,
        });
        for (const [ordinal, batch] of batches.entries()) {
          await onBatch?.(batch);
          if (rows === undefined) continue;
          const count = await storeRows(store.books.write, rows.into, ordinal, batch);
          rows.onTaken?.(count);
        }
        return result;
      },
    },
  });
  return store;
}

class InProcess implements Executor {
  readonly #host: StoreHost;
  readonly #heard: (request: StoreRequest) => void;

  constructor(host: StoreHost, heard: (request: StoreRequest) => void) {
    this.#host = host;
    this.#heard = heard;
  }

  async send(request: StoreRequest): Promise<unknown> {
    this.#heard(request);
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
