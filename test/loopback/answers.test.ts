/** What the browser shell answers, over real sockets: headers on everything, pages and files, exports, and where it listens. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAssets } from '../../src/shell/assets.ts';
import { startShell, type Shell } from './harness.ts';

const INDEX =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script type="module" src="/a.js"></script>';
let shell: Shell;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopback-test-'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'a.js'), 'export const a = 1;');
  writeFileSync(join(folder, 'a.js.map'), 'a source map is not served');
  shell = await startShell(listAssets(folder));
});
afterAll(() => shell.server.close());

describe('exports', () => {
  test('an offered file is streamed once, under a true name, and removed', async () => {
    const { headers } = await shell.session();
    const path = join(mkdtempSync(join(tmpdir(), 'export-test-')), 'a.csv');
    writeFileSync(path, 'a,b\n1,2\n');
    const beside = {
      path: `${path}.manifest.json`,
      suggestedName: 'a.csv.manifest.json',
      mimeType: 'application/json',
    };
    writeFileSync(beside.path, '{}');
    const file = { path, beside, suggestedName: 'Rückstände "Q1"\r\nX: y.csv', mimeType: 'text/csv; charset=utf-8' };
    const saved = await shell.host.host.saveAs(file);
    if (saved.kind !== 'offered') throw new Error(saved.kind);
    expect((await shell.ask('GET', `/exports/${saved.ticket}`)).status).toBe(401);
    // Locked, it stays where it is.
    shell.lock.isLocked = true;
    expect((await shell.ask('GET', `/exports/${saved.ticket}`, { headers })).status).toBe(423);
    shell.lock.isLocked = false;
    const got = await shell.ask('GET', `/exports/${saved.ticket}`, { headers });
    expect([got.status, got.body]).toEqual([200, 'a,b\n1,2\n']);
    expect(got.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(got.headers['x']).toBeUndefined();
    expect(got.headers['content-disposition']).toMatch(
      /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''R%C3%BCck/,
    );
    await expect.poll(() => existsSync(path)).toBe(false);
    expect((await shell.ask('GET', `/exports/${saved.ticket}`, { headers })).status).toBe(404);
    const manifest = await shell.ask('GET', `/exports/${saved.besideTicket}`, { headers });
    expect([manifest.body, manifest.headers['content-type']]).toEqual(['{}', 'application/json']);
    await expect.poll(() => existsSync(beside.path)).toBe(false);
  });
});

describe('every answer', () => {
  test('carries the security headers, no CORS header, and no cookie', async () => {
    const { headers, token } = await shell.session();
    const origin = 'https://evil.example';
    const replies = [
      await shell.ask('GET', '/'),
      await shell.ask('GET', '/launch'),
      await shell.ask('GET', '/launch.js'),
      await shell.ask('GET', '/a.js'),
      await shell.ask('GET', '/nothing'),
      await shell.ask('GET', '/', { headers: { host: 'evil.example' } }),
      await shell.ask('POST', '/call', { headers, body: '{"id":"1","call":"echo"}' }),
      await shell.ask('POST', '/call', { headers: { ...headers, origin }, body: '{}' }),
      await shell.ask('POST', '/session', { headers, body: '{"token":"x"}' }),
      await shell.ask('OPTIONS', '/call', {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-console-token',
        },
      }),
      await shell.ask('GET', '/', { headers: { cookie: `a=${token}` } }),
    ];
    for (const { headers: got, status } of replies) {
      expect([status, got['cache-control']]).toEqual([status, 'no-store']);
      expect(got['x-content-type-options']).toBe('nosniff');
      expect(got['cross-origin-resource-policy']).toBe('same-origin');
      expect(got['cross-origin-opener-policy']).toBe('same-origin');
      expect(got['referrer-policy']).toBe('no-referrer');
      expect(got['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(got['content-security-policy']).toContain("default-src 'none'");
      expect(got['set-cookie']).toBeUndefined();
      expect(Object.keys(got).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(replies.at(-2)?.status).toBe(404);
  });

  test('the page gets a nonce of its own at each load, in the policy and in the page', async () => {
    const nonces = new Set<string>();
    for (let load = 0; load < 3; load += 1) {
      const { body, headers } = await shell.ask('GET', '/');
      const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
      expect(body).toContain(`<meta name="csp-nonce" content="${nonce}">`);
      expect(body).not.toContain('__CSP_NONCE__');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test('a static file is a look-up: traversal in any form finds nothing', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/%2e%2e%5cpackage.json',
      '/..\\package.json',
      '/a.js%00',
      '/a.js/',
      '//a.js',
      '/./a.js',
      '/a.js.map',
      '/A.JS',
      '/%61.js',
      '/etc/passwd',
      '/C:/Windows/win.ini',
      '/\\\\host\\share',
    ]) {
      expect([path, (await shell.ask('GET', path)).status]).toEqual([path, 404]);
    }
    expect((await shell.ask('GET', '/%zz')).status).toBe(400);
    expect((await shell.ask('GET', '/a.js?v=1')).body).toBe('export const a = 1;');
  });
});

test('only 127.0.0.1 listens', async () => {
  // Every other address of this machine refuses, loopback's neighbours included.
  const others = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  for (const address of ['127.0.0.2', '::1', ...others.filter((it) => it !== '127.0.0.1' && !it.startsWith('fe80'))]) {
    expect([address, await isOpen(address)]).toEqual([address, false]);
  }
  expect(await isOpen('127.0.0.1')).toBe(true);
  if (process.platform !== 'linux') return;
  const port = shell.port.toString(16).toUpperCase().padStart(4, '0');
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFileSync(path, 'utf8')).join('');
  const listening = tables.split('\n').filter((line) => new RegExp(`:${port} [0-9A-F]+:0000 0A `).test(line));
  expect(listening.map((line) => line.trim().split(/\s+/)[1])).toEqual([`0100007F:${port}`]);
});

function isOpen(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: shell.port, timeout: 2_000 });
    const end = (result: boolean) => () => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
