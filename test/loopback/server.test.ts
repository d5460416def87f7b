/** The browser shell over real sockets: who is let in, in which order the checks come, frames and events. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_FRAME_BYTES } from '../../src/contract/channel.ts';
import { listAssets } from '../../src/shell/assets.ts';
import { startShell, type Shell } from './harness.ts';

const INDEX =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script type="module" src="/a.js"></script>';
let shell: Shell;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopback-test-'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'a.js'), 'export const a = 1;');
  shell = await startShell(listAssets(folder));
});
afterAll(() => shell.server.close());

/** What a well-behaved caller sends with a POST. */
function json(extra: Readonly<Record<string, string | undefined>> = {}) {
  return { origin: shell.server.origin, 'content-type': 'application/json', ...extra };
}

const hosts = (port: number): readonly (string | undefined)[] => [
  undefined,
  '',
  'evil.example',
  `evil.example:${port}`,
  '127.0.0.1',
  `127.0.0.1:${port + 1}`,
  `127.0.0.1:0${port}`,
  `127.0.0.1.:${port}`,
  `127.1:${port}`,
  `localhost:${port}`,
  `LOCALHOST:${port}`,
  `[::1]:${port}`,
  `0.0.0.0:${port}`,
  `2130706433:${port}`,
  `user@127.0.0.1:${port}`,
  `127.0.0.1:${port}, evil.example`,
];

const origins = (): readonly (string | undefined)[] => [
  undefined,
  'null',
  'https://evil.example',
  `http://localhost:${shell.port}`,
  `https://127.0.0.1:${shell.port}`,
  `http://127.0.0.1:${shell.port + 1}`,
  `http://127.0.0.1:${shell.port}/`,
  `http://127.0.0.1:${shell.port}.evil.example`,
];

