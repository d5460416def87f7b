/**
 * `node scripts/smoke-package.mjs --app PROGRAM [--resources DIR] [-- ARGS…]`: starts a packed app on an empty data folder, waits until a page
 * got its first good answer from the engine (the line in the console's log), quits it as the system would, and looks whether it ended well and
 * left its books whole. Then it tries the keychain module of the package in the real key store, by this Node: within Electron's own only a person
 * sees that. Not here: a display and a keychain, which the caller brings (xvfb-run, scripts/with-keyring.mjs).
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readText, run, say, sleep, Stop } from './lib/project.mjs';

const USAGE = `Usage: node scripts/smoke-package.mjs --app PROGRAM [--resources DIR] [--seconds N] [-- ARGS…]
  --app PROGRAM     the packed executable (macOS: Merchant Console.app/Contents/MacOS/Merchant Console)
  --resources DIR   the folder of its app.asar: the keychain module beside it is tried; without it none is
  --seconds N       how long it may take to the first answer (default 60)
  ARGS…             are given to it before --data-dir`;
const KEYCHAIN_MODULE = ['app.asar.unpacked', 'node_modules', 'keytar', 'build', 'Release', 'keytar.node'];
const KEYCHAIN_MS = 20_000;
const CLOSING_MS = 20_000;
const LOOK_MS = 100;
const ANSWERED = 'screens.answered';
const SQLITE = 'SQLite format 3\0';

/**
 * The process that answered a page; undefined while none has.
 * @param {string} data
 * @returns {number | undefined}
 */
function answeredBy(data) {
  const lines = (readText(join(data, 'logs', 'console.log')) ?? '').split('\n');
  const line = lines.find((one) => one.includes(`"event":"${ANSWERED}"`));
  return line === undefined ? undefined : JSON.parse(line).pid;
}

/** As the system asks: a signal, and on Windows the closing of its windows. @param {number} pid */
function askToQuit(pid) {
  if (process.platform === 'win32') execFileSync('taskkill', ['/PID', String(pid)], { stdio: 'ignore' });
  else process.kill(pid, 'SIGTERM');
}

/** Ends what is still there, the program too when something else started it. @param {import('node:child_process').ChildProcess} child @param {number | undefined} pid */
function endAll(child, pid) {
  child.kill('SIGKILL');
  try {
    if (pid !== undefined && pid !== child.pid) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * @param {string} app
 * @param {string[]} args
 * @param {string} data
 * @param {number} patience Milliseconds
 */
async function tryApp(app, args, data, patience) {
  const env = { ...process.env };
  delete env.ELECTRON_RUN_AS_NODE;
  const started = Date.now();
  const child = spawn(app, [...args, '--data-dir', data], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const state = { end: /** @type {string | undefined} */ (undefined), said: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => (state.said = `${state.said}${piece}`.slice(-20_000)));
  child.on('error', (error) => (state.end = error.message));
  child.on('exit', (code, signal) => (state.end = code === null ? `signal ${signal}` : `code ${code}`));
  let pid = /** @type {number | undefined} */ (undefined);
  try {
    while (pid === undefined) {
      if (state.end !== undefined)
        throw new Stop(`${state.said}\nThe app ended before its page was answered (${state.end}).`);
      if (Date.now() - started > patience)
        throw new Stop(`${state.said}\nNo page was answered within ${patience / 1000} s.`);
      await sleep(LOOK_MS);
      pid = answeredBy(data);
    }
    const seconds = (Date.now() - started) / 1000;
    askToQuit(pid);
    for (const asked = Date.now(); state.end === undefined; await sleep(LOOK_MS)) {
      if (Date.now() - asked > CLOSING_MS)
        throw new Stop(`${state.said}\nThe app did not end within ${CLOSING_MS / 1000} s.`);
    }
    if (state.end !== 'code 0') throw new Stop(`${state.said}\nThe app ended with ${state.end}.`);
    return seconds;
  } finally {
    if (state.end === undefined) endAll(child, pid);
  }
}

/** @param {string} data */
function checkBooks(data) {
  const books = join(data, 'books.db');
  if (!existsSync(books) || readFileSync(books).subarray(0, SQLITE.length).toString('latin1') !== SQLITE)
    throw new Stop('The app ended well but left no books.');
}

/**
 * Keeps, reads and forgets an entry of its own in the key store of the system, by the package's module.
 * @param {string} resources
 */
async function tryKeychain(resources) {
  const file = join(resources, ...KEYCHAIN_MODULE);
  const [service, account, secret] = ['merchant-console-smoke', randomUUID(), randomUUID()];
  const late = sleep(KEYCHAIN_MS).then(() => {
    throw new Error(`no answer within ${KEYCHAIN_MS / 1000} s`);
  });
  try {
    const store = createRequire(import.meta.url)(file);
    const ask = (/** @type {string} */ what, /** @type {string[]} */ ...args) =>
      Promise.race([store[what](service, account, ...args), late]);
    await ask('setPassword', secret);
    const found = await ask('getPassword');
    await ask('deletePassword');
    if (found !== secret) throw new Error('it gave back something else');
    if ((await ask('getPassword')) !== null) throw new Error('it did not forget');
  } catch (error) {
    throw new Stop(`The keychain module ${file} does not work here: ${error.message.split('\n', 1)[0]}.`);
  }
}

await run(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      app: { type: 'string' },
      resources: { type: 'string' },
      seconds: { type: 'string', default: '60' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || values.app === undefined || !/^\d+$/.test(values.seconds)) {
    say(USAGE);
    return values.help ? 0 : 2;
  }
  const data = mkdtempSync(join(tmpdir(), 'merchant-console-smoke-'));
  try {
    const seconds = await tryApp(resolve(values.app), positionals, data, Number(values.seconds) * 1000);
    checkBooks(data);
    if (values.resources !== undefined) await tryKeychain(resolve(values.resources));
    const keychain = values.resources === undefined ? 'not tried' : 'working';
    process.stdout.write(`${JSON.stringify({ smoke: 'passed', firstAnswerSeconds: seconds, keychain })}\n`);
    return 0;
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});
// A key store that never answers would hold this process.
process.stdout.write('', () => process.exit());
