/**
 * The real console as a newcomer starts it: the built browser shell in a process of its own over a data folder of its own, and the
 * frames of a script beside the browser. Not here: screens.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type CallInput, type CallName, type CallOutput, calls } from '../../../src/contract/calls.ts';
import type { SyncStatus } from '../../../src/contract/calls/sync.ts';
import { answerFrameCodec } from '../../../src/contract/envelope.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { pauseWatches } from '../../support/benches/paused-watch.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SHELL = process.env['CONSOLE_SHELL'] ?? join(ROOT, 'out/main/loopback.js');

export interface RealConsole {
  /** Single use, as printed. */
  readonly launch: string;
  readonly origin: string;
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** Milliseconds from spawn to the launch line. */
  readonly launchedAfterMs: number;
  /** Everything the process has written so far. */
  output(): string;
  /** Ends it as a terminal would, and waits. */
  stop(): Promise<void>;
  /** Ends it as the system does in need, and waits: until it has gone its data folder is nobody else's. */
  kill(): Promise<void>;
}

/** A fresh folder under the system's temporary one. */
export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'console-e2e-'));
}

/** Removes a folder that freshFolder made. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Puts a small world into a data folder, so that a spec need not wait for the real limit. */
export async function prepareWorld(dataDir: string, size: number): Promise<void> {
  const sandbox = await createSandbox({ folder: join(dataDir, 'sandbox'), size });
  await sandbox.close();
}

/**
 * Starts the built browser shell and waits for its launch line. In a new folder the watch over the deliveries begins paused: the specs
 * share the sandbox's real limit with it. A spec that wants it calls `watch.resume`.
 */
export async function startConsole(dataDir: string): Promise<RealConsole> {
  if (!existsSync(SHELL)) throw new Error('the shell is not built: npm run build');
  if (!existsSync(join(dataDir, 'books.db'))) await pauseWatches(dataDir);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [SHELL, '--data-dir', dataDir, '--no-open'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let line = '';
  const launched = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      line += chunk.toString();
      if (line.includes('\n')) resolve(line);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('exit', (code) => reject(new Error(`the console ended with ${code}: ${output}`)));
  });
  const { launch } = JSON.parse(await launched);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    launch,
    origin: new URL(launch).origin,
    child,
    dataDir,
    launchedAfterMs: performance.now() - startedAt,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Carries one frame to the engine and its answer back. */
type Carry = (frame: object) => Promise<unknown>;

/** Calls by name beside the page: over HTTP with a session, or over whatever carries frames. */
export class Script {
  readonly #carry: Carry;
  #lastId = 0;

  private constructor(carry: Carry) {
    this.#carry = carry;
  }

  static over(carry: Carry): Script {
    return new Script(carry);
  }

  /** Joins the session of a browser tab. */
  static join(origin: string, token: string): Script {
    return new Script((frame) => post(origin, '/call', frame, { 'x-console-token': token }));
  }

  /** Opens a session with a launch address. */
  static async open(launch: string): Promise<Script> {
    const { origin, hash } = new URL(launch);
    const answer = await post(origin, '/session', { token: hash.slice(1) }, {});
    return Script.join(origin, z.object({ token: z.string() }).parse(answer).token);
  }

  /** The output of a call, held against the contract; a failure is thrown with the whole of it. */
  async call<Name extends CallName>(name: Name, input: CallInput<Name>, profile?: string): Promise<CallOutput<Name>> {
    this.#lastId += 1;
    // A page's own ids are numbers; the two must not give up each other's reads.
    const frame = { id: `script-${this.#lastId}`, call: name, input, ...(profile === undefined ? {} : { profile }) };
    const answer = answerFrameCodec.parse(await this.#carry(frame));
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
    // The schema of this very call has parsed it; the compiler cannot follow the name through the table.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return calls[name].output.parse(answer.output) as CallOutput<Name>;
  }

  /**
   * Reads the state of the mirror until it satisfies the test. How long that may take is the test's own limit; what is thrown here is that nothing
   * has come nearer for much longer than the API's minute, which a busy machine does not do and a mirror that stands still does.
   */
  async untilSynced(test: (status: SyncStatus) => boolean, profile?: string): Promise<SyncStatus> {
    let reached = '';
    let since = performance.now();
    for (;;) {
      const status = await this.call('sync.status', {}, profile);
      if (test(status)) return status;
      const { invoices, withdrawals, deliveries, state, progress } = status;
      const now = JSON.stringify([invoices, withdrawals, deliveries, state, progress?.done]);
      if (now !== reached) [reached, since] = [now, performance.now()];
      if (performance.now() - since > PATIENCE_MS)
        throw new Error(`the mirror stands still: ${JSON.stringify(status)}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function post(origin: string, path: string, body: unknown, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
