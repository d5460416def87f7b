// What lies behind the session token: frames in (POST /call), events out (GET /events), finished files (GET /exports).
import { createReadStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../backend/app.ts';
import type { ExportFile } from '../backend/ports.ts';
import type { EventFrame } from '../contract/envelope.ts';
import { windowName } from './guard.ts';
import { refuse, textIn } from './reply.ts';
import type { Sessions } from './tokens.ts';

/** Longer than a stream takes to come back after a hiccup. */
const GRACE_MS = 10_000;

interface Presence {
  /** The window has a stream or a call open; call the result when that ends. */
  enter(client: string): () => void;
  close(): void;
}

/** Watches windows; `onGone` is told of each that left. A tab says nothing when it closes: it is gone when it had neither stream nor call for a while. */
export function createPresence(onGone: (client: string) => void, graceMs = GRACE_MS): Presence {
  const inside = new Map<string, number>();
  const leaving = new Map<string, NodeJS.Timeout>();

  function leave(client: string): void {
    const count = (inside.get(client) ?? 1) - 1;
    if (count > 0) {
      inside.set(client, count);
      return;
    }
    inside.delete(client);
    const timer = setTimeout(() => {
      leaving.delete(client);
      onGone(client);
    }, graceMs);
    timer.unref();
    leaving.set(client, timer);
  }

  return {
    enter(client) {
      clearTimeout(leaving.get(client));
      leaving.delete(client);
      inside.set(client, (inside.get(client) ?? 0) + 1);
      let isInside = true;
      return () => {
        if (isInside) leave(client);
        isInside = false;
      };
    },
    close() {
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
    },
  };
}

const MAX_STREAMS = 64;
const MAX_OPEN_CALLS = 256;

/** The part of the engine that windows reach. */
export type ServedApp = Pick<App, 'dispatch' | 'subscribe' | 'closeClient' | 'isLocked'>;

export interface ChannelOptions {
  readonly app: ServedApp;
  readonly sessions: Sessions;
  readonly takeExport: (ticket: string) => ExportFile | null;
}

/** Adds the routes; `close` ends what is open in them. */
export function addChannels(
  server: FastifyInstance,
  { app, sessions, takeExport }: ChannelOptions,
): { readonly close: () => void } {
  const clients = new WeakMap<FastifyRequest, string>();
  const streams = new Set<FastifyReply>();
  const presence = createPresence((client) => app.closeClient(client));
  let openCalls = 0;

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const session = sessions.find(request.headers['x-console-token']);
    if (session === null) return refuse(reply, { status: 401, error: 'session-token' });
    const name = windowName(request.headers['x-console-window']);
    if (name === null) return refuse(reply, { status: 400, error: 'window-name' });
    clients.set(request, `${session}:${name}`);
    return undefined;
  }

  async function answerCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const client = clients.get(request) ?? '';
    if (openCalls >= MAX_OPEN_CALLS) return refuse(reply, { status: 429, error: 'too-many-calls' });
    openCalls += 1;
    const leave = presence.enter(client);
    const id = textIn(request.body, 'id');
    // The tab or the script has gone away: its read is given up. The engine does not do that to a write.
    const giveUp = () => {
      if (!reply.raw.writableFinished && id !== undefined) void app.dispatch({ cancel: id }, client);
    };
    reply.raw.once('close', giveUp);
    const answer = await app.dispatch(request.body, client).finally(() => {
      openCalls -= 1;
      leave();
    });
    return answer === null ? reply.code(204).send() : reply.send(answer);
  }

  function openStream(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const client = clients.get(request) ?? '';
    if (streams.size >= MAX_STREAMS) return refuse(reply, { status: 429, error: 'too-many-streams' });
    reply.hijack();
    streams.add(reply);
    const leave = presence.enter(client);
    pushEvents(
      reply.raw,
      (listener) => app.subscribe(client, listener),
      () => {
        streams.delete(reply);
        leave();
      },
    );
    return undefined;
  }

  server.addHook('onRequest', admit);
  server.post('/call', answerCall);
  server.get('/events', openStream);
  server.get<{ Params: { ticket: string } }>('/exports/:ticket', async (request, reply) => {
    if (app.isLocked()) return refuse(reply, { status: 423, error: 'locked' });
    const file = takeExport(request.params.ticket);
    if (file === null) return refuse(reply, { status: 404, error: 'not-found' });
    return sendExport(reply, file);
  });
  return {
    close() {
      presence.close();
      for (const stream of streams) stream.raw.end();
    },
  };
}

const MIME = /^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/;

/** Answers with the file as a download. Rejects when it cannot be opened. */
async function sendExport(reply: FastifyReply, file: ExportFile): Promise<FastifyReply> {
  const handle = await open(file.path, 'r');
  const { size } = await handle.stat();
  const stream = createReadStream('', { fd: handle, start: 0 });
  stream.once('close', () => rmSync(file.path, { force: true }));
  return reply
    .header('content-type', MIME.test(file.mimeType) ? file.mimeType : 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', attachment(file.suggestedName))
    .send(stream);
}

/** RFC 6266: a plain name for old programs and the true one for all others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** How long a reader waits before it opens a broken stream again. */
const RETRY_MS = 2_000;
/** A reader that lags behind by so much is dropped; it comes back and reads the present state. */
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;

/** Writes events to the response until either side ends it. Calls `onEnd` once. */
function pushEvents(
  response: ServerResponse,
  subscribe: (listener: (frame: EventFrame) => void) => () => void,
  onEnd: () => void,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(`retry: ${RETRY_MS}\n\n`);
  // Subscribing may push at once, and that push may find the reader gone: `stop` must be there before.
  const stop: { unsubscribe?: () => void } = {};
  response.once('close', () => {
    stop.unsubscribe?.();
    onEnd();
  });
  stop.unsubscribe = subscribe((frame) => {
    if (response.writableEnded || response.destroyed) return;
    response.write(`data: ${JSON.stringify(frame)}\n\n`);
    if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy();
  });
  if (response.destroyed) stop.unsubscribe();
}
