/**
 * A small server over node:net that answers byte for byte as a test says, so that every way of answering badly can be acted.
 * Records the head and body of each request. Not here: a server that behaves (src/sandbox).
 */
import { createServer, type Server, type Socket } from 'node:net';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
}

export type Answerer = (request: RawRequest, socket: Socket, index: number) => void;

export interface RawServer {
  readonly origin: string;
  readonly port: number;
  readonly requests: RawRequest[];
  /** What to do with a request; may be changed between requests. */
  answer: Answerer;
  connections: number;
  close(): Promise<void>;
}

/** Lets what is on its way be read: both ends of these sockets are in this process, so turns of its loop count and no time does. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until the server was asked so often, and until what it answers at once has been read. */
export async function untilAsked({ requests }: RawServer, count = 1): Promise<void> {
  while (requests.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  await turns();
}

/** Listens on 127.0.0.1 until closed. */
export async function rawServer(answer: Answerer): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const listener: Server = createServer((socket) => {
    state.connections += 1;
    const connection = state.connections;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let buffered = '';
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (let request = take(buffered); request !== null; request = take(buffered)) {
        buffered = buffered.slice(request.length);
        const { method, path, headers, body } = request;
        const whole: RawRequest = { method, path, headers, body, connection };
        state.requests.push(whole);
        state.answer(whole, socket, state.requests.length - 1);
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const state: RawServer = {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests: [],
    answer,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        listener.close(() => resolve());
      }),
  };
  return state;
}

function take(text: string): (Omit<RawRequest, 'connection'> & { length: number }) | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const bodyLength = Number(headers['content-length'] ?? 0);
  if (text.length < end + 4 + bodyLength) return null;
  const [method = '', path = ''] = first.split(' ');
  return { method, path, headers, body: text.slice(end + 4, end + 4 + bodyLength), length: end + 4 + bodyLength };
}

export interface HttpAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string | null;
}

/** A whole HTTP response with Content-Length. */
export function http(body: string, { status = 200, headers = {}, type = 'application/json' }: HttpAnswer = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const contentType = type === null ? '' : `Content-Type: ${type}\r\n`;
  return `HTTP/1.1 ${status} X\r\n${contentType}Content-Length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`;
}

/** A success envelope. */
export function ok(data: unknown, answer: HttpAnswer = {}): string {
  return http(JSON.stringify({ success: true, data }), answer);
}

/** An error envelope. */
export function no(
  status: number,
  code: string,
  details?: unknown,
  headers: Readonly<Record<string, string>> = {},
): string {
  return http(JSON.stringify({ success: false, error: { code, message: 'm', details } }), { status, headers });
}

export const UUID = '11111111-2222-4333-8444-555555555555';

/** An invoice as a read answers it. */
export function invoiceJson(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    uuid: UUID,
    external_id: 'order-1',
    customer_id: 'c-1',
    purpose: null,
    amount: '100.00',
    amount_to_send: '103.00',
    currency: { id: 1, code: 'EUR', name: 'Euro', symbol: '€' },
    status: 'success',
    callback_url: 'https://shop.example/cb',
    success_url: null,
    fail_url: null,
    payment_url: 'https://pay.example/1',
    created_at: '2026-11-01T10:00:00Z',
    expires_at: '2026-11-01T11:00:00Z',
    finished_at: '2026-11-01T10:20:00Z',
    payment_method: { name: 'Card', logo_url: null },
    rate: '0.92',
    settled_amount_usdt: '105.123456',
    is_adjusted: false,
    adjustment: null,
    ...change,
  };
}

/** A delivery as the API answers it. */
export function deliveryJson(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    uuid: '99999999-2222-4333-8444-555555555555',
    business_uuid: '77777777-2222-4333-8444-555555555555',
    invoice_uuid: UUID,
    event: 'invoice.paid',
    status: 'delivered',
    attempts: 1,
    max_attempts: 7,
    resend_count: 0,
    next_attempt_at: null,
    created_at: '2026-11-01T10:20:00Z',
    updated_at: '2026-11-01T10:20:01Z',
    target_url: 'https://shop.example/cb',
    payload: { event: 'invoice.paid', data: { status: 'success' } },
    attempts_history: [
      {
        attempt_number: 1,
        round: 1,
        triggered_by: 'system',
        success: true,
        duration_ms: 12,
        created_at: '2026-11-01T10:20:00Z',
        triggered_uuid_user: null,
        status_code: 200,
        response_body: 'ok',
        error: null,
      },
    ],
    last_status_code: 200,
    last_error: null,
    delivered_at: '2026-11-01T10:20:01Z',
    ...change,
  };
}

/** A page of a list. */
export function pageJson(
  items: readonly unknown[],
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const total = items.length;
  return {
    items,
    page: 1,
    per_page: 100,
    total_items: total,
    total_pages: 1,
    has_next: false,
    has_prev: false,
    ...change,
  };
}
