// Puts an answer on the wire, and the faults of the wire with it: late, slow, cut off, of the wrong length.
import { setTimeout as delay } from 'node:timers/promises';
import type { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Fault, FaultKind, MetFault } from '../faults.ts';
import { RawBody } from './outcome.ts';
import type { Outcome } from './outcome.ts';

type Headers = Record<string, string>;

/** Pieces in which a huge body is written. */
const PIECE = Buffer.alloc(64 * 1024, 0x61);
const DEFAULT_HUGE_BYTES = 64 * 1024 * 1024;

/** Destroys the caller's socket. */
export function drop(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Sends an outcome as JSON; with faults, as they say. `headers` go with every answer. */
export async function send(
  reply: FastifyReply,
  outcome: Outcome,
  headers: Headers,
  faults: readonly MetFault[],
): Promise<void> {
  const of = (kind: Fault['kind']): MetFault | undefined => faults.find((fault) => fault.kind === kind);
  const text = outcome.body instanceof RawBody ? outcome.body.text : JSON.stringify(outcome.body);
  const all: Headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
    ...outcome.headers,
  };
  const slow = of('slow-answer');
  if (slow !== undefined) await delay(slow.ms ?? 40_000, undefined, { ref: false });
  if (of('process-then-drop') !== undefined) return drop(reply);
  const wire = faults.find((fault) => fault.kind in WRITERS);
  const write = wire === undefined ? undefined : WRITERS[wire.kind];
  if (wire === undefined || write === undefined) {
    await reply.code(outcome.status).headers(all).send(text);
    return undefined;
  }
  reply.hijack();
  // The caller may hang up at any moment; that is what these faults are for.
  reply.raw.on('error', () => undefined);
  return await write(reply.raw, { status: outcome.status, headers: all, body: Buffer.from(text) }, wire);
}

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

type Raw = FastifyReply['raw'];

const WRITERS: Partial<Record<FaultKind, (raw: Raw, page: Page, fault: Fault) => Promise<void>>> = {
  truncate: async (raw, page, fault) => {
    raw.writeHead(page.status, { ...page.headers, 'content-length': String(page.body.length) });
    await breakOff(raw, page.body.subarray(0, fault.bytes ?? Math.floor(page.body.length / 2)));
  },
  'wrong-length': async (raw, page, fault) => {
    const length = String(Math.max(0, page.body.length + (fault.by ?? 10)));
    raw.writeHead(page.status, { ...page.headers, 'content-length': length, connection: 'close' });
    await breakOff(raw, page.body);
  },
  'slow-headers': async (raw, page, fault) => slowHeaders(raw, page, fault.ms ?? 30_000),
  'slow-body': async (raw, page, fault) => {
    raw.writeHead(page.status, { ...page.headers, 'content-length': String(page.body.length) });
    await drip(raw, page.body, fault.ms ?? 30_000);
  },
  'zip-bomb': async (raw, page, fault) => {
    const packed = gzipSync(Buffer.alloc(fault.bytes ?? DEFAULT_HUGE_BYTES, 0x20));
    raw.writeHead(page.status, {
      ...page.headers,
      'content-encoding': 'gzip',
      'content-length': String(packed.length),
    });
    raw.end(packed);
  },
  'huge-body': async (raw, page, fault) => {
    raw.writeHead(page.status, page.headers);
    await flood(raw, fault.bytes ?? DEFAULT_HUGE_BYTES);
  },
};

/** Writes what there is and ends the connection without ending the body. */
async function breakOff(raw: Raw, part: Buffer): Promise<void> {
  raw.write(part);
  await delay(20);
  raw.destroy();
}

/** The status line and headers letter by letter, straight on the socket: the library cannot write that slowly. */
async function slowHeaders(raw: Raw, page: Page, ms: number): Promise<void> {
  const lines = Object.entries({ ...page.headers, 'content-length': String(page.body.length), connection: 'close' });
  const head = `HTTP/1.1 ${page.status} Slow\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const { socket } = raw;
  if (socket === null) return;
  await drip(socket, Buffer.from(head), ms, false);
  socket.end(page.body);
}

/** Writes a buffer in fifty pieces over `ms`. */
async function drip(target: Writable, body: Buffer, ms: number, end = true): Promise<void> {
  const steps = 50;
  const size = Math.ceil(body.length / steps);
  for (let at = 0; at < body.length && !target.destroyed; at += size) {
    target.write(body.subarray(at, at + size));
    await delay(ms / steps, undefined, { ref: false });
  }
  if (end) target.end();
}

async function flood(raw: Raw, bytes: number): Promise<void> {
  raw.write('{"success":true,"data":"');
  for (let sent = 0; sent < bytes && !raw.destroyed; sent += PIECE.length) {
    if (raw.write(PIECE)) continue;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        raw.off('drain', go);
        raw.off('close', go);
        resolve();
      };
      raw.on('drain', go);
      raw.on('close', go);
    });
  }
  raw.end('"}');
}
