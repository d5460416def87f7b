// The Electron shell as a program: guards first, then the window, then the engine behind it, and a clean end.
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, protocol, session } from 'electron';
import { systemClock, systemIds } from '../backend/system.ts';
import { makeFolderNow } from '../backend/whole-file.ts';
import { fieldOf } from '../domain/kernel/fields.ts';
import { presentDataFolder } from '../shell/data-folder.ts';
import type { RunningEngine } from '../shell/engine.ts';
import { keepMemoryPrivate } from '../shell/process-memory.ts';
import { type SoonServedApp, servedSoon } from '../shell/served-soon.ts';
import { hearUncaught, ignoreBrokenPipes } from '../shell/uncaught.ts';
import { dataFolderOf } from './arguments.ts';
import { hearArrivals } from './desktop/arrivals.ts';
import { type Desktop, type DesktopParts, openDesktop } from './desktop/desktop.ts';
import { startOrPutBack } from './desktop/dialogs.ts';
import { endInOrder, EXIT } from './desktop/end-in-order.ts';
import { openKeptState } from './desktop/kept-state.ts';
import { nameForWindows } from './desktop/windows-name.ts';
import { guardAll, guardSession, type Report } from './guards.ts';
import { createElectronHost, electronPower, teamWindows } from './host.ts';
import { type Ipc, serveIpc } from './ipc.ts';
import { declareScheme, serveScreens } from './protocol.ts';
import { refusalOf } from './switches.ts';

const HERE = import.meta.url;
/** In memory: nothing of the pages is kept on disk, neither cache nor storage. */
const PARTITION = 'console';
/** Says that the person ended the console before it had its data folder: no failure, and nothing to close. */
const ENDED = new Error('ended while waiting for the data folder');

/** What the system's codes mean to a person; any other is named as it is. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the system does not allow it',
  EEXIST: 'a file of that name is in its place',
  ENOENT: 'there is no such disk or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk cannot be written',
};

const surroundings = { platform: process.platform, home: homedir(), environment: process.env };
const dataFolder = dataFolderOf(process.argv, surroundings);
const IN_USE = `Another console is using the data folder ${dataFolder}. Close it first.`;

// SECURITY: before anything else, and before the app is ready.
keepMemoryPrivate();
ignoreBrokenPipes();
app.enableSandbox();
declareScheme(protocol);
// The single-instance lock and Chromium's own files belong to the data folder: two folders are two consoles.
const electrons = join(dataFolder, 'electron');
const unusable = makeOwnFolder(dataFolder, electrons);
if (unusable === null) app.setPath('userData', electrons);

nameForWindows(app, process.platform);

const weakened = app.isPackaged ? refusalOf(process.argv, process.platform, process.env) : null;
const refused = weakened ?? unusable;
if (refused !== null) refuse(refused);
else if (app.requestSingleInstanceLock()) start();
else app.exit(EXIT.inUse);

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** On stderr and in a dialog, which Linux shows only once the app is ready. There is no window and no engine. */
function refuse(sentence: string): void {
  say(sentence);
  const end = (): void => app.exit(EXIT.failed);
  void app
    .whenReady()
    .then(() => dialog.showErrorBox('Merchant Console', sentence))
    .then(end, end);
}

function start(): void {
  const report: Report = (what, details) => {
    void engine.then(({ log }) => log.warn('refused', { what, ...details })).catch(() => undefined);
    say(`refused: ${what} ${JSON.stringify(details)}`);
  };
  const ending = new AbortController();
  guardAll(app, report);
  let closing: Promise<number> | null = null;
  // Once, whoever ends the console: a second closing could give the data folder back while the first still writes to it.
  const close = (): Promise<number> => (closing ??= endEngine(engine, ending));
  const endUncaught = (sentence: string): void => {
    say(sentence);
    void endSaying(sentence, EXIT.failed, close);
  };
  hearUncaught({ log: async () => (await engine).log, end: endUncaught });
  const engine = app.whenReady().then(() => {
    const open = (): Desktop => openScreens({ ipc, arrivals, report, close, ending: ending.signal });
    return startBehind(open, ipc, ending.signal);
  });
  const served = servedSoon(engine.then(tellFirstAnswer));
  const besides = async (id: string): Promise<SoonServedApp | null> => (await engine).besides(id, served);
  const ipc = serveIpc(Promise.resolve(served), report, besides);
  // After the engine, which whatever is refused is told to.
  const arrivals = hearArrivals(process.argv, report);
}

