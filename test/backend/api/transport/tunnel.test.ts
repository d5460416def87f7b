/**
 * Requests to an https API through proxies that help, refuse, lie and die, over real sockets. The proxy's own record of bytes is the judge of
 * what it got to see, the server's of what was sent.
 */
import { createServer } from 'node:https';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { networkOf } from '../../../../src/backend/api/transport/network.ts';
import { waysOf } from '../../../../src/backend/api/transport/proxy.ts';
import {
  createTransport,
  type Outcome,
  type Outgoing,
  type Transport,
} from '../../../../src/backend/api/transport/transport.ts';
import { type Certificate, selfSigned } from './certificates.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { CANARY, realClock, silentLog, trusting } from '../fixture.ts';
import { type ProxyAnswer, type TestProxy, testProxy, tunnelling } from './proxy-server.ts';

const HOST = 'api.example';
/** All that a proxy is told. */
const CONNECT = `CONNECT ${HOST}:443 HTTP/1.1\r\nhost: ${HOST}:443\r\nconnection: close`;
const GOOD = selfSigned({ dns: [HOST, 'localhost'], ip: ['127.0.0.1'] });
const GET: Outgoing = { method: 'GET', path: '/api/v1/external/rates' };
const POST: Outgoing = { method: 'POST', path: '/api/v1/external/invoices', body: '{"a":1}', fresh: true };

/** Of every transport here. It stands still, so that no deadline passes but where a test means it to, when what it is about has happened. */
const time = new DiscreteClock();

const open: { close(): unknown }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const thing of open.splice(0).toReversed()) await thing.close();
});

interface Api {
  readonly port: number;
  /** Method and key of every request that arrived. */
  readonly got: string[];
}

