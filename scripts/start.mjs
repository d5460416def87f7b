/**
 * `npm start`: builds what is stale, chooses a shell and runs it to its end. All it says itself goes to stderr; stdout
 * belongs to the console, whose launch line other programs read.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { electronObstacle, electronRuntime, fetchElectron, sandboxObstacle } from './lib/electron.mjs';
import { OUT, pinnedNode, readText, ROOT, run, say, Stop } from './lib/project.mjs';

const USAGE = `Usage: npm start [-- options]
  --shell auto|electron|browser   which shell to take (auto: Electron where it can run, else the browser)
  --data-dir DIR                  where the console keeps its data (default: the user's own place for it)
  --port N                        browser shell: the port on 127.0.0.1 (default: a free one)
  --no-open                       browser shell: do not open a browser, only print the launch line
  --help                          this text`;
/** How long the console may take to close its files before it is ended. */
const CLOSING_MS = 15_000;
const WATCH_MS = 200;

class WrongUse extends Error {}

/** @typedef {{ shell: string, dataDir: string | undefined, port: string | undefined, noOpen: boolean, help: boolean }} Options */

/** @returns {Options} */
function readOptions() {
  const string = /** @type {const} */ ({ type: 'string' });
  const boolean = /** @type {const} */ ({ type: 'boolean' });
  const options = {
    shell: { ...string, default: 'auto' },
    'data-dir': string,
    port: string,
    'no-open': boolean,
    help: boolean,
  };
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    throw new WrongUse(error.message);
  }
  if (!['auto', 'electron', 'browser'].includes(values.shell))
    throw new WrongUse(`--shell knows auto, electron and browser, not ${values.shell}.`);
  const { port } = values;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw new WrongUse(`--port needs a port number, not ${port}.`);
  if (values['data-dir'] === '') throw new WrongUse('--data-dir needs a folder.');
  // npm runs scripts in the project's folder; a relative folder is meant from where the user stands.
  const dataDir = values['data-dir'] && resolve(process.env.INIT_CWD ?? process.cwd(), values['data-dir']);
  return { shell: values.shell, dataDir, port, noOpen: values['no-open'] === true, help: values.help === true };
}

/** @returns {Promise<{ runtime: string } | { obstacle: string }>} */
async function findElectron() {
  let obstacle = electronObstacle();
  if (obstacle === undefined && electronRuntime() === undefined) obstacle = await fetchElectron();
  const runtime = electronRuntime();
  if (obstacle === undefined && runtime !== undefined) obstacle = sandboxObstacle(runtime);
  return obstacle === undefined && runtime !== undefined
    ? { runtime }
    : { obstacle: obstacle ?? 'its runtime is not installed' };
}

/**
 * Chooses the shell and says which and why in one line.
 * @param {Options} options
 * @returns {Promise<[string, string[]]>} The program and its arguments.
 */
async function chooseShell({ shell, dataDir, port, noOpen }) {
  const data = dataDir === undefined ? [] : ['--data-dir', dataDir];
  const browser = /** @type {[string, string[]]} */ ([
    pinnedNode(),
    [
      join(OUT, 'main', 'loopback.js'),
      ...data,
      ...(port === undefined ? [] : ['--port', port]),
      ...(noOpen ? ['--no-open'] : []),
    ],
  ]);
  if (shell === 'browser') {
    say('Taking the browser shell, as asked.');
    return browser;
  }
  const found = await findElectron();
  if ('runtime' in found) {
    say(
      `Taking Electron: its runtime and a display are there.${port !== undefined || noOpen ? ' (--port and --no-open are for the browser shell only.)' : ''}`,
    );
    return [found.runtime, [ROOT, ...data]];
  }
  if (shell === 'electron')
    throw new Stop(
      `Electron cannot be taken: ${found.obstacle}. Without --shell electron the console opens in the browser.`,
    );
  say(`Taking the browser shell, not Electron: ${found.obstacle}.`);
  return browser;
}

/**
 * Tells whether npm, which runs this through a shell, is gone: the shell dies of a signal from npm without handing it on,
 * and npm killed outright hands nothing on. An orphaned console would hold its data folder's lock.
 * @returns {() => boolean}
 */
function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return () => false;
  const parent = process.ppid;
  const npm = /^PPid:\t(\d+)$/m.exec(readText(`/proc/${parent}/status`) ?? '')?.[1];
  return () => process.ppid !== parent || (npm !== undefined && npm !== '0' && !existsSync(`/proc/${npm}`));
}

/**
 * Runs the console with our own terminal, hands signals on, and waits for its end.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>} Its exit code.
 */
function runToEnd(program, args) {
  return new Promise((done) => {
    const env = { ...process.env };
    delete env.ELECTRON_RUN_AS_NODE;
    const child = spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' });
    const isAbandoned = watchNpm();
    let isClosing = false;
    const close = (/** @type {NodeJS.Signals} */ signal) => {
      if (isClosing) return;
      isClosing = true;
      child.kill(signal);
      setTimeout(() => {
        say('The console did not close in time and is ended.');
        child.kill('SIGKILL');
      }, CLOSING_MS).unref();
    };
    process.on('SIGTERM', () => close('SIGTERM'));
    process.on('SIGHUP', () => close('SIGTERM'));
    process.on('SIGINT', () => {
      // A Ctrl-C reaches the whole terminal group, the console included; a second signal could look like impatience.
      if (!process.stdin.isTTY) close('SIGINT');
    });
    const watch = setInterval(() => isAbandoned() && close('SIGTERM'), WATCH_MS);
    child.on('error', (error) => {
      say(`The console could not be started: ${error.message}`);
      done(1);
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      done(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
    });
  });
}

await run(async () => {
  try {
    const options = readOptions();
    if (options.help) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    await build();
    const [program, args] = await chooseShell(options);
    return await runToEnd(program, args);
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    say(`${error.message}\n${USAGE}`);
    return 2;
  }
});
