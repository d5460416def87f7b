/**
 * The threads that carry long jobs out, each one job at a time. Starting one takes longer than a small report does, so one is begun ahead while somebody is there, one
 * that is done waits for the next job, and a job waits a moment for a thread that is at work before it gets another. A thread goes when nobody asked for anything for a
 * while, when its heap has grown, and when its job held a secret or ended in a way that nobody foresaw: nothing of that is left to a later job. No file stays open
 * between two jobs, so none reads what is not there any more. No job is begun again by itself. Not here: what jobs do (compute-jobs.ts).
 */
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { Clock, Log, Paths } from '../../ports.ts';
import { StoreError } from '../../sqlite/errors.ts';
import type { ComputeJob, ComputeResults } from './compute-jobs.ts';
import { batchTaken, cancel, type ComputeMessage, type ComputeStart, newFlags } from './compute-messages.ts';
import { BOOKS, dataToError } from './protocol.ts';
import { ranOutOfMemory, type Spawn, type Thread } from './spawn.ts';
import type { JobListeners, StoreOverExecutors } from './store.ts';

/** A cancelled job that does not end by itself in this time is ended. */
const CANCEL_WITHIN_MS = 3_000;
/**
 * A heap beyond it is not given back: its thread is not kept. Small reports leave 24 to 41 MB; over 300,000 invoices every thread that was kept held 168, and the process
 * 416 instead of 340.
 */
const KEPT_BYTES = 96_000_000;
/** Who looks at one figure looks at the next; afterwards the 20 to 30 MB of a thread that waits are held for nobody. */
const KEPT_MS = 5 * 60_000;
/** About the processor time that a thread takes to start. */
const PATIENCE_MS = 60;
/** Whoever has just come, or got an answer, wants the processor for it first. */
const AHEAD_MS = 500;
/** Each may fill its heap. */
const MOST_THREADS = 4;

export interface JobThreadParts {
  readonly paths: Paths;
  readonly log: Log;
  readonly clock: Clock;
  readonly spawn: Spawn;
  /** Of what the heap of a thread holds; what HEAPS says where it is not said. */
  readonly heapMegabytes?: number | undefined;
  readonly take: StoreOverExecutors['takeRows'];
}

/** What a thread says, for the job that it has now; as methods: whoever gave it the job knows what is said of it. */
interface Hearing {
  message(message: unknown): void;
  /** It is gone, and why. */
  lost(why: Error): void;
}

interface JobThread {
  readonly thread: Thread;
  /** Resolves when it is gone, with all that it had open. */
  readonly gone: Promise<void>;
  /** Null while it has no job. */
  hearing: Hearing | null;
  /** Nothing is left of its last job, and another may come. */
  isReusable: boolean;
}

interface Waiter {
  readonly begin: (own: JobThread) => void;
}

export class JobThreads {
  readonly #parts: JobThreadParts;
  readonly #threads = new Set<JobThread>();
  #kept: { readonly own: JobThread; readonly taken: AbortController } | null = null;
  readonly #waiting = new Set<Waiter>();
  readonly #closed = new AbortController();
  /** When somebody was there last, by the clock's monotonic time. */
  #expectedAt = Number.NEGATIVE_INFINITY;
  #isBeginning = false;

  constructor(parts: JobThreadParts) {
    this.#parts = parts;
  }

