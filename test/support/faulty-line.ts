/**
 * A line to a server that breaks in twenty ways, byte by byte: each request is passed on, and what comes back is spoiled by the fault
 * that was drawn for it. The draw depends on the seed, the path and how often it was asked for, so that a run repeats itself whatever the
 * order of events. Not here: the server behind the line (independent-api), and who asks.
 */
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request as ask } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '../../src/domain/kernel/failure/failure.ts';
import type { DiscreteClock } from './discrete-clock.ts';
import { rawServer, type RawRequest, type RawServer } from '../backend/api/raw-server.ts';

/** What the server really answered. */
interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

type Unreachable = Extract<Failure, { kind: 'unreachable' }>['reason'];
type Malformed = Extract<Failure, { kind: 'malformed-response' }>['reason'];

interface Fault {
  readonly act: (socket: Socket, answer: Answer) => void;
  /** What a caller may be told when this was the last try; null when the answer must arrive as it is. */
  readonly told: readonly (Unreachable | Malformed | 'rejected' | 'rate-limited')[] | null;
}

const LOST = ['connection-lost', 'truncated', 'not-the-api'] as const;

/** The whole head and body of an answer, with other headers or another body where wished. */
function whole(
  answer: Answer,
  change: { status?: number; type?: string; headers?: string[]; body?: Buffer } = {},
): Buffer {
  const body = change.body ?? answer.body;
  const kept = answer.headers
    .filter(([name]) => !/^(content-length|transfer-encoding|connection|keep-alive)$/i.test(name))
    .map(([name, value]) => `${name}: ${name.toLowerCase() === 'content-type' ? (change.type ?? value) : value}`);
  const lines = [`HTTP/1.1 ${change.status ?? answer.status} X`, ...kept, ...(change.headers ?? [])];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`), body]);
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const error = (code: string, details?: unknown): Buffer =>
  json({ success: false, error: { code, message: 'no', details } });
const part = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));
const html = { type: 'text/html', body: Buffer.from('<html><h1>Welcome to the airport</h1></html>') } as const;

/** Twenty faults of the wire and of what stands between, and how each may be named. */
export const FAULTS = {
  'reset before the answer': { act: (socket) => socket.resetAndDestroy(), told: LOST },
  'reset in the head': {
    act: (socket, answer) => socket.write(part(whole(answer), 0.02), () => socket.resetAndDestroy()),
    told: LOST,
  },
  'reset in the body': {
    act: (socket, answer) => socket.write(part(whole(answer), 0.8), () => socket.resetAndDestroy()),
    told: LOST,
  },
  'an end in the body': { act: (socket, answer) => socket.end(part(whole(answer), 0.9)), told: LOST },
  silence: { act: () => undefined, told: ['timeout'] },
  'a head that never ends': { act: (socket) => socket.write('HTTP/1.1 200 OK\r\nX-Slow: '), told: ['timeout'] },
  'a body that stops': { act: (socket, answer) => socket.write(part(whole(answer), 0.7)), told: ['timeout'] },
  'JSON cut short': {
    act: (socket, answer) => socket.write(whole(answer, { body: part(answer.body, 0.6) })),
    told: ['not-json'],
  },
  'a byte that is no UTF-8': {
    act: (socket, answer) =>
      socket.write(whole(answer, { body: Buffer.concat([part(answer.body, 0.5), Buffer.from([0xff, 0xfe])]) })),
    told: ['not-json'],
  },
  'a chunk that never comes': {
    act: (socket, answer) => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
      socket.end(Buffer.concat([Buffer.from(`${head}${answer.body.length.toString(16)}\r\n`), part(answer.body, 0.5)]));
    },
    told: LOST,
  },
  'a login page with 200': { act: (socket, answer) => socket.write(whole(answer, html)), told: ['not-the-api'] },
  'a gateway’s page with 502': {
    act: (socket, answer) => socket.write(whole(answer, { ...html, status: 502 })),
    told: ['not-the-api'],
  },
  DB_UNAVAILABLE: {
    act: (socket, answer) => socket.write(whole(answer, { status: 503, body: error('DB_UNAVAILABLE') })),
    told: ['rejected'],
  },
  INTERNAL_ERROR: {
    act: (socket, answer) => socket.write(whole(answer, { status: 500, body: error('INTERNAL_ERROR') })),
    told: ['rejected'],
  },
  'RATE_LIMITED with a date': {
    act: (socket, answer) => {
      const date = answer.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
      const until = new Date(Date.parse(date) + 2_000).toUTCString();
      socket.write(whole(answer, { status: 429, headers: [`Retry-After: ${until}`], body: error('RATE_LIMITED') }));
    },
    told: ['rate-limited'],
  },
  'a redirect': {
    act: (socket, answer) =>
      socket.write(
        whole(answer, { status: 307, headers: ['Location: http://127.0.0.1:9/steal'], body: Buffer.alloc(0) }),
      ),
    told: ['redirect'],
  },
  'an envelope of something else': {
    act: (socket, answer) => socket.write(whole(answer, { body: json({ ok: true, result: [] }) })),
    told: ['wrong-envelope'],
  },
  'a failure without a code': {
    act: (socket, answer) => socket.write(whole(answer, { body: json({ success: false }) })),
    told: ['wrong-envelope'],
  },
  'a second answer nobody asked for': {
    act: (socket, answer) =>
      socket.write(Buffer.concat([whole(answer), whole(answer, { body: json({ success: true, data: [] }) })])),
    told: null,
  },
  'early hints, then byte after byte': {
    act: (socket, answer) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n');
      const bytes = whole(answer);
      for (let at = 0; at < bytes.length; at += 701) socket.write(bytes.subarray(at, at + 701));
    },
    told: null,
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS).filter((name): name is FaultName => Object.hasOwn(FAULTS, name));

/** Faults after which nothing more happens on the line, so that only time can end the request. */
const isStall = (name: FaultName): boolean => FAULTS[name].told?.[0] === 'timeout';

export interface FaultyLine {
  readonly origin: string;
  /** Share of requests that meet a fault, 0 to 1. */
  share: number;
  /** How often each fault struck. */
  readonly struck: ReadonlyMap<FaultName, number>;
  /** Called with the path when a request has come to a stall. */
  onStall: (path: string) => void;
  /** The fault that the latest request for a path met, null for none. */
  lastOf(path: string): FaultName | null;
  readonly requests: number;
  close(): Promise<void>;
}

/** A line to `target` ("http://127.0.0.1:1234"). */
export async function faultyLine(target: string, seed: string, share: number): Promise<FaultyLine> {
  const asked = new Map<string, number>();
  const last = new Map<string, FaultName | null>();
  const struck = new Map<FaultName, number>(FAULT_NAMES.map((name) => [name, 0]));
  const draw = (path: string): FaultName | null => {
    const count = (asked.get(path) ?? 0) + 1;
    asked.set(path, count);
    const bytes = createHash('sha256').update(`${seed} ${path} ${count}`).digest();
    if (bytes.readUInt32BE(0) / 2 ** 32 >= line.share) return null;
    return FAULT_NAMES[bytes.readUInt32BE(4) % FAULT_NAMES.length] ?? null;
  };
  const server: RawServer = await rawServer((request, socket) => {
    const name = draw(request.path);
    last.set(request.path, name);
    if (name !== null) struck.set(name, (struck.get(name) ?? 0) + 1);
    const fault: Fault | null = name === null ? null : FAULTS[name];
    pass(target, request).then(
      (answer) => {
        if (fault === null) socket.write(whole(answer));
        else fault.act(socket, answer);
        // What was written should have arrived before time goes on.
        if (name !== null && isStall(name)) setTimeout(() => line.onStall(request.path), 10);
      },
      () => socket.destroy(),
    );
  });
  const line: FaultyLine = {
    origin: server.origin,
    share,
    struck,
    onStall: () => undefined,
    lastOf: (path) => last.get(path) ?? null,
    get requests() {
      return server.requests.length;
    },
    close: () => server.close(),
  };
  return line;
}

function pass(target: string, { method, path, headers }: RawRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const passed = ask(`${target}${path}`, { method, headers: { ...headers, connection: 'close' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const raw = response.rawHeaders;
        const pairs = raw.flatMap((name, at): (readonly [string, string])[] =>
          at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : [],
        );
        resolve({ status: response.statusCode ?? 0, headers: pairs, body: Buffer.concat(chunks) });
      });
    });
    passed.on('error', reject);
    passed.end();
  });
}

/**
 * Time stands still while a request of undici is under way, until the line has come to a stall: then it may run, and the deadline passes.
 * A busy machine makes no difference. Until the returned function is called.
 */
export function holdOverLine(clock: DiscreteClock, line: FaultyLine): () => void {
  const holds = new Map<unknown, { readonly path: string; readonly release: () => void }>();
  const begin = (message: unknown): void => {
    const request = requestOf(message);
    holds.set(request, { path: String(Reflect.get(Object(request), 'path')), release: clock.hold() });
  };
  const end = (message: unknown): void => {
    const held = holds.get(requestOf(message));
    holds.delete(requestOf(message));
    // What the answer causes happens before time may move.
    if (held !== undefined) setImmediate(held.release);
  };
  const events = [
    ['undici:request:create', begin],
    ['undici:request:trailers', end],
    ['undici:request:error', end],
  ] as const;
  for (const [name, listener] of events) subscribe(name, listener);
  line.onStall = (path) => {
    for (const held of holds.values()) if (held.path === path) held.release();
  };
  return () => {
    for (const [name, listener] of events) unsubscribe(name, listener);
    for (const { release } of holds.values()) release();
  };
}

function requestOf(message: unknown): unknown {
  return Reflect.get(Object(message), 'request');
}
