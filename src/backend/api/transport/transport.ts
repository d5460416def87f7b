// One request = one attempt over undici, with deadlines on the Clock port; the key is attached here and nowhere else.
import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher, Pool } from 'undici';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { Clock } from '../../ports.ts';
import { DIRECT_NETWORK, type Network } from './network.ts';
import { checkApiKey } from './origin.ts';
import { type Mask, maskOf, MASKS } from './secret.ts';
import { failureOfError } from './errors.ts';
import { Tunnel } from './tunnel.ts';

/** Calls `expired` once when a deadline passes, unless it is stopped first. */
class Watchdog {
  readonly #clock: Clock;
  readonly #expired: () => void;
  readonly #stop = new AbortController();
  readonly #total: number;
  #phase: number;

  constructor(clock: Clock, limits: { readonly phaseMs: number; readonly totalMs: number }, expired: () => void) {
    this.#clock = clock;
    this.#expired = expired;
    this.#total = clock.monotonic() + limits.totalMs;
    this.#phase = clock.monotonic() + limits.phaseMs;
    void this.#watch();
  }

  /** A new phase begins: it may take `ms` from now. Never shortens a running wait, which no phase needs. */
  restart(ms: number): void {
    this.#phase = this.#clock.monotonic() + ms;
  }

  stop(): void {
    this.#stop.abort();
  }

  async #watch(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const left = Math.min(this.#phase, this.#total) - this.#clock.monotonic();
      if (left <= 0) {
        this.#stop.abort();
        this.#expired();
        return;
      }
      try {
        await this.#clock.sleep(left, this.#stop.signal);
      } catch {
        // The only way a sleep fails is by stop().
        return;
      }
    }
  }
}

export interface TransportLimits {
  /** Name resolution, TCP, proxy and TLS together. */
  readonly connectMs: number;
  /** From the first byte sent to the end of the response's head. */
  readonly headersMs: number;
  /** Longest silence within the body. */
  readonly idleMs: number;
  readonly totalMs: number;
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly connections: number;
}

export const TRANSPORT_LIMITS: TransportLimits = {
  connectMs: 10_000,
  headersMs: 10_000,
  idleMs: 10_000,
  totalMs: 30_000,
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  connections: 16,
};

export interface TransportOptions {
  /** scheme://host[:port]; no other host ever sees a request or the key. */
  readonly origin: string;
  /** Read at every request, never kept. Null: every call fails with `profile-changed` (no-key). */
  readonly key: () => string | null;
  /** Taken out of every answer, as the key is: a receiver may have put it into one that the API repeats. */
  readonly webhookSecret?: (() => string | null) | undefined;
  readonly clock: Clock;
  readonly limits?: Partial<TransportLimits> | undefined;
  /** Proxies and authorities for https; absent: a direct way and the authorities of the runtime. */
  readonly network?: Network | undefined;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST';
  /** Absolute path with query, already encoded. */
  readonly path: string;
  /** JSON text, sent byte for byte. */
  readonly body?: string | undefined;
  /** A socket of its own, closed afterwards: a stale keep-alive socket would make the fate of a POST unknown. */
  readonly fresh?: boolean | undefined;
  /** How long the head of its answer may take; absent: as long as that of any. Never longer than the whole. */
  readonly headersMs?: number | undefined;
  /** Asked at the last moment before the first byte is written: a failure, and nothing is. */
  readonly holdBack?: (() => Failure | null) | undefined;
  /** How large its answer may be; absent: as large as any. Never larger than that. */
  readonly bodyBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Header names in lower case; of repeated ones the first. */
export type ReplyHeaders = Readonly<Record<string, string>>;

export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: Buffer;
  /** Takes the key of this request out of a text of the answer. */
  readonly mask?: Mask | undefined;
}

/** `not-sent`: no byte of the request was written. `maybe-sent`: it may have reached the server. */
export type Outcome =
  | Reply
  | { readonly kind: 'not-sent'; readonly failure: Failure }
  | { readonly kind: 'maybe-sent'; readonly failure: Failure };

export interface Transport {
  /** Sends once. Never throws, and no failure holds a header. */
  send(request: Outgoing): Promise<Outcome>;
  /** Drops pooled sockets; requests on them fail, requests on sockets of their own go on. The system's proxies are asked for anew. */
  drop(): void;
  close(): Promise<void>;
}

