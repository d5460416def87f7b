// The browser shell as a program: `loopback.js [--data-dir DIR] [--port N] [--no-open]`. Stdout carries launch lines
// and nothing else; whatever is for people goes to stderr. Exit codes: 0 closed, 1 failed, 2 wrong options, 3 the
// data folder is in use; that of a kill where the key store of the system never answered.
import { once } from 'node:events';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DataFolder } from '../backend/data-folder.ts';
import { systemClock, systemIds } from '../backend/system.ts';
import { fieldOf } from '../domain/kernel/fields.ts';
import { isKeyStoreAsked } from '../keychain/keytar-vault.ts';
import { INDEX, listAssets } from '../shell/assets.ts';
import type { RunningEngine } from '../shell/engine.ts';
import { type BrowserHost, createBrowserHost } from '../shell/http/browser-host.ts';
import { holdDataFolder } from '../shell/hold.ts';
import { keepMemoryPrivate } from '../shell/process-memory.ts';
import { servedSoon } from '../shell/served-soon.ts';
import { hearUncaught, ignoreBrokenPipes } from '../shell/uncaught.ts';
import { createWakeWatch, type WakeWatch } from '../shell/wake-watch.ts';
import { openFile, type RedirectFile, writeRedirectFile } from './opener.ts';
import { type Options, readOptions } from './options.ts';
import { type ConsoleServer, startServer } from './server.ts';
import { createLaunchTokens, createSessions, type LaunchTokens } from './tokens.ts';

const CLOSING_MS = 5_000;
const EXIT = { closed: 0, failed: 1, wrongUse: 2, inUse: 3 } as const;
const HERE = import.meta.url;

interface Running {
  /** Rejects when the engine cannot start. */
  readonly engine: Promise<RunningEngine>;
  readonly power: WakeWatch;
  readonly host: BrowserHost;
  readonly server: ConsoleServer;
  readonly launches: LaunchTokens;
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** The server first, so that a browser can be on its way; the engine, which is most of the program, is loaded behind it. */
async function start(options: Options, folder: DataFolder): Promise<Running> {
  const host = createBrowserHost(systemClock, systemIds, process.env);
  const launches = createLaunchTokens(systemClock, systemIds);
  const assets = listAssets(fileURLToPath(new URL('../renderer/', HERE)));
  if (!assets.has(INDEX)) say('The screens are not built (npm run build); only calls are answered.');
  const begin = Promise.withResolvers<void>();
  const engine = begin.promise.then(() => startBehind(folder, host, power));
  const power = createWakeWatch(systemClock);
  try {
    const server = await startServer({
      app: servedSoon(engine.then(({ app }) => app)),
      assets,
      launches,
      sessions: createSessions(systemIds),
      takeExport: host.takeExport,
      ids: systemIds,
      port: options.port,
    });
    begin.resolve();
    return { engine, power, host, server, launches };
  } catch (error) {
    power.close();
    folder.release();
    throw error;
  }
}

/** The folder's lock is given back by the engine, also when it cannot start. */
async function startBehind(folder: DataFolder, host: BrowserHost, power: WakeWatch): Promise<RunningEngine> {
  const [{ startEngine }, { TeamsHere }, { createKeytarVault }] = await Promise.all([
    import('../shell/engine.ts'),
    import('../shell/teams/teams.ts'),
    import('../keychain/keytar-vault.ts'),
  ]).catch((error: unknown) => {
    folder.release();
    throw error;
  });
  const up = Promise.withResolvers<Pick<RunningEngine['app'], 'reach'> & Pick<RunningEngine, 'log'>>();
  const vault = createKeytarVault();
  const of = { dataFolder: folder.path, vault, clock: systemClock, ids: systemIds, engine: up.promise };
  const teams = new TeamsHere({ ...of, windows: null });
  const engine = await startEngine({ folder, beside: HERE, host: { ...host.host, teams }, power, say, vault });
  up.resolve({ reach: (to) => engine.app.reach(to), log: engine.log });
  return engine;
}

function printLaunchLine({ server, launches }: Running): void {
  const launch = `${server.origin}/launch#${launches.issue('printed')}`;
  process.stdout.write(`{"launch": ${JSON.stringify(launch)}}\n`);
}

/** On a terminal, Enter gives a fresh launch line. Elsewhere stdin is not even read, so its end means nothing. */
function offerFreshLines(running: Running): void {
  if (!process.stdin.isTTY) return;
  process.stdin.on('data', () => printLaunchLine(running));
  process.stdin.on('error', () => undefined);
}

/** The file that a browser is opened with, from its first byte on: at whatever moment the program ends, it goes with it. */
let redirect: RedirectFile | null = null;

async function openBrowser({ server, launches }: Running): Promise<void> {
  const token = launches.issue('opened', () => redirect?.remove());
  const file = (redirect = writeRedirectFile(`${server.origin}/launch#${token}`));
  if (await openFile(file.path)) return;
  file.remove();
  say('No browser could be opened; open the launch address above in one.');
}

/** Ends everything; true when all of it went well. */
async function close({ server, host, power }: Running, engine: RunningEngine): Promise<boolean> {
  try {
    await server.close();
    host.close();
    power.close();
    await engine.close();
    return true;
  } catch (error) {
    engine.log.error('close', {}, error);
    say('The console did not close cleanly; its log has the details.');
    return false;
  }
}

/** Ends the process with this code, and with it the file for the browser; with that of a kill when the key store has never answered, for which Node would wait for ever. */
function leave(code: number): never {
  redirect?.remove();
  if (isKeyStoreAsked()) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** Aborts at the first signal that asks us to end; from then on the end is bounded, also while we still start. Later signals change nothing. */
function watchSignals(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (ending.signal.aborted) return;
      setTimeout(() => leave(EXIT.failed), CLOSING_MS);
      ending.abort(new Error(name));
    });
  }
  return ending.signal;
}

