/**
 * A small server of the reads that a walk needs, over a moving list, with the limit of the specification as a window from the first
 * request. Time is the caller's: `around` says when a request is read and how long it is under way, so that real and simulated runs
 * meet the same server. Not here: the list (moving-list.ts).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MovingList, Order } from './moving-list.ts';

export interface ServerTime {
  now(): number;
  /** Runs `read` in the middle of a request that is under way for the latency. */
  around<Value>(read: () => Value): Promise<Value>;
}

export interface ListServer {
  readonly baseUrl: string;
  /** Requests so far, and those among them that the limit refused, and that asked for deliveries. */
  readonly counts: { requests: number; refused: number; deliveries: number };
  close(): Promise<void>;
}

export interface ListServerOptions {
  readonly list: MovingList;
  readonly order: Order;
  readonly time: ServerTime;
  /** Requests a minute. */
  readonly limit: number;
}

const WINDOW_MS = 60_000;
const ROOT = '/api/v1/external/';

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Starts it on a free port of 127.0.0.1. */
export async function startListServer(options: ListServerOptions): Promise<ListServer> {
  const counts = { requests: 0, refused: 0, deliveries: 0 };
  const window = { start: Number.NEGATIVE_INFINITY, used: 0 };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    counts.requests += 1;
    if (request.url?.endsWith('/webhooks') === true) counts.deliveries += 1;
    const reply = await options.time.around(() => readOne(options, window, request.url ?? '/'));
    if (reply.status === 429) counts.refused += 1;
    response.sendDate = false;
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function readOne(
  { list, order, time, limit }: ListServerOptions,
  window: { start: number; used: number },
  url: string,
): Reply {
  const now = time.now();
  list.advance(now);
  if (now - window.start >= WINDOW_MS) Object.assign(window, { start: now, used: 0 });
  const seconds = Math.max(1, Math.ceil((window.start + WINDOW_MS - now) / 1000));
  const allowed = window.used < limit;
  if (allowed) window.used += 1;
  const headers = {
    date: new Date(now).toUTCString(),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(limit - window.used),
    'x-ratelimit-reset': String(seconds),
  };
  if (!allowed) {
    const error = { code: 'RATE_LIMITED', message: 'Too many.', details: { retry_after_seconds: seconds } };
    const body = JSON.stringify({ success: false, error });
    return { status: 429, body, headers: { ...headers, 'retry-after': String(seconds) } };
  }
  const data = find(list, order, new URL(url, 'http://127.0.0.1'));
  if (data === undefined) {
    const error = { code: 'MERCHANT_INVOICE_NOT_FOUND', message: 'Not here.' };
    return { status: 404, body: JSON.stringify({ success: false, error }), headers };
  }
  return { status: 200, body: JSON.stringify({ success: true, data }), headers };
}

function find(list: MovingList, order: Order, { pathname, searchParams }: URL): unknown {
  const path = pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : '';
  const page = Number(searchParams.get('page') ?? 1);
  const perPage = Number(searchParams.get('per_page') ?? 20);
  const status = searchParams.get('status');
  if (path === 'invoices') return pageOf(list.page(order, status, page, perPage), page, perPage);
  if (path === 'withdrawals') {
    const rows = list.business.withdrawals.filter(({ json }) => status === null || json['status'] === status);
    const items = rows.slice((page - 1) * perPage, page * perPage).map(({ json }) => json);
    return pageOf({ items, total: rows.length }, page, perPage);
  }
  if (path === 'rates' || path === 'payment-methods') return [];
  const single = /^invoices\/([^/]+)(\/webhooks)?$/.exec(path);
  const invoice = list.business.invoices.find(({ uuid }) => uuid === single?.[1]);
  return single?.[2] === undefined ? invoice?.json : invoice?.deliveries;
}

function pageOf({ items, total }: { items: unknown[]; total: number }, page: number, perPage: number): unknown {
  const pages = Math.ceil(total / perPage);
  return {
    items,
    page,
    per_page: perPage,
    total_items: total,
    total_pages: pages,
    has_next: page < pages,
    has_prev: page > 1,
  };
}