  /**
   * Runs a job to its end. Rejects with what it threw, with FailureError `cancelled` once it is aborted, and `too-large` when the
   * heap of its thread was full, and with StoreError `worker-lost` when the thread ended before it.
   */
  async run<Job extends ComputeJob>(
    job: Job,
    listeners: JobListeners,
    signal?: AbortSignal,
  ): Promise<ComputeResults[Job['kind']]> {
    if (signal?.aborted === true || this.#isClosed) throw new FailureError({ kind: 'cancelled' });
    const own = await this.#thread(signal);
    try {
      return await this.#carryOut(own, job, listeners, signal);
    } finally {
      // What it was opened with would stay in its memory.
      if ('passphrase' in job) own.isReusable = false;
      await this.#release(own, job);
    }
  }

  /** Somebody is there, who may ask for a job: a thread is there before, and stays as long as they do. */
  expect(): void {
    this.#expectedAt = this.#parts.clock.monotonic();
    this.#beginAhead();
  }

  /** Nothing runs any more; resolves when nothing is left. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('closing'));
    this.#taken();
    await Promise.all([...this.#threads].map((own) => this.#end(own)));
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  get #isExpected(): boolean {
    return this.#parts.clock.monotonic() - this.#expectedAt < KEPT_MS;
  }

  #beginAhead(): void {
    if (this.#isClosed || this.#isBeginning || this.#threads.size > 0) return;
    this.#isBeginning = true;
    this.#parts.clock
      .sleep(AHEAD_MS, this.#closed.signal)
      .then(() => {
        if (this.#threads.size === 0) this.#keep(this.#begin());
      })
      .catch(() => undefined)
      .finally(() => (this.#isBeginning = false));
  }

  /** One that is free, or becomes so in a moment, or a new one. */
  async #thread(signal: AbortSignal | undefined): Promise<JobThread> {
    return this.#taken() ?? (this.#threads.size === 0 ? this.#begin() : this.#inTurn(signal));
  }

