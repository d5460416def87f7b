/**
 * A second server of the Merchant Payment API, over node:http alone and written from the specification, so that the console is
 * tested against a reading that is not its own. It shares no code with the sandbox or the engine. It records every request: what
 * arrived is what judges. Not here: the data (world.ts), the writes (writes.ts), the switches (options.ts).
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answerRead } from './reads.ts';
import { type Behaviour, defaultBehaviour, type Json, type Reply, type SeenRequest } from './options.ts';
import { fail, tooMany } from './replies.ts';
import { type Business, finishInvoice, makeBusiness, makeInvoice, type StoredInvoice } from './world.ts';
import { createInvoice, perform, resendWebhook, type WriteResult } from './writes.ts';

export interface IndependentOptions {
  /** One business for each; the default is one with 60 invoices. */
  readonly businesses?: readonly { readonly key: string; readonly invoices?: number; readonly withdrawals?: number }[];
  /** The server's clock, milliseconds since the epoch. */
  readonly now?: () => number;
  /** Sleeps on the server's clock, for what it does later. */
  readonly sleep?: (ms: number) => Promise<void>;
}

export interface IndependentApi {
  /** For profiles; the API root is `${baseUrl}/api/v1`. */
  readonly baseUrl: string;
  readonly behaviour: Behaviour;
  readonly businesses: readonly Business[];
  /** Every request that arrived, in order. */
  readonly requests: readonly SeenRequest[];
  /** Requests that were refused by the limiter so far. */
  refusals(): number;
  /** The first business, which most tests are about. */
  readonly business: Business;
  now(): number;
  /** Requests with this method whose path matches. */
  count(method: string, path: RegExp): number;
  /** A new invoice of the first business, as if the shop had ordered it. */
  order(wish?: Parameters<typeof makeInvoice>[2]): StoredInvoice;
  /** Ends an invoice of the first business. */
  finish(uuid: string, status: string): void;
  invoice(uuid: string): StoredInvoice;
  /** A person of the first business resends at the dashboard; nothing where there is no delivery. */
  resendAtDashboard(uuid: string): void;
  close(): Promise<void>;
}

export const KEY_A = 'key-of-business-A-0123456789';

/** The same without a server: requests come as values, one after the other. */
export interface UnservedApi extends Omit<IndependentApi, 'baseUrl' | 'close'> {
  /** Carries it out at once. `lost`: there is no answer, whatever was done. */
  exchange(request: UnservedRequest): UnservedReply | 'lost';
}

export interface UnservedRequest {
  readonly method: string;
  /** With its query, from the root of the server on. */
  readonly url: string;
  readonly key: string;
  readonly body: string;
}

export interface UnservedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Without sockets, for a simulation. */
export function unservedIndependentApi(options: IndependentOptions): UnservedApi {
  const { world, api } = independentWorld(options);
  return {
    ...api,
    exchange: ({ method, url, key, body }) => {
      const seen = seenOf(world, { method, url, key, body });
      const { result, limited } = resultOf(world, seen, key);
      if (result === 'drop') return 'lost';
      const headers = limited?.headers ?? {};
      if (!('kind' in result)) return unsentOf(world, result, headers);
      doLater(world, result);
      return result.kind === 'reply' ? unsentOf(world, result.reply, headers) : 'lost';
    },
  };
}

function unsentOf(world: World, reply: Reply, headers: Readonly<Record<string, string>>): UnservedReply {
  return { status: reply.status, headers: headersOf(world, reply, headers), text: textOf(world.behaviour, reply.body) };
}

