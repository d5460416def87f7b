/**
 * Runs of many resends over the real runner, resender, gate and reading of answers, with real books and a real mirror, against the
 * independent reading of the API in memory, on the discrete clock: an hour of pacing is seconds. Only the sockets are missing. Not
 * here: expectations (bulk.test.ts), deaths of the process (kills.test.ts).
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '../../../src/backend/api/endpoints/calls.ts';
import { assembleClient } from '../../../src/backend/api/endpoints/client.ts';
import { KeyGates } from '../../../src/backend/api/gate/key-gates.ts';
import { createRetryQuota } from '../../../src/backend/api/gate/quota.ts';
import type { Outcome, Outgoing, Transport } from '../../../src/backend/api/transport/transport.ts';
import type { Books } from '../../../src/backend/books/books.ts';
import type { BulkRunRow } from '../../../src/backend/books/resend/bulk.ts';
import { BulkRuns } from '../../../src/backend/jobs/resend/bulk/bulk.ts';
import type { RunBar } from '../../../src/backend/jobs/resend/bulk/item-runner.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { DiscreteClock } from '../../support/discrete-clock.ts';
import { type Behaviour, defaultBehaviour } from '../../support/independent-api/options.ts';
import { answerRead } from '../../support/independent-api/reads.ts';
import { type Business, makeBusiness, makeInvoice, type StoredInvoice } from '../../support/independent-api/world.ts';
import { resendWebhook, type WriteResult } from '../../support/independent-api/writes.ts';
import type { LimiterModel } from '../../support/limiter-models.ts';
import { SILENT } from '../../backend/workers/fixture.ts';
import { jobContext } from '../../support/benches/job-context.ts';

const ORIGIN = 'http://world';

export interface BulkBenchOptions {
  readonly clock: DiscreteClock;
  readonly invoices: number;
  readonly random: () => number;
  /** Absent: no limit and no headers. */
  readonly limiter?: LimiterModel | undefined;
  /** One way there and back, milliseconds. */
  readonly latencyMs?: (() => number) | undefined;
}

export interface BulkBench {
  readonly clock: DiscreteClock;
  /** The data folder. */
  readonly folder: string;
  readonly bulk: BulkRuns;
  readonly resender: Resender;
  readonly client: ApiClient;
  readonly books: Books;
  readonly behaviour: Behaviour;
  /** Each with one delivery that failed. */
  readonly invoices: readonly StoredInvoice[];
  /** Every POST that arrived: to which invoice, and when. */
  readonly posts: readonly { readonly uuid: string; readonly at: number }[];
  /** When each of the console's requests arrived. */
  readonly arrivals: readonly number[];
  /** Requests that the limiter refused, and the least that an answer said to be left. */
  readonly tally: { readonly refused: number; readonly least: number };
  /** What keeps the business from sending; a test may change it. */
  readonly bar: { -readonly [Name in keyof RunBar]: RunBar[Name] };
  /** Begins a run; the ids are uuids. */
  begin(invoices: readonly StoredInvoice[], include?: { delivered?: boolean; retrying?: boolean }): Promise<string>;
  /** Runs until the run is in one of the states, with nothing at work. */
  until(runId: string, ...states: readonly BulkRunRow['state'][]): Promise<BulkRunRow>;
  /** Ends this life and begins the next over the same folder, or over the one that `between` names, and the same server. */
  nextLife(between: (folder: string) => string | undefined): Promise<BulkBench>;
  close(): Promise<void>;
}

