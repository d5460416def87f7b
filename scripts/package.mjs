/**
 * `npm run package`: the packages for this system and processor, with licences, bill of materials and checksums, in dist/. Everything is
 * made in a folder of its own and moved to its place when it is whole and its fuses are right; what fails leaves nothing behind but a
 * sentence. Not here: what is inside and how it is checked while it is packed (packaging/).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nativeFiles } from '../packaging/contents.ts';
import { fuseTroubles } from '../packaging/fuses.ts';
import { EXECUTABLE, PRODUCT } from '../packaging/names.ts';
import { nativeTrouble } from '../packaging/native.ts';
import { SBOM } from '../packaging/sbom.ts';
import { signingOf, signingTrouble } from '../packaging/signing.ts';
import { targetOf } from '../packaging/target.ts';
import { build } from './lib/build.mjs';
import { downloadElectron, electronRuntime } from './lib/electron.mjs';
import { packingTrouble } from './lib/packing-trouble.mjs';
import { binOf, execute, innerPath, NODE_MODULES, pinnedNode, ROOT, run, say, Stop, withLock } from './lib/project.mjs';

/** @type {Record<'darwin' | 'linux' | 'win32', { flag: string, kinds: string[] }>} */
const SYSTEMS = {
  darwin: { flag: '--mac', kinds: ['dmg', 'dir'] },
  linux: { flag: '--linux', kinds: ['AppImage', 'deb', 'rpm', 'dir'] },
  win32: { flag: '--win', kinds: ['nsis', 'dir'] },
};
const USAGE = `Usage: npm run package [-- options]
  --target KIND   one kind of package (repeatable): dmg on macOS, nsis on Windows, AppImage, deb or rpm on Linux; dir: only the folder
  --help          this text
Identities for signing come from the environment: docs/installation.md.`;
/** Signing and notarising included; Apple alone may take a quarter of an hour. */
const PACKING_MS = 45 * 60_000;

/** @typedef {import('../packaging/target.ts').Target} Target */

/** @param {Target} target @returns {string[] | undefined} The kinds to make; undefined when only help is wanted. */
function chosenKinds({ platform }) {
  const { kinds } = SYSTEMS[platform];
  let values;
  try {
    ({ values } = parseArgs({
      options: { target: { type: 'string', multiple: true }, help: { type: 'boolean', default: false } },
    }));
  } catch (error) {
    throw new Stop(`${error.message}\n${USAGE}`);
  }
  if (values.help) return undefined;
  const wrong = values.target?.find((kind) => !kinds.includes(kind));
  if (wrong !== undefined) throw new Stop(`Here can be made ${kinds.join(', ')}, not ${wrong}.\n${USAGE}`);
  return values.target ?? kinds.filter((kind) => kind !== 'dir');
}

/** @param {Target} target */
function checkNative(target) {
  for (const file of nativeFiles(target)) {
    const trouble = nativeTrouble(join(ROOT, file), file, target);
    if (trouble !== null) throw new Stop(`${trouble} Nothing was packaged.`);
  }
}

/** @returns {Promise<string>} The folder of the unpacked runtime. */
async function runtimeFolder() {
  const { version } = JSON.parse(readFileSync(join(NODE_MODULES, 'electron', 'package.json'), 'utf8'));
  const reason = electronRuntime() === undefined ? await downloadElectron() : undefined;
  if (reason !== undefined)
    throw new Stop(
      `The Electron runtime ${version} could not be downloaded (${reason === '' ? 'no answer' : reason}); nothing was packaged. ` +
        'Package where its download is reachable, or unpack it and name its folder in ELECTRON_OVERRIDE_DIST_PATH.',
    );
  return process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(NODE_MODULES, 'electron', 'dist');
}

/**
 * @param {Target} target
 * @param {string[]} kinds
 * @param {string} runtime
 * @param {string} output
 */
async function pack({ platform, arch }, kinds, runtime, output) {
  const { flag } = SYSTEMS[platform];
  const options = ['--config', join(ROOT, 'packaging', 'electron-builder.mjs'), `--${arch}`, '--publish', 'never'];
  const folders = [`-c.electronDist=${runtime}`, `-c.directories.output=${output}`];
  const env = { ...process.env, PATH: innerPath() };
  delete env.PACKAGE_TARGET;
  // Empty variables are what CI gives for secrets that are not there; electron-builder takes them for files.
  for (const [name, value] of Object.entries(env)) {
    if (value === '' && /^(WIN_)?CSC_|^APPLE_|^AZURE_/.test(name)) delete env[name];
  }
  const command = [binOf('electron-builder'), ...options, flag, ...kinds, ...folders];
  const done = await execute(pinnedNode(), command, { env, quiet: true, timeout: PACKING_MS });
  if (done.code !== 0) throw new Stop(packingTrouble(done.output, kinds.join(', ')));
}

/** @param {Target} target @param {string} folder @returns {{ app: string, resources: string }} */
function packedApp({ platform }, folder) {
  const name = readdirSync(folder).find((entry) => /-unpacked$|^mac(-|$)/.test(entry));
  if (name === undefined) throw new Stop('The packed app was not found; nothing was packaged.');
  const home = join(folder, name);
  if (platform === 'darwin') {
    const app = join(home, `${PRODUCT}.app`);
    return { app, resources: join(app, 'Contents', 'Resources') };
  }
  return { app: join(home, platform === 'win32' ? `${PRODUCT}.exe` : EXECUTABLE), resources: join(home, 'resources') };
}

/** Checksums of the files that are given to people. @param {string} folder */
function writeChecksums(folder) {
  const files = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  const lines = files.sort().map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  return files;
}

/** @param {Target} target @param {string[]} kinds */
async function make(target, kinds) {
  const trouble = signingTrouble(target, process.env);
  if (trouble !== null) throw new Stop(`${trouble} Nothing was packaged.`);
  say(signingOf(target, process.env).sentence);
  checkNative(target);
  const runtime = await runtimeFolder();
  await build(true);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const dist = resolve(process.env.PACKAGE_OUTPUT ?? join(ROOT, 'dist'));
  const place = join(dist, `${EXECUTABLE}-${version}-${target.platform}-${target.arch}`);
  const unfinished = `${place}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    say(`Packing ${kinds.join(', ')} for ${target.platform}-${target.arch} ...`);
    await pack(target, kinds, resolve(runtime), unfinished);
    const { app, resources } = packedApp(target, unfinished);
    const troubles = await fuseTroubles(app);
    if (troubles.length > 0) throw new Stop(`${troubles.join(' ')} Nothing was packaged.`);
    writeFileSync(join(unfinished, `${EXECUTABLE}-${version}-${SBOM}`), readFileSync(join(resources, SBOM)));
    for (const name of ['builder-debug.yml', 'builder-effective-config.yaml'])
      rmSync(join(unfinished, name), { force: true });
    const files = writeChecksums(unfinished);
    // What was packed before stays until this is whole.
    rmSync(place, { recursive: true, force: true });
    renameSync(unfinished, place);
    say(`Packed into ${place}:`);
    for (const name of files) say(`  ${name}`);
    return 0;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

await run(async () => {
  const target = targetOf(process.platform, process.arch);
  const kinds = chosenKinds(target);
  if (kinds === undefined) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if (!existsSync(join(NODE_MODULES, 'electron-builder'))) throw new Stop('Install the packages first: npm ci.');
  return withLock('package', () => make(target, kinds));
});
