/**
 * What the scripts share: where things lie, how a program is started, and the lock that keeps two set-ups apart.
 * Plain Node 20 or newer without any dependency: the scripts run before anything is installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const NODE_MODULES = join(ROOT, 'node_modules');
/** Build outputs, and the scripts' own notes beside them; everything in it may be deleted at any time. */
export const OUT = join(ROOT, 'out');
const STOPPING = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const WINDOWS = process.platform === 'win32';

/** @param {string} sentence One calm line; stdout stays free for what other programs read. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** A reason to stop that is for the user's eyes: printed without a stack. */
export class Stop extends Error {}

/**
 * Runs a script's main function; a Stop ends it with its sentence and code 1.
 * @param {() => Promise<number>} main Answers with the exit code.
 */
export async function run(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    say(error instanceof Stop ? error.message : String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
}

export const NODE_MAJOR = 24;

/**
 * The Node 24 that the project pins; npm scripts find it first on their PATH, a bare `node` may be older. Where the packages were installed without
 * their programs, as for a release, there is none, and a running Node of that line takes its place.
 */
export function pinnedNode() {
  const own = join(NODE_MODULES, 'node', 'bin', WINDOWS ? 'node.exe' : 'node');
  return isFile(own) || !process.version.startsWith(`v${NODE_MAJOR}.`) ? own : process.execPath;
}

/**
 * The JavaScript file behind a command of an installed package, so that it can be started without a shell on every system.
 * @param {string} name The package.
 * @param {string} [command] The command, when it is not named like the package.
 */
export function binOf(name, command = name) {
  const home = join(NODE_MODULES, ...name.split('/'));
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return join(home, typeof bin === 'string' ? bin : bin[command]);
}

/** @param {string} path */
function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * The full path of a program, or undefined.
 * @param {string} program
 * @param {string} [path] A list of folders like PATH.
 */
export function findProgram(program, path = process.env.PATH ?? '') {
  const names = WINDOWS ? [`${program}.exe`, `${program}.cmd`] : [program];
  for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
    for (const name of names) {
      if (isFile(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}

/** PATH without what `npm run` put before it. An install replaces node_modules, so it must not run from there. */
export function outerPath() {
  const inner = `${sep}node_modules${sep}`;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !`${entry}${sep}`.includes(inner))
    .join(delimiter);
}

/** PATH with the project's own commands, and so its pinned Node, first. */
export function innerPath() {
  return `${join(NODE_MODULES, '.bin')}${delimiter}${process.env.PATH ?? ''}`;
}

/**
 * How npm is started without a shell: the npm that started this script, or the one on PATH.
 * @param {string} node The Node that runs it.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npmCommand(node, args) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && /npm-cli\.c?js$/.test(cli) && isFile(cli)) return [node, [cli, ...args]];
  const npm = findProgram('npm', outerPath());
  if (npm === undefined) throw new Stop('npm was not found on PATH. It comes with Node; install Node 20 or newer.');
  return [npm, args];
}

/**
 * @typedef {object} Outcome
 * @property {number} code 0 when it went well; 127 when it could not be started
 * @property {string} output What it printed, when it was quiet
 */

/**
 * Runs a program to its end, quietly (its output is kept for the case that it fails), telling what it prints, or with our own terminal.
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, tell?: (piece: Buffer) => void, timeout?: number, input?: string }} [options]
 * @returns {Promise<Outcome>}
 */
export function execute(file, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env: options.env ?? process.env,
      stdio: options.quiet || options.tell !== undefined ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      timeout: options.timeout,
      windowsHide: true,
    });
    const pieces = /** @type {Buffer[]} */ ([]);
    const keep = options.tell ?? ((/** @type {Buffer} */ piece) => void pieces.push(piece));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    // A script that is told to stop stops what it started; an orphaned install would meet the next one.
    let told = /** @type {NodeJS.Signals | undefined} */ (undefined);
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      told = signal;
      child.kill(signal);
    };
    for (const signal of STOPPING) process.on(signal, stop);
    child.on('error', (error) => done({ code: 127, output: `${file}: ${error.message}` }));
    child.on('close', (code, signal) => {
      for (const each of STOPPING) process.off(each, stop);
      if (told !== undefined) process.exit(128 + constants.signals[told]);
      done({ code: code ?? (signal === null ? 1 : 128), output: Buffer.concat(pieces).toString('utf8') });
    });
  });
}

/** @param {...(string | Buffer)} parts */
export function hash(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(`${part.length}:`).update(part);
  return sum.digest('hex');
}

/**
 * Every file below the given files and folders with its content, as one hash. Contents, not times: a clone, a branch
 * change and a touched file then all give the right answer.
 * @param {string[]} paths Relative to the project.
 */
export function hashFiles(paths) {
  const sum = createHash('sha256');
  const visit = (/** @type {string} */ path) => {
    const info = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (info?.isDirectory()) {
      for (const name of readdirSync(join(ROOT, path)).sort()) visit(`${path}/${name}`);
    } else if (info?.isFile()) {
      const content = readFileSync(join(ROOT, path));
      sum.update(`${path}:${content.length}:`).update(content);
    }
  };
  for (const path of paths) visit(path);
  return sum.digest('hex');
}

/** @param {number} milliseconds @returns {Promise<void>} */
export function sleep(milliseconds) {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}

const LOCK_TOO_OLD_MS = 30 * 60_000;

/**
 * @param {string} file
 * @param {string} owner What stands in it: the process id.
 */
function isAbandoned(file, owner) {
  if (Date.now() - statSync(file).mtimeMs > LOCK_TOO_OLD_MS) return true;
  // An empty lock is one whose owner is between creating and filling it.
  if (owner === '') return false;
  try {
    process.kill(Number(owner), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Clears an abandoned lock away. Renaming has one winner; who took a living lock by that puts it back. @param {string} file */
function clearAbandoned(file) {
  const owner = readFileSync(file, 'utf8');
  if (!isAbandoned(file, owner)) return;
  const aside = `${file}.${process.pid}`;
  renameSync(file, aside);
  if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, file);
  rmSync(aside, { force: true });
}

/** @param {string} file @returns {boolean} whether the lock is now ours */
function takeLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    clearAbandoned(file);
  } catch {
    // Its owner has just let go, or somebody else was quicker: look again.
  }
  return false;
}

/**
 * Does the work while no other process of this project holds the lock of that name.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  mkdirSync(OUT, { recursive: true });
  const file = join(OUT, `.${name}.lock`);
  for (let tries = 0; !takeLock(file); tries += 1) {
    if (tries === 2) say(`Waiting for another ${name} of this folder to finish (lock: ${file}).`);
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

/** @param {string} path @returns {string | undefined} */
export function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
