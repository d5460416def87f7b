// What lies behind a session: frames in (POST /call), events out (GET /events), finished files (GET /exports).
import { createReadStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExportFile } from '../../backend/ports.ts';
import type { AnswerFrame, EventFrame } from '../../contract/envelope.ts';
import { type GuardRefusal, windowName } from './guard.ts';
import { refuse, textIn } from './reply.ts';

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

/** How much of each is open at once, over all sessions and in one of them. */
export interface ChannelLimits {
  readonly streams: number;
  readonly streamsOfOne: number;
  readonly calls: number;
  readonly callsOfOne: number;
}

/** Whoever a team's shell knows; a shell of one person knows nobody. */
interface Somebody {
  readonly id: string;
}

/** The part of the engine that windows reach. */
export interface ServedApp {
  dispatch(frame: unknown, client: string, person?: Somebody): Promise<AnswerFrame | null>;
  subscribe(client: string, listener: (frame: EventFrame) => void, person?: Somebody): () => void;
  closeClient(client: string): void;
  isLocked(): boolean;
}

/** Who stands behind a request. */
export interface Caller {
  /** Its public name, never its secret. */
  readonly session: string;
  readonly person?: Somebody | undefined;
  /** Aborts when the session ends: its streams end, and what is under way is answered to nobody. */
  readonly ended?: AbortSignal | undefined;
}

export interface ChannelOptions {
  readonly app: ServedApp;
  readonly callerOf: (request: FastifyRequest) => Caller | GuardRefusal | Promise<Caller | GuardRefusal>;
  readonly takeExport: (ticket: string, personId?: string) => ExportFile | null;
  readonly limits: ChannelLimits;
}

export interface Channels {
  /** How much is open now. */
  open(): { readonly streams: number; readonly calls: number };
  /** Ends streams and lets no new call in; those under way go on. */
  close(): void;
}

interface Open {
  readonly session: string;
  readonly end: () => void;
}

/** Adds the routes. */
export function addChannels(server: FastifyInstance, { app, callerOf, takeExport, limits }: ChannelOptions): Channels {
  const callers = new WeakMap<FastifyRequest, Caller & { readonly client: string }>();
  const streams = new Set<Open>();
  const calls = new Set<Open>();
  const presence = createPresence((client) => app.closeClient(client));
  let isClosing = false;

  const isFull = (open: ReadonlySet<Open>, session: string, [all, ofOne]: readonly [number, number]): boolean =>
    open.size >= all || [...open].filter((one) => one.session === session).length >= ofOne;

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const caller = await callerOf(request);
    if ('status' in caller) return refuse(reply, caller);
    const name = windowName(request.headers['x-console-window']);
    if (name === null) return refuse(reply, { status: 400, error: 'window-name' });
    callers.set(request, { ...caller, client: `${caller.session}:${name}` });
    return undefined;
  }

  async function answerCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { session, client, person, ended } = callers.get(request) ?? NOBODY;
    if (isClosing) return refuse(reply, { status: 503, error: 'closing' });
    if (isFull(calls, session, [limits.calls, limits.callsOfOne]))
      return refuse(reply, { status: 429, error: 'too-many-calls' });
    const call: Open = { session, end: () => undefined };
    calls.add(call);
    const leave = presence.enter(client);
    const id = textIn(request.body, 'id');
    const isOver = new Promise<void>((resolve) => {
      reply.raw.once('close', resolve);
      // Whoever has gone before this is not told of again.
      if (request.raw.socket.destroyed) resolve();
    });
    // The tab or the script has gone away: its read is given up. The engine does not do that to a write.
    void isOver.then(() => {
      if (!reply.raw.writableFinished && id !== undefined) void app.dispatch({ cancel: id }, client);
    });
    const answer = await app.dispatch(request.body, client, person).finally(() => {
      // Under way until whoever asked has its answer, or has gone: from a host that ends, one that reads slowly would get half of it.
      void isOver.then(() => calls.delete(call));
      leave();
    });
    if (ended?.aborted === true) return refuse(reply, { status: 401, error: 'session-ended' });
    return answer === null ? reply.code(204).send() : reply.send(answer);
  }

  function openStream(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const { session, client, person, ended } = callers.get(request) ?? NOBODY;
    if (isClosing) return refuse(reply, { status: 503, error: 'closing' });
    if (isFull(streams, session, [limits.streams, limits.streamsOfOne]))
      return refuse(reply, { status: 429, error: 'too-many-streams' });
    reply.hijack();
    const stream: Open = { session, end: () => reply.raw.end() };
    streams.add(stream);
    ended?.addEventListener('abort', stream.end);
    const leave = presence.enter(client);
    pushEvents(
      reply.raw,
      (listener) => app.subscribe(client, listener, person),
      () => {
        ended?.removeEventListener('abort', stream.end);
        streams.delete(stream);
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
    const file = takeExport(request.params.ticket, callers.get(request)?.person?.id);
    if (file === null) return refuse(reply, { status: 404, error: 'not-found' });
    return sendExport(reply, file);
  });
  return {
    open: () => ({ streams: streams.size, calls: calls.size }),
    close() {
      isClosing = true;
      presence.close();
      for (const stream of streams) stream.end();
    },
  };
}

const NOBODY = { session: '', client: '', person: undefined, ended: undefined };

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
