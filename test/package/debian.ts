/**
 * A Debian package of the packed app, made without a network by another tool than the released one (electron-builder's is downloaded), from
 * the same names and dependencies. Not here: what is looked at in it (debian.test.ts).
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import installer from 'electron-installer-debian';
import { DEBIAN_DEPENDS } from '../../packaging/configuration.ts';
import { EXECUTABLE, LINK_SCHEME, PRODUCT } from '../../packaging/names.ts';
import { ROOT } from '../support/electron-stand-in/built.ts';
import type { Packed } from './packed.ts';

const SIZES = [16, 32, 48, 64, 128, 256, 512];

/** Makes it in the pack's folder and gives its path. */
export async function debianPackage({ folder, app }: Packed): Promise<string> {
  const source = join(folder, 'debian-source');
  cpSync(app, source, { recursive: true });
  // The tool asks for these two; the first is the text that Debian calls copyright.
  cpSync(join(source, 'licences.txt'), join(source, 'LICENSE'));
  writeFileSync(join(source, 'version'), '45.4.1');
  const place = join(folder, 'debian');
  mkdirSync(place);
  const icons = join(ROOT, 'packaging', 'resources', 'icons');
  await installer({
    src: source,
    dest: place,
    arch: 'amd64',
    options: {
      name: EXECUTABLE,
      bin: EXECUTABLE,
      productName: PRODUCT,
      genericName: 'Payments console',
      maintainer: `${PRODUCT} <nobody@merchant-console.invalid>`,
      depends: DEBIAN_DEPENDS,
      categories: ['Office', 'Finance'],
      mimeType: [`x-scheme-handler/${LINK_SCHEME}`],
      icon: Object.fromEntries(SIZES.map((size) => [`${size}x${size}`, join(icons, `${size}x${size}.png`)])),
      compression: 'gzip',
    },
  });
  const [name = ''] = readdirSync(place);
  return join(place, name);
}

/** What `dpkg-deb` prints about it. */
export async function dpkg(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('dpkg-deb', args, { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}
