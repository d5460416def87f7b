/**
 * The pure parts of packaging as tables: what a binary is for, whose a module is, which licence may go along, who signs, what the systems
 * are told, and the release workflow. Not here: a packed app (layout.test.ts).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageOf } from '../../packaging/bundle-record.ts';
import { componentsOf, LicenceError } from '../../packaging/components.ts';
import { configuration, DEBIAN_DEPENDS } from '../../packaging/configuration.ts';
import { archiveFiles, reached } from '../../packaging/contents.ts';
import { checkRuntime, clearRuntime } from '../../packaging/hooks.ts';
import { isAllowed, WITHOUT_TEXT } from '../../packaging/licences.ts';
import { binaryOf, nativeTrouble } from '../../packaging/native.ts';
import { signingOf, signingTrouble } from '../../packaging/signing.ts';
import { APP_ID } from '../../packaging/names.ts';
import { type Target, targetOf } from '../../packaging/target.ts';
import { APP_ID as NAME_ON_WINDOWS } from '../../src/main/desktop/windows-name.ts';
import { BUILD_MS, buildOnce, OUT, ROOT } from '../support/electron-stand-in/built.ts';

const PREBUILDS = join(ROOT, 'node_modules', 'better-sqlite3', 'prebuilds');
const TARGETS: readonly Target[] = (['darwin', 'linux', 'win32'] as const).flatMap((platform) =>
  (['arm64', 'x64'] as const).map((arch) => ({ platform, arch })),
);
const scratch = mkdtempSync(join(tmpdir(), 'packaging-tables-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function scratchFile(name: string, content: string | Buffer): string {
  const file = join(scratch, name);
  writeFileSync(file, content);
  return file;
}

describe('native modules', () => {
  // Eight real ones, made by somebody else's compilers.
  test.each(TARGETS)('of $platform on $arch are known by their first bytes', (target) => {
    const file = join(PREBUILDS, `${target.platform}-${target.arch}.node`);
    expect(nativeTrouble(file, 'x.node', target)).toBeNull();
    for (const other of TARGETS.filter((one) => one !== target))
      expect(nativeTrouble(file, 'x.node', other)).toContain(`is for ${target.platform}-${target.arch}, not for`);
  });

  const elf = readFileSync(join(PREBUILDS, 'linux-x64.node'));
  const changed = (at: number, byte: number) =>
    Buffer.from(elf)
      .fill(byte, at, at + 1)
      .subarray(0, 128);
  test.each([
    ['nothing', Buffer.alloc(0), null],
    ['text', Buffer.from('#!/bin/sh\n'.repeat(20)), null],
    ['the beginning of a program', elf.subarray(0, 32), null],
    ['an old DOS program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)]), null],
    ['a program whose header points outside', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100, 0xff)]), null],
    ['a program for 32 bits', changed(4, 1), { platform: 'linux', arch: 'another' }],
    ['a program for another order of bytes', changed(5, 2), { platform: 'linux', arch: 'another' }],
    ['a program for another processor', changed(18, 0x28), { platform: 'linux', arch: 'another' }],
  ])('%s', (_what, bytes, found) => {
    expect(binaryOf(bytes)).toEqual(found);
  });

  test('that are missing or none are named with what to do', () => {
    const target = targetOf('linux', 'x64');
    const missing = nativeTrouble(join(scratch, 'none.node'), 'keytar.node', target);
    expect(missing).toMatch(/^The native module keytar\.node is missing, .* libsecret-1-dev\) and package again\.$/);
    const text = scratchFile('text.node', 'x'.repeat(100));
    expect(nativeTrouble(text, 'keytar.node', target)).toMatch(
      /^The native module keytar\.node is no program for linux-x64/,
    );
  });
});

test.each([
  ['freebsd', 'x64', 'There are packages for macOS, Windows and Linux, not for freebsd.'],
  ['linux', 'ia32', 'There are packages for arm64 and x64, not for ia32.'],
])('there is no package for %s on %s', (platform, arch, sentence) => {
  expect(() => targetOf(platform, arch)).toThrow(sentence);
});

describe('whose a module is', () => {
  test.each([
    ['/p/src/main/index.ts', null],
    ['/p/src/renderer/index.html?html-proxy&index=0.js', null],
    ['/p/node_modules/zod/v4/index.js', 'node_modules/zod'],
    ['\0/p/node_modules/react/index.js?commonjs-module', 'node_modules/react'],
    ['/p/node_modules/@mantine/core/esm/index.mjs', 'node_modules/@mantine/core'],
    ['/p/node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
    ['\0rolldown/runtime.js', 'node_modules/rolldown'],
    ['\0vite/preload-helper.js', 'node_modules/vite'],
  ])('%j', (id, folder) => {
    expect(packageOf(id, '/p')).toBe(folder);
  });

  test.each(['/elsewhere/x.js', '\0unknown', '/p/vendor/x.js', '\0/src/x.js'])('of %j nobody knows', (id) => {
    expect(() => packageOf(id, '/p')).toThrow('Nobody knows whose code');
  });
});

describe('licences', () => {
  test.each(['GPL-3.0-only', 'AGPL-3.0', 'SSPL-1.0', 'UNLICENSED', 'SEE LICENSE IN LICENSE', '(MIT OR GPL-2.0)', ''])(
    '%s may not go along',
    (licence) => expect(isAllowed(licence)).toBe(false),
  );

  /** A project with one package in it. */
  function projectWith(manifest: object, files: Readonly<Record<string, string>>): string {
    const project = mkdtempSync(join(scratch, 'project-'));
    const put = (path: string, content: string) => {
      mkdirSync(join(project, path, '..'), { recursive: true });
      writeFileSync(join(project, path), content);
    };
    put('package-lock.json', '{"packages":{}}');
    put('node_modules/better-sqlite3/deps/sqlite3/sqlite3.h', '#define SQLITE_VERSION        "3.0.0"\n');
    put('node_modules/a/package.json', JSON.stringify({ name: 'a', version: '1.0.0', ...manifest }));
    for (const [name, text] of Object.entries(files)) put(`node_modules/a/${name}`, text);
    return project;
  }

  test('a package with an allowed licence and its text goes along, and so does SQLite', () => {
    const project = projectWith({ license: 'MIT' }, { 'LICENCE.md': 'the text' });
    expect(componentsOf(project, ['node_modules/a']).map(({ name, text }) => [name, text])).toEqual([
      ['a', 'the text'],
      ['sqlite', expect.stringContaining('May you do good and not evil')],
    ]);
  });

  test.each([
    ['another licence', { license: 'GPL-3.0-only' }, { LICENSE: 'x' }, 'is inside under GPL-3.0-only'],
    ['none', {}, { LICENSE: 'x' }, 'is inside under no licence'],
    ['no text', { license: 'MIT' }, {}, 'is inside without the text of its licence'],
  ])('a package with %s stops the build', (_what, manifest, files, words) => {
    const project = projectWith(manifest, files);
    expect(() => componentsOf(project, ['node_modules/a'])).toThrow(LicenceError);
    expect(() => componentsOf(project, ['node_modules/a'])).toThrow(words);
  });

  test('each exception is still needed', () => {
    for (const name of Object.keys(WITHOUT_TEXT)) {
      const files = readdirSync(join(ROOT, 'node_modules', name));
      expect(files.filter((file) => /^licen[cs]e/i.test(file))).toEqual([]);
    }
  });
});

