/**
 * The real engine as the shells build it, in a temporary data folder: real SQLite files, real worker threads, real
 * sockets. Only the clock and the key store are the test's. What a call answers is parsed once more, as the screen does. Not
 * here: the servers it talks to.
 */
import { NO_DESKTOP, noDesktop } from '../../src/shell/no-desktop.ts';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../src/backend/app.ts';
import { openDataFolder } from '../../src/backend/data-folder.ts';
import { createLogOver } from '../../src/backend/log.ts';
import { thisMachine } from '../../src/backend/machine.ts';
import type { EmbeddedSandbox, Host, Paths, Ports, Vault } from '../../src/backend/ports.ts';
import { systemIds } from '../../src/backend/system.ts';
import type { Spawn } from '../../src/backend/workers/threads/spawn.ts';
import { type CallInput, type CallName, type CallOutput, calls } from '../../src/contract/calls.ts';
import { MAX_PIECE_BYTES } from '../../src/contract/calls/imports.ts';
import { answerFrameCodec, type EventFrame, eventFrameCodec } from '../../src/contract/envelope.ts';
import type { Failure } from '../../src/domain/kernel/failure/failure.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { pauseWatches } from '../support/benches/paused-watch.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { programEntry } from '../support/programs.ts';
import { FastClock } from './clock.ts';

/** The sandbox of a test runs beside it. */
const NO_SANDBOX = new URL('none.ts', import.meta.url);

export interface BenchOptions {
  readonly clock?: FastClock;
  /** Kept from an earlier bench; a fresh one otherwise. */
  readonly dataFolder?: string;
  readonly sandbox?: EmbeddedSandbox | null;
  readonly vault?: Vault;
  /** What the host answers otherwise. */
  readonly host?: Partial<Host>;
  /** How the store's threads are started otherwise. */
  readonly spawn?: Spawn;
  /** The watch over the deliveries begins paused, so that a suite counts its own requests; a fresh folder only. */
  readonly watch?: 'running';
}

export type Answered<Name extends CallName> =
  | { readonly ok: true; readonly output: CallOutput<Name> }
  | { readonly ok: false; readonly failure: Failure };

export interface Bench {
  readonly app: App;
  readonly clock: FastClock;
  readonly dataFolder: string;
  /** Where keys lie that were given no other place. */
  readonly vault: MemoryVault;
  readonly events: EventFrame[];
  readonly logLines: string[];
  /** What was told outside of the window. */
  readonly notices: string[];
  /** Every frame that came out, as text: what could leak has leaked here. */
  readonly said: string[];
  /** The output of a call; throws when it failed. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, profile?: string): Promise<CallOutput<Name>>;
  /** The same with the failure as a value. */
  ask<Name extends CallName>(name: Name, input: CallInput<Name>, profile?: string): Promise<Answered<Name>>;
  /** The failure of a call; throws when it succeeded. */
  refused<Name extends CallName>(name: Name, input: CallInput<Name>, profile?: string): Promise<Failure>;
  /** Whose the calls are from now on; null: this computer's own user's, as they are at first. */
  actAs(person: Person | null): void;
  /** Ends the engine; the folder stays unless `remove`. */
  stop(): Promise<void>;
  remove(): void;
}

/** A key store in memory that a test may break. */
export class MemoryVault implements Vault {
  readonly secrets = new Map<string, string>();
  async probe(): ReturnType<Vault['probe']> {
    return { kind: 'working', store: 'memory' };
  }
  async get(account: string): Promise<string | null> {
    return this.secrets.get(account) ?? null;
  }
  async set(account: string, secret: string): Promise<void> {
    this.secrets.set(account, secret);
  }
  async delete(account: string): Promise<void> {
    this.secrets.delete(account);
  }
}

const HOST: Host = {
  ...noDesktop,
  capabilities: { ...NO_DESKTOP, shell: 'browser', saveAs: 'download', openExternal: false, multiWindow: true },
  saveAs: async () => ({ kind: 'offered', ticket: 'ticket-1' }),
  openExternal: async () => undefined,
  resolveProxy: async () => 'DIRECT',
  systemCa: async () => [],
};

export function pathsOf(dataFolder: string): Paths {
  return {
    dataFolder,
    workers: {
      writer: programEntry('src/backend/workers/threads/writer'),
      reader: programEntry('src/backend/workers/threads/reader'),
      compute: programEntry('src/backend/workers/threads/compute'),
      sandbox: NO_SANDBOX,
    },
  };
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'merchant-console-integration-'));
}

/** Ports over this machine; the log goes to an array. */
export function portsFor(
  dataFolder: string,
  clock: FastClock,
  vault: Vault,
  sandbox: EmbeddedSandbox | null,
  logLines: string[],
  notices: string[] = [],
  host: Partial<Host> = {},
): Ports {
  return {
    vault,
    clock,
    ids: systemIds,
    log: createLogOver({ write: (line) => logLines.push(line) }),
    paths: pathsOf(dataFolder),
    power: { onResume: () => () => undefined },
    host: { ...HOST, notify: ({ title, body }) => void notices.push(`${title}: ${body}`), ...host },
    sandbox,
  };
}

