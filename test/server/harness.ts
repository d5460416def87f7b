/** A team's server over real sockets with TLS, a real provider of identities, an engine that only notes what it is asked, and a browser that keeps cookies. */
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { systemClock, systemIds } from '../../src/backend/system.ts';
import { createBrowserHost } from '../../src/shell/http/browser-host.ts';
import type { Asset } from '../../src/shell/assets.ts';
import { startTeamServer, type TeamServerOptions } from '../../src/server/server.ts';
import type { Door } from '../../src/server/sign-in.ts';
import { recordingApp } from '../loopback/harness.ts';
import { selfSigned } from '../backend/api/transport/certificates.ts';
import { type Account, CLIENT_ID, startIdentityProvider } from '../support/identity-provider.ts';
import { freePort } from '../support/free-port.ts';

export const ADA: Account = { id: 'ada', email: 'ada@example.com', isVerified: true, name: 'Ada' };
export const BEN: Account = { id: 'ben', email: 'ben@example.com', isVerified: true, name: 'Ben' };
/** Not invited. */
export const EVE: Account = { id: 'eve', email: 'eve@example.com', isVerified: true, name: 'Eve' };
/** Of a provider that says nothing of whether an address is theirs. */
export const CLEO: Account = { id: 'cleo', email: 'cleo@example.com', isVerified: undefined, name: 'Cleo' };
/** Says that Ada’s address is theirs, which nobody vouches for. */
export const MAL: Account = { id: 'mal', email: 'ada@example.com', isVerified: false, name: 'Mal' };

const nameOf = (id: string): string => [ADA, BEN].find((one) => one.id === id)?.name ?? id;

/** The people of an engine, as far as a server sees them. */
function doorOf(invited: readonly Account[]) {
  const gone = new Set<string>();
  const hearing = new Set<() => void>();
  const door: Door = {
    async signIn({ subject, address, isAddressVerified }) {
      if (!isAddressVerified) return { ok: false, refusal: 'address-not-verified' };
      const isInvited = invited.some(({ email, id }) => email === address && !gone.has(id));
      return isInvited ? { ok: true, person: { id: subject } } : { ok: false, refusal: 'not-invited' };
    },
    find: async (id) => (gone.has(id) ? null : { id, name: nameOf(id) }),
    onChange(listener) {
      hearing.add(listener);
      return () => hearing.delete(listener);
    },
  };
  const remove = (id: string) => {
    gone.add(id);
    for (const listener of hearing) listener();
  };
  return { door, remove };
}

export type Ruled = Partial<Pick<TeamServerOptions, 'trustedProxies' | 'times' | 'contract' | 'mostOfOne'>> & {
  readonly isPlain?: boolean;
  readonly addressesAreVerified?: boolean;
};

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, redact: () => undefined };

/** A server in front of an engine, and a provider that believes these accounts. */
export async function serveTeam(
  parts: Pick<TeamServerOptions, 'app' | 'takeExport'> & Partial<Pick<TeamServerOptions, 'log'>>,
  accounts: readonly Account[],
  { isPlain = false, addressesAreVerified = false, ...rules }: Ruled = {},
) {
  const port = await freePort(0);
  const origin = `https://127.0.0.1:${port}`;
  const provider = await startIdentityProvider(accounts, `${origin}/sign-in/callback`);
  const certificate = selfSigned({ ip: ['127.0.0.1'] });
  const server = await startTeamServer({
    log: quiet,
    ...parts,
    origin,
    listen: { address: '127.0.0.1', port },
    provider: { issuer: provider.issuer, clientId: CLIENT_ID, addressesAreVerified },
    clientSecret: provider.clientSecret,
    certificate: isPlain ? null : certificate,
    assets: new Map<string, Asset>(),
    clock: systemClock,
    ids: systemIds,
    ...rules,
  });
  return {
    server,
    origin,
    certificate,
    provider,
    browser: () => createBrowser(origin, certificate.cert),
    async close() {
      await server.close();
      provider.close();
    },
  };
}

export async function startTeam(rules: Ruled = {}) {
  const engine = recordingApp();
  const people = doorOf([ADA, BEN, CLEO]);
  const host = createBrowserHost(systemClock, systemIds, {});
  const parts = { app: { ...engine.app, people: people.door }, takeExport: host.takeExport };
  const team = await serveTeam(parts, [ADA, BEN, CLEO, EVE, MAL], rules);
  return {
    ...engine,
    ...people,
    ...team,
    host: host.host,
    async close() {
      await team.close();
      host.close();
    },
  };
}

export type Team = Awaited<ReturnType<typeof startTeam>>;

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** What a browser does, step by step: it keeps cookies by host, and follows only when it is told to. */
export function createBrowser(origin: string, ca: string, agent: TlsAgent | false = false) {
  const cookies = new Map<string, string>();

  function send(method: string, address: string, headers: Headers = {}, body?: string): Promise<IncomingMessage> {
    const url = new URL(address, origin);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all: Record<string, string> = cookie === '' ? {} : { cookie };
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) all[name] = value;
    // The name of the host is what some tests lie about; the certificate is still held against its own. Node keeps no connection that is checked by a request's own means.
    const options = { method, headers: all, ...(agent === false ? { checkServerIdentity: () => undefined } : {}) };
    return new Promise((resolve, reject) => {
      const outgoing =
        url.protocol === 'https:'
          ? tlsRequest(url, { ...options, agent, ca }, resolve)
          : plainRequest(url, { ...options, agent: false }, resolve);
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async function ask(method: string, address: string, headers?: Headers, body?: string): Promise<Reply> {
    const incoming = await send(method, address, headers, body);
    for (const line of incoming.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const pieces: Buffer[] = [];
    for await (const piece of incoming) if (Buffer.isBuffer(piece)) pieces.push(piece);
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      body: Buffer.concat(pieces).toString('utf8'),
    };
  }

  const get = (address: string, headers?: Headers) => ask('GET', address, headers);

  /** As far as the way back from the provider, which is not gone. */
  async function toCallback({ id }: Account, start = '/sign-in/start'): Promise<string> {
    let at = (await get(start)).headers.location ?? '';
    for (let steps = 0; steps < 10 && !at.startsWith(`${origin}/`); steps += 1) {
      const address = /\/who\/[\w-]+$/.test(at) ? `${at}/${id}` : at;
      const { headers } = await get(address);
      at = new URL(headers.location ?? '', address).href;
    }
    return at;
  }

  const json = { origin, 'content-type': 'application/json', 'x-console-window': 'tab' };

  return {
    cookies,
    send,
    ask,
    get,
    toCallback,
    json,
    /** The whole way; the last answer. */
    signIn: async (account: Account) => get(await toCallback(account)),
    call: (call: string, input: unknown = {}, headers: Headers = {}) =>
      ask('POST', '/call', { ...json, ...headers }, JSON.stringify({ id: call, call, input })),
    /** The stream, read as it comes. */
    async stream() {
      const incoming = await send('GET', '/events', { 'x-console-window': 'tab' });
      const state = { text: '', isOver: false };
      incoming.setEncoding('utf8');
      incoming.on('data', (piece: string) => (state.text += piece));
      incoming.on('close', () => (state.isOver = true));
      return { status: incoming.statusCode, state };
    },
  };
}
