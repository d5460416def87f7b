/**
 * `node scripts/release-manifest.mjs FOLDER --version V`: the list of a release that installed consoles ask for, made of the packages in FOLDER and
 * signed with the Ed25519 key in MC_RELEASE_KEY. Read once more as a console reads it before it is written. Not here: making packages, publishing
 * them (docs/releasing.md).
 */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stableJson } from '../src/domain/kernel/fields.ts';
import { parseVersion } from '../src/domain/console/update.ts';
import { MOST_DAYS, readManifest } from '../src/main/updates/manifest.ts';
import { run, say, Stop } from './lib/project.mjs';

const USAGE = `Usage: node scripts/release-manifest.mjs FOLDER --version V [--channel stable] [--days 90] [--minimum-version V] [--out FILE]
  FOLDER             the packages of the release: *.AppImage, *.dmg and *.exe are listed, the others are the package managers'
  --days             how long the list counts, at most 90; a new one has to be published before
  --minimum-version  versions below it are told to install by hand
  --out              FOLDER/release.txt if not given
MC_RELEASE_KEY       the private key: base64 of PKCS #8 (DER). Without it the list is not signed, and consoles only tell of it.`;

/** What a console can put in its own place, by the ending of the package. */
const PLATFORMS = { '.AppImage': 'linux', '.dmg': 'darwin', '.exe': 'win32' };
const ARCHITECTURES = { x64: 'x64', x86_64: 'x64', amd64: 'x64', arm64: 'arm64', aarch64: 'arm64' };
const DAY_MS = 86_400_000;

/**
 * The packages of the folder by platform and architecture.
 * @param {string} folder
 */
async function filesOf(folder) {
  /** @type {Record<string, {name: string, size: number, sha512: string}>} */
  const files = {};
  for (const name of readdirSync(folder).sort()) {
    const [, platform] = Object.entries(PLATFORMS).find(([ending]) => name.endsWith(ending)) ?? [];
    if (platform === undefined) continue;
    const [, arch] =
      Object.entries(ARCHITECTURES).find(([word]) => name.slice(0, name.lastIndexOf('.')).endsWith(`-${word}`)) ?? [];
    if (arch === undefined) throw new Stop(`${name} does not end with its architecture (-x64 or -arm64).`);
    const target = `${platform}-${arch}`;
    if (files[target] !== undefined) throw new Stop(`${name} and ${files[target].name} are both for ${target}.`);
    files[target] = { name, size: statSync(join(folder, name)).size, sha512: await sha512Of(join(folder, name)) };
  }
  if (Object.keys(files).length === 0) throw new Stop(`There is no package in ${folder}.`);
  return files;
}

/** @param {string} path */
async function sha512Of(path) {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** The private key of the environment; null without one. */
function releaseKey() {
  const base64 = process.env['MC_RELEASE_KEY'] ?? '';
  if (base64 === '') return null;
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Whatever is wrong with it, nothing of it is printed.
  }
  throw new Stop('MC_RELEASE_KEY is not the base64 of a private Ed25519 key (PKCS #8, DER).');
}

/** @param {number} ms */
function instant(ms) {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/**
 * Reads it as the consoles of every listed platform do.
 * @param {Buffer} bytes
 * @param {ReturnType<typeof releaseKey>} privateKey
 * @param {{channel: string, files: Record<string, {name: string}>}} manifest
 */
function readBack(bytes, privateKey, { channel, files }) {
  const keys = privateKey === null ? [] : [createPublicKey(privateKey)];
  const current = parseVersion('0.0.0-0');
  if (current === null) throw new Error('no version');
  for (const [target, { name }] of Object.entries(files)) {
    const ending = name.slice(name.lastIndexOf('.'));
    readManifest(bytes, { keys, channel, current, highest: null, target, ending, nowMs: Date.now() });
  }
}

await run(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      channel: { type: 'string', default: 'stable' },
      days: { type: 'string', default: String(MOST_DAYS) },
      'minimum-version': { type: 'string' },
      out: { type: 'string' },
    },
  });
  const [folder] = positionals;
  const { version = '', channel, 'minimum-version': minimumVersion } = values;
  if (folder === undefined || parseVersion(version) === null) throw new Stop(USAGE);
  if (minimumVersion !== undefined && parseVersion(minimumVersion) === null) throw new Stop(USAGE);
  if (!/^[1-9]\d?$/.test(values.days) || Number(values.days) > MOST_DAYS) throw new Stop(USAGE);
  const now = Date.now();
  const manifest = {
    product: 'merchant-console',
    version,
    channel,
    released: instant(now),
    expires: instant(now + Number(values.days) * DAY_MS),
    ...(minimumVersion === undefined ? {} : { minimumVersion }),
    files: await filesOf(folder),
  };
  const key = releaseKey();
  const body = Buffer.from(`${stableJson(manifest)}\n`);
  const line = key === null ? 'unsigned' : sign(null, body, key).toString('base64');
  const bytes = Buffer.concat([Buffer.from(`${line}\n`), body]);
  readBack(bytes, key, manifest);
  const out = values.out ?? join(folder, 'release.txt');
  writeFileSync(out, bytes);
  if (key === null)
    say('MC_RELEASE_KEY is not set: the list is NOT SIGNED. Consoles tell of this version, and none installs it.');
  say(`${out}: version ${version} for ${Object.keys(manifest.files).join(', ')}, until ${manifest.expires}.`);
  return 0;
});
