/**
 * Starts the engine for the browser shell: log, keychain, sandbox and ports put together, and taken apart again in order.
 * Not here: how it is served (server.ts).
 */
import { join } from 'node:path';
import { type App, createApp, type DataFolder } from '../backend/app.ts';
import { createLog } from '../backend/log.ts';
import type { Clock, Host, Ids, Log, Paths } from '../backend/ports.ts';
import { createKeytarVault } from '../keychain/keytar-vault.ts';
import { startSandbox } from '../sandbox/embed.ts';
import { createWakeWatch } from './wake.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export interface EngineOptions {
  readonly folder: DataFolder;
  /** The built worker files lie beside this address. */
  readonly beside: string;
  readonly host: Host;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Tells the person something they should know. */
  readonly say: (sentence: string) => void;
}

export interface Engine {
  readonly app: App;
  readonly log: Log;
  close(): Promise<void>;
}

/** Starts all of it. The folder's lock is released by `close`. */
export async function startEngine({ folder, beside, host, clock, ids, say }: EngineOptions): Promise<Engine> {
  const log = createLog({ folder: folder.path });
  const power = createWakeWatch(clock);
  const paths = pathsOf(folder.path, beside);
  const state = { isClosing: false };
  const sandbox = await startEmbedded(paths, log, say, state);
  const ports = { vault: createKeytarVault(), clock, ids, log, paths, power, host, sandbox };
  // The sandbox writes into the folder too: the lock is given back only when both have ended.
  const app = await createApp(ports, { path: folder.path, release: () => undefined });
  return {
    app,
    log,
    async close() {
      state.isClosing = true;
      power.close();
      try {
        await app.close();
      } finally {
        await sandbox?.close();
        folder.release();
      }
    },
  };
}

function pathsOf(dataFolder: string, beside: string): Paths {
  const worker = (name: string) => new URL(`${name}.js`, beside);
  return {
    dataFolder,
    workers: {
      writer: worker('writer'),
      reader: worker('reader'),
      compute: worker('compute'),
      sandbox: worker('sandbox'),
    },
  };
}

/** The console is of use without its sandbox, so a sandbox that does not start is said and lived without. */
async function startEmbedded(
  paths: Paths,
  log: Log,
  say: (sentence: string) => void,
  state: { readonly isClosing: boolean },
): Promise<Sandbox | null> {
  try {
    const sandbox = await startSandbox(paths.workers.sandbox, { folder: join(paths.dataFolder, 'sandbox') });
    for (const secret of [sandbox.apiKey, sandbox.webhookSecret, sandbox.controlToken]) log.redact(secret);
    sandbox.onExit(() => {
      if (state.isClosing) return;
      log.error('sandbox.exit');
      say('The sandbox has stopped; its profile answers again after a restart of the console.');
    });
    return sandbox;
  } catch (error) {
    log.error('sandbox.start', {}, error);
    say('The sandbox could not be started; the console runs without it.');
    return null;
  }
}
