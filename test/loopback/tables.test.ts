/** The pure parts of the browser shell as tables: request checks, options, proxies, presence of windows, redirect files. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Audience, checkHead, isForUs, isJson, type RequestHead, windowName } from '../../src/shell/http/guard.ts';
import { isSameSecret } from '../../src/shell/same-secret.ts';
import { writeRedirectFile } from '../../src/loopback/opener.ts';
import { readOptions } from '../../src/loopback/options.ts';
import { createPresence } from '../../src/shell/http/channels.ts';
import { proxyFor } from '../../src/shell/http/browser-host.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const JSON_TYPE = 'application/json';

describe('request heads', () => {
  const post: RequestHead = { method: 'POST', origin: ORIGIN, contentType: JSON_TYPE, fetchSite: 'same-origin' };
  const get: RequestHead = { method: 'GET', origin: undefined, contentType: undefined, fetchSite: undefined };
  const rows: readonly (readonly [name: string, head: RequestHead, audience: Audience, error: string | null])[] = [
    ['a good POST', post, 'data', null],
    ['a POST from curl with Origin', { ...post, fetchSite: undefined }, 'data', null],
    ['a POST without Origin', { ...post, origin: undefined }, 'data', 'wrong-origin'],
    ['a POST from a foreign origin', { ...post, origin: 'https://evil.example' }, 'data', 'wrong-origin'],
    ['a POST from an origin that only begins alike', { ...post, origin: `${ORIGIN}0` }, 'data', 'wrong-origin'],
    ['a POST as a form', { ...post, contentType: 'application/x-www-form-urlencoded' }, 'data', 'json-only'],
    ['a POST to a page', { ...post, origin: undefined }, 'page', 'wrong-origin'],
    ['a POST from another site', { ...post, fetchSite: 'cross-site' }, 'data', 'wrong-site'],
    ['a POST from another port', { ...post, fetchSite: 'same-site' }, 'data', 'wrong-site'],
    ['a GET by curl', get, 'data', null],
    ['a GET of our page', { ...get, fetchSite: 'same-origin' }, 'data', null],
    ['a GET with our Origin', { ...get, origin: ORIGIN }, 'data', null],
    ['a GET with a foreign Origin', { ...get, origin: 'null' }, 'data', 'wrong-origin'],
    ['a GET typed into the address bar', { ...get, fetchSite: 'none' }, 'data', 'wrong-site'],
    ['a page typed into the address bar', { ...get, fetchSite: 'none' }, 'page', null],
    ['a page linked from elsewhere', { ...get, fetchSite: 'cross-site', origin: 'https://evil.example' }, 'page', null],
    ['a PUT without Origin', { ...post, method: 'PUT', origin: undefined }, 'data', 'wrong-origin'],
  ];
  test.each(rows)('%s', (_name, head, audience, error) => {
    expect(checkHead(head, audience, ORIGIN)?.error ?? null).toBe(error);
  });

  test.each([
    [['Host', '127.0.0.1:4000'], '/', true],
    [['hOsT', '127.0.0.1:4000', 'Accept', '*/*'], '/x', true],
    [['Host', '127.0.0.1:4000', 'host', '127.0.0.1:4000'], '/', false],
    [['X-Host', '127.0.0.1:4000'], '/', false],
    [[], '/', false],
    [['Host', '127.0.0.1:4000'], 'http://127.0.0.1:4000/', false],
    [['Host', '127.0.0.1:4000'], '*', false],
    [['Host', '127.0.0.1:4000'], undefined, false],
    [['Host', ''], '/', false],
  ])('%j %s is for us: %s', (raw, target, expected) => {
    expect(isForUs(raw, target, '127.0.0.1:4000')).toBe(expected);
  });

  test.each([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    [' APPLICATION/JSON ;x=y', true],
    ['application/json+x', false],
    ['text/json', false],
    ['', false],
    [undefined, false],
  ])('%j is JSON: %s', (type, expected) => {
    expect(isJson(type)).toBe(expected);
  });

  test.each([
    [undefined, 'browser'],
    ['a', 'a'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), null],
    ['', null],
    ['a_b', null],
    ['a, b', null],
    [['a', 'b'], null],
  ])('the window %j is called %j', (header, name) => {
    expect(windowName(header)).toBe(name);
  });

  test('secrets are the same only when they are', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true);
    expect(isSameSecret('abc', 'abd')).toBe(false);
    expect(isSameSecret('abc', 'abcd')).toBe(false);
    expect(isSameSecret('', 'a')).toBe(false);
  });
});

