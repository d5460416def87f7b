/**
 * Runs a command with a keychain of its own: `node scripts/with-keyring.mjs PROGRAM ARGS…`. On Linux that is an unlocked
 * gnome-keyring on a private message bus, with HOME and the XDG folders in a temporary place, so that nothing of the
 * user's is read or written. Elsewhere, or where these programs are missing, the command runs as it is.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execute, findProgram, run, say, sleep, Stop } from './lib/project.mjs';

const INSIDE = 'MERCHANT_CONSOLE_INSIDE_KEYRING';
const READY_MS = 60_000;

/**
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} Its exit code; signals are handed on.
 */
function pass(program, args, env) {
  return new Promise((done) => {
    const child = spawn(program, args, { env, stdio: 'inherit' });
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
      process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      say(`${program} could not be started: ${error.message}`);
      done(127);
    });
    child.on('exit', (code) => done(code ?? 1));
  });
}

/** A home that holds nothing. @param {string} home @returns {NodeJS.ProcessEnv} */
function emptyHome(home) {
  const folder = (/** @type {string} */ name) => {
    mkdirSync(join(home, name), { recursive: true, mode: 0o700 });
    return join(home, name);
  };
  return {
    ...process.env,
    [INSIDE]: '1',
    // Playwright's own browsers, where there are any, stay where the user has them.
    PLAYWRIGHT_BROWSERS_PATH: process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright'),
    HOME: home,
    XDG_DATA_HOME: folder('data'),
    XDG_CONFIG_HOME: folder('config'),
    XDG_CACHE_HOME: folder('cache'),
    XDG_STATE_HOME: folder('state'),
    XDG_RUNTIME_DIR: folder('run'),
    TMPDIR: folder('tmp'),
  };
}

/** Ends what a failed test left running: those processes, and only those, have the temporary home. @param {string} home */
function endLeftovers(home) {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(`HOME=${home}`)) continue;
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      process.kill(Number(id), 'SIGKILL');
      say(`Ended a process that the tests left behind: ${command.slice(0, 200)}`);
    } catch {
      // It is gone already, or somebody else's.
    }
  }
}

/** On the private bus: starts the keyring with a password nobody needs, and waits until it answers. */
async function startKeyring() {
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.on('error', (error) => say(`gnome-keyring-daemon: ${error.message}`));
  keyring.stdin.end('test');
  const question = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
  ];
  for (const started = Date.now(); keyring.exitCode === null && Date.now() - started < READY_MS; await sleep(50)) {
    const { output } = await execute('dbus-send', [...question, 'string:org.freedesktop.secrets'], { quiet: true });
    if (output.includes('boolean true')) return keyring;
  }
  keyring.kill();
  throw new Stop('gnome-keyring-daemon did not come up on a private message bus.');
}

await run(async () => {
  const [program, ...args] = process.argv.slice(2);
  if (program === undefined) throw new Stop('Usage: node scripts/with-keyring.mjs PROGRAM ARGS…');
  if (process.env[INSIDE] !== undefined) {
    const keyring = await startKeyring();
    try {
      return await pass(program, args, process.env);
    } finally {
      keyring.kill();
    }
  }
  const missing = ['dbus-run-session', 'gnome-keyring-daemon', 'dbus-send'].filter(
    (name) => findProgram(name) === undefined,
  );
  if (process.platform !== 'linux' || missing.length > 0) {
    say(
      `The tests use this system's own keychain${process.platform === 'linux' ? ` (not installed: ${missing.join(', ')})` : ''}.`,
    );
    return pass(program, args, process.env);
  }
  const home = mkdtempSync(join(tmpdir(), 'merchant-console-test-'));
  try {
    const self = [process.execPath, fileURLToPath(import.meta.url), program, ...args];
    return await pass('dbus-run-session', ['--', ...self], emptyHome(home));
  } finally {
    endLeftovers(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
});
