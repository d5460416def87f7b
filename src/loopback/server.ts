// The server of the browser shell: 127.0.0.1 only, one way in (POST /session)
// and the engine's two channels (POST /call, GET /events) behind the session token. No cookie is set or read.
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ExportFile, Ids } from '../backend/ports.ts';
import type { Assets } from '../shell/assets.ts';
import { addChannels, type Channels, type ServedApp } from '../shell/http/channels.ts';
import { refuse, textIn } from '../shell/http/reply.ts';
import { addConsole, checkFor, createServing, HTML, HTTP_LIMITS } from '../shell/http/serving.ts';
import type { LaunchTokens, Sessions } from './tokens.ts';

const ADDRESS = '127.0.0.1';
/** Browsers open six connections a host; this is room for many tabs and scripts. */
const MAX_CONNECTIONS = 256;
const LIMITS = { streams: 64, streamsOfOne: 64, calls: 256, callsOfOne: 256 } as const;

export interface ServerOptions {
  readonly app: ServedApp;
  readonly assets: Assets;
  readonly launches: LaunchTokens;
  readonly sessions: Sessions;
  readonly takeExport: (ticket: string, personId?: string) => ExportFile | null;
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
  const { server, http } = createServing({
    place,
    maxConnections: MAX_CONNECTIONS,
    makeServer: (listener) => createServer(HTTP_LIMITS, listener),
  });
  await server.register(async (pages) => {
    pages.addHook('onRequest', checkFor('page', place));
    addLaunchPage(pages);
    addConsole(pages, options);
  });
  let channels: Channels | undefined;
  await server.register(async (data) => {
    data.addHook('onRequest', checkFor('data', place));
    addSession(data, options.launches, options.sessions);
    await data.register(async (inner) => {
      channels = addChannels(inner, {
        app: options.app,
        takeExport: options.takeExport,
        limits: LIMITS,
        callerOf({ headers }) {
          const session = options.sessions.find(headers['x-console-token']);
          return session === null ? { status: 401, error: 'session-token' } : { session: `${session}` };
        },
      });
    });
  });
  await server.listen({ host: ADDRESS, port: options.port });
  const address = http()?.address();
  if (address === null || address === undefined || typeof address === 'string') throw new Error('no address');
  // Parsed, because browsers leave the port out when it is 80.
  ({ host: place.authority, origin: place.origin } = new URL(`http://${ADDRESS}:${address.port}`));
  return {
    origin: place.origin,
    async close() {
      channels?.close();
      http()?.closeAllConnections();
      await server.close();
    },
  };
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

/** The launch page takes the token out of its address and exchanges it: its one script, and the one request that makes. */
const LAUNCH_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Adds the page and its script. Neither has an effect or tells anything. */
function addLaunchPage(server: FastifyInstance): void {
  server.get('/launch', (_request, reply) =>
    reply.type(HTML).header('content-security-policy', LAUNCH_POLICY).send(LAUNCH_HTML),
  );
  server.get('/launch.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(LAUNCH_JS));
}

/** Where the page keeps the session token; the screens read it there (sessionStorage, one tab). */
const SESSION_KEY = 'merchant-console.session';

const LAUNCH_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Merchant Console</title>
<script type="module" src="/launch.js"></script>
</head>
<body>
<p id="state" role="status">Opening the console …</p>
<noscript><p>The console needs JavaScript.</p></noscript>
</body>
</html>
`;

const LAUNCH_JS = `const state = document.getElementById('state');
const token = location.hash.slice(1);
history.replaceState(null, '', '/launch');
const refused =
  'This launch link has been used or is too old. Press Enter in the terminal of the console for a fresh one, or start it again.';
try {
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  });
  if (answer.ok) {
    const session = await answer.json();
    sessionStorage.setItem('${SESSION_KEY}', session.token);
    location.replace('/');
  } else {
    state.textContent = refused;
  }
} catch {
  state.textContent = 'The console does not answer. Is it still running?';
}
`;
