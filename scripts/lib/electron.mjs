/**
 * Whether the Electron shell can be taken here, and if not, why: no display, root, no sandbox, or no runtime. The
 * `electron` package brings its runtime only when asked; this asks, and gives up soon where nothing arrives.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binOf, NODE_MODULES, pinnedNode, readText, say, sleep } from './project.mjs';

const HOME = join(NODE_MODULES, 'electron');
/** How long the download may take without a single new byte. */
const SILENCE_MS = 8_000;
const UNPACKING_MS = 60_000;

/** @returns {string | undefined} The runtime's executable, found as the package itself finds it. */
export function electronRuntime() {
  const inDist = readText(join(HOME, 'path.txt'));
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const file = override === undefined ? inDist && join(HOME, 'dist', inDist) : join(override, inDist ?? 'electron');
  return file !== undefined && existsSync(file) ? file : undefined;
}

/** @returns {string | undefined} Why Electron cannot show a window here whatever is installed. */
export function electronObstacle() {
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  if (process.getuid?.() === 0)
    return 'as root Electron runs only with its sandbox switched off, which the console does not do; start it as a user';
  return undefined;
}

/** @param {string} key */
function systemSetting(key) {
  return readText(`/proc/sys/${key}`)?.trim();
}

/**
 * @param {string} runtime
 * @returns {string | undefined} Why the runtime's own sandbox would refuse to start, so that it is said before it aborts.
 */
export function sandboxObstacle(runtime) {
  if (process.platform !== 'linux') return undefined;
  const helper = statSync(join(runtime, '..', 'chrome-sandbox'), { throwIfNoEntry: false });
  if (helper !== undefined && helper.uid === 0 && (helper.mode & 0o4000) !== 0) return undefined;
  const isBarred =
    systemSetting('kernel/unprivileged_userns_clone') === '0' ||
    systemSetting('user/max_user_namespaces') === '0' ||
    systemSetting('kernel/apparmor_restrict_unprivileged_userns') === '1';
  return isBarred
    ? 'this system keeps user namespaces from ordinary programs, so the sandbox of a downloaded Electron cannot start'
    : undefined;
}

/** @param {string} folder @returns {number} The bytes below it, as a sign of life. */
function bytesIn(folder) {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile())
      sum += statSync(join(entry.parentPath ?? entry.path, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return sum;
}

/** @returns {Promise<string | undefined>} Why the runtime could not be fetched, as half a sentence. */
export async function fetchElectron() {
  const reason = await downloadElectron();
  if (reason === undefined) return undefined;
  return `its runtime is not installed and could not be downloaded${reason === '' ? '' : ` (${reason})`}`;
}

/**
 * Lets the package fetch its runtime (from where its own settings say, through the proxies it knows), and stops it as
 * soon as no byte has arrived for a while.
 * @returns {Promise<string | undefined>} A word for why it failed, empty when there is none; undefined when the runtime is there.
 */
export async function downloadElectron() {
  say('Fetching the Electron runtime (once, about 120 MB) ...');
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-electron-'));
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: '1' };
  const child = spawn(pinnedNode(), [binOf('electron', 'install-electron')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let complaint = '';
  child.stderr.on('data', (piece) => (complaint += piece));
  const state = { isOver: false };
  const end = new Promise((done) => child.on('close', done)).then(() => (state.isOver = true));
  try {
    for (let bytes = 0, since = Date.now(); !state.isOver; await Promise.race([end, sleep(250)])) {
      const now = bytesIn(folder);
      // Once the archive was moved to the cache it is unpacked, which the temporary folder does not show.
      const patience = bytes > 0 ? UNPACKING_MS : SILENCE_MS;
      if (now !== bytes) [bytes, since] = [now, Date.now()];
      else if (Date.now() - since > patience) child.kill();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (electronRuntime() !== undefined) return undefined;
  return /\b(E[A-Z_]{4,}|Response code \d+|fetch failed)\b/.exec(complaint)?.[1] ?? '';
}
