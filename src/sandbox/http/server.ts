// The HTTP server of the sandbox: fastify on 127.0.0.1, with limits on everything that a caller can make large. It
// wires routes to the pipeline and decides nothing itself. It logs nothing, so it can log no key.
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INVOICE_ENDPOINTS } from './invoice-endpoints.ts';
import { OTHER_ENDPOINTS } from './other-endpoints.ts';
import { admit, answer, answerFailed, type Pipeline } from './pipeline.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
const MOST_SOCKETS = 256;
const REQUESTS_PER_SOCKET = 10_000;
/** An external id has up to 128 characters, percent-encoded up to twelve bytes each. */
const LONGEST_IDENT = 2_048;

/** Builds the server; it does not listen yet. `attach` adds further routes (the control route). */
export function buildServer(pipeline: Pipeline, attach: (app: FastifyInstance) => void): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: REQUESTS_PER_SOCKET,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    http: { maxHeaderSize: HEADER_LIMIT_BYTES },
    routerOptions: { maxParamLength: LONGEST_IDENT },
    // A path that cannot be decoded is one that does not exist.
    frameworkErrors: (_error, request, reply) => void unroutable(pipeline, request, reply),
  });
  app.server.maxConnections = MOST_SOCKETS;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (error, request, reply) => {
    await answerFailed(pipeline, request, reply, error);
    return reply;
  });
  attach(app);
  void app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => admit(pipeline, request, reply));
    api.setNotFoundHandler(async (request, reply) => {
      await answer(pipeline, undefined, request, reply);
      return reply;
    });
    for (const endpoint of [...INVOICE_ENDPOINTS, ...OTHER_ENDPOINTS]) {
      api.route({
        method: endpoint.method,
        url: `/api/v1${endpoint.path}`,
        handler: async (request, reply) => {
          await answer(pipeline, endpoint, request, reply);
          return reply;
        },
      });
    }
  });
  return app;
}

async function unroutable(pipeline: Pipeline, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await admit(pipeline, request, reply);
  if (!reply.sent) await answer(pipeline, undefined, request, reply);
}
