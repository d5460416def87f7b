/** The pure parts that both shells share, as tables: where data lies, which files are served, and the page's content policy. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIds } from '../../src/backend/system.ts';
import { INDEX, listAssets } from '../../src/shell/assets.ts';
import { defaultDataFolder } from '../../src/shell/data-folder.ts';
import { consolePolicy, freshPage, PLAIN_HEADERS } from '../../src/shell/policy.ts';

test.each([
  ['linux', { XDG_DATA_HOME: '/x' }, '/x/merchant-console'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/people/u/.local/share/merchant-console'],
  ['linux', {}, '/people/u/.local/share/merchant-console'],
  ['freebsd', {}, '/people/u/.local/share/merchant-console'],
  ['darwin', { XDG_DATA_HOME: '/x' }, '/people/u/Library/Application Support/Merchant Console'],
  ['darwin', {}, '/people/u/Library/Application Support/Merchant Console'],
  ['win32', { APPDATA: '/roaming', LOCALAPPDATA: '/local' }, '/local/Merchant Console'],
  ['win32', {}, '/people/u/AppData/Local/Merchant Console'],
] as const)('%s with %j keeps data in %s', (platform, environment, expected) => {
  expect(defaultDataFolder({ platform, home: '/people/u', environment })).toBe(expected);
});

describe('the manifest of the screens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shell-test-'));
  beforeAll(() => {
    mkdirSync(join(folder, 'assets', 'a b'), { recursive: true });
    for (const name of ['index.html', 'assets/app-1a.js', 'assets/app-1a.js.map', 'assets/a b/ü#1.css', 'secret.key'])
      writeFileSync(join(folder, name), '');
    symlinkSync('/etc/hostname', join(folder, 'assets', 'link.txt'));
    mkdirSync(join(folder, 'folder.js'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('holds the files of known types by their address, and neither links nor folders', () => {
    const assets = listAssets(folder);
    expect([...assets.keys()].sort()).toEqual(['/assets/a%20b/%C3%BC%231.css', '/assets/app-1a.js', INDEX]);
    expect(assets.get('/assets/app-1a.js')).toEqual({
      file: join(folder, 'assets', 'app-1a.js'),
      type: 'text/javascript; charset=utf-8',
    });
  });

  test('is empty where nothing is built', () => {
    expect(listAssets(join(folder, 'nowhere')).size).toBe(0);
  });
});

describe('the page', () => {
  test('gets a nonce of its own at each load, everywhere it asks for one, and the policy that names it', () => {
    const seen = Array.from({ length: 3 }, () =>
      freshPage('<meta content="__CSP_NONCE__"><!--__CSP_NONCE__-->', systemIds),
    );
    const nonces = seen.map(({ html, policy }) => {
      const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
      expect(html).toBe(`<meta content="${nonce}"><!--${nonce}-->`);
      expect(policy).toBe(consolePolicy(String(nonce)));
      return nonce;
    });
    expect(new Set(nonces).size).toBe(3);
  });

  test('runs under a policy that names every source and gives the nonce to styles alone', () => {
    expect(consolePolicy('N').split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self' data:",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "object-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-N'",
    ]);
  });

  test('and every file are kept by nobody and read by no other origin', () => {
    expect(PLAIN_HEADERS).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });
});
