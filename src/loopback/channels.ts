// What lies behind the session token: frames in (POST /call), events out (GET /events), finished files (GET /exports).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../backend/app.ts';
import type { ExportFile } from '../backend/ports.ts';
import { sendExport } from './exports.ts';
import { windowName } from './guard.ts';
import { createPresence } from './presence.ts';
import { fieldOf, refuse } from './reply.ts';
import { pushEvents } from './stream.ts';
import type { Sessions } from './tokens.ts';

const MAX_STREAMS = 64;
const MAX_OPEN_CALLS = 256;

/** The part of the engine that windows reach. */
export type ServedApp = Pick<App, 'dispatch' | 'subscribe' | 'closeClient'>;

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
    const id = fieldOf(request.body, 'id');
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
