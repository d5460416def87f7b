/**
 * A limiter in front of any handler of the API, on any clock: half the latency, the limiter's word, the handler's reply with the
 * headers of the specification, half the latency. In process, or as a server over real sockets. Also a neighbour who uses the
 * same key. Not here: how a limiter counts (limiter-models.ts), what a handler answers.
 *
 *   const front = new LimitedFront({ clock, limiter: new LimiterModel('sliding-log'), latencyMs: 100 });
 *   const reply = await front.pass(() => ({ status: 200, body }));                  // in process
 *   const server = await serveLimited(front, (request) => ({ status: 200, body }));  // over sockets
 *
 * Over sockets on a DiscreteClock the client's side needs `holdDuringRequests(clock)` and the front `sleep: (ms) =>
 * clock.sleepHeld(ms)`, so that time moves while the server sleeps and stands still while bytes are on the wire.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { Clock } from '../../src/backend/ports.ts';
import type { Reply } from './independent-api/options.ts';
import { fail } from './independent-api/replies.ts';
import type { Hit, LimiterModel } from './limiter-models.ts';

export interface Tally {
  answered: number;
  refused: number;
}

export interface FrontOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly limiter: LimiterModel;
  /** From the request's first byte sent to the reply's last byte received. */
  readonly latencyMs: number;
  /** How the front sleeps; the clock's own way when absent. */
  readonly sleep?: (ms: number) => Promise<void>;
}

export class LimitedFront {
  readonly tally: Tally = { answered: 0, refused: 0 };
  readonly #options: FrontOptions;

  constructor(options: FrontOptions) {
    this.#options = options;
  }

  /** One request: the handler is asked only when the limiter allows it. */
  async pass(handle: () => Reply | Promise<Reply>): Promise<Reply> {
    const { clock, limiter, latencyMs } = this.#options;
    const sleep = this.#options.sleep ?? ((ms) => clock.sleep(ms));
    await sleep(latencyMs / 2);
    const hit = limiter.hit(clock.monotonic());
    this.tally[hit.allowed ? 'answered' : 'refused'] += 1;
    const reply = hit.allowed ? await handle() : refusal(hit);
    await sleep(latencyMs / 2);
    return { ...reply, headers: { ...limitHeaders(hit), ...reply.headers } };
  }
}

function refusal({ retryAfterMs }: Hit): Reply {
  const seconds = retryAfterMs / 1000;
  return {
    ...fail(429, 'RATE_LIMITED', { retry_after_seconds: seconds }),
    headers: { 'retry-after': String(seconds) },
  };
}

/** Specification, "Limits": on every response, Reset in seconds. */
function limitHeaders({ headers: { limit, remaining, resetMs } }: Hit): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String((resetMs ?? 0) / 1000),
  };
}

export interface LimitedServer {
  /** scheme://host:port */
  readonly origin: string;
  close(): Promise<void>;
}

/** A server on a free port of 127.0.0.1 whose every request passes the front. */
export async function serveLimited(
  front: LimitedFront,
  handle: (request: { readonly method: string; readonly url: URL }) => Reply,
): Promise<LimitedServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://limited');
    request.resume();
    front
      .pass(() => handle({ method: request.method ?? '', url }))
      .then((reply) => send(response, reply))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export interface Neighbour {
  /** What it got since it is counted. */
  readonly tally: Tally;
  /** Is it counted by now? */
  counts(): boolean;
  stop(): void;
}

/** Somebody else on the same key: requests at random moments (Poisson), never repeated, counted from a while after the first. */
export function startNeighbour(options: {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly limiter: LimiterModel;
  readonly random: () => number;
  readonly perMinute: number;
  /** It begins so late. */
  readonly fromMs?: number;
  /** Counted from so long after its first request. */
  readonly countFromMs: number;
}): Neighbour {
  const { clock, limiter, random, perMinute, fromMs = 0, countFromMs } = options;
  const tally: Tally = { answered: 0, refused: 0 };
  const state = { over: false, countsFrom: Number.POSITIVE_INFINITY };
  const live = async (): Promise<void> => {
    await clock.sleep(fromMs);
    while (!state.over) {
      await clock.sleep((-Math.log(1 - random()) * 60_000) / perMinute);
      const now = clock.monotonic();
      state.countsFrom = Math.min(state.countsFrom, now + countFromMs);
      const { allowed } = limiter.hit(now);
      if (now >= state.countsFrom) tally[allowed ? 'answered' : 'refused'] += 1;
    }
  };
  void live();
  return {
    tally,
    counts: () => clock.monotonic() >= state.countsFrom,
    stop: () => {
      state.over = true;
    },
  };
}
