// How threads are started, as a port: what the store needs of a thread and of a channel between two of them.
import { MessageChannel, MessagePort, Worker } from 'node:worker_threads';
import { HEAPS, type ThreadName } from './memory.ts';

/** As a method: whoever listens knows what is said there. */
interface Listening {
  listener(message: unknown): void;
}

/** One end of a channel that was handed over to another thread. */
export interface Port {
  postMessage(message: unknown, ports: []): void;
  /** `message`, or `close` when the other end is gone. */
  on(event: string, listener: Listening['listener']): unknown;
  close(): void;
}

/** A thread as whoever started it sees it. */
export interface Thread {
  /** `ports` go over to it. */
  postMessage(message: unknown, ports: readonly Port[]): void;
  /** `message`, `error`, or `exit`, which comes last. */
  on(event: string, listener: Listening['listener']): unknown;
  /** Resolves when it is gone. */
  terminate(): Promise<unknown>;
}

export interface ThreadOptions {
  readonly name: ThreadName;
  readonly workerData?: unknown;
  /** What its heap may hold of what lives long, where it is not what HEAPS says. */
  readonly heapMegabytes?: number | undefined;
}

export interface Spawn {
  /** Starts a thread at its entry file. */
  thread(entry: URL, options: ThreadOptions): Thread;
  channel(): { readonly port1: Port; readonly port2: Port };
}

export const workerThreads: Spawn = {
  thread: (entry, { name, workerData, heapMegabytes }) => {
    const { old, young } = HEAPS[name];
    const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes ?? old, maxYoungGenerationSizeMb: young };
    const worker = new Worker(entry, { name, workerData, resourceLimits });
    return {
      postMessage: (message, ports) => worker.postMessage(message, ports.filter(isOfThreads)),
      on: (event, listener) => worker.on(event, listener),
      terminate: () => worker.terminate(),
    };
  },
  channel: () => new MessageChannel(),
};

function isOfThreads(port: Port): port is Port & MessagePort {
  return port instanceof MessagePort;
}

/** Did the thread that failed with this error end since its heap was full? */
export function ranOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
