/** What the entry files of writer and reader share: requests in from the engine's thread, answers out, ready once it listens. */
import { parentPort, workerData } from 'node:worker_threads';
import { answer, type StoreHost } from './hosts.ts';
import type { NumberedRequest, WorkerMessage } from './protocol.ts';

/** The data folder that the engine's thread handed over at the start. */
export function dataFolderOfThread(): string {
  const data: unknown = workerData;
  if (typeof data === 'object' && data !== null && 'dataFolder' in data && typeof data.dataFolder === 'string') {
    return data.dataFolder;
  }
  throw new Error('the worker was started without a data folder');
}

/** Serves requests one after the other until the thread ends. */
export function serve(host: StoreHost): void {
  const port = parentPort;
  if (port === null) throw new Error('this file is the entry of a worker thread');
  const post = (message: WorkerMessage): void => {
    port.postMessage(message, []);
  };
  port.on('message', ({ id, request }: NumberedRequest) => {
    post({ kind: 'answer', id, answer: answer(host, request) });
  });
  post({ kind: 'ready' });
}