describe('who signs', () => {
  const mac = targetOf('darwin', 'arm64');
  const windows = targetOf('win32', 'x64');
  const apple = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 'u' };
  const azure = {
    AZURE_SIGNING_ENDPOINT: 'e',
    AZURE_SIGNING_ACCOUNT: 'a',
    AZURE_SIGNING_PROFILE: 'p',
    AZURE_SIGNING_PUBLISHER: 'n',
  };
  const access = { AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'c', AZURE_CLIENT_SECRET: 's' };
  test.each([
    ['nobody on macOS', mac, {}, false, /^Not signed and not notarised: /],
    ['nobody, by empty secrets', mac, { CSC_LINK: '', CSC_NAME: '' }, false, /^Not signed and not notarised: /],
    ['a Developer ID', mac, { CSC_LINK: 'x' }, true, /; not notarised: there is no APPLE_API_KEY/],
    ['a Developer ID, notarised', mac, { CSC_NAME: 'x', ...apple }, true, /asking Apple to notarise\.$/],
    ['nobody on Windows', windows, {}, false, /^Not signed: .*SmartScreen/],
    ['a certificate', windows, { WIN_CSC_LINK: 'x' }, true, /^Signing with the certificate/],
    ['Azure', windows, { ...azure, ...access }, true, /^Signing with Azure/],
    ['nobody: Azure without access', windows, azure, false, /^Not signed: /],
    ['nobody on Linux', targetOf('linux', 'x64'), { CSC_LINK: 'x' }, false, /^Not signed: packages for Linux/],
  ])('%s', (_who, target, environment, isSigned, sentence) => {
    const signing = signingOf(target, environment);
    expect(signing.isSigned).toBe(isSigned);
    expect(signing.sentence).toMatch(sentence);
  });
});

test('Apple’s key is a file: its text is refused before anything is done, and not repeated', () => {
  const text = `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(5_000)}`;
  const mac = targetOf('darwin', 'x64');
  for (const APPLE_API_KEY of [text, join(scratch, 'none.p8'), scratch])
    expect(signingTrouble(mac, { APPLE_API_KEY })).toMatch(
      /^APPLE_API_KEY has to be the path of the \.p8 file .* no such file\.$/,
    );
  expect(signingTrouble(mac, { APPLE_API_KEY: scratchFile('key.p8', text) })).toBeNull();
  expect(signingTrouble(mac, {})).toBeNull();
  expect(signingTrouble(targetOf('linux', 'x64'), { APPLE_API_KEY: text })).toBeNull();
});

