// The server of a team's host: the same frames as the other shells, behind TLS and a session that a provider of identities vouched for. Its
// session is a cookie, so whatever is asked with one also needs our origin and a header that no other site can send; that of a desk is a token.
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastifyRateLimit } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Clock, ExportFile, Ids, Log } from '../backend/ports.ts';
import type { Assets } from '../shell/assets.ts';
import { addChannels, type Channels, type ServedApp } from '../shell/http/channels.ts';
import { refuse } from '../shell/http/reply.ts';
import { addConsole, checkFor, createServing, HTTP_LIMITS } from '../shell/http/serving.ts';
import { CONTRACT } from '../shell/teams/desk.ts';
import type { Figures } from './health.ts';
import type { ServerOptions } from './options.ts';
import { addDeskDoor, checkDesk, createDeskCodes, isOfDesk, sessionOf, tokenOf } from './desks.ts';
import { createSessions, type SessionTimes } from './sessions.ts';
import { addSignIn, addSignOut, type Door, sessionTokenOf, SIGN_IN } from './sign-in.ts';

const MAX_CONNECTIONS = 2_048;
/** Of one address: an office of everybody who may be invited, and no more than a half of all. Behind a proxy, what it asks at the same time for one. */
const MOST_OF_ONE = 1_024;
const LIMITS = { streams: 1_024, streamsOfOne: 16, calls: 512, callsOfOne: 64 } as const;
/** A hundred a second: a file that is handed over piece by piece comes close. */
const CALLS_A_MINUTE = 6_000;
/** So long a stop waits for calls that are under way. */
const DRAIN_MS = 10_000;
/** The page says so to its screens, which then need no token of their own. */
const MARK = '<meta name="console-session" content="cookie">';
const HSTS = ['strict-transport-security', 'max-age=31536000'] as const;

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface TeamServerOptions extends Pick<ServerOptions, 'origin' | 'listen' | 'provider' | 'trustedProxies'> {
  readonly app: ServedApp & { readonly people: Door };
  readonly assets: Assets;
  readonly takeExport: (ticket: string, personId?: string) => ExportFile | null;
  /** Null where a proxy speaks TLS. */
  readonly certificate: Certificate | null;
  readonly clientSecret: string | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly times?: SessionTimes;
  /** Another one than that of this build in tests. */
  readonly contract?: string;
  /** Connections of one address; fewer in tests. */
  readonly mostOfOne?: number;
}

export interface TeamServer {
  readonly port: number;
  readonly figures: () => Figures;
  /** From the next connection on. Throws what TLS says of a bad one, and then keeps the one before. */
  renew(certificate: Certificate): void;
  /** No new calls, the end of streams, calls under way to their end within a bound, then of all connections. */
  close(): Promise<void>;
}

/** Starts serving. Rejects when the port is taken. */
export async function startTeamServer(options: TeamServerOptions): Promise<TeamServer> {
  const { app, certificate, clock, ids, log, origin, trustedProxies, contract = CONTRACT } = options;
  const place = { origin, authority: new URL(origin).host };
  const sessions = createSessions(clock, ids, options.times);
  const codes = createDeskCodes(clock, ids);
  const note = (outcome: keyof Figures['signIns']): void => void (counts.signIns[outcome] += 1);
  const counts = { isReady: false, calls: 0, signIns: { in: 0, refused: 0, failed: 0 } };
  let tls: TlsServer | undefined;
  const { server, http } = createServing({
    place,
    maxConnections: MAX_CONNECTIONS,
    makeServer(listener) {
      if (certificate === null) return createServer(HTTP_LIMITS, withHsts(listener));
      tls = createTlsServer({ ...HTTP_LIMITS, handshakeTimeout: 10_000, ...certificate }, withHsts(listener));
      return tls;
    },
    ...(trustedProxies === undefined ? {} : { trustProxy: trustedProxies }),
  });
  const sockets = new Set<Socket>();
  shareOut({ server, http: http(), sockets }, options);

  await server.register(async (pages) => {
    pages.addHook('onRequest', checkFor('page', place));
    await pages.register((way) =>
      addSignIn(way, {
        ...options,
        door: app.people,
        sessions,
        issueCode: (personId, challenge) => codes.issue(personId, challenge),
        note,
      }),
    );
    addConsole(pages, {
      ...options,
      mark: MARK,
      elsewhere: (request) => (sessions.find(sessionTokenOf(request), 'browser') === null ? SIGN_IN : null),
    });
  });
  await server.register((desks) => addDeskDoor(desks, { codes, sessions, door: app.people, note, contract }));
  const served: { channels?: Channels } = {};
  await server.register(async (data) => {
    data.addHook('onRequest', checkEither(place, contract));
    addSignOut(data, sessions, tokenOf);
    await data.register(async (inner) => {
      await inner.register(fastifyRateLimit, {
        max: CALLS_A_MINUTE,
        timeWindow: '1 minute',
        cache: 5_000,
        // Only who has a session comes as far as here.
        hook: 'preHandler',
        keyGenerator: (request) => sessionOf(sessions, request)?.id ?? request.ip,
      });
      inner.addHook('preHandler', async () => void (counts.calls += 1));
      served.channels = addChannels(inner, {
        app,
        takeExport: options.takeExport,
        limits: LIMITS,
        async callerOf(request) {
          // No form, picture or link of another site can send it.
          if (request.headers['x-console-window'] === undefined) return { status: 400, error: 'window-name' };
          const session = sessionOf(sessions, request);
          const isIn = session !== null && (await app.people.find(session.personId)) !== null;
          if (!isIn) return { status: 401, error: 'session' };
          return { session: session.id, person: { id: session.personId }, ended: session.ended };
        },
      });
    });
  });
  const stopHearing = app.people.onChange(() => {
    sessions
      .keepOnly(async (id) => (await app.people.find(id)) !== null)
      .catch((error: unknown) => log.error('sessions', {}, error));
  });
  await server.listen({ host: options.listen.address, port: options.listen.port });
  counts.isReady = true;
  const bound = http()?.address();

  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : options.listen.port,
    figures() {
      const { streams = 0, calls = 0 } = served.channels?.open() ?? {};
      return { ...counts, sessions: sessions.size(), streams, callsOpen: calls };
    },
    renew: (fresh) => tls?.setSecureContext(fresh),
    async close() {
      counts.isReady = false;
      served.channels?.close();
      const end = clock.monotonic() + DRAIN_MS;
      while ((served.channels?.open().calls ?? 0) > 0 && clock.monotonic() < end) await sleep(20);
      stopHearing();
      sessions.close();
      for (const socket of sockets) socket.destroy();
      await server.close();
    },
  };
}

