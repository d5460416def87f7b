// The sandbox in a thread of its own. It takes its options from `workerData` (it lives unless told not to), posts `ready` or `failed` once, and
// closes on `{kind: 'close'}`. The secrets cross in that one message and are written nowhere.
import { parentPort, workerData } from 'node:worker_threads';
import { isFields } from './events.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** What the starting thread gets. */
export type WorkerReport =
  | {
      readonly kind: 'ready';
      readonly baseUrl: string;
      readonly apiKey: string;
      readonly webhookSecret: string;
      readonly controlToken: string;
    }
  | { readonly kind: 'failed'; readonly message: string };

function readOptions(value: unknown): SandboxOptions {
  if (!isFields(value)) return { lively: true };
  const { folder, port, seed, size, lively, speed } = value;
  return {
    ...(typeof folder === 'string' ? { folder } : {}),
    ...(typeof port === 'number' ? { port } : {}),
    ...(typeof seed === 'string' ? { seed } : {}),
    ...(typeof size === 'number' ? { size } : {}),
    lively: lively !== false,
    ...(typeof speed === 'number' ? { speed } : {}),
  };
}

async function run(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('the sandbox worker must be started as a worker thread');
  const report = (message: WorkerReport): void => port.postMessage(message);
  let sandbox: Sandbox;
  try {
    sandbox = await createSandbox(readOptions(workerData));
  } catch (error) {
    report({ kind: 'failed', message: error instanceof Error ? error.message : 'the sandbox could not be started' });
    port.close();
    return;
  }
  port.on('message', (message: unknown) => {
    if (!isFields(message) || message['kind'] !== 'close') return;
    void sandbox.close().finally(() => port.close());
  });
  const { baseUrl, apiKey, webhookSecret, controlToken } = sandbox;
  report({ kind: 'ready', baseUrl, apiKey, webhookSecret, controlToken });
}

await run();
