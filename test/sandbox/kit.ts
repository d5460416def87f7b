/**
 * What the sandbox's tests share: a caller over real sockets, reading answers of unknown shape, a loopback receiver.
 */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { manualClock } from '../support/manual-clock.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}

/** The value at a path of names and numbers inside an unknown value; undefined when there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here: unknown = value;
  for (const step of path) here = typeof here === 'object' && here !== null ? Reflect.get(here, step) : undefined;
  return here;
}

/** The same, which must be a string. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new Error(`no string at ${path.join('.')} of ${JSON.stringify(value)}`);
  return found;
}

/** The same, which must be a list. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): unknown[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) throw new Error(`no list at ${path.join('.')} of ${JSON.stringify(value)}`);
  return found;
}

/** The error code of an answer. */
export function codeOf(answer: Answer): unknown {
  return at(answer.body, 'error', 'code');
}

/** Calls the API. `key: null` sends no key; an object body is sent as JSON. */
export async function call(
  sandbox: Sandbox,
  method: string,
  path: string,
  options: {
    key?: string | null;
    body?: unknown;
    raw?: string;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  } = {},
): Promise<Answer> {
  const { key = sandbox.apiKey, body, raw, signal } = options;
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${sandbox.baseUrl}/api/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: response.status, headers: response.headers, body: parsed, text };
}

export async function get(sandbox: Sandbox, path: string): Promise<Answer> {
  return call(sandbox, 'GET', path);
}

/** A small world that stands still, with no request limit in the way unless asked for. */
export async function still(options: SandboxOptions = {}): Promise<Sandbox> {
  return createSandbox({ size: 40, clock: manualClock(), limit: 100_000, ...options });
}

export const ORDER = { external_id: 'T-1', customer_id: 'c-1', amount: '49.90', currency: 'EUR' };

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers next: a status, or null for nothing at all. */
  answer: number | null;
  close(): Promise<void>;
}

/** A webhook receiver on loopback that keeps what it got. */
export async function receiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ headers: request.headers, raw: Buffer.concat(pieces).toString('utf8') });
      if (self.answer === null) return;
      response.writeHead(self.answer, { 'content-type': 'text/plain', location: 'http://127.0.0.1:9/' });
      response.end(`answered ${self.answer}`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const shown = host === '::1' ? '[::1]' : host;
  const self: Receiver = {
    url: `http://${shown}:${address.port}/hook?x=1`,
    received,
    answer: 200,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return self;
}