/** Over a fresh folder and world, or over those of an earlier life, which it takes up. */
export async function startBulkBench(
  options: BulkBenchOptions,
  earlier?: { readonly folder: string; readonly world: World },
): Promise<BulkBench> {
  const { clock } = options;
  // In memory where the system has such a folder: the books wait for a disk at every step, to no purpose here.
  const folder =
    earlier?.folder ?? mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'merchant-console-bulk-'));
  const store = openInProcess(folder, SILENT, () => new Date(clock.now()));
  const world = earlier?.world ?? new World(options);
  const closing = new AbortController();
  const client = clientOver(world, options);
  const context = jobContext({
    client,
    mirror: store.mirror('p1'),
    books: store.books,
    clock,
    closing: closing.signal,
  });
  await context.mirror.write('bind', { origin: ORIGIN });
  const resender = new Resender(context);
  const bar: BulkBench['bar'] = { stop: null, isOffline: false };
  const bulk = new BulkRuns(context, resender, () => bar);
  if (earlier !== undefined) {
    await resender.recover();
    await bulk.recover();
  }
  const end = async (): Promise<void> => {
    closing.abort(new Error('closing'));
    await clock.run(Promise.all([bulk.settled(), resender.settled()]));
    await client.close();
    await store.close();
  };
  const run = async (runId: string): Promise<BulkRunRow> => {
    const found = await store.books.read('bulk.run', { profileId: 'p1', runId });
    if (found === null) throw new Error('no such run');
    return found;
  };
  return {
    clock,
    folder,
    bulk,
    resender,
    client,
    books: store.books,
    behaviour: world.behaviour,
    invoices: world.business.invoices,
    posts: world.posts,
    arrivals: world.arrivals,
    tally: world.tally,
    bar,
    async begin(invoices, include = {}) {
      const runId = randomUUID();
      const consent = { delivered: include.delivered ?? false, retrying: include.retrying ?? false };
      const named = invoices.map(({ uuid }) => ({ uuid, externalId: null }));
      await bulk.start({ runId, label: 'a run', include: consent, invoices: named });
      return runId;
    },
    async until(runId, ...states) {
      const reached = async (): Promise<BulkRunRow> => {
        for (;;) {
          const now = await run(runId);
          if (states.includes(now.state) && now.counts.running === 0) return now;
          await clock.sleep(500);
        }
      };
      return clock.run(reached());
    },
    async nextLife(between) {
      await end();
      return startBulkBench(options, { folder: between(folder) ?? folder, world });
    },
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server: its data, its limiter, and what becomes of each request. */
class World implements Transport {
  readonly behaviour = defaultBehaviour();
  readonly business: Business;
  readonly posts: { readonly uuid: string; readonly at: number }[] = [];
  readonly arrivals: number[] = [];
  readonly tally = { refused: 0, least: Number.POSITIVE_INFINITY };
  readonly #options: BulkBenchOptions;
  readonly #startedAt: number;

  constructor(options: BulkBenchOptions) {
    this.#options = options;
    const now = options.clock.now();
    this.#startedAt = now - options.clock.monotonic();
    this.business = makeBusiness({ name: 'bulk', key: 'key', invoices: 0, withdrawals: 0, now });
    for (let index = 0; index < options.invoices; index += 1) {
      const invoice = makeInvoice(this.business, now - 86_400_000, { status: 'success', externalId: `order ${index}` });
      Object.assign(invoice.deliveries[0] ?? {}, { status: 'failed', delivered_at: null });
    }
  }

  async send({ method, path }: Outgoing): Promise<Outcome> {
    const { clock, limiter, latencyMs = () => 100 } = this.#options;
    await clock.sleep(latencyMs() / 2);
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      date: new Date(this.#now()).toUTCString(),
    };
    this.arrivals.push(clock.monotonic());
    const hit = limiter?.hit(clock.monotonic());
    if (hit !== undefined) {
      headers['x-ratelimit-limit'] = String(hit.headers.limit);
      headers['x-ratelimit-remaining'] = String(hit.headers.remaining);
      headers['x-ratelimit-reset'] = String((hit.headers.resetMs ?? 0) / 1000);
      this.tally.least = Math.min(this.tally.least, hit.headers.remaining ?? Number.POSITIVE_INFINITY);
    }
    const result =
      hit === undefined || hit.allowed ? this.#answer(method, path) : this.#refuse(headers, hit.retryAfterMs);
    if (result.later !== undefined) void clock.sleep(result.later.afterMs).then(result.later.run);
    await clock.sleep(latencyMs() / 2);
    if (result.kind !== 'reply')
      return { kind: 'maybe-sent', failure: { kind: 'unreachable', reason: 'connection-lost' } };
    const { status, body } = result.reply;
    if (typeof body === 'string') headers['content-type'] = 'text/html';
    return {
      kind: 'reply',
      status,
      headers,
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    };
  }

  drop(): void {}

  async close(): Promise<void> {}

  /** The server has a clock of its own: nobody sets it. */
  #now(): number {
    return this.#startedAt + this.#options.clock.monotonic();
  }

  #answer(method: string, path: string): WriteResult {
    const url = new URL(path, ORIGIN);
    const world = { now: () => this.#now(), behaviour: this.behaviour };
    const uuid = /^\/external\/invoices\/([^/]+)\/resend-webhook$/.exec(url.pathname)?.[1];
    if (method === 'POST' && uuid !== undefined) {
      this.posts.push({ uuid, at: this.#options.clock.monotonic() });
      return resendWebhook(world, this.business, uuid);
    }
    const seen = { number: 0, at: 0, method, path: url.pathname, query: url.searchParams, keyHash: null, body: '' };
    return { kind: 'reply', reply: answerRead(world, this.business, seen) };
  }

  #refuse(headers: Record<string, string>, retryAfterMs: number): WriteResult {
    this.tally.refused += 1;
    headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000));
    const error = { code: 'RATE_LIMITED', message: 'limit' };
    return { kind: 'reply', reply: { status: 429, body: { success: false, error } } };
  }
}

function clientOver(transport: Transport, { clock, random }: BulkBenchOptions): ApiClient {
  const requestLog = { recent: () => Promise.resolve([]), append: () => undefined };
  const reserve = 'automatic' as const;
  const gate = new KeyGates({ clock, random }).pacer({ origin: ORIGIN, key: () => 'key', requestLog, reserve });
  return assembleClient({
    clock,
    log: SILENT,
    gate,
    transport,
    quota: createRetryQuota(clock),
    random,
    readTotalMs: 60_000,
    rootPath: '',
  });
}