describe('the Host is checked before anything else', () => {
  test('a wrong one gets 403 on every route, with a good token and a used one alike', async () => {
    const { token } = await shell.session();
    const paths = ['/', '/launch', '/launch.js', '/session', '/call', '/events', '/nothing', '/%zz'];
    for (const host of hosts(shell.port)) {
      for (const path of paths) {
        for (const method of ['GET', 'POST']) {
          const reply = await shell.ask(method, path, {
            headers: { ...json(), host, 'x-console-token': token },
            ...(method === 'POST' ? { body: '{}' } : {}),
          });
          expect([host, path, method, reply.status, reply.body]).toEqual([
            host,
            path,
            method,
            403,
            '{"error":"wrong-host"}',
          ]);
        }
      }
    }
  });

  test('two Host headers, and the absolute form of the request line, are refused', async () => {
    const send = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(shell.port, '127.0.0.1', () => socket.end(text));
        let answer = '';
        socket.on('data', (piece) => (answer += piece.toString()));
        socket.on('end', () => resolve(answer));
        socket.on('error', reject);
      });
    const ours = `127.0.0.1:${shell.port}`;
    const two = await send(`GET / HTTP/1.1\r\nHost: ${ours}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(two).toMatch(/^HTTP\/1\.1 40[03] /);
    const absolute = await send(`GET http://evil.example/ HTTP/1.1\r\nHost: ${ours}\r\nConnection: close\r\n\r\n`);
    expect(absolute).toMatch(/^HTTP\/1\.1 403 /);
    expect(await send(`GET / HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await send('\u0016\u0003\u0001 not http\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('POST needs our Origin and JSON', () => {
  test('a missing or foreign Origin is refused before the token is looked at', async () => {
    const { token } = await shell.session();
    for (const origin of origins()) {
      for (const path of ['/call', '/session']) {
        const headers = json({ origin, 'x-console-token': token });
        const reply = await shell.ask('POST', path, { headers, body: '{"cancel":"a"}' });
        expect([origin, path, reply.status, reply.body]).toEqual([origin, path, 403, '{"error":"wrong-origin"}']);
      }
    }
    const events = await shell.ask('GET', '/events', {
      headers: { origin: 'https://evil.example', 'x-console-token': token },
    });
    expect(events.status).toBe(403);
  });

  test('anything but JSON gets 415, with and without a session', async () => {
    const { token } = await shell.session();
    const types = [
      undefined,
      'text/plain',
      'text/plain;application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json-seq',
    ];
    for (const type of types) {
      for (const held of [undefined, token]) {
        const headers = json({ 'content-type': type, 'x-console-token': held });
        const reply = await shell.ask('POST', '/call', { headers, body: '{"cancel":"a"}' });
        expect([type, reply.status, reply.body]).toEqual([type, 415, '{"error":"json-only"}']);
      }
    }
    const ok = json({ 'content-type': 'Application/JSON; charset=utf-8', 'x-console-token': token });
    expect((await shell.ask('POST', '/call', { headers: ok, body: '{"cancel":"a"}' })).status).toBe(204);
  });

  test('a Sec-Fetch-Site that is present must be same-origin, except on pages', async () => {
    const { token } = await shell.session();
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      const call = await shell.ask('POST', '/call', {
        headers: json({ 'sec-fetch-site': site, 'x-console-token': token }),
        body: '{"cancel":"a"}',
      });
      expect([site, call.status]).toEqual([site, 403]);
      const events = await shell.ask('GET', '/events', {
        headers: { 'sec-fetch-site': site, 'x-console-token': token },
      });
      expect([site, events.status]).toEqual([site, 403]);
      for (const page of ['/', '/launch', '/launch.js', '/a.js']) {
        expect((await shell.ask('GET', page, { headers: { 'sec-fetch-site': site } })).status).toBe(200);
      }
    }
  });
});

describe('tokens', () => {
  test('a launch token opens one session, once', async () => {
    const body = JSON.stringify({ token: shell.launches.issue('printed') });
    const first = await shell.ask('POST', '/session', { headers: json(), body });
    expect(first.status).toBe(200);
    expect(JSON.parse(first.body)).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) });
    const second = await shell.ask('POST', '/session', { headers: json(), body });
    expect([second.status, second.body]).toEqual([403, '{"error":"launch-token"}']);
  });

  test('a fresh token voids the outstanding one of its purpose, and only that', async () => {
    const old = shell.launches.issue('printed');
    const opened = shell.launches.issue('opened');
    const fresh = shell.launches.issue('printed');
    const post = async (token: string) =>
      (await shell.ask('POST', '/session', { headers: json(), body: JSON.stringify({ token }) })).status;
    expect(await post(old)).toBe(403);
    expect(await post(opened)).toBe(200);
    expect(await post(fresh)).toBe(200);
  });

  test.each(['{}', '[]', 'null', '"x"', '{"token":1}', '{"token":""}', '{"token":["a"]}'])(
    'a body without a token is refused: %s',
    async (body) => {
      expect((await shell.ask('POST', '/session', { headers: json(), body })).status).toBe(403);
    },
  );

  test('many wrong ones are told to stop, and a good one is taken all the same', async () => {
    const other = await startShell();
    const post = async (token: string) => {
      const headers = { origin: other.server.origin, 'content-type': 'application/json' };
      return (await other.ask('POST', '/session', { headers, body: JSON.stringify({ token }) })).status;
    };
    for (let tries = 0; tries < 30; tries += 1) expect(await post('guess')).toBe(403);
    expect(await post('guess')).toBe(429);
    expect(await post(other.launches.issue('printed'))).toBe(200);
    await other.server.close();
  });

  test('without the session token nothing is answered', async () => {
    const launch = shell.launches.issue('printed');
    for (const token of [undefined, '', 'wrong', launch]) {
      for (const [method, path] of [
        ['POST', '/call'],
        ['GET', '/events'],
        ['GET', '/exports/abc'],
      ] as const) {
        const reply = await shell.ask(method, path, {
          headers: json({ 'x-console-token': token }),
          ...(method === 'POST' ? { body: '{"id":"1","call":"echo"}' } : {}),
        });
        expect([path, reply.status, reply.body]).toEqual([path, 401, '{"error":"session-token"}']);
      }
    }
    expect(shell.seen.some(({ frame }) => JSON.stringify(frame).includes('echo'))).toBe(false);
  });

  test('the token counts in its header only: not as cookie, query or bearer', async () => {
    const { token } = await shell.session();
    const body = '{"id":"1","call":"echo"}';
    for (const extra of [
      { cookie: `x-console-token=${token}` },
      { authorization: `Bearer ${token}` },
      { 'x-console-tokens': token },
    ]) {
      expect((await shell.ask('POST', '/call', { headers: { ...json(), ...extra }, body })).status).toBe(401);
    }
    expect((await shell.ask('POST', `/call?x-console-token=${token}`, { headers: json(), body })).status).toBe(401);
  });
});

describe('frames', () => {
  test('a call is answered with 200, a cancel with 204, each under its window', async () => {
    const { headers } = await shell.session();
    const call = await shell.ask('POST', '/call', {
      headers: { ...headers, 'x-console-window': 'tab-1' },
      body: JSON.stringify({ id: 'a', call: 'echo', input: { amount: '0.10' } }),
    });
    expect([call.status, JSON.parse(call.body)]).toEqual([200, { id: 'a', ok: true, output: { amount: '0.10' } }]);
    const seen = { id: 'a', call: 'echo', input: { amount: '0.10' } };
    expect(shell.seen).toContainEqual({ frame: seen, client: expect.stringMatching(/^\d+:tab-1$/) });
    const cancel = await shell.ask('POST', '/call', { headers, body: '{"cancel":"a"}' });
    expect([cancel.status, cancel.body]).toEqual([204, '']);
    expect(shell.seen).toContainEqual({ frame: { cancel: 'a' }, client: expect.stringMatching(/^\d+:browser$/) });
  });

  test.each(['', 'a b', 'a/b', 'x'.repeat(65), 'ümlaut'.replace('ü', '%C3%BC')])(
    'a window name %j is refused',
    async (name) => {
      const { headers } = await shell.session();
      const reply = await shell.ask('POST', '/call', { headers: { ...headers, 'x-console-window': name }, body: '{}' });
      expect([reply.status, reply.body]).toEqual([400, '{"error":"window-name"}']);
    },
  );

  test('what is not JSON gets 400, what is too large 413, in one word each', async () => {
    const { headers } = await shell.session();
    const broken = await shell.ask('POST', '/call', { headers, body: '{"id": "canary' });
    expect([broken.status, broken.body]).toEqual([400, '{"error":"not-json"}']);
    const text = 'x'.repeat(MAX_FRAME_BYTES - 40);
    const fits = await shell.ask('POST', '/call', {
      headers,
      body: JSON.stringify({ id: 'a', call: 'none', input: text }),
    });
    expect(fits.status).toBe(200);
    const large = await shell.ask('POST', '/call', {
      headers,
      body: JSON.stringify({ id: 'a', input: `${text}${text}` }),
    });
    expect([large.status, large.body]).toEqual([413, '{"error":"too-large"}']);
  });

  test('a caller who goes away gives its call up', async () => {
    const { headers } = await shell.session();
    const stop = new AbortController();
    const call = shell.ask('POST', '/call', { headers, body: '{"id":"slow-1","call":"hang"}', signal: stop.signal });
    await expect.poll(() => shell.seen.some(({ frame }) => JSON.stringify(frame).includes('slow-1'))).toBe(true);
    stop.abort();
    await expect(call).rejects.toThrow('aborted');
    await expect.poll(() => shell.seen.map(({ frame }) => frame)).toContainEqual({ cancel: 'slow-1' });
  });
});

describe('events', () => {
  test('a stream carries retry and every frame as data, and closing it unsubscribes', async () => {
    const { headers } = await shell.session();
    const stop = new AbortController();
    const response = await fetch(`${shell.server.origin}/events`, { headers, signal: stop.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string) => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    };
    await until('"seq":0');
    shell.push({ event: 'settings.changed', profile: null, seq: 1, data: { text: 'line\nbreak' } });
    await until('"seq":1');
    expect(text).toMatch(/^retry: \d+\n\n/);
    expect(text).toContain(
      'data: {"event":"settings.changed","profile":null,"seq":1,"data":{"text":"line\\nbreak"}}\n\n',
    );
    const [own, ...others] = shell.listeners.values();
    expect(others).toEqual([]);
    stop.abort();
    await expect.poll(() => shell.listeners.size).toBe(0);
    // Its window is waited for; those of the tests before may be given up by now.
    expect(shell.closed).not.toContain(own?.client);
  });
});