/** Starts an engine. */
export async function startBench(options: BenchOptions = {}): Promise<Bench> {
  const dataFolder = options.dataFolder ?? temporaryFolder();
  const clock = options.clock ?? new FastClock(1);
  const vault = options.vault instanceof MemoryVault ? options.vault : new MemoryVault();
  if (options.watch === undefined && !existsSync(join(dataFolder, 'books.db'))) await pauseWatches(dataFolder);
  const folder = openDataFolder(dataFolder);
  if (folder === null) throw new Error('the data folder is in use');
  const logLines: string[] = [];
  const notices: string[] = [];
  const { sandbox = null, host } = options;
  const app = await createApp(
    portsFor(dataFolder, clock, options.vault ?? vault, sandbox, logLines, notices, host),
    folder,
    { ...thisMachine, spawn: options.spawn ?? thisMachine.spawn },
  );
  const said: string[] = [];
  const events: EventFrame[] = [];
  app.subscribe('window', (frame) => {
    said.push(JSON.stringify(frame));
    events.push(eventFrameCodec.parse(frame));
  });
  let who: Person | undefined;
  const ask: Bench['ask'] = async (name, input, profile) => {
    const answer = await app.dispatch(frameOf(name, input, profile), 'window', who);
    said.push(JSON.stringify(answer));
    const parsed = answerFrameCodec.parse(answer);
    if (!parsed.ok) return { ok: false, failure: parsed.failure };
    return { ok: true, output: outputOf(name, parsed.output) };
  };
  return {
    app,
    clock,
    dataFolder,
    vault,
    events,
    logLines,
    notices,
    said,
    ask,
    async call(name, input, profile) {
      const answer = await ask(name, input, profile);
      if (answer.ok) return answer.output;
      throw new Error(`${name} failed: ${JSON.stringify(answer.failure)} ${logLines.at(-1) ?? ''}`);
    },
    async refused(name, input, profile) {
      const answer = await ask(name, input, profile);
      if (!answer.ok) return answer.failure;
      throw new Error(`${name} was not refused: ${JSON.stringify(answer.output).slice(0, 400)}`);
    },
    actAs: (person) => void (who = person ?? undefined),
    stop: () => app.close(),
    remove: () => rmSync(dataFolder, { recursive: true, force: true }),
  };
}

let frames = 0;

/** A frame with an id of its own. */
export function frameOf(name: string, input: unknown, profile?: string): Record<string, unknown> {
  frames += 1;
  return { id: `frame-${frames}`, call: name, input, ...(profile === undefined ? {} : { profile }) };
}

/** As the screen reads it: through the declared schema. JSON first, since frames are JSON. */
function outputOf<Name extends CallName>(name: Name, output: unknown): CallOutput<Name> {
  const wire: unknown = JSON.parse(JSON.stringify(output));
  return readers[name].output.parse(wire);
}

/** The mapped type keeps the link between a name and what its answer is. */
const readers: { readonly [Name in CallName]: { readonly output: { parse(value: unknown): CallOutput<Name> } } } =
  calls;

/** Between two looks, which take a fourth of the time at most as long as they are quick: what is waited for needs the processor too. */
const [SHORTEST_MS, LONGEST_MS] = [15, 60];

/** Waits until the value passes, looking often; throws with what it was last. */
export async function until<Value>(
  look: () => Promise<Value> | Value,
  passes: (value: Value) => boolean,
  withinMs = PATIENCE_MS,
): Promise<Value> {
  const end = performance.now() + withinMs;
  for (;;) {
    const began = performance.now();
    const value = await look();
    if (passes(value)) return value;
    const looked = performance.now();
    if (looked > end) throw new Error(`still not: ${JSON.stringify(value)?.slice(0, 1500)}`);
    const pauseMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, 3 * (looked - began)));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Waits for the end of the first walk over both lists; answers the status. */
export async function synced(
  bench: Bench,
  profile?: string,
  withinMs = PATIENCE_MS,
): Promise<CallOutput<'sync.status'>> {
  return until(
    () => bench.call('sync.status', {}, profile),
    ({ state, invoices, withdrawals }) => state === 'idle' && invoices.asOf !== null && withdrawals.asOf !== null,
    withinMs,
  );
}

/** Hands a file over piece by piece, as a screen does; answers its id. */
export async function handOver(
  bench: Bench,
  bytes: Buffer,
  { name = 'ledger.csv', profile }: { readonly name?: string; readonly profile?: string } = {},
): Promise<string> {
  const { fileId } = await bench.call('files.open', { name, bytes: bytes.length }, profile);
  for (let offset = 0; offset < bytes.length; offset += MAX_PIECE_BYTES) {
    const data = bytes.subarray(offset, offset + MAX_PIECE_BYTES).toString('base64');
    await bench.call('files.append', { fileId, offset, data }, profile);
  }
  return fileId;
}

/** Adds a profile whose key is kept for this run. */
export async function addProfile(bench: Bench, baseUrl: string, apiKey: string, name = 'Business'): Promise<string> {
  const added = await bench.call('profiles.add', { name, baseUrl, apiKey, storage: 'session' });
  if (added.id === undefined) throw new Error(`not added: ${JSON.stringify(added.verdict)}`);
  return added.id;
}