type Screens = Pick<DesktopParts, 'ipc' | 'arrivals' | 'report' | 'close' | 'ending'>;

/** The guarded session that serves the screens, then the desktop with its first window. */
function openScreens({ ipc, arrivals, report, close, ending }: Screens): Desktop {
  const screens = session.fromPartition(PARTITION, { cache: false });
  // The default one shows nothing and has nothing to load.
  for (const each of [screens, session.defaultSession]) guardSession(each, app.isPackaged, report);
  serveScreens(screens, fileURLToPath(new URL('../renderer/', HERE)));
  return openDesktop({
    dataFolder,
    preload: fileURLToPath(new URL('../preload/index.cjs', HERE)),
    session: screens,
    keeper: openKeptState(join(dataFolder, 'electron', 'desktop.json')),
    arrivals,
    ipc,
    report,
    close,
    ending,
  });
}

interface RunningConsole extends RunningEngine {
  /** A team's engine beside this one, as windows that show it reach both; null where no such team is known. */
  besides(id: string, own: SoonServedApp): SoonServedApp | null;
}

/** Opens the screens and, once there is something to see, loads the engine, which is most of the program. Ends the program when either fails. */
async function startBehind(open: () => Desktop, ipc: Ipc, ending: AbortSignal): Promise<RunningConsole> {
  let engine: RunningEngine | null = null;
  try {
    const desktop = open();
    await desktop.painted;
    const [
      { holdDataFolder },
      { startEngine, StartError },
      { withUpdates },
      { createKeytarVault },
      { TeamsHere },
      { besideOwn },
    ] = await Promise.all([
      import('../shell/hold.ts'),
      import('../shell/engine.ts'),
      import('./updates/electron.ts'),
      import('../keychain/keytar-vault.ts'),
      import('../shell/teams/teams.ts'),
      import('./teams.ts'),
      desktop.looked,
    ]);
    const hold = () => holdDataFolder(dataFolder, { clock: systemClock, say, ending });
    const folder = await hold();
    if (folder === 'ended') throw ENDED;
    if (folder !== 'in-use') {
      const login = { dataFolder: dataFolder === presentDataFolder(surroundings) ? null : dataFolder };
      const up = Promise.withResolvers<Pick<RunningEngine['app'], 'reach'> & Pick<RunningEngine, 'log'>>();
      // The key store of the system does one thing after the other, whoever asks.
      const vault = createKeytarVault();
      const windows = teamWindows({ desktop, ipc });
      const teams = new TeamsHere({
        dataFolder,
        windows,
        vault,
        clock: systemClock,
        ids: systemIds,
        engine: up.promise,
      });
      const host = createElectronHost({ desktop, ipc, teams, login });
      const updates = withUpdates(host, dataFolder);
      let first: typeof folder | null = folder;
      const start = async (): Promise<RunningEngine> => {
        // A start that failed has given it back.
        const held = first ?? (await hold());
        first = null;
        if (held === 'ended') throw ENDED;
        if (held === 'in-use') throw new StartError(IN_USE, null);
        return startEngine({ folder: held, beside: HERE, host: updates.host, power: electronPower, say, vault });
      };
      engine = await startOrPutBack(start, (error) => error instanceof StartError);
      engine = updates.start(engine, (successor) => desktop.end.replace(successor));
      const { app: running, log } = engine;
      up.resolve({ reach: (to) => running.reach(to), log });
      await desktop.follow(running);
      const known = new Map<string, SoonServedApp>();
      const started = engine;
      return {
        app: running,
        log,
        close() {
          teams.close();
          return started.close();
        },
        besides(id, own) {
          if (!teams.knows(id)) return null;
          const app = known.get(id) ?? besideOwn(own, teams.engineOf(id));
          known.set(id, app);
          return app;
        },
      };
    }
  } catch (error) {
    // Whoever ended the console is waiting for its end, not for a reason.
    if (error === ENDED) throw error;
    const started = engine;
    // One that is up by then is closed like any other.
    const close = async (): Promise<number> => {
      await started?.close();
      return EXIT.failed;
    };
    await endSaying(await sentenceOf(error), EXIT.failed, close);
    throw error;
  }
  await endSaying(IN_USE, EXIT.inUse, async () => EXIT.inUse);
  throw new Error('the data folder is in use');
}

