// One worker thread as an executor: requests are numbered, answers find their callers.
import type { Clock, Log } from '../../ports.ts';
import type { Settle } from '../../sqlite/commands.ts';
import { StoreError } from '../../sqlite/errors.ts';
import { dataToError, type StoreRequest, type WorkerMessage } from './protocol.ts';
import type { ThreadName } from './memory.ts';
import type { Spawn, Thread } from './spawn.ts';
import type { Executor } from './store.ts';

/** Waits before a new thread; a thread that lived for a minute starts the list again. */
const BACK_OFF_MS = [100, 500, 2_000, 10_000, 30_000] as const;
const HEALTHY_AFTER_MS = 60_000;
const CLOSE_WITHIN_MS = 5_000;

export interface WorkerChannelOptions {
  readonly name: Exclude<ThreadName, 'compute'>;
  readonly entry: URL;
  readonly dataFolder: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly spawn: Spawn;
  readonly onRestart: () => void;
}

interface Life {
  readonly worker: Thread;
  /** Resolves when the thread listens; rejects when it dies before. */
  readonly ready: Promise<void>;
  readonly startedAt: number;
}

export class WorkerChannel implements Executor {
  readonly #options: WorkerChannelOptions;
  readonly #pending = new Map<number, Settle>();
  /** The present thread, or the next one while its predecessor is dead. */
  #life: Promise<Life>;
  #worker: Thread | null = null;
  #nextId = 1;
  #deaths = 0;
  #closing = false;
  /** Ends the wait for the next thread. */
  readonly #closed = new AbortController();

  constructor(options: WorkerChannelOptions) {
    this.#options = options;
    this.#life = Promise.resolve(this.#start());
  }

  /** The first thread listens. Rejects when it could not be started. */
  async started(): Promise<void> {
    await (await this.#life).ready;
  }

  async send(request: StoreRequest): Promise<unknown> {
    if (this.#closing) throw this.#lost();
    const { worker, ready } = await this.#life;
    await ready;
    return this.#post(worker, request);
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#closed.abort(new Error('closing'));
    const worker = this.#worker;
    if (worker === null) return;
    try {
      await withinTime(this.#options.clock, this.#post(worker, { kind: 'close' }));
    } catch {
      // It died meanwhile: the files are safe in any case.
    }
    await worker.terminate();
  }

  #post(worker: Thread, request: StoreRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // Whatever died has its calls rejected once, at its end; a call that comes after that would wait for ever.
      if (worker !== this.#worker) {
        reject(this.#lost());
        return;
      }
      const id = this.#nextId;
      this.#nextId += 1;
      this.#pending.set(id, { resolve, reject });
      try {
        worker.postMessage({ id, request }, request.kind === 'take-rows' ? [request.port] : []);
      } catch (error) {
        this.#pending.delete(id);
        reject(error instanceof Error ? error : new Error('the input cannot be cloned', { cause: error }));
      }
    });
  }

  #start(): Life {
    const { entry, dataFolder, name, clock, spawn } = this.#options;
    const worker = spawn.thread(entry, { workerData: { dataFolder }, name });
    this.#worker = worker;
    const ready = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve();
        else this.#settle(message);
      });
      worker.on('error', (error) => {
        this.#options.log.error('store.worker-failed', { worker: name }, error);
      });
      worker.on('exit', () => {
        reject(this.#lost());
        this.#died();
      });
    });
    // Callers see the rejection by awaiting it; without a caller it must not count as unhandled.
    ready.catch(() => undefined);
    return { worker, ready, startedAt: clock.monotonic() };
  }

  #settle(message: WorkerMessage & { readonly kind: 'answer' }): void {
    const settle = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.answer.ok) settle?.resolve(message.answer.output);
    else settle?.reject(dataToError(message.answer.error));
  }

  #died(): void {
    this.#worker = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const settle of pending) settle.reject(this.#lost());
    if (this.#closing) return;
    this.#life = this.#restart(this.#life);
    this.#life.catch(() => undefined);
  }

  async #restart(before: Promise<Life>): Promise<Life> {
    const { clock } = this.#options;
    const { startedAt } = await before;
    this.#deaths = clock.monotonic() - startedAt > HEALTHY_AFTER_MS ? 1 : this.#deaths + 1;
    const wait = BACK_OFF_MS[Math.min(this.#deaths, BACK_OFF_MS.length) - 1] ?? 0;
    this.#options.log.warn('store.worker-restarts', { worker: this.#options.name, waitMs: wait, deaths: this.#deaths });
    await clock.sleep(wait, this.#closed.signal).catch(() => undefined);
    if (this.#closing) throw this.#lost();
    const life = this.#start();
    void this.#announce(life);
    return life;
  }

  async #announce(life: Life): Promise<void> {
    try {
      await life.ready;
      this.#options.onRestart();
    } catch {
      // It died again before it listened, and the next one is on its way.
    }
  }

  #lost(): StoreError {
    return new StoreError('worker-lost', 'none', `the ${this.#options.name} thread is gone`);
  }
}

async function withinTime(clock: Clock, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([work, clock.sleep(CLOSE_WITHIN_MS, over.signal).catch(() => undefined)]);
  } finally {
    over.abort(new Error('over'));
  }
}
