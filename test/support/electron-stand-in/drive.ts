/** Starts a built main over the stand-in in a process of its own, and talks to the page in it. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Findings } from './audit.ts';

/** What the preload gives the page. */
export interface PageApi {
  call(frame: unknown): Promise<unknown>;
  subscribe(listener: (...args: unknown[]) => void): () => void;
}

export type Question =
  | { readonly do: 'call'; readonly frame: unknown }
  | { readonly do: 'subscribe' | 'unsubscribe' | 'audit' | 'shown' | 'quit' }
  | { readonly do: 'person'; readonly answers: Answers }
  | { readonly do: 'foreign'; readonly origin: string; readonly channel: string; readonly frame: unknown };

/** What the person will do with dialogs: the button of a question, where to save (empty: cancel). */
export interface Answers {
  readonly button?: number;
  readonly savePath?: string;
}

interface Told {
  readonly ready?: true;
  readonly exit?: number;
  readonly event?: readonly unknown[];
  readonly number?: number;
  readonly value?: unknown;
  readonly error?: string;
}

export interface StandIn {
  call(frame: unknown): Promise<unknown>;
  foreign(origin: string, channel: string, frame: unknown): Promise<unknown>;
  audit(): Promise<Findings>;
  person(answers: Answers): Promise<unknown>;
  /** The dialogs that were shown, and the addresses that were handed to the system. */
  shown(): Promise<unknown>;
  /** Every event's arguments as the page's listener got them. */
  subscribe(listener: (args: readonly unknown[]) => void): Promise<() => Promise<void>>;
  /** Quits as a person would; resolves to the exit code. */
  quit(): Promise<number>;
  /** Ends it without asking. */
  kill(): void;
  /** What it wrote to stdout and stderr. */
  output(): string;
}

/** Runs `out` (a folder like out/, with main/main.js) on the data folder. Rejects when main does not even load. */
export async function startStandIn(out: string, dataFolder: string): Promise<StandIn> {
  const child = fork(join(import.meta.dirname, 'child.ts'), [join(out, 'main', 'main.js'), '--data-dir', dataFolder], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    execArgv: [],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (output += piece.toString()));
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Set<(args: readonly unknown[]) => void>();
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (told: Told) => {
      if (told.ready === true) resolve();
      if (told.event !== undefined) for (const listener of listeners) listener(told.event);
      const asked = told.number === undefined ? undefined : open.get(told.number);
      if (told.number !== undefined) open.delete(told.number);
      if (told.error === undefined) asked?.resolve(told.value);
      else asked?.reject(new Error(told.error));
    });
    child.once('exit', (code) => {
      const error = new Error(`the program ended with code ${code}\n${output}`);
      reject(error);
      for (const asked of open.values()) asked.reject(error);
    });
  });
  let count = 0;
  const ask = (question: Question) =>
    new Promise<unknown>((resolve, reject) => {
      count += 1;
      open.set(count, { resolve, reject });
      child.send({ number: count, question });
    });
  await ready;
  return {
    call: (frame) => ask({ do: 'call', frame }),
    foreign: (origin, channel, frame) => ask({ do: 'foreign', origin, channel, frame }),
    audit: async () => findingsOf(await ask({ do: 'audit' })),
    person: (answers) => ask({ do: 'person', answers }),
    shown: () => ask({ do: 'shown' }),
    async subscribe(listener) {
      listeners.add(listener);
      await ask({ do: 'subscribe' });
      return async () => {
        await ask({ do: 'unsubscribe' });
        listeners.delete(listener);
      };
    },
    async quit() {
      ask({ do: 'quit' }).catch(() => undefined);
      return exited;
    },
    kill: () => void child.kill('SIGKILL'),
    output: () => output,
  };
}

function findingsOf(value: unknown): Findings {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.map(([rule, found]) => [rule, Array.isArray(found) ? found.map(String) : ['?']]));
}
