/**
 * Starts the engine for the Electron shell: log, keychain, sandbox and ports put together, and taken apart again in order.
 * Loaded only after the first window was asked for. Not here: windows, IPC.
 */
import { join } from 'node:path';
import { type App, createApp, openDataFolder } from '../backend/app.ts';
import { createLog } from '../backend/log.ts';
import type { Host, Log, Paths, Power } from '../backend/ports.ts';
import { systemClock, systemIds } from '../backend/system.ts';
import { createKeytarVault } from '../keychain/keytar-vault.ts';
import { startSandbox } from '../sandbox/embed.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export interface EngineOptions {
  readonly dataFolder: string;
  /** The built worker files lie beside this address. */
  readonly beside: string;
  readonly host: Host;
  readonly power: Power;
}

export interface Engine {
  readonly app: App;
  readonly log: Log;
  close(): Promise<void>;
}

/** All of it, running; null when another console holds the data folder. */
export async function startEngine({ dataFolder, beside, host, power }: EngineOptions): Promise<Engine | null> {
  const folder = openDataFolder(dataFolder);
  if (folder === null) return null;
  const log = createLog({ folder: folder.path });
  const worker = (name: string) => new URL(`${name}.js`, beside);
  const paths: Paths = {
    dataFolder: folder.path,
    workers: {
      writer: worker('writer'),
      reader: worker('reader'),
      compute: worker('compute'),
      sandbox: worker('sandbox'),
    },
  };
  const state = { isClosing: false };
  const sandbox = await startEmbedded(paths, log, state);
  const ports = { vault: createKeytarVault(), clock: systemClock, ids: systemIds, log, paths, power, host, sandbox };
  // The sandbox writes into the folder too: the lock is given back only when both have ended.
  const app = await createApp(ports, { path: folder.path, release: () => undefined });
  return {
    app,
    log,
    async close() {
      state.isClosing = true;
      try {
        await app.close();
      } finally {
        await sandbox?.close();
        folder.release();
      }
    },
  };
}

/** The console is of use without its sandbox, so a sandbox that does not start is noted and lived without. */
async function startEmbedded(paths: Paths, log: Log, state: { readonly isClosing: boolean }): Promise<Sandbox | null> {
  try {
    const sandbox = await startSandbox(paths.workers.sandbox, { folder: join(paths.dataFolder, 'sandbox') });
    for (const secret of [sandbox.apiKey, sandbox.webhookSecret, sandbox.controlToken]) log.redact(secret);
    sandbox.onExit((code) => {
      if (!state.isClosing) log.error('sandbox.exit', { code });
    });
    return sandbox;
  } catch (error) {
    log.error('sandbox.start', {}, error);
    return null;
  }
}