/** What there is to close, and whose log hears of what nobody caught; while it starts there is nothing, and the end only says so. */
const live = Promise.withResolvers<Running>();

function endUncaught(sentence: string): void {
  say(sentence);
  setTimeout(() => leave(EXIT.failed), CLOSING_MS);
  const closed = live.promise.then(async (running) => close(running, await running.engine));
  void closed.catch(() => false).finally(() => leave(EXIT.failed));
}

async function run(options: Options, folder: DataFolder, ending: AbortSignal): Promise<number> {
  const running = await start(options, folder);
  live.resolve(running);
  printLaunchLine(running);
  offerFreshLines(running);
  // Whoever opens it may take its time; nobody waits for that.
  if (options.opensBrowser) void openBrowser(running);
  const engine = await running.engine;
  if (!ending.aborted) await once(ending, 'abort');
  redirect?.remove();
  const isClean = await close(running, engine);
  return isClean ? EXIT.closed : EXIT.failed;
}

async function main(): Promise<number> {
  keepMemoryPrivate();
  ignoreBrokenPipes();
  hearUncaught({ log: async () => (await (await live.promise).engine).log, end: endUncaught });
  const read = readOptions(process.argv.slice(2), {
    platform: process.platform,
    home: homedir(),
    environment: process.env,
  });
  if (!read.ok) {
    say(read.complaint);
    return EXIT.wrongUse;
  }
  const ending = watchSignals();
  const folder = await holdDataFolder(read.options.dataFolder, { clock: systemClock, say, ending });
  if (folder === 'ended') return EXIT.closed;
  if (folder === 'in-use') {
    say(
      `Another console is using the data folder ${read.options.dataFolder}. Close it, or name another with --data-dir.`,
    );
    return EXIT.inUse;
  }
  try {
    return await run(read.options, folder, ending);
  } catch (error) {
    say(`The console could not start: ${reasonOf(error, read.options.port)}`);
    sayOffer(error, read.options.dataFolder);
    return EXIT.failed;
  }
}

/** The copies that can be put back, and by which command; nothing where none helps. */
function sayOffer(error: unknown, dataFolder: string): void {
  const copies = fieldOf(fieldOf(error, 'offer'), 'copies');
  if (!Array.isArray(copies)) return;
  const [newest, ...older] = copies.map(String);
  if (newest === undefined) {
    say('No whole copy of them lies in its folder “backups”. To begin anew, name another folder with --data-dir.');
    return;
  }
  say(`Put the newest whole copy back: npm run books -- restore ${newest} --data-dir ${JSON.stringify(dataFolder)}`);
  if (older.length > 0) say(`Older ones: ${older.join(', ')}.`);
}

function reasonOf(error: unknown, port: number): string {
  if (!(error instanceof Error)) return 'the reason is not known.';
  if ('code' in error && error.code === 'EADDRINUSE') return `port ${port} is in use by another program.`;
  return error.message;
}

leave(await main());