describe('the runtime goes along', () => {
  /** What electron-builder's `unpack` leaves of a folder with an unpacked runtime, before anything is renamed. */
  function unpacked(platform: 'darwin' | 'linux') {
    const [runtime, place] = [mkdtempSync(join(scratch, 'runtime-')), mkdtempSync(join(scratch, 'unpacked-'))];
    const inside = platform === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources';
    const put = (file: string) => {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, file);
    };
    for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version', `${inside}/default_app.asar`])
      put(join(runtime, name));
    put(join(place, inside, 'default_app.asar'));
    return { runtime, place, inside: join(place, inside) };
  }

  test('on macOS with its terms inside the app, and without its demonstration', () => {
    const { runtime, place, inside } = unpacked('darwin');
    expect(() => checkRuntime(inside, inside)).toThrow(
      'lacks the terms of its runtime: LICENSE.electron.txt, LICENSES',
    );
    clearRuntime(targetOf('darwin', 'arm64'), place, runtime);
    expect(readdirSync(inside).sort()).toEqual(['LICENSE.electron.txt', 'LICENSES.chromium.html']);
    expect(readFileSync(join(inside, 'LICENSE.electron.txt'), 'utf8')).toBe(join(runtime, 'LICENSE'));
    expect(() => checkRuntime(inside, inside)).not.toThrow();
  });

  test('and a package with the demonstration is not made', () => {
    const { runtime, inside } = unpacked('linux');
    for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) writeFileSync(join(runtime, name), name);
    expect(() => checkRuntime(inside, runtime)).toThrow('The package holds default_app.asar');
  });
});

test('the installer of Windows takes the start at login away with the program, and not for a newer one', () => {
  const script = readFileSync(join(ROOT, 'packaging', 'resources', 'installer.nsh'), 'utf8');
  const [, uninstall = ''] = script.split('!macro customUnInstall');
  const [, forGood = ''] = /\$\{ifNot\} \$\{isUpdated\}([^]*)\$\{endIf\}/.exec(uninstall) ?? [];
  // Electron names the entry by the id that the program gives itself (app.setLoginItemSettings).
  expect(forGood).toContain(
    String.raw`DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${'$'}{APP_ID}"`,
  );
  expect(APP_ID).toBe(NAME_ON_WINDOWS);
  // No key of the person's settings and no folder of theirs.
  expect(script.match(/RMDir|Delete |DeleteRegKey (?!SHCTX "Software\\Classes\\merchant-console"$)/gm)).toBeNull();
});

test('where Ubuntu has renamed a package the new name is first: the old one is a word that others provide too', () => {
  const renamed = DEBIAN_DEPENDS.filter((it) => it.includes('t64'));
  expect(renamed).toHaveLength(3);
  for (const it of renamed) expect(it).toMatch(/^(\S+)t64 \| \1$/);
});

describe('what electron-builder is told', () => {
  beforeAll(buildOnce, BUILD_MS);
  const builder = createRequire(join(ROOT, 'node_modules', 'electron-builder', 'package.json'));
  const { validateConfiguration } = builder('app-builder-lib/out/util/config/config.js');
  const environments = [{}, { CSC_LINK: 'x', APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 'u' }];

  test.each(TARGETS)('is right by its schema for $platform on $arch', async (target) => {
    for (const environment of environments) {
      const told = configuration(ROOT, target, environment);
      await expect(validateConfiguration(told, { isEnabled: false })).resolves.toBeUndefined();
      await expect(validateConfiguration({ ...told, fuses: true }, { isEnabled: false })).rejects.toThrow(
        "unknown property 'fuses'",
      );
    }
  });

  test('packs one binary of the database for each target, and nothing of the browser shell', () => {
    for (const target of TARGETS) {
      const native = archiveFiles(OUT, target).filter((file) => file.endsWith('.node'));
      expect(native).toEqual([
        `node_modules/better-sqlite3/prebuilds/${target.platform}-${target.arch}.node`,
        'node_modules/keytar/build/Release/keytar.node',
      ]);
      expect(archiveFiles(OUT, target)).not.toContain('out/main/loopback.js');
    }
  });

  test('a build without one of the programs is refused', () => {
    const file = { file: 'main.js', isEntry: true, loads: ['gone.js'], outside: [], packages: [] };
    expect(() => reached([file], ['main.js'])).toThrow('The build has no gone.js; build it again');
  });

  test('without an identity macOS gets its own signature and no hardened runtime; with one it gets both', () => {
    const [alone, signed] = environments.map((it) => configuration(ROOT, targetOf('darwin', 'arm64'), it).mac);
    expect(alone).toMatchObject({ identity: '-', hardenedRuntime: false, notarize: false });
    expect(signed).toMatchObject({ hardenedRuntime: true, notarize: true });
    expect(signed).not.toHaveProperty('identity');
  });

  test('its pictures and files are there, and the hardened runtime has one exception', () => {
    const resources = join(ROOT, 'packaging', 'resources');
    const wanted = ['icon.icns', 'icon.ico', 'installer.nsh', 'icons/16x16.png', 'icons/512x512.png'];
    for (const name of wanted) expect(statSync(join(resources, name)).size).toBeGreaterThan(300);
    const entitlements = readFileSync(join(resources, 'entitlements.mac.plist'), 'utf8');
    expect([...entitlements.matchAll(/<key>(.*?)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
  });
});