/** What a desk asks is looked at as a desk's, everything else as a browser's. */
function checkEither(place: Parameters<typeof checkFor>[1], contract: string): ReturnType<typeof checkFor> {
  const checkBrowser = checkFor('data', place);
  return async (request, reply) => {
    if (!isOfDesk(request)) return checkBrowser(request, reply);
    const refusal = checkDesk(request, contract);
    return refusal === null ? undefined : refuse(reply, refusal);
  };
}

function withHsts(listener: RequestListener): RequestListener {
  return (request, response) => {
    response.setHeader(...HSTS);
    listener(request, response);
  };
}

/**
 * Each address has a share of the connections, and nobody but the proxies that are named has any where there are some; these hold theirs for everybody, so that
 * what counts is what they ask for each. `sockets`: all of them; a list of the HTTP server has none that is still silent, or in the middle of a handshake.
 */
function shareOut(
  { server, http, sockets }: { server: FastifyInstance; http: Server | undefined; sockets: Set<Socket> },
  { trustedProxies, mostOfOne = MOST_OF_ONE }: Pick<TeamServerOptions, 'trustedProxies' | 'mostOfOne'>,
): void {
  const take = createShares(mostOfOne);
  const isProxy = trustedProxies === undefined ? null : oneOf(trustedProxies);
  http?.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const giveBack = isProxy === null ? take(remoteAddress) : isProxy(remoteAddress) ? () => undefined : null;
    if (giveBack === null) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      giveBack();
    });
  });
  if (isProxy === null) return;
  server.addHook('onRequest', async (request, reply) => {
    const giveBack = take(request.ip);
    if (giveBack === null) return refuse(reply, { status: 429, error: 'too-many' });
    reply.raw.once('close', giveBack);
    return undefined;
  });
}

/** So many for each address at the same time: what gives one back, or null where there is none left. */
function createShares(most: number): (address: string) => (() => void) | null {
  const taken = new Map<string, number>();
  return (address) => {
    const whose = networkOf(address);
    const before = taken.get(whose) ?? 0;
    if (before >= most) return null;
    taken.set(whose, before + 1);
    return () => {
      const left = (taken.get(whose) ?? 1) - 1;
      if (left === 0) taken.delete(whose);
      else taken.set(whose, left);
    };
  };
}

/** What counts as one: of version 6 the network of 64 bits, all of whose addresses anybody has who has one. */
function networkOf(remote: string): string {
  const address = plainAddress(remote);
  if (!isIPv6(address)) return address;
  const [before = [], after = []] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16)).join(':');
}

/** One of version 4 as such, also where the socket speaks both. */
function plainAddress(remote: string): string {
  return remote.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Is the other end one of these addresses and ranges? */
function oneOf(proxies: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/', 2);
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  return (remote) => {
    const address = plainAddress(remote);
    return known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}
