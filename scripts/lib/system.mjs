/**
 * What the tests and the keychain need from the operating system: what is missing, what gives it, and, for
 * `npm test` as root on Debian, installing it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execute, findProgram, say, Stop } from './project.mjs';

/** The same Chromium without its own windows: the tests take a third less work in it. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const CHROMIUMS = [HEADLESS, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function hasChromium() {
  if (process.env.CHROMIUM_PATH !== undefined) return existsSync(process.env.CHROMIUM_PATH);
  // Where nobody watches, the slower one that is there is not taken instead.
  if (process.env.CI !== undefined && isDebianRoot()) return existsSync(HEADLESS);
  if (CHROMIUMS.some((path) => existsSync(path))) return true;
  const caches = { linux: '.cache', darwin: 'Library/Caches', win32: 'AppData/Local' };
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), caches[process.platform] ?? '.cache', 'ms-playwright');
  return existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('chromium'));
}

/**
 * @typedef {object} Part
 * @property {string} name The Debian package
 * @property {string} why
 * @property {string} [otherwise] The command where there is no Debian
 */

/** The system parts that `npm test` needs and that are not there. @returns {Part[]} */
export function missingForTests() {
  const missing = [];
  if (!hasChromium()) {
    missing.push({
      name: 'chromium-headless-shell',
      why: 'the browser of the end-to-end tests',
      otherwise: 'npx playwright install chromium',
    });
  }
  if (process.platform !== 'linux') return missing;
  if (findProgram('cc') === undefined) {
    missing.push({ name: 'g++', why: 'a compiler for the recorder of what SQLite writes (test/durability)' });
  }
  if (findProgram('python3') === undefined) {
    missing.push({ name: 'python3', why: 'what checks a pack without this console (docs/pack.md)' });
  }
  if (findProgram('dbus-run-session') === undefined) {
    missing.push({ name: 'dbus', why: 'a message bus of its own for the keychain tests (dbus-run-session)' });
  }
  if (findProgram('gnome-keyring-daemon') === undefined) {
    missing.push({ name: 'gnome-keyring', why: 'a real keychain for the keychain tests (gnome-keyring-daemon)' });
  }
  return missing;
}

/** What is not there of the parts that compiling keytar takes. @returns {Part[]} */
export function missingForKeytar() {
  if (process.platform !== 'linux') return [];
  const why = 'to compile keytar, which reaches the keychain';
  const missing = ['g++', 'make', 'python3']
    .filter((program) => findProgram(program) === undefined)
    .map((name) => ({ name, why }));
  const hasHeaders =
    existsSync('/usr/include/libsecret-1/libsecret/secret.h') && findProgram('pkg-config') !== undefined;
  return hasHeaders ? missing : [{ name: 'libsecret-1-dev', why }, ...missing];
}

/** What is not there of the parts that the keychain takes: keytar's, and a service that keeps the entries. @returns {Part[]} */
export function missingForKeychain() {
  if (process.platform !== 'linux') return [];
  const missing = missingForKeytar();
  const services = ['gnome-keyring-daemon', 'kwalletd6', 'kwalletd5'];
  if (services.some((program) => findProgram(program) !== undefined)) return missing;
  if (findProgram('dbus-run-session') === undefined)
    missing.push({ name: 'dbus', why: 'the bus on which a keychain is spoken to' });
  return [...missing, { name: 'gnome-keyring', why: 'the service that keeps keys' }];
}

/** The one command that installs them on Debian. @param {Part[]} missing */
export function installCommand(missing) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  return `${sudo}apt-get install --no-install-recommends ${missing.map(({ name }) => name).join(' ')}`;
}

/** Whether this is a system where the set-up may install packages by itself. */
export function isDebianRoot() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID="?debian"?$/m.test(release) && process.getuid?.() === 0 && findProgram('apt-get') !== undefined;
}

/** @param {Part[]} missing */
function refusal(missing) {
  const lines = missing.map((part) => `  ${part.name}: ${part.why}${part.otherwise ? ` (or: ${part.otherwise})` : ''}`);
  const command =
    process.platform === 'linux' ? installCommand(missing) : missing.map((part) => part.otherwise).join(' && ');
  return ['The tests need parts of the system that are not installed:', ...lines, `Install them with: ${command}`].join(
    '\n',
  );
}

/**
 * Installs the missing parts, or stops with a sentence that says how to.
 * @param {Part[]} missing
 * @param {string} what Who needs them
 */
export async function installParts(missing, what = 'the tests') {
  if (missing.length === 0) return;
  if (!isDebianRoot()) throw new Stop(refusal(missing));
  const names = missing.map((part) => part.name);
  say(`Installing with apt-get, for ${what}: ${names.join(', ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const update = await execute('apt-get', [...wait, '-qq', 'update'], { env, quiet: true });
  const install = await execute('apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...names], {
    env,
    quiet: true,
  });
  if (install.code === 0) return;
  throw new Stop(
    `${update.output}${install.output}\napt-get could not install ${names.join(', ')} (see above). ` +
      `Check the network and the package sources, then try: apt-get update && apt-get install --no-install-recommends ${names.join(' ')}`,
  );
}
