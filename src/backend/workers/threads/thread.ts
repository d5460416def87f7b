/** What the entry files of writer and reader share: requests in from the engine's thread, answers out, ready once it listens. */
import { parentPort, workerData } from 'node:worker_threads';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { Books } from '../../books/books.ts';
import { storeRows } from '../../books/found-rows.ts';
import { remoteOf } from '../../sqlite/commands.ts';
import { batchTaken, type HandedOver, isCancelled } from './compute-messages.ts';
import { answer, type StoreHost } from './hosts.ts';
import {
  BOOKS,
  dataToError,
  errorToData,
  type NumberedRequest,
  type StoreRequest,
  type WorkerAnswer,
  type WorkerMessage,
} from './protocol.ts';
import type { Port } from './spawn.ts';

/** The data folder that the engine's thread handed over at the start. */
export function dataFolderOfThread(): string {
  const data: unknown = workerData;
  if (typeof data === 'object' && data !== null && 'dataFolder' in data && typeof data.dataFolder === 'string') {
    return data.dataFolder;
  }
  throw new Error('the worker was started without a data folder');
}

/** Serves requests one after the other until the thread ends; rows of a job are taken while others come. */
export function serve(host: StoreHost): void {
  const port = parentPort;
  if (port === null) throw new Error('this file is the entry of a worker thread');
  const post = (message: WorkerMessage): void => {
    port.postMessage(message, []);
  };
  port.on('message', ({ id, request }: NumberedRequest) => {
    if (request.kind === 'take-rows')
      void takeRows(host, request).then((taken) => post({ kind: 'answer', id, answer: taken }));
    else post({ kind: 'answer', id, answer: answer(host, request) });
  });
  post({ kind: 'ready' });
}

type TakeRows = Extract<StoreRequest, { readonly kind: 'take-rows' }>;

/**
 * Rows that a job finds come over a port of their own from its thread, and each batch is stored before the next: stores what comes until the job says that this was all, or is gone, which says itself why. Answers how many rows count (storeRows), or what went wrong:
 * `cancelled` when the job is not wanted any more.
 */
export async function takeRows(host: StoreHost, { into, port, flags }: TakeRows): Promise<WorkerAnswer> {
  const write: Books['write'] = remoteOf(async (command, input) => {
    const stored = answer(host, { kind: 'run', database: BOOKS, effect: 'write', command, input });
    if (stored.ok) return stored.output;
    throw dataToError(stored.error);
  });
  let taken = 0;
  let ordinal = 0;
  try {
    for await (const rows of batchesOf(port)) {
      if (isCancelled(flags)) throw new FailureError({ kind: 'cancelled' });
      taken += await storeRows(write, into, ordinal, rows);
      ordinal += 1;
      batchTaken(flags);
    }
    return { ok: true, output: taken };
  } catch (error) {
    return { ok: false, error: errorToData(error) };
  } finally {
    port.close();
  }
}

/** Few at a time: the job waits while several are not taken. */
async function* batchesOf(port: Port): AsyncIterable<readonly unknown[]> {
  const waiting: HandedOver[] = [];
  let wake = (): void => undefined;
  const arrived = (message: HandedOver): void => {
    waiting.push(message);
    wake();
  };
  port.on('message', arrived);
  port.on('close', () => arrived({ kind: 'end' }));
  for (;;) {
    const next = waiting.shift();
    if (next?.kind === 'end') return;
    if (next !== undefined) yield next.rows;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}