/** Starts it on a free port of 127.0.0.1. */
export async function startIndependentApi(options: IndependentOptions = {}): Promise<IndependentApi> {
  const { world, api } = independentWorld(options);
  const server = createServer((request, response) => {
    serve(world, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    ...api,
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function independentWorld(options: IndependentOptions) {
  const now = options.now ?? Date.now;
  const behaviour = defaultBehaviour();
  const requests: SeenRequest[] = [];
  const businesses = (options.businesses ?? [{ key: KEY_A }]).map(({ key, invoices = 60, withdrawals = 9 }, index) =>
    makeBusiness({ name: `independent ${index}`, key, invoices, withdrawals, now: now() }),
  );
  const [business] = businesses;
  if (business === undefined) throw new Error('at least one business');
  const world: World = {
    refusals: 0,
    now,
    sleep: options.sleep ?? ((ms) => pause(ms)),
    behaviour,
    businesses,
    requests,
  };
  const invoice = (uuid: string): StoredInvoice => {
    const found = business.invoices.find((candidate) => candidate.uuid === uuid);
    if (found === undefined) throw new Error(`no invoice ${uuid}`);
    return found;
  };
  const api: Omit<IndependentApi, 'baseUrl' | 'close'> = {
    behaviour,
    businesses,
    business,
    requests,
    refusals: () => world.refusals,
    now,
    count: (method, path) => requests.filter((seen) => seen.method === method && path.test(seen.path)).length,
    order: (wish = {}) => makeInvoice(business, now(), { status: 'pending', ...wish }),
    finish: (uuid, status) => finishInvoice(business, invoice(uuid), status, now(), business.invoices.length),
    invoice,
    resendAtDashboard: (uuid) => {
      const found = invoice(uuid);
      if (found.deliveries.length > 0) perform(world, found, 'user');
    },
  };
  return { world, api };
}

interface World {
  refusals: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly behaviour: Behaviour;
  readonly businesses: readonly Business[];
  readonly requests: SeenRequest[];
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const ROOT = '/api/v1';

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const seen = await see(world, request);
  const { behaviour } = world;
  const { result, limited } = resultOf(world, seen, request.headers['x-api-key']);
  if (result === 'drop') {
    request.socket.destroy();
    return;
  }
  // What was read is what is sent, however long it takes until then.
  const body = 'kind' in result ? null : textOf(behaviour, result.body);
  const delay = behaviour.delayMs(seen);
  if (delay > 0) await pause(delay);
  await behaviour.heldBy(seen);
  if ('kind' in result) await act(world, request, response, result, limited?.headers ?? {});
  else send(world, response, result, limited?.headers ?? {}, body);
}

interface Carried {
  readonly result: Reply | WriteResult | 'drop';
  readonly limited: Limited | null;
}

function resultOf(world: World, seen: SeenRequest, key: unknown): Carried {
  world.requests.push(seen);
  const forced = world.behaviour.intercept(seen);
  if (forced === 'drop') return { result: 'drop', limited: null };
  const business = world.businesses.find((candidate) => candidate.key === key);
  const limited = business === undefined ? null : limit(world, business);
  return { result: forced ?? refusalOf(business) ?? limited?.refusal ?? answer(world, business, seen), limited };
}

async function see(world: World, request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const key = request.headers['x-api-key'];
  const body = Buffer.concat(chunks).toString('utf8');
  return seenOf(world, { method: request.method ?? '', url: request.url ?? '/', key, body });
}

interface Arrived extends Omit<UnservedRequest, 'key'> {
  readonly key: unknown;
}

function seenOf(world: World, { method, url: path, key, body }: Arrived): SeenRequest {
  const url = new URL(path, 'http://independent');
  return {
    number: world.requests.length,
    at: world.now(),
    method,
    path: url.pathname.startsWith(ROOT) ? url.pathname.slice(ROOT.length) : url.pathname,
    query: url.searchParams,
    keyHash: typeof key === 'string' ? createHash('sha256').update(key).digest('hex') : null,
    body,
  };
}

/** Specification, "Authentication": known, then active, then the business. */
function refusalOf(business: Business | undefined): Reply | null {
  if (business === undefined) return fail(401, 'API_KEY_INVALID');
  if (business.keyState === 'revoked') return fail(403, 'API_KEY_REVOKED');
  return business.state === 'active' ? null : fail(403, 'BUSINESS_NOT_ACTIVE', { status: business.state });
}

interface Limited {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: Reply | null;
}

const WINDOW_MS = 60_000;

function limit(world: World, business: Business): Limited {
  const { behaviour, now } = world;
  if (behaviour.limiter === 'off') return { headers: {}, refusal: null };
  const at = now();
  if (behaviour.limiter === 'fixed' && at - business.windowStart >= WINDOW_MS) {
    business.windowStart = at;
    business.hits = [];
  }
  if (behaviour.limiter === 'sliding') business.hits = business.hits.filter((hit) => hit > at - WINDOW_MS);
  const start = behaviour.limiter === 'fixed' ? business.windowStart : (business.hits[0] ?? at);
  const seconds = Math.max(1, Math.ceil((start + WINDOW_MS - at) / 1000));
  const allowed = business.hits.length < behaviour.limit;
  if (allowed) business.hits.push(at);
  const headers = {
    'x-ratelimit-limit': String(behaviour.limit),
    'x-ratelimit-remaining': String(Math.max(0, behaviour.limit - business.hits.length)),
    'x-ratelimit-reset': String(seconds),
  };
  if (allowed) return { headers, refusal: null };
  Object.assign(world, { refusals: world.refusals + 1 });
  const refusal = tooMany(behaviour, 'RATE_LIMITED', seconds);
  return { headers: behaviour.retryHint === 'none' ? {} : headers, refusal };
}

function answer(world: World, business: Business | undefined, seen: SeenRequest): Reply | WriteResult {
  if (business === undefined) return fail(401, 'API_KEY_INVALID');
  if (seen.method === 'GET') return answerRead(world, business, seen);
  const resend = /^\/external\/invoices\/([^/]+)\/resend-webhook$/.exec(seen.path);
  if (seen.method === 'POST' && resend !== null) {
    return resendWebhook(world, business, decodeURIComponent(resend[1] ?? ''));
  }
  if (seen.method === 'POST' && seen.path === '/external/invoices') return createInvoice(world, business, seen.body);
  return { status: 404, body: '<html>not here</html>', headers: { 'content-type': 'text/html' } };
}

/** A write says itself what becomes of its answer. */
async function act(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  result: WriteResult,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  doLater(world, result);
  if (result.kind === 'reply') send(world, response, result.reply, headers);
  else if (result.kind === 'truncate') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"success": true, "da', () => request.socket.destroy());
  } else request.socket.destroy();
}

function doLater(world: World, { later }: WriteResult): void {
  if (later !== undefined) void world.sleep(later.afterMs).then(() => later.run());
}

function headersOf(world: World, reply: Reply, headers: Readonly<Record<string, string>>): Record<string, string> {
  return {
    'content-type': typeof reply.body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...(world.behaviour.sendDate ? { date: new Date(world.now()).toUTCString() } : {}),
    ...headers,
    ...reply.headers,
  };
}

function send(
  world: World,
  response: ServerResponse,
  reply: Reply,
  headers: Readonly<Record<string, string>>,
  text: string | null = null,
): void {
  response.sendDate = false;
  response.writeHead(reply.status, headersOf(world, reply, headers));
  response.end(text ?? textOf(world.behaviour, reply.body));
}

function textOf(behaviour: Behaviour, body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(withoutSuccess(behaviour, body));
}

function withoutSuccess(behaviour: Behaviour, body: unknown): unknown {
  if (!behaviour.successAbsent || typeof body !== 'object' || body === null || !('data' in body)) return body;
  const rest: Json = { data: body.data };
  return rest;
}
