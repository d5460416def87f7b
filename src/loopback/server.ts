// The server of the browser shell: 127.0.0.1 only, the Host checked before anything else, one way in (POST /session)
// and the engine's two channels (POST /call, GET /events) behind the session token. No cookie is set or read.
import { createServer, type Server } from 'node:http';
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ExportFile, Ids } from '../backend/ports.ts';
import { MAX_FRAME_BYTES } from '../contract/channel.ts';
import type { Assets } from '../shell/assets.ts';
import { addChannels, type ServedApp } from './channels.ts';
import { type Audience, checkHead, isForUs } from './guard.ts';
import { addPages } from './pages.ts';
import { refuse, SECURITY_HEADERS, textIn } from './reply.ts';
import type { LaunchTokens, Sessions } from './tokens.ts';

const ADDRESS = '127.0.0.1';
/** Browsers open six connections a host; this is room for many tabs and scripts. */
const MAX_CONNECTIONS = 256;
const RECEIVE_MS = 60_000;

export interface ServerOptions {
  readonly app: ServedApp;
  readonly assets: Assets;
  readonly launches: LaunchTokens;
  readonly sessions: Sessions;
  readonly takeExport: (ticket: string) => ExportFile | null;
  readonly ids: Ids;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface ConsoleServer {
  /** `http://127.0.0.1:PORT`, the only origin that is served. */
  readonly origin: string;
  /** Ends streams and connections. */
  close(): Promise<void>;
}

/** Starts serving. Rejects when the port is taken. */
export async function startServer(options: ServerOptions): Promise<ConsoleServer> {
  const place = { authority: '', origin: '' };
  let http: Server | undefined;
  const server = fastify({
    logger: false,
    bodyLimit: MAX_FRAME_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => {
      answerError(error, reply);
    },
    serverFactory: (handle) => {
      http = createServer(
        // Without a Host the request still gets our refusal rather than Node's.
        { headersTimeout: 10_000, requestTimeout: RECEIVE_MS, keepAliveTimeout: 30_000, requireHostHeader: false },
        (request, response) => {
          for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
          if (isForUs(request.rawHeaders, request.url, place.authority)) {
            handle(request, response);
            return;
          }
          response.writeHead(403, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
          response.end(JSON.stringify({ error: 'wrong-host' }));
        },
      );
      http.maxConnections = MAX_CONNECTIONS;
      return http;
    },
  });
  server.setErrorHandler((error: FastifyError, _request, reply) => answerError(error, reply));
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not-found' }));
  const checkFor = (audience: Audience) => async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = checkHead(headOf(request), audience, place.origin);
    return refusal === null ? undefined : refuse(reply, refusal);
  };
  await server.register(async (pages) => {
    pages.addHook('onRequest', checkFor('page'));
    addPages(pages, options.assets, options.ids);
  });
  const open = { close: (): void => undefined };
  await server.register(async (data) => {
    data.addHook('onRequest', checkFor('data'));
    addSession(data, options.launches, options.sessions);
    await data.register(async (inner) => {
      open.close = addChannels(inner, options).close;
    });
  });
  await server.listen({ host: ADDRESS, port: options.port });
  const address = http?.address();
  if (address === null || address === undefined || typeof address === 'string') throw new Error('no address');
  // Parsed, because browsers leave the port out when it is 80.
  ({ host: place.authority, origin: place.origin } = new URL(`http://${ADDRESS}:${address.port}`));
  return {
    origin: place.origin,
    async close() {
      open.close();
      http?.closeAllConnections();
      await server.close();
    },
  };
}

function headOf({ method, headers }: FastifyRequest) {
  return {
    method,
    origin: headers.origin,
    contentType: headers['content-type'],
    fetchSite: headers['sec-fetch-site'],
  };
}

/** One word per status; the text of errors is for the log of whoever wrote the library. */
function answerError(error: FastifyError, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  const words: Readonly<Record<number, string>> = { 400: 'not-json', 413: 'too-large', 415: 'json-only' };
  const isKnown = status >= 400 && status < 500;
  return reply.code(isKnown ? status : 500).send({ error: isKnown ? (words[status] ?? 'refused') : 'failed' });
}

const MAX_BODY_BYTES = 1024;
const MAX_FAILURES_A_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Adds the route. Guessing 256 bits is hopeless at any speed; the limit only tells a program that tries again and again to
 * stop. A good token is taken all the same, so that nobody can lock the person out.
 */
function addSession(server: FastifyInstance, launches: LaunchTokens, sessions: Sessions): void {
  const failures: number[] = [];
  server.post('/session', { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
    const token = textIn(request.body, 'token');
    if (token !== undefined && launches.redeem(token)) return reply.send({ token: sessions.open() });
    const now = performance.now();
    while (failures[0] !== undefined && failures[0] < now - MINUTE_MS) failures.shift();
    if (failures.length >= MAX_FAILURES_A_MINUTE) return refuse(reply, { status: 429, error: 'too-many' });
    failures.push(now);
    return refuse(reply, { status: 403, error: 'launch-token' });
  });
}
