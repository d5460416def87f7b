/** The pure parts of the Electron shell as tables: links, addresses, the data folder on its command line. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataFolderOf } from '../../src/main/arguments.ts';
import { externalLink } from '../../src/main/external-link.ts';
import { isOurs } from '../../src/main/origin.ts';
import { answer } from '../../src/main/protocol.ts';
import { listAssets } from '../../src/shell/assets.ts';
import { traversals } from '../support/electron-stand-in/hostile.ts';

describe('links for the system’s browser', () => {
  const good: readonly (readonly [string, string])[] = [
    ['https://example.com', 'example.com'],
    ['https://example.com/', 'example.com'],
    ['https://tronscan.org/#/transaction/abc123', 'tronscan.org'],
    ['https://etherscan.io/tx/0xdeadbeef?a=b&c=d', 'etherscan.io'],
    ['https://a.b.c.example.co.uk:8443/path', 'a.b.c.example.co.uk:8443'],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['https://Example.COM/Path', 'example.com'],
    ['https://example.com/%2e%2e/x', 'example.com'],
    ['https://example.com/a@b', 'example.com'],
    ['https://example.com/?next=javascript:alert(1)', 'example.com'],
  ];
  test.each(good)('%s is opened, shown as %s', (url, host) => {
    expect(externalLink(url)?.host).toBe(host);
  });

  const bad = [
    '',
    ' ',
    'example.com',
    '//example.com',
    '/etc/passwd',
    'http://example.com/',
    'HTTPS://example.com/',
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/\n',
    'https:example.com',
    'https:/example.com',
    'https:evil',
    'https:///example.com',
    'https://',
    'https://?',
    'https:\\\\example.com\\',
    'https://example.com\\@evil.example/',
    'https://example.com/\\evil',
    'ht\ttps://example.com/',
    'https://exam\tple.com/',
    'https://exam\u0000ple.com/',
    'https://a@b.example/',
    'https://a:b@c.example/',
    'https://@evil.example/',
    'https://:@evil.example/',
    'https://example.com%40evil.example/',
    'https://example.com@evil.example/',
    'https://bücher.example/',
    'https://еxample.com/',
    'https://example.com/\u202ecod.exe',
    'https://localhost/',
    'https://a.localhost/',
    'https://printer.local/',
    'https://wiki.internal/',
    'https://router.lan/',
    'https://nas.home/',
    'https://host.localdomain/',
    'https://wiki.corp/',
    'https://1.0.0.127.in-addr.arpa/',
    'https://intranet/',
    'https://example.com./',
    'https://.example.com/',
    'https://a..example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://0.0.0.0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.168.0.1/',
    'https://example.com:99999/',
    'file:///etc/passwd',
    'file://host/share',
    'smb://host/share',
    'ms-msdt:/id PCWDiagnostic',
    'ms-officecmd:{}',
    'search-ms:query=x',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://example.com/x',
    'vbscript:x',
    'mailto:a@example.com',
    'tel:1',
    'ssh://example.com',
    'ftp://example.com/',
    'app://console/',
    'view-source:https://example.com/',
    'chrome://settings',
    `https://example.com/${'x'.repeat(2_048)}`,
  ];
  test.each(bad)('%j is not opened', (url) => {
    expect(externalLink(url)).toBeNull();
  });
});

test.each([
  ['app://console/', true],
  ['app://console', true],
  ['app://console/assets/a.js?x#y', true],
  ['app://console.evil/', false],
  ['app://console:1/', false],
  ['app://console@evil/', false],
  ['app:console/', false],
  ['xapp://console/', false],
  ['https://console/', false],
  ['', false],
])('%s is ours: %s', (url, expected) => {
  expect(isOurs(url)).toBe(expected);
});

describe('app://console/', () => {
  const folder = mkdtempSync(join(tmpdir(), 'protocol-test-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
  writeFileSync(join(folder, 'assets', 'a.js'), 'a');
  writeFileSync(join(folder, 'assets', 'secret.key'), 'k');
  writeFileSync(join(folder, '..', 'outside-of-protocol-test.js'), 'o');
  const manifest = listAssets(folder);
  const get = (url: string, method = 'GET') => answer(manifest, { method, url });

  test('serves the page under its policy and files by their address', async () => {
    const page = await get('app://console/?x=1');
    const nonce = /'nonce-([\w-]+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect(await page.text()).toBe(`<meta name="csp-nonce" content="${nonce}">`);
    const script = await get('app://console/assets/a.js');
    expect([script.status, script.headers.get('content-type'), await script.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'a',
    ]);
    expect(script.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('serves nothing else', async () => {
    const others = ['app://console/assets/secret.key', 'app://console/../outside-of-protocol-test.js'];
    const all = [...traversals(), ...others];
    expect(all.length).toBeGreaterThan(200);
    for (const url of all) expect([url, (await get(url)).status]).toEqual([url, 404]);
    for (const method of ['POST', 'PUT', 'HEAD', 'OPTIONS']) {
      expect((await get('app://console/assets/a.js', method)).status).toBe(404);
    }
  });
});

test.each([
  [['electron', '.'], '/people/u/.local/share/merchant-console'],
  [['electron', '.', '--data-dir', '/d'], '/d'],
  [['electron', '.', '--data-dir=/d'], '/d'],
  [['electron', '--no-first-run', '.', '--data-dir', '/d', '--inspect'], '/d'],
  [['electron', '.', '--data-dir'], '/people/u/.local/share/merchant-console'],
  // What a link brings along is no option of ours.
  [['electron', '--', 'merchant-console://invoice/1', '--data-dir=/evil'], '/people/u/.local/share/merchant-console'],
  [['electron', '--data-dir=/d', 'MERCHANT-CONSOLE:x', '--data-dir=/evil'], '/d'],
])('%j → %s', (args, expected) => {
  expect(dataFolderOf(args, { platform: 'linux', home: '/people/u', environment: {} })).toBe(expected);
});
