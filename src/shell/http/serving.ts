// What every shell that browsers reach serves alike: the Host checked before anything else, our headers on every answer, each refusal one word,
// the console's page with its nonce, and the files that it loads.
import { createReadStream, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { finished } from 'node:stream';
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Ids } from '../../backend/ports.ts';
import { MAX_FRAME_BYTES } from '../../contract/channel.ts';
import { type Assets, INDEX } from '../assets.ts';
import { freshPage } from '../policy.ts';
import { type Audience, checkHead, isForUs } from './guard.ts';
import { refuse, SECURITY_HEADERS } from './reply.ts';

/** Without a Host the request still gets our refusal rather than Node's. */
export const HTTP_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 30_000,
  /** How exact the two are: whoever drips a head in is gone within fifteen seconds. */
  connectionsCheckingInterval: 5_000,
  requireHostHeader: false,
} as const;

export const HTML = 'text/html; charset=utf-8';

/** The only authority and origin that are served; a shell that takes a free port knows them once it listens. */
export interface Place {
  authority: string;
  origin: string;
}

export interface ServingOptions {
  readonly place: Place;
  /** With HTTP_LIMITS and a limit of connections. */
  readonly makeServer: (listener: RequestListener) => Server;
  readonly maxConnections: number;
  /** Addresses of proxies whose word about whom they speak for is taken. */
  readonly trustProxy?: readonly string[];
}

export interface Serving {
  readonly server: FastifyInstance;
  readonly http: () => Server | undefined;
}

/** A server without routes. */
export function createServing({ place, makeServer, maxConnections, trustProxy = [] }: ServingOptions): Serving {
  let http: Server | undefined;
  const server = fastify({
    logger: false,
    bodyLimit: MAX_FRAME_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    frameworkErrors: (error, _request, reply) => {
      answerError(error, reply);
    },
    serverFactory: (handle) => {
      http = makeServer((request, response) => {
        for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
        if (isForUs(request.rawHeaders, request.url, place.authority)) {
          handle(request, response);
          return;
        }
        response.writeHead(403, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
        response.end(JSON.stringify({ error: 'wrong-host' }));
      });
      http.maxConnections = maxConnections;
      return http;
    },
  });
  server.setErrorHandler(async (error: FastifyError, { raw }, reply) => {
    if (error.statusCode === 413) await readAway(raw);
    return answerError(error, reply);
  });
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not-found' }));
  return { server, http: () => http };
}

/** The hook for the routes of an audience. */
export function checkFor(audience: Audience, place: Place) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { method, headers } = request;
    const head = {
      method,
      origin: headers.origin,
      contentType: headers['content-type'],
      fetchSite: headers['sec-fetch-site'],
    };
    const refusal = checkHead(head, audience, place.origin);
    return refusal === null ? undefined : refuse(reply, refusal);
  };
}

/** A body of which more is still on its way is no mistake of somebody who pasted too much. */
const READ_AWAY_BYTES = 8 * MAX_FRAME_BYTES;

/**
 * Reads the rest of what is too large, or so much of it, and keeps nothing: an answer over a connection that is closed while its body still comes is lost
 * on its way. How long it may take is the server's limit of a request.
 */
function readAway(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    body.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > READ_AWAY_BYTES) resolve();
    });
    finished(body, () => resolve());
    body.resume();
  });
}

/** One word per status; the text of errors is for the log of whoever wrote the library. */
function answerError(error: FastifyError, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  const words: Readonly<Record<number, string>> = {
    400: 'not-json',
    413: 'too-large',
    415: 'json-only',
    429: 'too-many',
  };
  const isKnown = status >= 400 && status < 500;
  return reply.code(isKnown ? status : 500).send({ error: isKnown ? (words[status] ?? 'refused') : 'failed' });
}

export interface ConsolePage {
  readonly assets: Assets;
  readonly ids: Ids;
  /** What this shell writes into the head of the page. */
  readonly mark?: string;
  /** Where a request for the page is sent instead, if anywhere. */
  readonly elsewhere?: (request: FastifyRequest) => string | null;
}

/** Adds the routes of the console's page and its files. None of them has an effect or tells anything. */
export function addConsole(
  server: FastifyInstance,
  { assets, ids, mark = '', elsewhere = () => null }: ConsolePage,
): void {
  const index = assets.get(INDEX);
  const html = index === undefined ? null : readFileSync(index.file, 'utf8').replace('</head>', `${mark}</head>`);

  const sendConsole = (request: FastifyRequest, reply: FastifyReply) => {
    const other = elsewhere(request);
    if (other !== null) return reply.redirect(other, 303);
    if (html === null) return reply.code(404).send({ error: 'not-built' });
    const page = freshPage(html, ids);
    return reply.type(HTML).header('content-security-policy', page.policy).send(page.html);
  };
  server.get('/', sendConsole);
  server.get(INDEX, sendConsole);
  server.get('/*', (request, reply) => {
    // The address as it came, not decoded: it is looked up among known ones and never becomes a path.
    const [address = ''] = request.url.split('?', 1);
    const asset = assets.get(address);
    if (asset === undefined) return reply.code(404).send({ error: 'not-found' });
    return reply.type(asset.type).send(createReadStream(asset.file));
  });
}
