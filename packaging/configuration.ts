/**
 * How electron-builder makes the packages of a target: what is inside, which kinds there are, what they need, how they are signed. Not
 * here: the checks while it packs (hooks.ts), the command that people run (scripts/package.mjs).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { archiveFiles } from './contents.ts';
import { afterExtract, afterPack } from './hooks.ts';
import { APP_ID, EXECUTABLE, LINK_SCHEME, PRODUCT } from './names.ts';
import { signingOf } from './signing.ts';
import type { Target } from './target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What Electron 45 loads on Debian and its relatives, and libsecret, by which keytar reaches the keychain. The newer name first: where it is a
 * package, the older one is a word that others provide too, and apt would take one of those.
 */
export const DEBIAN_DEPENDS = [
  'libasound2t64 | libasound2',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libuuid1',
  'libxss1',
  'libxtst6',
  'xdg-utils',
];

/** The same where packages are RPMs; Fedora's and openSUSE's names. */
const RPM_DEPENDS = [
  '(alsa-lib or libasound2)',
  'at-spi2-core',
  '(libdrm or libdrm2)',
  '(mesa-libgbm or libgbm1)',
  'gtk3',
  'libnotify',
  '(nss or mozilla-nss)',
  '(libsecret or libsecret-1-0)',
  '(libuuid or libuuid1)',
  '(libXScrnSaver or libXss1)',
  '(libXtst or libXtst6)',
  'xdg-utils',
];

/**
 * The configuration. `project`: its folder, built. From the environment come the signing identities (signing.ts), and
 * PACKAGE_MAINTAINER and PACKAGE_HOMEPAGE, which deb and rpm must name; without them they name an address that nobody can have.
 */
export function configuration(project: string, target: Target, environment: Environment): Configuration {
  const resources = join(project, 'packaging', 'resources');
  const homepage = environment['PACKAGE_HOMEPAGE'] ?? 'https://merchant-console.invalid';
  return {
    appId: APP_ID,
    productName: PRODUCT,
    copyright: PRODUCT,
    electronVersion: electronVersion(project),
    directories: { buildResources: resources },
    artifactName: `${EXECUTABLE}-\${version}-\${os}-\${arch}.\${ext}`,

    // Exactly these. What electron-builder would add by itself (all production dependencies, with their sources) is taken away first.
    files: ['!**/*', ...archiveFiles(join(project, 'out'), target)],
    // Only what is named is unpacked; its own guess would unpack the whole of both modules.
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    extraMetadata: { homepage, desktopName: `${EXECUTABLE}.desktop` },
    // Both native modules speak Node-API: there is nothing to compile for Electron.
    npmRebuild: false,
    afterExtract: afterExtract(target),
    afterPack: afterPack(target),
    // No feed: updates are a matter of their own, and a package without an identity must not have one.
    publish: null,

    protocols: [{ name: `${PRODUCT} link`, schemes: [LINK_SCHEME], role: 'Viewer' }],
    ...kindsOf(target, resources, environment),
  };
}

function electronVersion(project: string): string {
  const { version } = JSON.parse(readFileSync(join(project, 'node_modules', 'electron', 'package.json'), 'utf8'));
  return String(version);
}

function kindsOf(target: Target, resources: string, environment: Environment): Configuration {
  if (target.platform === 'darwin') return forMac(target, resources, environment);
  if (target.platform === 'win32') return forWindows(target, resources, environment);
  return forLinux(target, resources, environment);
}

function forMac(target: Target, resources: string, environment: Environment): Configuration {
  const { isSigned, isNotarised } = signingOf(target, environment);
  const entitlements = join(resources, 'entitlements.mac.plist');
  return {
    mac: {
      target: [{ target: 'dmg', arch: target.arch }],
      category: 'public.app-category.finance',
      icon: join(resources, 'icon.icns'),
      // Apple's processors run nothing unsigned; without an identity the signature is the machine's own, which proves nobody.
      ...(isSigned ? {} : { identity: '-' }),
      // The hardened runtime refuses native modules that are not signed by the same team, and "-" is none.
      hardenedRuntime: isSigned,
      gatekeeperAssess: false,
      entitlements,
      entitlementsInherit: entitlements,
      notarize: isNotarised,
    },
    dmg: { title: `${PRODUCT} \${version}`, writeUpdateInfo: false },
  };
}

function forWindows(target: Target, resources: string, environment: Environment): Configuration {
  const { azure } = signingOf(target, environment);
  return {
    win: {
      target: [{ target: 'nsis', arch: target.arch }],
      icon: join(resources, 'icon.ico'),
      // The person's own rights are enough for everything.
      requestedExecutionLevel: 'asInvoker',
      ...(azure === null ? {} : { azureSignOptions: { ...azure } }),
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: false,
      allowElevation: false,
      packElevateHelper: false,
      // The books are not the installer's to delete.
      deleteAppDataOnUninstall: false,
      differentialPackage: false,
      include: join(resources, 'installer.nsh'),
    },
  };
}

function forLinux(target: Target, resources: string, environment: Environment): Configuration {
  const { arch } = target;
  const maintainer = environment['PACKAGE_MAINTAINER'] ?? `${PRODUCT} <nobody@merchant-console.invalid>`;
  return {
    linux: {
      target: ['AppImage', 'deb', 'rpm'].map((kind) => ({ target: kind, arch })),
      executableName: EXECUTABLE,
      icon: join(resources, 'icons'),
      category: 'Office;Finance',
      synopsis: 'Payments console for merchants',
      maintainer,
      vendor: PRODUCT,
      syncDesktopName: true,
      desktop: { entry: { StartupNotify: 'true', Keywords: 'payments;invoices;webhooks;USDT;' } },
    },
    deb: { depends: DEBIAN_DEPENDS, recommends: ['gnome-keyring | kwalletmanager'], priority: 'optional' },
    rpm: { depends: RPM_DEPENDS },
    // This runtime needs no libfuse2; and unlike the default one it does not always switch Chromium's sandbox off.
    toolsets: { appimage: '1.0.3' },
  };
}
