/**
 * A built main in a process of its own, over whichever stand-in the child's file brings, and questions to that child. Not here: what can be
 * asked of a page (drive.ts, electron-chromium/drive.ts), the other end (answers.ts).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Stream } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskAct } from './desk-acts.ts';

/** What the person will do with dialogs: the button of a question, where to save (empty: cancel). */
export interface Answers {
  readonly button?: number;
  readonly savePath?: string;
}

/** What every stand-in can be asked. */
export type CommonQuestion =
  | { readonly do: 'shown' | 'quit' }
  | { readonly do: 'person'; readonly answers: Answers }
  | { readonly do: 'desk'; readonly act?: DeskAct };

interface Told {
  readonly ready?: true;
  readonly event?: readonly unknown[];
  readonly number?: number;
  readonly value?: unknown;
  readonly error?: string;
}

export interface Program<Question> {
  readonly child: ChildProcess;
  /** The child's answer; rejects with its error, or when it ends before. */
  readonly ask: (question: Question | CommonQuestion) => Promise<unknown>;
  /** Hears what the child tells unasked, until the result is called. */
  readonly hear: (listener: (args: readonly unknown[]) => void) => () => void;
  /** The exit code, once it has ended by itself or otherwise. */
  readonly ended: Promise<number>;
  /** Quits as a person would; resolves to the exit code. */
  readonly quit: () => Promise<number>;
  /** Ends it without asking, and waits until it has gone. */
  readonly kill: () => Promise<void>;
  /** What it wrote to stdout and stderr. */
  readonly output: () => string;
}

export interface Start {
  /** The file of the child: the stand-in's own. */
  readonly entry: string;
  /** A folder like out/, with main/main.js. */
  readonly out: string;
  readonly dataFolder: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** More of its command line. */
  readonly args?: readonly string[] | undefined;
  /** Ends it without asking, also before it is ready. */
  readonly signal?: AbortSignal | undefined;
  /** Streams that the child finds as its descriptors from FIRST_HANDED (handed.ts) on. */
  readonly hand?: readonly Stream[] | undefined;
}

/** How long what a program wrote may still be on its way once it has ended: one that it started may hold the same stream for longer. */
const LAST_WORDS_MS = 2000;

/** Starts it. Rejects when main does not even load. */
export async function startProgram<Question>({
  entry,
  out,
  dataFolder,
  env,
  args = [],
  signal,
  hand = [],
}: Start): Promise<Program<Question>> {
  const child = fork(entry, [join(out, 'main', 'main.js'), '--data-dir', dataFolder, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...hand],
    serialization: 'advanced',
    execArgv: [],
    env: { ...process.env, ...env },
  });
  signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (output += piece.toString()));
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Set<(args: readonly unknown[]) => void>();
  let ending: Error | null = null;
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
    child.once('exit', (code, signal) => {
      void Promise.race([once(child, 'close'), sleep(LAST_WORDS_MS)]).then(() => {
        ending = new Error(`the program ended with ${signal ?? `code ${code}`}\n${output}`);
        reject(ending);
        for (const asked of open.values()) asked.reject(ending);
      });
    });
  });
  let count = 0;
  const ask = (question: Question | CommonQuestion): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ending !== null) return reject(ending);
      count += 1;
      open.set(count, { resolve, reject });
      // Once it has gone, how it ended says more than that it cannot be asked.
      child.send({ number: count, question }, () => undefined);
    });
  await ready;
  return {
    child,
    ask,
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ended: exited,
    async quit() {
      ask({ do: 'quit' }).catch(() => undefined);
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    output: () => output,
  };
}
