/**
 * The set-up that `npm start`, `npm test` and `npm run sandbox` do first: `node scripts/bootstrap.mjs start|test|keychain`.
 * Installs the npm packages when they are missing or are not those of the lock, and checks the two that can fail
 * quietly: the pinned Node and keytar. In `test` mode it also sees to the system parts the tests need. When there is
 * nothing to do it says nothing and takes some milliseconds. As root on Debian it installs what the keychain needs and says so; elsewhere it names the
 * one command, and goes on without. Where keytar does not compile, starts do not try it again until what it takes has
 * changed; `keychain` does.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installEnvironment, nodeTrouble } from './lib/install.mjs';
import {
  execute,
  findProgram,
  hash,
  NODE_MAJOR,
  NODE_MODULES,
  npmCommand,
  outerPath,
  pinnedNode,
  readText,
  ROOT,
  run,
  say,
  Stop,
  withLock,
} from './lib/project.mjs';
import {
  installCommand,
  installParts,
  isDebianRoot,
  missingForKeychain,
  missingForKeytar,
  missingForTests,
} from './lib/system.mjs';

const STAMP = join(NODE_MODULES, '.merchant-console.json');
/** npm's own record of what it installed; it is written last, so an install that was cut short has none. */
const INSTALLED = join(NODE_MODULES, '.package-lock.json');

/** What the packages depend on: the lock, the parts of package.json that npm installs from, and the system. */
function wanted() {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const manifest = JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]);
  return hash(readFileSync(join(ROOT, 'package-lock.json')), manifest, `${process.platform}-${process.arch}`);
}

/**
 * @typedef {{ wanted: string, installed: string, keytar: boolean, missing: string, root?: boolean }} Stamp `missing`: of the parts for the keychain, at
 * the last try; `root`: that try could install them
 */

/** @returns {Stamp | undefined} The note of the last set-up, if it still tells the truth. */
function validStamp() {
  const stamp = readText(STAMP);
  const installed = readText(INSTALLED);
  if (stamp === undefined || installed === undefined || !existsSync(pinnedNode())) return undefined;
  const parsed = JSON.parse(stamp);
  return parsed.wanted === wanted() && parsed.installed === hash(installed) ? parsed : undefined;
}

