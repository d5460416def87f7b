/**
 * A bench whose writer's thread dies right after the write that is named next: what that did is in the books, and nobody is told. Not here: a writer
 * that dies before it (test/backend/workers).
 */
import { type Spawn, workerThreads } from '../../src/backend/workers/threads/spawn.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { addProfile, type Bench, startBench } from './bench.ts';

class DyingWriter {
  /** The command that it dies of, once. */
  next: string | null = null;

  readonly spawn: Spawn = {
    channel: () => workerThreads.channel(),
    thread: (entry, options) => {
      const thread = workerThreads.thread(entry, options);
      if (options.name !== 'writer') return thread;
      const doomed = new Set<unknown>();
      return {
        terminate: () => thread.terminate(),
        postMessage: (message, ports) => {
          if (this.next !== null && fieldOf(fieldOf(message, 'request'), 'command') === this.next) {
            this.next = null;
            doomed.add(fieldOf(message, 'id'));
          }
          thread.postMessage(message, ports);
        },
        on: (event, listener) =>
          thread.on(event, (message) => {
            if (event === 'message' && doomed.has(fieldOf(message, 'id'))) void thread.terminate();
            else listener(message);
          }),
      };
    },
  };
}

/** A connected business on it, "Shop", for as long as it is tried. */
export async function withDyingWriter(
  tried: (at: { readonly bench: Bench; readonly shop: string; readonly writer: DyingWriter }) => Promise<void>,
): Promise<void> {
  const api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 3 }] });
  const writer = new DyingWriter();
  const bench = await startBench({ spawn: writer.spawn });
  try {
    await tried({ bench, writer, shop: await addProfile(bench, api.baseUrl, KEY_A, 'Shop') });
  } finally {
    await bench.stop();
    bench.remove();
    await api.close();
  }
}
