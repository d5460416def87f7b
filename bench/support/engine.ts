/**
 * The engine as the shells build it, in real time: worker threads, SQLite files, sockets, the clock of the machine, and one window that
 * takes every event as text. Not here: the server (sandbox-process.ts) and the engine on a simulated clock (virtual.ts).
 */
import { NO_DESKTOP, noDesktop } from '../../src/shell/no-desktop.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/backend/app.ts';
import { openDataFolder } from '../../src/backend/data-folder.ts';
import { createLog } from '../../src/backend/log.ts';
import { systemClock, systemIds } from '../../src/backend/system.ts';
import { type CallInput, type CallName, type CallOutput, calls } from '../../src/contract/calls.ts';
import { answerFrameCodec } from '../../src/contract/envelope.ts';
import { MemoryVault, pathsOf } from '../../test/integration/bench.ts';
import { pauseWatches } from '../../test/support/benches/paused-watch.ts';

export interface RealEngine {
  /** A call as a window makes it: frame in, answer out as JSON text and read again. Throws when it fails. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  /** Connects a business, whose sync begins at once. */
  connect(baseUrl: string, apiKey: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts it in a folder that `close` deletes. */
export async function startEngine(): Promise<RealEngine> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'merchant-console-bench-'));
  // What is measured is not to wait for the backlog of deliveries.
  await pauseWatches(dataFolder);
  const folder = openDataFolder(dataFolder);
  if (folder === null) throw new Error('the data folder is in use');
  const app = await createApp(
    {
      vault: new MemoryVault(),
      clock: systemClock,
      ids: systemIds,
      log: createLog({ folder: dataFolder }),
      paths: pathsOf(dataFolder),
      power: { onResume: () => () => undefined },
      host: {
        ...noDesktop,
        capabilities: { ...NO_DESKTOP, shell: 'browser', saveAs: 'download', openExternal: false, multiWindow: true },
        saveAs: () => Promise.resolve({ kind: 'declined' }),
        openExternal: () => Promise.resolve(),
        resolveProxy: () => Promise.resolve('DIRECT'),
        systemCa: () => Promise.resolve([]),
      },
      sandbox: null,
    },
    folder,
  );
  // As the browser shell writes its events to the stream.
  const sent = { characters: 0 };
  app.subscribe('window', (frame) => {
    sent.characters += JSON.stringify(frame).length;
  });
  let frames = 0;
  const call: RealEngine['call'] = async (name, input) => {
    frames += 1;
    const answer = answerFrameCodec.parse(await app.dispatch({ id: `frame-${frames}`, call: name, input }, 'window'));
    if (!answer.ok) throw new Error(`${name} failed: ${JSON.stringify(answer.failure)}`);
    const wire: unknown = JSON.parse(JSON.stringify(answer.output));
    return readers[name].output.parse(wire);
  };
  return {
    call,
    async connect(baseUrl, apiKey) {
      const { id, verdict } = await call('profiles.add', { name: 'Bench', baseUrl, apiKey, storage: 'session' });
      if (id === undefined) throw new Error(`not connected: ${JSON.stringify(verdict)}`);
    },
    async close() {
      await app.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The mapped type keeps the link between a name and what its answer is. */
const readers: { readonly [Name in CallName]: { readonly output: { parse(value: unknown): CallOutput<Name> } } } =
  calls;

/** Waits until the value passes, looking often. */
export async function until<Value>(
  look: () => Promise<Value>,
  passes: (value: Value) => boolean,
  { everyMs, withinMs }: { readonly everyMs: number; readonly withinMs: number },
): Promise<Value> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await look();
    if (passes(value)) return value;
    if (performance.now() > end) throw new Error(`still not: ${JSON.stringify(value)?.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