/** Whether an install made by hand (`npm ci`, `npm install`) already gave what the lock asks for. */
function isInstalledByHand() {
  const installed = readText(INSTALLED);
  if (installed === undefined || !existsSync(pinnedNode())) return false;
  const there = JSON.parse(installed).packages;
  const lock = Object.entries(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages);
  return lock.every(([path, entry]) => {
    if (path === '') return true;
    if (there[path] === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return there[path].version === entry.version;
  });
}

/**
 * The environment for npm's work: the outer PATH (an install replaces node_modules and with it the pinned Node), and
 * Node's own headers where they lie beside it, so that compiling keytar fetches nothing.
 */
function outerNpm() {
  const path = outerPath();
  const node = findProgram('node', path) ?? process.execPath;
  const env = installEnvironment(process.env, path);
  const prefix = dirname(dirname(node));
  if (existsSync(join(prefix, 'include', 'node', 'node_version.h'))) env.npm_config_nodedir = prefix;
  return { node, env };
}

const NETWORK_ERROR = /\b(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;
const NO_REGISTRY =
  'The npm registry could not be reached: check the network, the proxy settings and `npm config get registry`, ' +
  'then run the same command again.';

/** @param {string[]} args */
function npmQuietly(args) {
  const { node, env } = outerNpm();
  const [file, all] = npmCommand(node, args);
  return execute(file, all, { env, quiet: true });
}

/** @param {string[]} args @param {string} purpose */
async function npm(args, purpose) {
  const { code, output } = await npmQuietly(args);
  if (code === 0) return;
  const readable = output.split('\n').filter((line) => !line.includes('EBADENGINE'));
  const failed = `${purpose} failed (npm ${args[0]} ended with code ${code}, see above).`;
  throw new Stop(`${readable.join('\n').trimEnd()}\n${failed}${NETWORK_ERROR.test(output) ? ` ${NO_REGISTRY}` : ''}`);
}

/** Asks the registry one small question first: an install without a network tries for minutes before it says so. */
async function checkRegistry() {
  if (process.env.npm_config_offline || process.env.npm_config_prefer_offline) return;
  const { code, output } = await npmQuietly([
    'view',
    'node',
    'version',
    '--prefer-online',
    '--fetch-retries=1',
    '--fetch-timeout=15000',
  ]);
  const trouble = NETWORK_ERROR.exec(output)?.[0];
  if (code !== 0 && trouble !== undefined) throw new Stop(`${NO_REGISTRY} (${trouble})`);
}

async function installPackages() {
  say('Installing the npm packages (a minute or so) ...');
  const started = Date.now();
  await checkRegistry();
  // On Windows the running pinned Node cannot be deleted, which `npm ci` would do.
  const verb = process.platform === 'win32' && existsSync(pinnedNode()) ? 'install' : 'ci';
  await npm([verb, '--include=dev', '--include=optional', '--no-audit', '--no-fund'], 'Installing the npm packages');
  say(`Installed the npm packages in ${Math.round((Date.now() - started) / 1000)} s.`);
}

async function checkNode() {
  const trouble = nodeTrouble();
  if (trouble !== null) throw new Stop(trouble);
  const { code, output } = await execute(pinnedNode(), ['--version'], { quiet: true });
  if (code === 0 && output.startsWith(`v${NODE_MAJOR}.`)) return;
  throw new Stop(
    `The project's own Node ${NODE_MAJOR} (the npm package \`node\`) does not run on this system: ${output.trim() || 'no answer'}. ` +
      'Delete node_modules and try again; if it stays so, this system is not one that Node publishes a build for.',
  );
}

/** @returns {Promise<string>} Empty when keytar loads, else the reason. */
async function keytarTrouble() {
  const { code, output } = await execute(pinnedNode(), ['-e', 'require("keytar")'], { quiet: true });
  return code === 0 ? '' : (/^(?:\w*Error: )(.*)$/m.exec(output)?.[1] ?? 'unknown reason');
}

/** Compiles keytar after all: npm leaves an optional package out silently when its compilation fails. */
async function compileKeytar() {
  say('Compiling keytar, which reaches the system keychain ...');
  // npm removes an optional package that did not compile; then only an install brings it back.
  const isThere = existsSync(join(NODE_MODULES, 'keytar', 'package.json'));
  try {
    await npm(
      isThere ? ['rebuild', 'keytar'] : ['install', '--no-save', '--no-audit', '--no-fund'],
      'Compiling keytar',
    );
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
  }
}

/** @param {string} trouble */
function sayWithoutKeychain(trouble) {
  say(`The keychain module keytar does not load (${trouble}).`);
  const library = { name: 'libsecret-1-0', why: 'to run it' };
  const missing = isLibraryMissing(trouble) ? [library] : missingForKeychain();
  if (missing.length > 0) say(`  Install what it needs, then start again. On Debian: ${installCommand(missing)}`);
  if (process.platform === 'darwin')
    say('  It is compiled here, which takes the command line tools: xcode-select --install');
  if (process.platform === 'win32')
    say('  It is compiled here, which takes Visual Studio’s build tools for C++ and Python.');
  say('  Until it loads, API keys are kept for one run only.');
}

/** @param {string} trouble */
function isLibraryMissing(trouble) {
  return trouble.includes('libsecret-1.so');
}

const missingNames = () =>
  missingForKeychain()
    .map(({ name }) => name)
    .join(' ');

/** Whether keytar was tried with what there is, and does not load. Somebody may have compiled it by hand since. */
async function isTriedInVain() {
  const stamp = validStamp();
  const isSame = stamp?.missing === missingNames() && (stamp.root === true || !isDebianRoot());
  return stamp?.keytar === false && isSame && (await keytarTrouble()) !== '';
}

/** Once a run: what could not be had is not waited for again. */
let hasTriedParts = false;

/** As root on Debian; elsewhere nothing. What cannot be installed is said, and the console starts without. */
async function installForKeychain() {
  if (!isDebianRoot() || hasTriedParts) return;
  hasTriedParts = true;
  try {
    await installParts(missingForKeychain(), 'the keychain, in which API keys are kept');
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
  }
}

/** @param {boolean} isTest @returns {Promise<boolean>} whether keytar loads */
async function ensureKeytar(isTest) {
  const first = await keytarTrouble();
  if (first === '') return true;
  if (isTest && isDebianRoot()) await installParts(missingForKeytar());
  else await installForKeychain();
  if (!isLibraryMissing(first) && missingForKeytar().length === 0) await compileKeytar();
  const trouble = await keytarTrouble();
  if (trouble !== '') sayWithoutKeychain(trouble);
  return trouble === '';
}

/** @param {boolean} isTest */
async function setUp(isTest) {
  const stamp = validStamp();
  const isInstalled = stamp !== undefined || isInstalledByHand();
  if (isTest) {
    // Before the packages, because keytar compiles while they are installed, and only when libsecret's headers are there.
    const forKeytar = isInstalled || !isDebianRoot() ? [] : missingForKeytar();
    await installParts([...missingForTests(), ...forKeytar]);
  } else if (!isInstalled) await installForKeychain();
  if (!isInstalled) await installPackages();
  if (stamp === undefined) await checkNode();
  const keytar = stamp?.keytar === true || (await ensureKeytar(isTest));
  const installed = hash(readFileSync(INSTALLED, 'utf8'));
  writeFileSync(
    STAMP,
    `${JSON.stringify({ wanted: wanted(), installed, keytar, missing: missingNames(), root: isDebianRoot() })}\n`,
  );
  if (isTest && !keytar) throw new Stop('The tests use the real keychain, so they need keytar (see above).');
}

await run(async () => {
  const mode = process.argv[2];
  if (mode !== 'start' && mode !== 'test' && mode !== 'keychain') {
    say('Usage: node scripts/bootstrap.mjs start|test|keychain');
    return 2;
  }
  if (mode === 'start' && (await isTriedInVain())) {
    const missing = missingForKeychain();
    const remedy =
      missing.length > 0
        ? `what it needs is installed on Debian by: ${installCommand(missing)}`
        : '`node scripts/bootstrap.mjs keychain` tries it again';
    say(`The keychain module did not compile here, so API keys are kept for one run only; ${remedy}.`);
    return 0;
  }
  const isTest = mode === 'test';
  const isReady = () => validStamp()?.keytar === true && (!isTest || missingForTests().length === 0);
  if (!isReady()) await withLock('set-up', () => setUp(isTest));
  return 0;
});
