/**
 * The Electron shell as a program: guards first, then the window, then the engine behind it, and a clean end. Not here: any of
 * the parts.
 */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, protocol, session } from 'electron';
import { systemClock } from '../backend/system.ts';
import type { Engine } from '../shell/engine.ts';
import { keepMemoryPrivate } from '../shell/process-memory.ts';
import { dataFolderOf } from './data-folder.ts';
import { guardAll, guardSession, isOpenToDebuggers, type Report } from './guards.ts';
import { createElectronHost, electronPower } from './host.ts';
import { type Ipc, serveIpc } from './ipc.ts';
import { setMenu } from './menu.ts';
import { declareScheme, serveScreens } from './protocol.ts';
import { openWindow } from './window.ts';

const HERE = import.meta.url;
const CLOSING_MS = 5_000;
const EXIT = { closed: 0, failed: 1, inUse: 3 } as const;
/** In memory: nothing of the pages is kept on disk, neither cache nor storage. */
const PARTITION = 'console';
/** Says that the person ended the console before it had its data folder: no failure, and nothing to close. */
const ENDED = new Error('ended while waiting for the data folder');
/** A page that dies again this soon after it was loaded anew stays down. */
const CALM_MS = 10_000;

const dataFolder = dataFolderOf(process.argv, {
  platform: process.platform,
  home: homedir(),
  environment: process.env,
});

// SECURITY: before anything else, and before the app is ready.
keepMemoryPrivate();
app.enableSandbox();
declareScheme(protocol);
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
// The single-instance lock and Chromium's own files belong to the data folder: two folders are two consoles.
app.setPath('userData', join(dataFolder, 'electron'));

if (app.isPackaged && isOpenToDebuggers(process.argv)) {
  say('The console does not start with its pages open to a debugger.');
  app.exit(EXIT.failed);
} else if (app.requestSingleInstanceLock()) start();
else app.exit(EXIT.inUse);

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function start(): void {
  const report: Report = (what, details) => {
    void engine.then(({ log }) => log.warn('refused', { what, ...details })).catch(() => undefined);
    say(`refused: ${what} ${JSON.stringify(details)}`);
  };
  const ending = new AbortController();
  guardAll(app, report);
  const engine = app.whenReady().then(async () => {
    openScreens(ipc, report);
    return startBehind(ending.signal);
  });
  const ipc = serveIpc(
    engine.then((running) => running.app),
    report,
  );
  endCleanly(engine, ending);
}

/** The windows: the first one now, more on request. */
function openScreens(ipc: Ipc, report: Report): void {
  const screens = session.fromPartition(PARTITION, { cache: false });
  // The default one shows nothing and has nothing to load.
  for (const each of [screens, session.defaultSession]) guardSession(each, app.isPackaged, report);
  serveScreens(screens, fileURLToPath(new URL('../renderer/', HERE)));
  const preload = fileURLToPath(new URL('../preload/index.cjs', HERE));
  const open = () => {
    const window = openWindow({ preload, session: screens, isPackaged: app.isPackaged });
    ipc.admit(window.webContents);
    reviveOnce(window, report);
  };
  setMenu(app.isPackaged, process.platform, open);
  open();
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open();
  });
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return open();
    if (window.isMinimized()) window.restore();
    return window.focus();
  });
}

/** The window is on its way; the engine, which is most of the program, is loaded only now. Ends the program when it fails. */
async function startBehind(ending: AbortSignal): Promise<Engine> {
  try {
    const [{ holdDataFolder }, { startEngine }] = await Promise.all([
      import('../shell/hold.ts'),
      import('../shell/engine.ts'),
    ]);
    const folder = await holdDataFolder(dataFolder, { clock: systemClock, say, ending });
    if (folder === 'ended') throw ENDED;
    if (folder !== 'in-use')
      return await startEngine({ folder, beside: HERE, host: createElectronHost(), power: electronPower, say });
  } catch (error) {
    // Whoever ended the console is waiting for its end, not for a reason.
    if (error === ENDED) throw error;
    dialog.showErrorBox('Merchant Console', await sentenceOf(error));
    app.exit(EXIT.failed);
    throw error;
  }
  dialog.showErrorBox('Merchant Console', `Another console is using the data folder ${dataFolder}. Close it first.`);
  app.exit(EXIT.inUse);
  throw new Error('the data folder is in use');
}

/** The sentence that the engine has for its failure, or that the log knows more. */
async function sentenceOf(error: unknown): Promise<string> {
  const { StartError } = await import('../shell/engine.ts');
  return error instanceof StartError ? error.message : 'The console could not start. Its log has the details.';
}

/** A page that crashed is loaded again, unless it does nothing but crash. */
function reviveOnce(window: BrowserWindow, report: Report): void {
  let last = -CALM_MS;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || performance.now() - last < CALM_MS) return;
    last = performance.now();
    report('render-process-gone', { reason });
    window.webContents.reload();
  });
}

/** Closes the engine before the process ends, within a limit. `ending` stops a start that still waits for its folder. */
function endCleanly(engine: Promise<Engine>, ending: AbortController): void {
  let isClosing = false;
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => app.exit(EXIT.failed), CLOSING_MS);
    ending.abort(new Error('closing'));
    engine
      .then((running) => running.close())
      .then(
        () => app.exit(EXIT.closed),
        (error: unknown) => app.exit(error === ENDED ? EXIT.closed : EXIT.failed),
      );
  });
}
