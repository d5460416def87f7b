/**
 * `node scripts/smoke-package.mjs --app PROGRAM [-- ARGS…]`: starts a packed app on an empty data folder, waits until a page got its first
 * answer from the engine (the line in the console's log), quits it as the system would, and looks whether it ended well and left its books
 * whole. Not here: a display and a keychain, which the caller brings (xvfb-run, scripts/with-keyring.mjs).
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readText, run, say, sleep, Stop } from './lib/project.mjs';

const USAGE = `Usage: node scripts/smoke-package.mjs --app PROGRAM [--seconds N] [-- ARGS…]
  --app PROGRAM   the packed executable (macOS: Merchant Console.app/Contents/MacOS/Merchant Console)
  --seconds N     how long it may take to the first answer (default 60)
  ARGS…           are given to it before --data-dir`;
const CLOSING_MS = 20_000;
const LOOK_MS = 100;
const ANSWERED = 'screens.answered';
const SQLITE = 'SQLite format 3\0';

/** @param {string} data */
function isAnswered(data) {
  const log = readText(join(data, 'logs', 'console.log')) ?? '';
  return log.split('\n').some((line) => line.includes(`"event":"${ANSWERED}"`));
}

/** As the system asks: a signal, and on Windows the closing of its windows. @param {import('node:child_process').ChildProcess} child */
function askToQuit(child) {
  if (process.platform === 'win32') execFileSync('taskkill', ['/PID', String(child.pid)], { stdio: 'ignore' });
  else child.kill('SIGTERM');
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
  try {
    while (!isAnswered(data)) {
      if (state.end !== undefined)
        throw new Stop(`${state.said}\nThe app ended before its page was answered (${state.end}).`);
      if (Date.now() - started > patience)
        throw new Stop(`${state.said}\nNo page was answered within ${patience / 1000} s.`);
      await sleep(LOOK_MS);
    }
    const seconds = (Date.now() - started) / 1000;
    askToQuit(child);
    for (const asked = Date.now(); state.end === undefined; await sleep(LOOK_MS)) {
      if (Date.now() - asked > CLOSING_MS)
        throw new Stop(`${state.said}\nThe app did not end within ${CLOSING_MS / 1000} s.`);
    }
    if (state.end !== 'code 0') throw new Stop(`${state.said}\nThe app ended with ${state.end}.`);
    return seconds;
  } finally {
    if (state.end === undefined) child.kill('SIGKILL');
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
    options: { app: { type: 'string' }, seconds: { type: 'string', default: '60' }, help: { type: 'boolean' } },
  });
  if (values.help || values.app === undefined || !/^\d+$/.test(values.seconds)) {
    say(USAGE);
    return values.help ? 0 : 2;
  }
  const data = mkdtempSync(join(tmpdir(), 'merchant-console-smoke-'));
  try {
    const seconds = await tryApp(resolve(values.app), positionals, data, Number(values.seconds) * 1000);
    checkBooks(data);
    process.stdout.write(`${JSON.stringify({ smoke: 'passed', firstAnswerSeconds: seconds })}\n`);
    return 0;
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});
