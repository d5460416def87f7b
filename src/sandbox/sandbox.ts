// The sandbox: the whole Merchant Payment API as a real server on loopback, with a merchant's living world behind it.
import type { AddressInfo } from 'node:net';
import { type Clock, realClock } from './clock.ts';
import { Faults } from './faults.ts';
import { Access } from './http/access.ts';
import { attachControl } from './http/control.ts';
import { Limiter, type LimiterModel } from './http/limiter.ts';
import type { Pipeline } from './http/pipeline.ts';
import { buildServer } from './http/server.ts';
import { NO_JOURNAL, type Opened, openFolder, type Origin } from './journal.ts';
import { seedFrom } from './random.ts';
import { SandboxRecord } from './record.ts';
import { mintControlToken, mintWebhookSecret } from './secrets.ts';
import { type Order, Settings } from './settings.ts';
import { WebhookSender } from './webhooks/sender.ts';
import { WorldCore } from './world/core.ts';
import { DEFAULT_PACE, Life, type Pace } from './world/life.ts';
import { World } from './world/world.ts';

export interface SandboxOptions {
  /** What the world is drawn from (default `merchant-console`). A folder that holds a world keeps its own. */
  readonly seed?: string;
  /** Invoices of the seeded past (default 12,500), likewise. */
  readonly size?: number;
  /** The instant of the world's making in milliseconds (default: now), likewise. */
  readonly epoch?: number;
  /** The data folder that keeps the world; without one it lives in memory only. */
  readonly folder?: string | undefined;
  /** The clock (default: the computer's, as fast as `speed` says). */
  readonly clock?: Clock;
  readonly speed?: number;
  readonly limiter?: LimiterModel;
  /** Requests per 60 seconds and key (default 100). */
  readonly limit?: number;
  /** Whether orders arrive and customers pay (default false); an object says how often. */
  readonly lively?: boolean | Partial<Pace>;
  readonly order?: Order;
  /** Delay of every answer in milliseconds. */
  readonly latencyMs?: number;
  /** The port on 127.0.0.1 (default: any free one). */
  readonly port?: number;
  /** Further settings that differ from the default ones. */
  readonly settings?: Partial<Settings>;
}

export interface Sandbox {
  /** For example `http://127.0.0.1:41234`; the API root is `${baseUrl}/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** For the header `X-Sandbox-Control` of the control route. */
  readonly controlToken: string;
  readonly world: World;
  readonly faults: Faults;
  readonly record: SandboxRecord;
  readonly access: Access;
  readonly limiter: Limiter;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Stops the server and lets go of the folder. */
  close(): Promise<void>;
}

const DEFAULT_SEED = 'merchant-console';
const DEFAULT_SIZE = 12_500;
const MOST_INVOICES = 1_000_000;

/** Starts a sandbox. Throws when an option makes no sense, the folder cannot be used or the port is taken. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { size = DEFAULT_SIZE, seed = DEFAULT_SEED, speed = 1 } = options;
  if (!Number.isSafeInteger(size) || size < 0 || size > MOST_INVOICES)
    throw new Error('size is a whole number up to 1,000,000');
  const epoch = options.epoch ?? options.clock?.now() ?? Date.now();
  const opened = open(options.folder, { seed, size, epoch });
  const notBefore = opened.events.reduce((latest, event) => Math.max(latest, event.at), opened.origin.epoch);
  const clock = options.clock ?? realClock(speed, notBefore);
  if (clock.now() < notBefore) clock.skip(notBefore - clock.now());
  const settings = settingsFor(options);
  const webhookSecret = mintWebhookSecret();
  const sender = new WebhookSender(webhookSecret);
  const record = new SandboxRecord();
  const plan = { ...opened.origin, seed: seedFrom(opened.origin.seed) };
  const core = new WorldCore({ plan, clock, settings, journal: opened.journal, sender, record, past: opened.events });
  const world = new World(core);
  core.start((index, at) => {
    const { invoices } = core.state;
    if (invoices.pending.has(index)) world.end(invoices.at(index).uuid, 'expired', at);
  });
  if (options.lively !== undefined && options.lively !== false) {
    new Life(world, core, { ...DEFAULT_PACE, ...(options.lively === true ? {} : options.lively) }).start();
  }
  const access = new Access();
  const limiter = new Limiter(options.limiter, options.limit);
  const faults = new Faults();
  const pipeline = { core, service: { world, state: core.state, settings, record }, access, limiter, faults };
  const shut = async (): Promise<void> => {
    core.close();
    await sender.close();
  };
  const listening = await listen(pipeline, options.port ?? 0, shut);
  const { baseUrl, apiKey, controlToken } = listening;
  const close = async (): Promise<void> => {
    await listening.stop();
    await shut();
  };
  return {
    baseUrl,
    apiKey,
    webhookSecret,
    controlToken,
    world,
    faults,
    record,
    access,
    limiter,
    settings,
    clock,
    close,
  };
}

function open(folder: string | undefined, fresh: Origin): Opened {
  return folder === undefined ? { origin: fresh, events: [], journal: NO_JOURNAL } : openFolder(folder, fresh);
}

function settingsFor(options: SandboxOptions): Settings {
  return Object.assign(
    new Settings(),
    options.order === undefined ? {} : { order: options.order },
    options.latencyMs === undefined ? {} : { latencyMs: options.latencyMs },
    options.settings,
  );
}

interface Listening extends Pick<Sandbox, 'baseUrl' | 'apiKey' | 'controlToken'> {
  readonly stop: () => Promise<void>;
}

async function listen(pipeline: Pipeline, port: number, onFailure: () => Promise<void>): Promise<Listening> {
  const apiKey = pipeline.access.mint();
  const controlToken = mintControlToken();
  const app = buildServer(pipeline, (server) => attachControl(server, pipeline, controlToken, { apiKey }));
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await onFailure();
    throw error;
  }
  const address: AddressInfo | string | null = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { baseUrl: `http://127.0.0.1:${address.port}`, apiKey, controlToken, stop: async () => app.close() };
}
