/**
 * The whole engine in a network that has a proxy and an authority of its own, both told by the host alone: profiles are tried and read through
 * the proxy, which never sees a key; what the proxy refuses is told as the proxy's.
 */
import { connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selfSigned } from '../../backend/api/transport/certificates.ts';
import { type TestProxy, testProxy, tunnelling } from '../../backend/api/transport/proxy-server.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const BASE = 'https://api.example';
const clock = new FastClock(10);
const certificate = selfSigned({ dns: ['api.example'] });
const asked: string[] = [];
let api: IndependentApi;
let front: Server;
let proxy: TestProxy;
let bench: Bench;

beforeAll(async () => {
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 30, withdrawals: 2 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const behind = Number(new URL(api.baseUrl).port);
  front = createServer(certificate, (socket) => {
    const onward = connect(behind, '127.0.0.1');
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  proxy = await testProxy(typeof address === 'object' && address !== null ? address.port : 0);
  const resolveProxy = async (url: string): Promise<string> => {
    asked.push(url);
    return `PROXY 127.0.0.1:${proxy.port}`;
  };
  bench = await startBench({ clock, host: { resolveProxy, systemCa: async () => [certificate.cert] } });
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await proxy.close();
  front.close();
  await api.close();
});

it('tries a key and reads a business through it', async () => {
  const tried = { name: 'B', baseUrl: BASE, apiKey: 'an-unknown-key-000', storage: 'session' } as const;
  expect(await bench.call('profiles.add', tried)).toMatchObject({ verdict: { ok: false, code: 'API_KEY_INVALID' } });
  const id = await addProfile(bench, BASE, KEY_A);
  const { total } = await until(
    () => bench.call('invoices.page', { offset: 0, limit: 1 }, id),
    (page) => page.total === 30,
  );
  expect(total).toBe(30);
  expect(new Set(asked)).toEqual(new Set([`${BASE}/`]));
  expect(proxy.seen.length).toBeGreaterThan(0);
  for (const bytes of proxy.seen) {
    expect(
      bytes.startsWith(
        'CONNECT api.example:443 HTTP/1.1\r\nhost: api.example:443\r\nconnection: close\r\n\r\n\x16\x03',
      ),
    ).toBe(true);
    expect(bytes).not.toContain(KEY_A);
  }
});

it('is the way of the shell’s own requests too, verified as all others', async () => {
  const wish = { connectMs: 5_000, signal: new AbortController().signal };
  const before = proxy.seen.length;
  const reached = await bench.app.reach({ origin: BASE, ...wish });
  expect(reached).toMatchObject({ kind: 'connected', socket: { authorized: true } });
  if (reached.kind === 'connected') reached.socket.destroy();
  // The certificate behind the proxy is of another name.
  const other = await bench.app.reach({ origin: 'https://other.example', ...wish });
  expect(other).toEqual({ kind: 'unreachable', reason: 'tls-wrong-host' });
  expect(proxy.seen.slice(before).map((bytes) => bytes.split('\r\n', 1)[0])).toEqual([
    'CONNECT api.example:443 HTTP/1.1',
    'CONNECT other.example:443 HTTP/1.1',
  ]);
});

it('FAULT-32: says whose the refusal is when the proxy refuses', async () => {
  proxy.answer = (socket) => void socket.end('HTTP/1.1 407 X\r\n\r\n');
  const tried = { name: 'C', baseUrl: BASE, apiKey: 'another-key-00000', storage: 'session' } as const;
  expect(await bench.call('profiles.add', tried)).toMatchObject({
    verdict: { ok: false, failure: { kind: 'unreachable', reason: 'proxy-auth' } },
  });
  proxy.answer = tunnelling;
});
