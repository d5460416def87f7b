/**
 * A browser shell over real sockets with an engine that only notes what it is asked, and a client that can send what a
 * browser or curl would not. Not here: the real engine (test/contract, test/main).
 */
import { request, type IncomingHttpHeaders } from 'node:http';
import { systemClock, systemIds } from '../../src/backend/system.ts';
import type { AnswerFrame, EventFrame } from '../../src/contract/envelope.ts';
import type { Asset } from '../../src/shell/assets.ts';
import type { ServedApp } from '../../src/shell/http/channels.ts';
import { createBrowserHost } from '../../src/shell/http/browser-host.ts';
import { startServer } from '../../src/loopback/server.ts';
import { createLaunchTokens, createSessions } from '../../src/loopback/tokens.ts';

export interface Seen {
  readonly frame: unknown;
  readonly client: string;
  readonly person?: { readonly id: string } | undefined;
}

/** An engine that answers `echo` with its input, `late` when it is told to, `hang` never, and remembers everything. */
export function recordingApp() {
  const seen: Seen[] = [];
  const closed: string[] = [];
  const lock = { isLocked: false };
  const late: (() => void)[] = [];
  const listeners = new Map<(frame: EventFrame) => void, Omit<Seen, 'frame'>>();
  const app: ServedApp = {
    async dispatch(frame, client, person): Promise<AnswerFrame | null> {
      seen.push({ frame, client, person });
      const call = read(frame, 'call');
      if (read(frame, 'cancel') !== undefined) return null;
      if (call === 'late') await new Promise<void>((resolve) => late.push(resolve));
      if (call === 'hang') return new Promise(() => undefined);
      return { id: String(read(frame, 'id')), ok: true, output: read(frame, 'input') };
    },
    subscribe(client, listener, person) {
      listeners.set(listener, { client, person });
      listener({ event: 'heartbeat', profile: null, seq: 0, data: {} });
      return () => listeners.delete(listener);
    },
    closeClient: (client) => closed.push(client),
    isLocked: () => lock.isLocked,
  };
  const push = (event: EventFrame) => {
    for (const listener of listeners.keys()) listener(event);
  };
  return { app, seen, closed, push, late, listeners, lock };
}

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A running shell on a free port. */
export async function startShell(assets: ReadonlyMap<string, Asset> = new Map()) {
  const engine = recordingApp();
  const launches = createLaunchTokens(systemClock, systemIds);
  const host = createBrowserHost(systemClock, systemIds, {});
  const server = await startServer({
    app: engine.app,
    assets,
    launches,
    sessions: createSessions(systemIds),
    takeExport: host.takeExport,
    ids: systemIds,
    port: 0,
  });
  const { port } = new URL(server.origin);
  return {
    ...engine,
    launches,
    host,
    server,
    port: Number(port),
    ask: (method: string, path: string, options: AskOptions = {}) => ask(Number(port), method, path, options),
    async session() {
      const { body } = await ask(Number(port), 'POST', '/session', {
        headers: { origin: server.origin, 'content-type': 'application/json' },
        body: JSON.stringify({ token: launches.issue('printed') }),
      });
      const token: unknown = JSON.parse(body).token;
      if (typeof token !== 'string') throw new Error(`no session: ${body}`);
      return {
        token,
        headers: { origin: server.origin, 'content-type': 'application/json', 'x-console-token': token },
      };
    },
  };
}

export type Shell = Awaited<ReturnType<typeof startShell>>;

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request with exactly these headers. `host` is the true one unless given; `undefined` leaves a header out. */
export function ask(port: number, method: string, path: string, options: AskOptions = {}): Promise<Reply> {
  const { body, signal } = options;
  const headers: Record<string, string> = { host: `127.0.0.1:${port}` };
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, setHost: false, headers, agent: false, ...(signal ? { signal } : {}) },
      (incoming) => {
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(pieces).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