/** The sentence that the engine has for its failure; of any other there may be no log yet. */
async function sentenceOf(error: unknown): Promise<string> {
  try {
    const { StartError } = await import('../shell/engine.ts');
    if (error instanceof StartError) return error.message;
  } catch {
    // It may be what is missing.
  }
  // What the system or the loader has a code for names files and no more; of any other nobody knows what its message quotes.
  if (error instanceof Error && typeof fieldOf(error, 'code') === 'string') say(error.message);
  return `The console could not start: a part of the program, or of the data folder ${dataFolder}, cannot be read or written. Installing the console again leaves the data as it is.`;
}

/** Ends the engine, or a start that still waits for its folder. Gives the exit code. */
function endEngine(engine: Promise<RunningEngine>, ending: AbortController): Promise<number> {
  ending.abort(new Error('closing'));
  return engine
    .then((running) => running.close())
    .then(
      () => EXIT.closed,
      (error: unknown) => (error === ENDED ? EXIT.closed : EXIT.failed),
    );
}

/** Closes, within the limit of every end; then the sentence is shown until it is read, and the program ends with the code. */
async function endSaying(sentence: string, code: number, close: () => Promise<number>): Promise<void> {
  // Whoever starts the console while it closes, or while the sentence stands there, would be sent to this one.
  app.releaseSingleInstanceLock();
  const exit = (): void => {
    dialog.showErrorBox('Merchant Console', sentence);
    app.exit(code);
  };
  await endInOrder({ close, successor: () => null, exit });
}

/** Readable by its owner only where it is new. Gives null, or a sentence about why there is none that can be written. */
function makeOwnFolder(dataFolder: string, electrons: string): string | null {
  try {
    makeFolderNow(electrons);
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = fieldOf(error, 'code');
    const name = typeof code === 'string' ? code : 'unknown';
    const reason = REASONS[name] ?? `the system says ${name}`;
    return `The data folder ${dataFolder} cannot be used: ${reason}. Make room for it there, or name another with --data-dir.`;
  }
}

/**
 * The part of the engine that windows reach. Writes to the log, once, that a page got its first good answer: window, preload, channel and engine work
 * together from then on. Whoever tries a package waits for that line, and ends the process that it names (scripts/smoke-package.mjs).
 */
function tellFirstAnswer({ app, log }: Pick<RunningEngine, 'app' | 'log'>): SoonServedApp {
  let isTold = false;
  return {
    async dispatch(frame, client) {
      const answer = await app.dispatch(frame, client);
      if (!isTold && answer?.ok === true) {
        isTold = true;
        // What started the program may be another process than the program: an AppImage's starter is.
        log.info('screens.answered', { pid: process.pid });
      }
      return answer;
    },
    subscribe: (client, listener) => app.subscribe(client, listener),
    closeClient: (client) => app.closeClient(client),
    command: (client, command) => app.command(client, command),
    isLocked: () => app.isLocked(),
  };
}