describe('options', () => {
  const surroundings = { platform: 'linux', home: '/people/u', environment: {} } as const;
  test('their defaults', () => {
    expect(readOptions([], surroundings)).toEqual({
      ok: true,
      options: { dataFolder: '/people/u/.local/share/merchant-console', port: 0, opensBrowser: true },
    });
    expect(readOptions(['--data-dir', '/d', '--port=8080', '--no-open'], surroundings)).toEqual({
      ok: true,
      options: { dataFolder: '/d', port: 8080, opensBrowser: false },
    });
  });
  test.each([
    ['--port', '-1'],
    ['--port', '65536'],
    ['--port', '1e3'],
    ['--port', ''],
    ['--data-dir', ''],
    ['--open'],
    ['x'],
  ])('wrong: %s %s', (...args) => {
    expect(
      readOptions(
        args.filter((arg) => arg !== undefined),
        surroundings,
      ),
    ).toMatchObject({ ok: false });
  });
});

test.each([
  ['https://api.example/', {}, 'DIRECT'],
  ['https://api.example/', { HTTPS_PROXY: 'http://proxy:3128' }, 'PROXY proxy:3128'],
  ['https://api.example/', { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://up:2' }, 'PROXY low:1'],
  ['https://api.example/', { HTTPS_PROXY: 'proxy:3128' }, 'PROXY proxy:3128'],
  ['https://api.example/', { HTTPS_PROXY: 'https://user:secret@proxy' }, 'HTTPS proxy:443'],
  ['https://api.example/', { HTTP_PROXY: 'http://proxy:3128' }, 'DIRECT'],
  ['http://api.example/', { HTTP_PROXY: 'http://proxy' }, 'PROXY proxy:80'],
  ['https://api.example/', { ALL_PROXY: 'http://proxy:1' }, 'PROXY proxy:1'],
  ['https://api.example/', { ALL_PROXY: 'socks5://proxy:1' }, 'SOCKS proxy:1'],
  ['https://api.example/', { HTTPS_PROXY: 'socks5h://user:secret@proxy:1080' }, 'SOCKS proxy:1080'],
  ['https://api.example/', { ALL_PROXY: 'socks5://p:1', NO_PROXY: 'api.example' }, 'DIRECT'],
  ['https://api.example/', { HTTPS_PROXY: 'http://proxy:port' }, 'UNREADABLE'],
  ['https://api.example/', { HTTPS_PROXY: 'ftp://proxy' }, 'UNREADABLE'],
  ['https://api.example/', { HTTPS_PROXY: '  ' }, 'DIRECT'],
  ['https://api.example/', { HTTPS_PROXY: '', ALL_PROXY: '' }, 'DIRECT'],
  ['https://api.example/', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'api.example' }, 'DIRECT'],
  ['https://api.example/', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '.example' }, 'DIRECT'],
  ['https://api.example/', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a, *.example b' }, 'DIRECT'],
  ['https://api.example/', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'pi.example' }, 'PROXY p:1'],
  ['https://api.example/', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'api.example:8443' }, 'PROXY p:1'],
  ['https://api.example:8443/', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'api.example:8443' }, 'DIRECT'],
  ['https://api.example/', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, 'DIRECT'],
  ['http://127.0.0.1:9/', { HTTP_PROXY: 'http://p:1' }, 'DIRECT'],
  ['http://localhost/', { HTTP_PROXY: 'http://p:1' }, 'DIRECT'],
  ['no address', { HTTP_PROXY: 'http://p:1' }, 'DIRECT'],
])('%s with %j goes %s', (url, environment, expected) => {
  expect(proxyFor(url, environment)).toBe(expected);
});

test('a window is gone when nothing of it was open for a while, and a hiccup is not the end', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const gone: string[] = [];
  const presence = createPresence((client) => gone.push(client), 40);
  const stream = presence.enter('a');
  const call = presence.enter('a');
  presence.enter('b');
  stream();
  stream();
  vi.advanceTimersByTime(80);
  expect(gone).toEqual([]);
  call();
  vi.advanceTimersByTime(10);
  const back = presence.enter('a');
  vi.advanceTimersByTime(80);
  expect(gone).toEqual([]);
  back();
  vi.advanceTimersByTime(39);
  expect(gone).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(gone).toEqual(['a']);
  presence.enter('c')();
  presence.close();
  vi.advanceTimersByTime(80);
  expect(gone).toEqual(['a']);
});

test('a redirect file is private, leads to the address, and goes after its time', async () => {
  const file = writeRedirectFile('http://127.0.0.1:1/launch#TOKEN', 60);
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file.path)).mode & 0o777).toBe(0o700);
  expect(file.path).not.toContain('TOKEN');
  expect(readFileSync(file.path, 'utf8')).toContain('content="0; url=http://127.0.0.1:1/launch#TOKEN"');
  await expect.poll(() => existsSync(dirname(file.path))).toBe(false);
  file.remove();
});
