/**
 * Puts an answer on the wire, and the faults of the wire with it: late, slow, cut off, of the wrong length.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Fault, MetFault } from '../faults.ts';
import type { Outcome } from './outcome.ts';
import { RawBody } from './spoil.ts';

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
  const wire = of('slow-body') ?? of('truncate') ?? of('wrong-length') ?? of('huge-body') ?? of('zip-bomb');
  if (wire === undefined) {
    await reply.code(outcome.status).headers(all).send(text);
    return undefined;
  }
  reply.hijack();
  await writeRaw(reply, outcome.status, all, Buffer.from(text), wire);
  return undefined;
}

async function writeRaw(
  reply: FastifyReply,
  status: number,
  headers: Headers,
  body: Buffer,
  fault: Fault,
): Promise<void> {
  const { raw } = reply;
  // The caller may hang up at any moment; that is what these faults are for.
  raw.on('error', () => undefined);
  switch (fault.kind) {
    case 'truncate':
      raw.writeHead(status, { ...headers, 'content-length': String(body.length) });
      raw.write(body.subarray(0, fault.bytes ?? Math.floor(body.length / 2)));
      await delay(20);
      raw.destroy();
      return;
    case 'wrong-length':
      raw.writeHead(status, {
        ...headers,
        'content-length': String(body.length + (fault.by ?? 10)),
        connection: 'close',
      });
      raw.write(body);
      await delay(20);
      raw.destroy();
      return;
    case 'slow-body':
      raw.writeHead(status, { ...headers, 'content-length': String(body.length) });
      return drip(reply, body, fault.ms ?? 30_000);
    case 'zip-bomb': {
      const packed = gzipSync(Buffer.alloc(fault.bytes ?? DEFAULT_HUGE_BYTES, 0x20));
      raw.writeHead(status, { ...headers, 'content-encoding': 'gzip', 'content-length': String(packed.length) });
      raw.end(packed);
      return;
    }
    default:
      raw.writeHead(status, headers);
      return flood(reply, fault.bytes ?? DEFAULT_HUGE_BYTES);
  }
}

async function drip(reply: FastifyReply, body: Buffer, ms: number): Promise<void> {
  const steps = 50;
  const size = Math.ceil(body.length / steps);
  for (let at = 0; at < body.length && !reply.raw.destroyed; at += size) {
    reply.raw.write(body.subarray(at, at + size));
    await delay(ms / steps, undefined, { ref: false });
  }
  reply.raw.end();
}

async function flood(reply: FastifyReply, bytes: number): Promise<void> {
  const { raw } = reply;
  raw.write('{"success":true,"data":"');
  for (let sent = 0; sent < bytes && !raw.destroyed; sent += PIECE.length) {
    if (raw.write(PIECE)) continue;
    await new Promise<void>((resolve) => {
      raw.once('drain', resolve);
      raw.once('close', resolve);
    });
  }
  raw.end('"}');
}
