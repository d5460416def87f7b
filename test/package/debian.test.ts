/**
 * A Debian package of the packed app: what it depends on, where it puts what, who may write it, and how it meets the desktop. Not here:
 * the content of the app (layout.test.ts). The released package is electron-builder's; names and dependencies are the same.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEBIAN_DEPENDS } from '../../packaging/configuration.ts';
import { debianPackage, dpkg } from './debian.ts';
import { type Packed, packHere } from './packed.ts';

/** Both tools belong to Debian and its relatives. */
const hasTools =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  ['dpkg-deb', 'fakeroot'].every((tool) => spawnSync(tool, ['--version']).status === 0);

describe.skipIf(!hasTools)('the Debian package (needs dpkg-deb and fakeroot, on x64)', () => {
  let packed: Packed;
  let file: string;
  let root: string;
  beforeAll(async () => {
    packed = await packHere();
    file = await debianPackage(packed);
    root = join(packed.folder, 'installed');
    await dpkg('-x', file, root);
  });
  afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

  test('names itself, and depends on the keychain’s library and all that the runtime loads', async () => {
    const fields = await dpkg('-f', file);
    expect(fields).toMatch(/^Package: merchant-console$/m);
    expect(fields).toMatch(/^Version: \d+\.\d+\.\d+$/m);
    expect(fields).toMatch(/^Architecture: amd64$/m);
    const depends = /^Depends: (.*)$/m.exec(fields)?.[1]?.split(', ') ?? [];
    expect(depends).toContain('libsecret-1-0');
    expect(DEBIAN_DEPENDS.filter((name) => !depends.includes(name))).toEqual([]);
  });

  test('puts the app in one folder with a program on the path', () => {
    const home = join(root, 'usr/lib/merchant-console');
    for (const name of ['merchant-console', 'resources/app.asar', 'resources/sbom.cdx.json', 'licences.txt'])
      expect(existsSync(join(home, name))).toBe(true);
    expect(existsSync(join(home, 'resources/app.asar.unpacked/node_modules/keytar/build/Release/keytar.node'))).toBe(
      true,
    );
    expect(readlinkSync(join(root, 'usr/bin/merchant-console'))).toBe('../lib/merchant-console/merchant-console');
    expect(statSync(join(root, 'usr/share/doc/merchant-console/copyright')).size).toBeGreaterThan(10_000);
  });

  test('belongs to root; nobody else may write it; only the sandbox’s helper has root’s rights', async () => {
    const lines = (await dpkg('-c', file)).trim().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !/^\S+ root\/root /.test(line))).toEqual([]);
    // A symbolic link has all rights on paper and none of its own.
    const writable = lines.filter((line) => !line.startsWith('l') && (line[5] === 'w' || line[8] === 'w'));
    expect(writable).toEqual([]);
    const special = lines.filter((line) => /^\S*[sS]/.test(line));
    expect(special).toHaveLength(1);
    expect(special[0]).toMatch(/^-rwsr-xr-x .*\/chrome-sandbox$/);
  });

  test('is found in the menu and opens merchant-console: links', () => {
    const entry = readFileSync(join(root, 'usr/share/applications/merchant-console.desktop'), 'utf8');
    const lines = entry.split('\n');
    expect(lines[0]).toBe('[Desktop Entry]');
    for (const line of [
      'Name=Merchant Console',
      'Exec=merchant-console %U',
      'Icon=merchant-console',
      'Type=Application',
      'Terminal=false',
      'Categories=Office;Finance;',
      'MimeType=x-scheme-handler/merchant-console;',
    ])
      expect(lines).toContain(line);
    expect(lines.filter((line) => line !== '' && !/^(?:\[Desktop Entry\]|[A-Za-z-]+=.+)$/.test(line))).toEqual([]);
    for (const size of [16, 48, 512])
      expect(existsSync(join(root, `usr/share/icons/hicolor/${size}x${size}/apps/merchant-console.png`))).toBe(true);
  });
});