  #inTurn(signal: AbortSignal | undefined): Promise<JobThread> {
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const leave = (): void => {
        this.#waiting.delete(waiter);
        over.abort(new Error('over'));
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => {
        leave();
        reject(new FailureError({ kind: 'cancelled' }));
      };
      const waiter: Waiter = {
        begin: (own) => {
          leave();
          resolve(own);
        },
      };
      this.#waiting.add(waiter);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#parts.clock
        .sleep(PATIENCE_MS, over.signal)
        .then(() => {
          if (this.#waiting.has(waiter) && this.#threads.size < MOST_THREADS) waiter.begin(this.#begin());
        })
        .catch(() => undefined);
    });
  }

  #begin(): JobThread {
    const { paths, spawn, log, heapMegabytes } = this.#parts;
    const thread = spawn.thread(paths.workers.compute, { name: 'compute', heapMegabytes });
    const { promise: gone, resolve: isGone } = Promise.withResolvers<void>();
    const own: JobThread = { thread, gone, hearing: null, isReusable: true };
    this.#threads.add(own);
    thread.on('message', (message) => own.hearing?.message(message));
    thread.on('error', (error) => {
      own.isReusable = false;
      log.warn('compute.thread-failed', { isOutOfMemory: ranOutOfMemory(error) });
      own.hearing?.lost(failureOf(error));
    });
    thread.on('exit', () => {
      own.isReusable = false;
      this.#threads.delete(own);
      if (this.#kept?.own === own) {
        this.#kept.taken.abort(new Error('gone'));
        this.#kept = null;
      }
      own.hearing?.lost(new StoreError('worker-lost', 'none', 'the job’s thread is gone'));
      isGone();
    });
    return own;
  }

  /**
   * To whoever waits, or kept for a while; or it ends, and whoever waits gets another. Of two the one is kept that a person's latest job was in: the next goes on with it, mostly, and
   * code that has run takes a fraction of the time.
   */
  async #release(own: JobThread, { profileId }: ComputeJob): Promise<void> {
    if (!own.isReusable) await this.#end(own);
    const [next] = this.#waiting;
    if (next !== undefined) next.begin(own.isReusable ? own : this.#begin());
    else if (own.isReusable && !this.#isClosed && (this.#kept === null || profileId !== BOOKS)) {
      const before = this.#taken();
      this.#keep(own);
      if (before !== null) await this.#end(before);
    } else await this.#end(own);
    if (this.#isExpected) this.#beginAhead();
  }

  /** The one that is kept, which is no more; null where none is. */
  #taken(): JobThread | null {
    if (this.#kept === null) return null;
    const { own, taken } = this.#kept;
    this.#kept = null;
    taken.abort(new Error('taken'));
    return own;
  }

  #keep(own: JobThread): void {
    const taken = new AbortController();
    this.#kept = { own, taken };
    this.#parts.clock
      .sleep(KEPT_MS, taken.signal)
      .then(() => {
        if (this.#kept?.own !== own) return undefined;
        this.#kept = null;
        return this.#isExpected ? this.#keep(own) : this.#end(own);
      })
      .catch(() => undefined);
  }

  async #end({ thread, gone }: JobThread): Promise<void> {
    void thread.terminate();
    await gone;
  }

  async #carryOut<Job extends ComputeJob>(
    own: JobThread,
    job: Job,
    listeners: JobListeners,
    signal: AbortSignal | undefined,
  ): Promise<ComputeResults[Job['kind']]> {
    const { clock } = this.#parts;
    const flags = newFlags();
    const over = new AbortController();
    const abort = (): void => {
      cancel(flags);
      clock
        .sleep(CANCEL_WITHIN_MS, over.signal)
        .then(() => (over.signal.aborted ? undefined : own.thread.terminate()))
        .catch(() => undefined);
    };
    signal?.addEventListener('abort', abort, { once: true });
    // It may have been given up in the moment in which its thread became free.
    if (signal?.aborted === true) abort();
    try {
      return await this.#told(own, job, flags, listeners, signal);
    } finally {
      own.hearing = null;
      over.abort(new Error('over'));
      signal?.removeEventListener('abort', abort);
    }
  }

  #told<Job extends ComputeJob>(
    own: JobThread,
    job: Job,
    flags: Int32Array,
    { onProgress, onBatch, rows }: JobListeners,
    signal: AbortSignal | undefined,
  ): Promise<ComputeResults[Job['kind']]> {
    const { paths, spawn, take } = this.#parts;
    return new Promise((resolve, reject) => {
      // One batch after the other: the result is told when the last of them is stored.
      let stored: Promise<void> = Promise.resolve();
      own.hearing = {
        message: (message: ComputeMessage<Job['kind']>) => {
          if (message.kind === 'progress') onProgress(message.progress);
          else if (message.kind === 'batch') {
            stored = stored.then(() => onBatch?.(message.rows)).then(() => batchTaken(flags));
            stored.catch(reject);
          } else {
            own.isReusable = leavesNothing(message);
            if (message.kind === 'done') stored.then(() => resolve(message.result)).catch(reject);
            else stored.then(() => reject(dataToError(message.error))).catch(reject);
          }
        },
        lost: (why) => {
          const lost = signal?.aborted === true ? new FailureError({ kind: 'cancelled' }) : why;
          // Its last batch may still be on its way into the store.
          stored.then(() => reject(lost)).catch(reject);
        },
      };
      // Until it says otherwise: it may wait for room that nobody gives any more.
      own.isReusable = false;
      const ports = rows === undefined ? null : spawn.channel();
      const start: ComputeStart = { dataFolder: paths.dataFolder, job, flags, rows: ports?.port1 };
      own.thread.postMessage(start, ports === null ? [] : [ports.port1]);
      if (rows !== undefined && ports !== null) {
        const request = { kind: 'take-rows', into: rows.into, port: ports.port2, flags } as const;
        stored = take(request).then((count) => rows.onTaken?.(count));
        stored.catch(reject);
      }
    });
  }
}

/** It ended as jobs do, and its heap is not so large that it would be held for nothing. */
function leavesNothing(end: Extract<ComputeMessage, { readonly heapBytes: number }>): boolean {
  return end.heapBytes <= KEPT_BYTES && (end.kind === 'done' || end.error.kind === 'failure');
}

function failureOf(error: unknown): Error {
  if (ranOutOfMemory(error)) return new FailureError({ kind: 'too-large' });
  return error instanceof Error ? error : new Error('the job’s thread failed', { cause: error });
}