/** A transport that is bound to one origin. */
export function createTransport(options: TransportOptions): Transport {
  const limits: TransportLimits = { ...TRANSPORT_LIMITS, ...options.limits };
  const tunnel = tunnelOf(options, limits);
  const settings = (over: AbortSignal): Client.Options => socketSettings(limits, tunnel, over);
  const newPool = (): { readonly pool: Pool; readonly over: AbortController } => {
    const over = new AbortController();
    return { pool: new Pool(options.origin, { ...settings(over.signal), connections: limits.connections }), over };
  };
  let pooled = newPool();
  let secret: Secret | null = null;
  return {
    async send(request) {
      const key = options.key();
      if (key === null) return { kind: 'not-sent', failure: { kind: 'profile-changed', reason: 'no-key' } };
      const check = checkApiKey(key);
      if (!check.ok || check.key !== key) {
        const message = check.ok ? 'The key has blanks around it.' : check.issue;
        return { kind: 'not-sent', failure: { kind: 'invalid-input', issues: [{ path: 'apiKey', message }] } };
      }
      const webhook = options.webhookSecret?.() ?? null;
      if (secret?.key !== key || secret.webhook !== webhook) secret = { key, webhook, mask: maskOfBoth(key, webhook) };
      if (request.signal?.aborted === true) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
      if (request.fresh !== true) return exchange(pooled.pool, request, secret, limits, options.clock);
      const over = new AbortController();
      const client = new Client(options.origin, settings(over.signal));
      try {
        return await exchange(client, request, secret, limits, options.clock);
      } finally {
        over.abort(new Error('request is over'));
        void client.destroy().catch(() => undefined);
      }
    },
    drop() {
      const old = pooled;
      tunnel?.forget();
      pooled = newPool();
      void old.pool.destroy().catch(() => undefined);
      old.over.abort(new Error('connections are dropped'));
    },
    async close() {
      const closing = pooled.pool.destroy().catch(() => undefined);
      pooled.over.abort(new Error('transport is closed'));
      await closing;
    },
  };
}

/** The key of a request and what takes it, and the webhook secret, out of the answer. */
interface Secret {
  readonly key: string;
  readonly webhook: string | null;
  readonly mask: Mask;
}

function maskOfBoth(key: string, webhook: string | null): Mask {
  const maskKey = maskOf(key);
  if (webhook === null) return maskKey;
  const maskWebhook = maskOf(webhook, MASKS.webhook);
  return (text) => maskWebhook(maskKey(text));
}

/** Null for an origin on this machine (http), which no proxy and no certificate has part in. */
function tunnelOf({ origin, network, clock }: TransportOptions, { connectMs }: TransportLimits): Tunnel | null {
  if (!origin.startsWith('https:')) return null;
  return new Tunnel({ origin, network: network ?? DIRECT_NETWORK, clock, connectMs });
}

/** As the HTTP client asks for sockets. Until one is there nothing of a request is written. */
function connector(tunnel: Tunnel, over: AbortSignal): buildConnector.connector {
  return (_place, callback) => void handOver(tunnel.connect(over), callback);
}

async function handOver(connected: Promise<Socket>, callback: buildConnector.Callback): Promise<void> {
  const [result] = await Promise.allSettled([connected]);
  if (result.status === 'fulfilled') callback(null, result.value);
  else callback(result.reason instanceof Error ? result.reason : new Error('no connection'), null);
}

function socketSettings(limits: TransportLimits, tunnel: Tunnel | null, over: AbortSignal): Client.Options {
  return {
    // Timers of the HTTP client are off: all deadlines run on the Clock port.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: tunnel === null ? { timeout: 0 } : connector(tunnel, over),
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: limits.headerBytes,
    maxResponseSize: limits.bodyBytes,
  };
}

