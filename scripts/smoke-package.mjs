/**
 * `node scripts/smoke-package.mjs --app PROGRAM [--resources DIR] [-- ARGS…]`: starts a packed app on an empty data folder, waits until a page
 * got its first good answer from the engine (the line in the console's log), quits it as the system would, and looks whether it ended well and
 * left its books whole. Then it tries the keychain module of the package in the real key store, by this Node: within Electron's own only a person
 * sees that. Every wait has an end, and what was started ends with it, also when this is told to stop. Not here: a display and a keychain, which the
 * caller brings (xvfb-run, scripts/with-keyring.mjs).
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keychainTrouble } from './lib/keychain.mjs';
import { readText, run, say, sleep, Stop } from './lib/project.mjs';

const USAGE = `Usage: node scripts/smoke-package.mjs --app PROGRAM [--resources DIR] [--seconds N] [-- ARGS…]
  --app PROGRAM     the packed executable (macOS: Merchant Console.app/Contents/MacOS/Merchant Console)
  --resources DIR   the folder of its app.asar: the keychain module beside it is tried; without it none is
  --seconds N       how long it may take to the first answer (default 60)
  ARGS…             are given to it before --data-dir`;
const KEYCHAIN_MODULE = ['app.asar.unpacked', 'node_modules', 'keytar', 'build', 'Release', 'keytar.node'];
const CLOSING_MS = 20_000;
const LOOK_MS = 100;
const TASKKILL_MS = 10_000;
const WINDOWS = process.platform === 'win32';
const ANSWERED = 'screens.answered';
const STOPPING = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 };
const SQLITE = 'SQLite format 3\0';

/**
 * The process that answered a page; undefined while none has.
 * @param {string} data
 * @returns {number | undefined}
 */
function answeredBy(data) {
  // Behind the last line break stands what is not written whole yet.
  const lines = (readText(join(data, 'logs', 'console.log')) ?? '').split('\n').slice(0, -1);
  const line = lines.find((one) => one.includes(`"event":"${ANSWERED}"`));
  return line === undefined ? undefined : JSON.parse(line).pid;
}

/** @param {...string} args */
function taskkill(...args) {
  execFileSync('taskkill', args, { stdio: 'ignore', timeout: TASKKILL_MS });
}

/** As the system asks: a signal, and on Windows the closing of its windows. @param {number} pid */
function askToQuit(pid) {
  if (WINDOWS) taskkill('/PID', String(pid));
  else process.kill(pid, 'SIGTERM');
}

/** Ends what is still there of what was started: the program, also behind a starter, and what it has started. @param {number | undefined} pid */
function endAll(pid) {
  try {
    if (pid !== undefined && WINDOWS) taskkill('/T', '/F', '/PID', String(pid));
    else if (pid !== undefined) process.kill(-pid, 'SIGKILL');
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
  // Elsewhere than on Windows in a group of its own, which is ended as one.
  const child = spawn(app, [...args, '--data-dir', data], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !WINDOWS,
  });
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    endAll(child.pid);
    rmSync(data, REMOVAL);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of STOPPING) process.on(signal, stop);
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
    // What its end has left of its group; by a number alone Windows might find another program.
    if (!WINDOWS || state.end === undefined) endAll(child.pid);
    for (const signal of STOPPING) process.off(signal, stop);
  }
}

/** @param {string} data */
function checkBooks(data) {
  const books = join(data, 'books.db');
  if (!existsSync(books) || readFileSync(books).subarray(0, SQLITE.length).toString('latin1') !== SQLITE)
    throw new Stop('The app ended well but left no books.');
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
    if (values.resources !== undefined) {
      const file = join(resolve(values.resources), ...KEYCHAIN_MODULE);
      const trouble = await keychainTrouble(file);
      if (trouble !== null) throw new Stop(`The keychain module ${file} does not work here: ${trouble}.`);
    }
    const keychain = values.resources === undefined ? 'not tried' : 'working';
    process.stdout.write(`${JSON.stringify({ smoke: 'passed', firstAnswerSeconds: seconds, keychain })}\n`);
    return 0;
  } finally {
    rmSync(data, REMOVAL);
  }
});
// What an ended program still holds of its pipes would hold this process.
process.stdout.write('', () => process.exit());
