/**
 * The real sync job and watch, gate, retries and reading of answers, over a list in memory and a real mirror file, on the discrete
 * clock: a cold walk of nine minutes runs in seconds. Only the sockets are missing. Not here: expectations.
 */
import type { ApiClient } from '../../../src/backend/api/endpoints/calls.ts';
import { assembleClient } from '../../../src/backend/api/endpoints/client.ts';
import { KeyGates } from '../../../src/backend/api/gate/key-gates.ts';
import { createRetryQuota } from '../../../src/backend/api/gate/quota.ts';
import type { Outcome, Transport } from '../../../src/backend/api/transport/transport.ts';
import type { Books } from '../../../src/backend/books/books.ts';
import { Sync } from '../../../src/backend/jobs/sync/sync.ts';
import { Watch } from '../../../src/backend/jobs/webhooks/watch/watch.ts';
import type { JobContext, Signal } from '../../../src/backend/jobs/kernel/context.ts';
import type { CertifyInput } from '../../../src/backend/mirror/kernel/answers.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import { openInProcess } from '../in-process-store.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import type { DiscreteClock } from '../discrete-clock.ts';
import type { LimiterModel } from '../limiter-models.ts';
import { jobContext } from './job-context.ts';

export interface SyncBench {
  readonly clock: DiscreteClock;
  readonly mirror: Mirror;
  readonly books: Books;
  readonly sync: Sync;
  /** Not started. */
  readonly watch: Watch;
  readonly client: ApiClient;
  readonly context: JobContext;
  /** Requests that the limiter refused. */
  refused(): number;
  /** Starts the sync, or its next cycle, and runs until it has come to rest; answers how long that took, milliseconds. */
  cycle(): Promise<number>;
  /** Lets the running sync go on for so long. */
  runFor(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** What stands behind the transport: the answer to a GET below the API root. */
export interface BenchWorld {
  readonly requests: readonly unknown[];
  answer(path: string): BenchAnswer | Promise<BenchAnswer>;
}

export interface BenchAnswer {
  readonly status: number;
  readonly body: string;
  /** Milliseconds since the epoch; absent: now, by the clock of the bench. */
  readonly date?: number;
}

export interface BenchTrouble {
  readonly outcome: Outcome;
  readonly afterMs: number;
}

export interface SyncBenchOptions {
  readonly folder: string;
  readonly clock: DiscreteClock;
  readonly world: BenchWorld;
  /** Absent: no limit and no headers. */
  readonly limiter?: LimiterModel;
  readonly reserve?: number | 'automatic';
  readonly latencyMs?: number;
  /** Milliseconds on the way there, until the world answers, and back; absent: half of `latencyMs` each. */
  readonly latency?: (path: string) => readonly [there: number, back: number];
  /** What a request meets instead of the world, and after how long; null: nothing. */
  readonly trouble?: (path: string) => BenchTrouble | null;
  /** Called after each verdict about a list. */
  readonly onVerdict?: (verdict: CertifyInput) => void | Promise<void>;
  /** Called whenever something is announced. */
  readonly onSignal?: (signal: Signal) => void;
  /** While it says so nothing can be written to the mirror. */
  readonly isFull?: () => boolean;
  /** While it says so the watch finds nothing that has come to its end and could be read again. */
  readonly isPlansOnly?: () => boolean;
}

export function startSyncBench(options: SyncBenchOptions): SyncBench {
  const { clock, world } = options;
  const tally = { refused: 0 };
  const client = clientOver(options, tally);
  const store: Store = openInProcess(options.folder);
  const file = store.mirror('p1');
  const mirror: Mirror = {
    read: async (name, input) => {
      const answer = await file.read(name, input);
      const isLeftOut = name === 'watch.next' && options.isPlansOnly?.() === true;
      if (isLeftOut) Object.assign(Object(answer), { recent: null, failed: null, slow: null });
      return answer;
    },
    write: async (name, input) => {
      if (options.isFull?.() === true) throw new Error('no room');
      const result = await file.write(name, input);
      if (isVerdict(name, input)) await options.onVerdict?.(input);
      return result;
    },
  };
  const closing = new AbortController();
  const rest: { resolve: () => void } = { resolve: () => undefined };
  const context = jobContext({
    client,
    mirror,
    books: store.books,
    clock,
    announce: (signal) => {
      watch.notice(signal);
      options.onSignal?.(signal);
      if (signal.kind === 'sync' && ['idle', 'stopped', 'waiting'].includes(raw())) rest.resolve();
    },
    closing: closing.signal,
    onDifferentBusiness: () => undefined,
  });
  const sync = new Sync(context);
  const watch = new Watch(context, { stopped: () => client.halted(), serverNow: () => clock.now() });
  // Waiting for the gate is not rest: the phase without that.
  const raw = (): string =>
    sync.state().reason?.startsWith('The request budget') === true ? 'running' : sync.state().phase;
  return {
    clock,
    mirror,
    books: store.books,
    sync,
    watch,
    client,
    context,
    refused: () => tally.refused,
    async cycle() {
      await mirror.write('bind', { origin: 'http://world' });
      const begun = clock.monotonic();
      const rested = new Promise<void>((resolve) => {
        rest.resolve = resolve;
      });
      sync.start();
      await clock.run(rested);
      const state = sync.state();
      if (state.failure !== null)
        throw new Error(`the cycle failed: ${JSON.stringify(state.failure)} after ${world.requests.length}`);
      return clock.monotonic() - begun;
    },
    runFor: (ms) => clock.runFor(ms),
    async close() {
      closing.abort(new Error('closing'));
      await clock.run(Promise.all([sync.ended(), watch.ended()]));
      await client.close();
      await store.close();
    },
  };
}

function isVerdict(name: string, input: unknown): input is CertifyInput {
  return name === 'lists.certify' && typeof input === 'object';
}

function clientOver(options: SyncBenchOptions, tally: { refused: number }): ApiClient {
  const { clock, reserve = null } = options;
  const random = (): number => 0.5;
  const requestLog = { recent: () => Promise.resolve([]), append: () => undefined };
  const gate = new KeyGates({ clock, random }).pacer({ origin: 'http://world', key: () => 'key', requestLog, reserve });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined, redact: () => undefined };
  return assembleClient({
    clock,
    log,
    gate,
    transport: transportOver(options, tally),
    quota: createRetryQuota(clock),
    random,
    readTotalMs: 60_000,
    rootPath: '',
  });
}

function transportOver(
  { clock, world, limiter, latencyMs = 100, latency, trouble }: SyncBenchOptions,
  tally: { refused: number },
): Transport {
  return {
    async send({ path }): Promise<Outcome> {
      const met = trouble?.(path) ?? null;
      if (met !== null) {
        await clock.sleep(met.afterMs);
        return met.outcome;
      }
      const [there, back] = latency?.(path) ?? [latencyMs / 2, latencyMs / 2];
      await clock.sleep(there);
      const hit = limiter?.hit(clock.monotonic());
      const isRefused = hit !== undefined && !hit.allowed;
      if (isRefused) tally.refused += 1;
      const {
        status,
        body,
        date = clock.now(),
      }: BenchAnswer = isRefused
        ? { status: 429, body: JSON.stringify({ success: false, error: { code: 'RATE_LIMITED', message: 'limit' } }) }
        : await world.answer(path);
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        date: new Date(date).toUTCString(),
      };
      if (hit !== undefined) {
        headers['x-ratelimit-limit'] = String(hit.headers.limit);
        headers['x-ratelimit-remaining'] = String(hit.headers.remaining);
        headers['x-ratelimit-reset'] = String((hit.headers.resetMs ?? 0) / 1000);
        if (isRefused) headers['retry-after'] = String(hit.retryAfterMs / 1000);
      }
      await clock.sleep(back);
      return { kind: 'reply', status, headers, body: Buffer.from(body) };
    },
    drop: () => undefined,
    close: () => Promise.resolve(),
  };
}