async function api(certificate: Certificate = GOOD): Promise<Api> {
  const got: string[] = [];
  const server = createServer(certificate, (request, response) => {
    got.push(`${request.method} ${String(request.headers['x-api-key'])}`);
    response.setHeader('content-type', 'application/json').end('{"success":true,"data":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return { port: typeof address === 'object' && address !== null ? address.port : 0, got };
}

async function proxyTo(target: number, answer = tunnelling, certificate?: Certificate): Promise<TestProxy> {
  const proxy = await testProxy(target, answer, certificate);
  open.push(proxy);
  return proxy;
}

interface Setting {
  readonly origin?: string;
  readonly ca?: readonly string[];
}

/** How long every transport here may take to connect, and how much of that the tunnel takes for itself, milliseconds. */
const CONNECT_MS = 5_000;
const TUNNEL_MS = 0.9 * CONNECT_MS;

function transportBy(ways: string | (() => Promise<string>), setting: Setting = {}): Transport {
  const { origin = `https://${HOST}`, ca = [GOOD.cert] } = setting;
  const network = trusting(ca, typeof ways === 'string' ? async () => ways : ways);
  const limits = { connectMs: CONNECT_MS };
  const transport = createTransport({ origin, key: () => CANARY, clock: time, network, limits });
  open.push(transport);
  return transport;
}

const notSent = (reason: string, detail?: string): object => ({
  kind: 'not-sent',
  failure: { kind: 'unreachable', reason, ...(detail === undefined ? {} : { detail }) },
});

/** A read and a write, on a pooled socket and on one of its own. */
async function both(transport: Transport): Promise<Outcome[]> {
  return [await transport.send(GET), await transport.send(POST)];
}

const saying =
  (text: string): ProxyAnswer =>
  (socket) =>
    void socket.write(text);

/** Hears what it is asked, and says nothing for so long. */
const silentFor =
  (ms: number): ProxyAnswer =>
  () =>
    void time.runFor(ms);

describe('a proxy that lets through', () => {
  it('sees a name, a port and TLS; the API gets the requests, and sockets are used again', async () => {
    const { port, got } = await api();
    const proxy = await proxyTo(port);
    const transport = transportBy(`PROXY 127.0.0.1:${proxy.port}`);
    const first = await transport.send(GET);
    await new Promise((resolve) => setImmediate(resolve));
    const outcomes = [first, ...(await both(transport))];
    expect(outcomes.map(({ kind }) => kind)).toEqual(['reply', 'reply', 'reply']);
    expect(got).toEqual([`GET ${CANARY}`, `GET ${CANARY}`, `POST ${CANARY}`]);
    expect(proxy.seen).toHaveLength(2);
    for (const bytes of proxy.seen) {
      const [head = '', tls = ''] = bytes.split('\r\n\r\n', 2);
      expect(head).toBe(CONNECT);
      // A TLS record of a handshake.
      expect(tls.startsWith('\x16\x03')).toBe(true);
      expect(bytes).not.toContain(CANARY);
    }
  });

  it('and is spoken to over TLS is verified itself, and so is the API behind it', async () => {
    const { port, got } = await api();
    const own = selfSigned({ dns: ['localhost'], name: 'proxy' });
    const proxy = await proxyTo(port, tunnelling, own);
    const way = `HTTPS localhost:${proxy.port}`;
    const trusted = transportBy(way, { ca: [GOOD.cert, own.cert] });
    expect((await both(trusted)).map(({ kind }) => kind)).toEqual(['reply', 'reply']);
    for (const bytes of proxy.seen) expect(bytes).not.toContain(CANARY);
    const asked = proxy.seen.length;
    for (const outcome of await both(transportBy(way))) expect(outcome).toMatchObject(notSent('proxy-tls'));
    const elsewhere = transportBy(`HTTPS 127.0.0.1:${proxy.port}`, { ca: [GOOD.cert, own.cert] });
    expect(await elsewhere.send(POST)).toMatchObject(notSent('proxy-tls', 'ERR_TLS_CERT_ALTNAME_INVALID'));
    expect(proxy.seen.slice(asked).join('')).toBe('');
    // That the proxy is trusted says nothing about whoever is behind it.
    const behind = transportBy(way, { ca: [own.cert] });
    expect(await behind.send(POST)).toMatchObject(notSent('tls-untrusted'));
    expect(got).toHaveLength(2);
  });

  const hour = 3_600_000;
  const certificates: [string, Certificate, boolean, string][] = [
    ['nobody vouches for', GOOD, false, 'tls-untrusted'],
    ['of another host', selfSigned({ dns: ['other.example'] }), true, 'tls-wrong-host'],
    ['expired', selfSigned({ dns: [HOST], notAfter: new Date(Date.now() - hour) }), true, 'tls-expired'],
  ];
  it.each(certificates)(
    'to a server with a certificate %s: named, nothing was sent',
    async (_, own, trusted, reason) => {
      const { port, got } = await api(own);
      const proxy = await proxyTo(port);
      const transport = transportBy(`PROXY 127.0.0.1:${proxy.port}`, { ca: trusted ? [own.cert] : [] });
      for (const outcome of await both(transport)) expect(outcome).toMatchObject(notSent(reason));
      expect(got).toEqual([]);
      expect(proxy.seen.join('')).not.toContain(CANARY);
    },
  );
});

it('no word of the environment switches the check off', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { port, got } = await api();
  const own = await api(selfSigned({ dns: ['other.example'] }));
  const proxy = await proxyTo(port);
  expect(await transportBy(`PROXY 127.0.0.1:${proxy.port}`, { ca: [] }).send(POST)).toMatchObject(
    notSent('tls-untrusted'),
  );
  expect(await transportBy('DIRECT', { origin: `https://localhost:${own.port}` }).send(POST)).toMatchObject(
    notSent('tls-untrusted'),
  );
  const secure = await proxyTo(port, tunnelling, selfSigned({ dns: ['localhost'], name: 'proxy' }));
  expect(await transportBy(`HTTPS localhost:${secure.port}`).send(POST)).toMatchObject(notSent('proxy-tls'));
  expect([...got, ...own.got, ...secure.seen]).toEqual([]);
});

describe('FAULT-32: a proxy that does not', () => {
  const answers: [string, ProxyAnswer, string, string][] = [
    ['asks for a password', saying('HTTP/1.1 407 X\r\nProxy-Authenticate: Basic\r\n\r\n'), 'proxy-auth', 'HTTP 407'],
    ['refuses', saying('HTTP/1.1 403 Forbidden\r\n\r\n<html>'), 'proxy-refused', 'HTTP 403'],
    ['cannot reach the API', saying('HTTP/1.1 502 Bad Gateway\r\n\r\n'), 'proxy-refused', 'HTTP 502'],
    ['points elsewhere', saying('HTTP/1.1 302 X\r\nLocation: https://x\r\n\r\n'), 'proxy-refused', 'HTTP 302'],
    ['speaks no HTTP', saying('220 ready\r\n\r\n'), 'proxy-refused', 'no HTTP'],
    ['speaks before it is spoken to', saying('HTTP/1.1 200 OK\r\n\r\n\x16\x03'), 'proxy-refused', 'no HTTP'],
    [
      'has a head without end',
      saying(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(9_000)}`),
      'proxy-refused',
      'head too large',
    ],
    ['hangs up', (socket) => void socket.end(), 'proxy-unreachable', 'UND_ERR_SOCKET'],
    ['never answers', silentFor(TUNNEL_MS), 'proxy-unreachable', 'ETIMEDOUT'],
  ];
  it.each(answers)('and %s: named, and neither a read nor a write was sent', async (_, answer, reason, detail) => {
    const { port, got } = await api();
    const proxy = await proxyTo(port, answer);
    const transport = transportBy(`PROXY 127.0.0.1:${proxy.port}`);
    for (const outcome of await both(transport)) expect(outcome).toMatchObject(notSent(reason, detail));
    expect(got).toEqual([]);
    expect(proxy.seen).toHaveLength(2);
    for (const bytes of proxy.seen) expect(bytes).toBe(`${CONNECT}\r\n\r\n`);
  });

  it('is not gone around when it has said no', async () => {
    const { port, got } = await api();
    const proxy = await proxyTo(port, saying('HTTP/1.1 403 X\r\n\r\n'));
    const transport = transportBy(`PROXY 127.0.0.1:${proxy.port}; DIRECT`, { origin: `https://localhost:${port}` });
    expect(await transport.send(POST)).toMatchObject(notSent('proxy-refused'));
    expect(got).toEqual([]);
  });

  it('is passed over when nobody is there, is silent or not spoken, and then not tried first again', async () => {
    const { port, got } = await api();
    const dead = await proxyTo(port);
    await dead.close();
    // Half of what is left, since one way comes after it.
    const silent = await proxyTo(port, silentFor(TUNNEL_MS / 2));
    const ways = `SOCKS5 127.0.0.1:${port}; PROXY 127.0.0.1:${dead.port}; PROXY 127.0.0.1:${silent.port}; DIRECT`;
    const transport = transportBy(ways, { origin: `https://localhost:${port}` });
    expect((await both(transport)).map(({ kind }) => kind)).toEqual(['reply', 'reply']);
    expect([got.length, silent.seen.length]).toEqual([2, 1]);
  });

  it.each([
    ['SOCKS5 127.0.0.1:1080', 'proxy-kind'],
    ['SOCKS 127.0.0.1:1080; QUIC 127.0.0.1:1', 'proxy-kind'],
    ['PROXY user:secret@127.0.0.1:1', 'proxy-kind'],
    ['PROXY 127.0.0.1:1', 'proxy-unreachable'],
    ['PROXY no-such-proxy.invalid:3128; DIRECT', 'proxy-unreachable'],
  ])('%s alone ends as %s', async (ways, reason) => {
    const transport = transportBy(ways, { origin: 'https://no-such-host.invalid' });
    for (const outcome of await both(transport)) expect(outcome).toMatchObject(notSent(reason));
  });
});

describe('what the system says', () => {
  it('is asked for once, and anew after the connections were dropped', async () => {
    const { port } = await api();
    const [first, second] = [await proxyTo(port), await proxyTo(port)];
    let [asked, now] = [0, first];
    const transport = transportBy(async () => {
      asked += 1;
      return `PROXY 127.0.0.1:${now.port}`;
    });
    await both(transport);
    now = second;
    await transport.send(POST);
    expect([asked, first.seen.length, second.seen.length]).toEqual([1, 3, 0]);
    transport.drop();
    expect((await both(transport)).map(({ kind }) => kind)).toEqual(['reply', 'reply']);
    expect([asked, first.seen.length, second.seen.length]).toEqual([2, 3, 2]);
  });

  it('may take too long or fail: nothing was sent, nobody goes around it, and it is asked again', async () => {
    const { port, got } = await api();
    const origin = `https://localhost:${port}`;
    const never = transportBy(() => new Promise(() => void time.runFor(CONNECT_MS)), { origin });
    expect(await never.send(POST)).toMatchObject(notSent('timeout'));
    let asked = 0;
    const failing = transportBy(
      async () => {
        asked += 1;
        if (asked === 1) throw new Error('no script');
        return 'DIRECT';
      },
      { origin },
    );
    expect(await failing.send(POST)).toMatchObject(notSent('proxy-unreachable', 'look-up'));
    expect(got).toEqual([]);
    expect(await failing.send(POST)).toMatchObject({ kind: 'reply' });
  });

  it('of authorities is read with the first connection and once; without it those of the runtime remain', async () => {
    const { port } = await api();
    let reads = 0;
    const systemCa = async (): Promise<string[]> => {
      reads += 1;
      return ['no certificate', `\n${GOOD.cert}`, GOOD.cert];
    };
    const network = networkOf({ resolveProxy: async () => 'DIRECT', systemCa }, silentLog, realClock);
    const origin = `https://localhost:${port}`;
    const two = [0, 1].map(() => createTransport({ origin, key: () => CANARY, clock: realClock, network }));
    open.push(...two);
    expect(reads).toBe(0);
    for (const transport of two) expect((await both(transport)).map(({ kind }) => kind)).toEqual(['reply', 'reply']);
    expect(reads).toBe(1);
    const broken = networkOf(
      { resolveProxy: async () => 'DIRECT', systemCa: () => Promise.reject(new Error('no store')) },
      silentLog,
      realClock,
    );
    const transport = createTransport({ origin, key: () => CANARY, clock: realClock, network: broken });
    open.push(transport);
    expect(await transport.send(POST)).toMatchObject(notSent('tls-untrusted'));
  });

  it('of authorities is asked again a minute after it could not be read, and is not waited for when it does not come', async () => {
    const clock = new DiscreteClock();
    const answers: (() => Promise<readonly string[]>)[] = [
      () => Promise.reject(new Error('no store')),
      () => clock.sleep(10_000).then(() => [GOOD.cert]),
    ];
    const systemCa = () => answers.shift()?.() ?? Promise.reject(new Error('asked too often'));
    const network = networkOf({ resolveProxy: async () => 'DIRECT', systemCa }, silentLog, clock);
    const runtimes = await clock.run(network.authorities());
    await clock.runFor(59_000);
    expect(await clock.run(network.authorities())).toBe(runtimes);
    expect(answers).toHaveLength(1);
    await clock.runFor(1_000);
    const begun = clock.monotonic();
    expect(await clock.run(Promise.all([network.authorities(), network.authorities()]))).toEqual([runtimes, runtimes]);
    expect(clock.monotonic() - begun).toBe(3_000);
    // Nobody waits for it twice.
    expect(await clock.run(network.authorities())).toBe(runtimes);
    expect(clock.monotonic() - begun).toBe(3_000);
    await clock.runFor(7_000);
    const whole = await clock.run(network.authorities());
    expect(whole).not.toBe(runtimes);
    expect(await clock.run(network.authorities())).toBe(whole);
    expect(clock.sleepers).toBe(0);
  });

  it('is read in its own form', () => {
    expect(waysOf(' ; ')).toEqual([{ kind: 'direct' }]);
    expect(waysOf(';;; ;;PROXY p.example:1')).toEqual([{ kind: 'proxy', origin: 'http://p.example:1' }]);
    for (const named of ['SOCKS p:1', 'SOCKS5 p:1;', 'UNREADABLE'])
      expect(waysOf(named)).toEqual([{ kind: 'unspoken' }]);
    expect(waysOf('proxy p.example; HTTPS [::1]; HTTP 10.0.0.1:8080;Direct')).toEqual([
      { kind: 'proxy', origin: 'http://p.example' },
      { kind: 'proxy', origin: 'https://[::1]' },
      { kind: 'proxy', origin: 'http://10.0.0.1:8080' },
      { kind: 'direct' },
    ]);
    for (const odd of ['PROXY', 'PROXY a:b', 'PROXY a/b:1', 'PROXY a:99999', 'PROXY a:1 b', 'PROXY a:0', '\r\nX: y'])
      expect(waysOf(odd)).toEqual([{ kind: 'unspoken' }]);
    expect(waysOf('DIRECT;'.repeat(1_000))).toHaveLength(4);
  });
});
