// Starts the sandbox in a worker thread, for both shells.
import { Worker } from 'node:worker_threads';
import { request } from 'undici';
import { isFields } from './events.ts';

/** What a shell says about its sandbox; what is left out has the sandbox's own default. */
export interface EmbedOptions {
  /** The data folder that keeps the world; without one it lives in memory only. */
  readonly folder?: string;
  readonly port?: number;
  readonly seed?: string;
  readonly size?: number;
  /** Whether orders arrive and customers pay (default true). */
  readonly lively?: boolean;
  readonly speed?: number;
}

export interface EmbeddedSandbox {
  /** For example `http://127.0.0.1:41234`; the API root is `${baseUrl}/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly controlToken: string;
  /** Carries out an operation of the control route; resolves to its result, rejects with its sentence. */
  control(operation: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Closes the sandbox and ends its thread. Can be called again. */
  close(): Promise<void>;
  /** Calls back once when the thread has ended, with its exit code; at once if it has. */
  onExit(listener: (code: number) => void): void;
}

/** A start that takes longer than this has failed: 100,000 invoices take a few seconds. */
const START_LIMIT_MS = 60_000;
const CONTROL_LIMIT_MS = 10_000;
/** A thread that does not close by itself within this time is terminated; its log is written line by line. */
const CLOSE_LIMIT_MS = 5_000;

type Ready = Omit<EmbeddedSandbox, 'close' | 'onExit' | 'control'>;

/**
 * Starts the sandbox worker at `workerUrl` and waits until it serves. Rejects with the worker's sentence when it cannot,
 * or when it dies or says nothing within a minute. The thread gets an empty environment.
 */
export async function startSandbox(workerUrl: URL, options: EmbedOptions = {}): Promise<EmbeddedSandbox> {
  const worker = new Worker(workerUrl, { workerData: { ...options }, env: {}, execArgv: [], name: 'sandbox' });
  let exitCode: number | undefined;
  const listeners: ((code: number) => void)[] = [];
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      exitCode = code;
      for (const listener of listeners.splice(0)) listener(code);
      resolve();
    });
  });
  // Without a listener an error of the thread would end the whole process; the exit that follows tells the shell.
  worker.on('error', () => undefined);
  const ready = await firstReport(worker).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  let closing: Promise<void> | undefined;
  const shut = async (): Promise<void> => {
    if (exitCode !== undefined) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    worker.postMessage({ kind: 'close' });
    const timer = setTimeout(() => void worker.terminate(), CLOSE_LIMIT_MS);
    await ended;
    clearTimeout(timer);
  };
  return {
    ...ready,
    control: controlOf(ready),
    close: async () => (closing ??= shut()),
    onExit(listener) {
      if (exitCode === undefined) listeners.push(listener);
      else listener(exitCode);
    },
  };
}

/** The control route of a sandbox as a function; rejects with its sentence. */
export function controlOf({
  baseUrl,
  controlToken,
}: Pick<Ready, 'baseUrl' | 'controlToken'>): EmbeddedSandbox['control'] {
  return async (operation, input) => {
    const answer = await request(`${baseUrl}/control/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-control': controlToken },
      body: JSON.stringify(input),
      headersTimeout: CONTROL_LIMIT_MS,
      bodyTimeout: CONTROL_LIMIT_MS,
    });
    const told: unknown = await answer.body.json();
    if (isFields(told) && told['ok'] === true) return told['result'];
    throw new Error(isFields(told) && typeof told['message'] === 'string' ? told['message'] : 'it did not answer');
  };
}

async function firstReport(worker: Worker): Promise<Ready> {
  return new Promise<Ready>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the sandbox did not start in time')), START_LIMIT_MS);
    const settle = (run: () => void): void => {
      clearTimeout(timer);
      run();
    };
    worker.once('error', (error: unknown) =>
      settle(() => reject(error instanceof Error ? error : new Error('the sandbox failed'))),
    );
    worker.once('exit', (code) =>
      settle(() => reject(new Error(`the sandbox ended with code ${code} before it served`))),
    );
    worker.once('message', (message: unknown) => settle(() => accept(message, resolve, reject)));
  });
}

function accept(message: unknown, resolve: (ready: Ready) => void, reject: (error: Error) => void): void {
  const field = (name: string): string => {
    const value: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  const ready = {
    baseUrl: field('baseUrl'),
    apiKey: field('apiKey'),
    webhookSecret: field('webhookSecret'),
    controlToken: field('controlToken'),
  };
  const complete = Object.values(ready).every((value) => value !== '');
  if (field('kind') === 'ready' && complete) resolve(ready);
  else
    reject(new Error(field('message') === '' ? 'the sandbox sent a message that is not understood' : field('message')));
}
