// Starts the engine for a shell: log, keychain, sandbox and ports put together, and taken apart again in order.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp, type StartOffer, startOffer, startTrouble } from '../backend/app.ts';
import type { DataFolder } from '../backend/data-folder.ts';
import { createLog } from '../backend/log.ts';
import type { Host, Log, Paths, Power, Vault } from '../backend/ports.ts';
import { systemClock, systemIds } from '../backend/system.ts';
import { createKeytarVault } from '../keychain/keytar-vault.ts';
import { startSandbox } from '../sandbox/embed.ts';
import { closeToOthers, presentDataFolder, type Surroundings } from './data-folder.ts';
import { powerWithNetwork, watchNetwork } from './network-watch.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export interface EngineOptions {
  readonly folder: DataFolder;
  /** The built worker files lie beside this address. */
  readonly beside: string;
  readonly host: Host;
  readonly power: Power;
  /** Tells the person something they should know. */
  readonly say: (sentence: string) => void;
  /** Where secrets lie; the key store of the system where nothing is said. */
  readonly vault?: Vault;
}

export interface RunningEngine {
  readonly app: App;
  readonly log: Log;
  close(): Promise<void>;
}

/** Why the engine did not start; the message is a sentence for the person. */
export class StartError extends Error {
  /** What a person can do about it; null where nothing of the console's helps. */
  readonly offer: StartOffer | null;

  constructor(message: string, offer: StartOffer | null) {
    super(message);
    this.offer = offer;
  }
}

/** Starts all of it. The folder's lock is given back by `close`, or before this rejects. Rejects with StartError for a reason. */
export async function startEngine({ folder, beside, host, power, say, vault }: EngineOptions): Promise<RunningEngine> {
  const state: { isClosing: boolean; sandbox: Sandbox | null } = { isClosing: false, sandbox: null };
  // The sandbox writes into the folder too: the lock is given back only when both have ended.
  const network = watchNetwork(systemClock);
  const letGo = async () => {
    state.isClosing = true;
    network.close();
    try {
      await state.sandbox?.close();
    } finally {
      folder.release();
    }
  };
  try {
    const log = createLog({ folder: folder.path });
    void closeFolder(folder.path, log);
    const paths = pathsOf(folder.path, beside);
    state.sandbox = await startEmbedded(paths, log, say, state);
    const ports = {
      vault: vault ?? createKeytarVault(),
      clock: systemClock,
      ids: systemIds,
      log,
      paths,
      power: powerWithNetwork(power, network),
      host,
      sandbox: state.sandbox,
    };
    const app = await createApp(ports, { path: folder.path, release: () => undefined }).catch((error: unknown) => {
      log.error('start', {}, error);
      const sentence = startTrouble(error) ?? 'The console could not start. Its log has the details.';
      throw new StartError(sentence, startOffer(error, folder.path));
    });
    const close = async () => {
      state.isClosing = true;
      try {
        await app.close();
      } finally {
        await letGo();
      }
    };
    return { app, log, close };
  } catch (error) {
    await letGo();
    throw error;
  }
}

/** The folder that is ours by its place; one that a person named may be shared with others on purpose. Never rejects. */
async function closeFolder(path: string, log: Log): Promise<void> {
  const surroundings: Surroundings = { platform: process.platform, home: homedir(), environment: process.env };
  if (path !== presentDataFolder(surroundings)) return;
  if (!(await closeToOthers(path, surroundings))) log.warn('folder.access', {});
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
    sandbox.onExit((code) => {
      if (state.isClosing) return;
      log.error('sandbox.exit', { code });
      say('The sandbox has stopped; its profile answers again after a restart of the console.');
    });
    return sandbox;
  } catch (error) {
    log.error('sandbox.start', {}, error);
    say('The sandbox could not be started; the console runs without it.');
    return null;
  }
}