function exchange(
  dispatcher: Dispatcher,
  request: Outgoing,
  { key, mask }: Secret,
  limits: TransportLimits,
  clock: Clock,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const bodyBytes = Math.min(limits.bodyBytes, request.bodyBytes ?? limits.bodyBytes);
    const own = { ...limits, headersMs: request.headersMs ?? limits.headersMs, bodyBytes };
    const handler = new Exchange(request, mask, own, clock, resolve);
    try {
      dispatcher.dispatch(
        {
          method: request.method,
          path: request.path,
          body: request.body ?? null,
          idempotent: request.method === 'GET',
          reset: request.fresh === true,
          headers: {
            'x-api-key': key,
            accept: 'application/json',
            'accept-encoding': 'identity',
            'user-agent': 'merchant-console',
            ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        handler,
      );
    } catch (error) {
      handler.fail(error);
    }
  });
}

/** The life of one request: collects the answer, watches the deadlines, settles exactly once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #mask: Mask;
  readonly #limits: TransportLimits;
  readonly #settle: (outcome: Outcome) => void;
  readonly #watchdog: Watchdog;
  readonly #signal: AbortSignal | undefined;
  readonly #holdBack: () => Failure | null;
  readonly #onAbort = (): void => this.#end({ kind: 'cancelled' });
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #status: number | null = null;
  #headers: ReplyHeaders = {};
  #settled = false;

  constructor(
    { signal, holdBack }: Pick<Outgoing, 'signal' | 'holdBack'>,
    mask: Mask,
    limits: TransportLimits,
    clock: Clock,
    settle: (outcome: Outcome) => void,
  ) {
    this.#mask = mask;
    this.#limits = limits;
    this.#settle = settle;
    this.#signal = signal;
    this.#holdBack = holdBack ?? (() => null);
    this.#watchdog = new Watchdog(clock, { phaseMs: limits.connectMs, totalMs: limits.totalMs }, () =>
      this.#end({ kind: 'unreachable', reason: 'timeout', detail: this.#status === null ? 'headers' : 'body' }),
    );
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The last moment before the first byte is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled || this.#controller !== null) {
      // Too late, or the HTTP client wants to send a second time: neither may happen.
      controller.abort(new Error('request is over'));
      this.#end({ kind: 'unreachable', reason: 'connection-lost' });
      return;
    }
    const heldBack = this.#holdBack();
    if (heldBack !== null) {
      this.#end(heldBack);
      controller.abort(new Error('request is held back'));
      return;
    }
    this.#controller = controller;
    this.#watchdog.restart(this.#limits.headersMs);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Dispatcher.ResponseData['headers'],
  ): void {
    if (this.#settled || status < 200) return;
    this.#status = status;
    this.#headers = flatten(headers);
    if (status >= 300 && status < 400) {
      this.#end({ kind: 'malformed-response', reason: 'redirect', status });
      return;
    }
    const encoding = this.#headers['content-encoding'];
    if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity') {
      // Asked for none; unpacking what was not asked for is how bombs get in.
      this.#end({ kind: 'malformed-response', reason: 'not-the-api', status, detail: 'content-encoding' });
      return;
    }
    if (Number(this.#headers['content-length'] ?? 0) > this.#limits.bodyBytes) {
      this.#end({ kind: 'malformed-response', reason: 'too-large', status });
      return;
    }
    this.#watchdog.restart(this.#limits.idleMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.bodyBytes) {
      this.#end({ kind: 'malformed-response', reason: 'too-large', status: this.#status ?? 0 });
      return;
    }
    this.#chunks.push(chunk);
    this.#watchdog.restart(this.#limits.idleMs);
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    const mask = this.#mask;
    const headers = Object.fromEntries(Object.entries(this.#headers).map(([name, value]) => [name, mask(value)]));
    this.#finish({ kind: 'reply', status: this.#status ?? 0, headers, body: Buffer.concat(this.#chunks), mask });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** An error of the HTTP client; only its code is read. */
  fail(error: unknown): void {
    if (!this.#settled) this.#end(failureOfError(error, this.#status));
  }

  #end(failure: Failure): void {
    if (this.#settled) return;
    const controller = this.#controller;
    this.#finish({ kind: controller === null ? 'not-sent' : 'maybe-sent', failure });
    controller?.abort(new Error('request is over'));
  }

  #finish(outcome: Outcome): void {
    this.#settled = true;
    this.#watchdog.stop();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#settle(outcome);
  }
}

function flatten(headers: Dispatcher.ResponseData['headers']): ReplyHeaders {
  const flat: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) flat.push([name.toLowerCase(), first]);
  }
  return Object.fromEntries(flat);
}
