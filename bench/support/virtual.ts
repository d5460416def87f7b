/**
 * The real engine (businesses, sync job, gate, transport, sockets, SQLite files) on a discrete-event clock: hours of pacing in minutes.
 * Time stands still while anything is computed, read or written, and a request takes the latency that the server gives it. So the
 * figures say how long a walk waits for the API, not how fast this machine is. The store runs on this thread, since messages between
 * threads would be invisible to the clock. Not here: the engine in real time (engine.ts).
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createTransport } from '../../src/backend/api/transport/transport.ts';
import { DIRECT_NETWORK } from '../../src/backend/api/transport/network.ts';
import { BusinessFactory } from '../../src/backend/engine/factory.ts';
import type { Business } from '../../src/backend/engine/business.ts';
import { Keyring } from '../../src/backend/engine/keyring.ts';
import { Settings } from '../../src/backend/engine/settings.ts';
import { Profiles } from '../../src/backend/engine/profiles.ts';
import { WebhookSecrets } from '../../src/backend/engine/webhook-secrets.ts';
import type { Log } from '../../src/backend/ports.ts';
import { systemIds } from '../../src/backend/system.ts';
import { openInProcess } from '../../test/support/in-process-store.ts';
import { unwrap } from '../../src/domain/kernel/failure/failure.ts';
import { MemoryVault } from '../../test/integration/bench.ts';
import { DiscreteClock } from '../../test/support/discrete-clock.ts';
import type { ServerTime } from './list-server.ts';

const SILENT: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  redact: () => undefined,
};

/** The clock of a run, and the server's time on it. */
export class VirtualTime implements ServerTime {
  readonly clock: DiscreteClock;
  readonly #latencyMs: number;
  readonly #holds: (() => void)[] = [];

  constructor(startMs: number, latencyMs: number) {
    this.clock = new DiscreteClock(startMs);
    this.#latencyMs = latencyMs;
  }

  now(): number {
    return this.clock.now();
  }

  /** Holds are alike, so whichever there is gives way to the latency and is taken again. */
  async around<Value>(read: () => Value): Promise<Value> {
    this.#release();
    await this.clock.sleep(this.#latencyMs / 2);
    const value = read();
    await this.clock.sleep(this.#latencyMs / 2);
    this.#hold();
    return value;
  }

  /** From now on time stands still while a request is on a socket. */
  watchRequests(): () => void {
    const begin = (): void => this.#hold();
    // What the answer causes happens before time may move.
    const end = (): void => {
      setImmediate(() => this.#release());
    };
    subscribe('undici:request:create', begin);
    subscribe('undici:request:trailers', end);
    subscribe('undici:request:error', end);
    return () => {
      unsubscribe('undici:request:create', begin);
      unsubscribe('undici:request:trailers', end);
      unsubscribe('undici:request:error', end);
    };
  }

  #hold(): void {
    this.#holds.push(this.clock.hold());
  }

  #release(): void {
    this.#holds.pop()?.();
  }
}

export interface VirtualEngine {
  readonly business: Business;
  /** Uuid and status of every row of the mirror. */
  rows(): ReadonlyMap<string, string>;
  /** Calls of the store so far. */
  storeCalls(): number;
  close(): Promise<void>;
}

/** Connects a business whose sync begins at once. `reserve` is a run setting. */
export async function startVirtualEngine(
  time: VirtualTime,
  options: { readonly baseUrl: string; readonly key: string; readonly reserve: number | 'automatic' },
): Promise<VirtualEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-bench-'));
  const unwatch = time.watchRequests();
  let storeCalls = 0;
  const store = openInProcess(folder, SILENT, undefined, () => (storeCalls += 1));
  const keys = new Keyring(new MemoryVault(), SILENT);
  const webhookSecrets = new WebhookSecrets(new MemoryVault(), store.books, SILENT);
  const factory = new BusinessFactory(
    {
      store,
      settings: () => new Settings(store.books, () => undefined).get(),
      clock: time.clock,
      ids: systemIds,
      log: SILENT,
      sandbox: null,
      network: DIRECT_NETWORK,
      transport: createTransport,
      random: Math.random,
      osUser: 'bench',
      announce: () => undefined,
      notify: () => Promise.resolve(),
      forgotten: () => Promise.resolve(),
      compute: () => Promise.reject(new Error('no reports here')),
      exporting: {
        consoleVersion: '0',
        pathFor: () => Promise.reject(new Error('no exports here')),
        remove: () => Promise.resolve(),
        compute: () => Promise.reject(new Error('no exports here')),
        writeOutBooks: () => Promise.reject(new Error('no exports here')),
        saveAs: () => Promise.reject(new Error('no exports here')),
        printPage: null,
        folders: {
          at: () => Promise.reject(new Error('no exports here')),
          place: () => Promise.reject(new Error('no exports here')),
          holds: () => Promise.resolve(false),
        },
      },
      handed: {
        create: () => Promise.reject(new Error('no files here')),
        write: () => Promise.reject(new Error('no files here')),
        size: () => Promise.resolve(null),
        remove: () => Promise.resolve(),
        clear: () => Promise.resolve(),
      },
    },
    keys,
    webhookSecrets,
  );
  const profiles = new Profiles(factory, keys, webhookSecrets, { failure: null });
  const adding = profiles.add({ name: 'Bench', baseUrl: options.baseUrl, apiKey: options.key, storage: 'session' });
  const { id, verdict } = unwrap(await time.clock.run(adding));
  if (id === undefined) throw new Error(`not connected: ${JSON.stringify(verdict)}`);
  const business = unwrap(profiles.business(id));
  business.client.setReserve(options.reserve);
  return {
    business,
    rows: () => rowsOf(join(folder, 'mirrors', `${id}.db`)),
    storeCalls: () => storeCalls,
    async close() {
      await time.clock.run(profiles.close());
      await store.close();
      unwatch();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function rowsOf(path: string): ReadonlyMap<string, string> {
  const database = new Database(path, { readonly: true });
  try {
    const rows = database.prepare<[], { uuid: string; status: string }>('SELECT uuid, status FROM invoices').all();
    return new Map(rows.map(({ uuid, status }) => [uuid, status]));
  } finally {
    database.close();
  }
}

/** Lets time pass in steps until the look passes; answers the clock's milliseconds, or null after `limitMs`. */
export async function passUntil(
  clock: DiscreteClock,
  look: () => Promise<boolean>,
  { stepMs, limitMs }: { readonly stepMs: number; readonly limitMs: number },
): Promise<number | null> {
  const end = clock.monotonic() + limitMs;
  while (clock.monotonic() < end) {
    if (await look()) return clock.monotonic();
    await clock.runFor(stepMs);
  }
  return null;
}
