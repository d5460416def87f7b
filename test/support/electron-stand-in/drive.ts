/** Starts a built main over the vm-only stand-in, and talks to the page in it. Not here: the process (program.ts), its other end (child.ts). */
import { join } from 'node:path';
import type { Findings } from './audit.ts';
import { type DeskAct, type SeenDesk, seenDeskOf } from './desk-acts.ts';
import { type Answers, type Start, startProgram } from './program.ts';

/** What the preload gives the page. */
export interface PageApi {
  call(frame: unknown): Promise<unknown>;
  subscribe(listener: (...args: unknown[]) => void): () => void;
}

export type Question =
  | { readonly do: 'call'; readonly frame: unknown }
  | { readonly do: 'subscribe' | 'unsubscribe' | 'audit' }
  | { readonly do: 'foreign'; readonly origin: string; readonly channel: string; readonly frame: unknown };

export interface StandIn {
  call(frame: unknown): Promise<unknown>;
  foreign(origin: string, channel: string, frame: unknown): Promise<unknown>;
  audit(): Promise<Findings>;
  person(answers: Answers): Promise<unknown>;
  /** What a person sees of the desktop. */
  desk(): Promise<SeenDesk>;
  /** Does there what a person or the system would. */
  act(act: DeskAct): Promise<unknown>;
  /** The dialogs that were shown, and the addresses that were handed to the system. */
  shown(): Promise<unknown>;
  /** Every event's arguments as the page's listener got them. */
  subscribe(listener: (args: readonly unknown[]) => void): Promise<() => Promise<void>>;
  /** The exit code, once it has ended by itself or otherwise. */
  readonly ended: Promise<number>;
  /** Quits as a person would; resolves to the exit code. */
  quit(): Promise<number>;
  /** Nobody reads any more what it writes. */
  deafen(): void;
  /** Sends it a signal of the system. */
  signal(name: NodeJS.Signals): void;
  /** Ends it without asking. */
  kill(): void;
  /** What it wrote to stdout and stderr. */
  output(): string;
}

/** Runs `out` (a folder like out/, with main/main.js) on the data folder. Rejects when main does not even load. */
export async function startStandIn(
  out: string,
  dataFolder: string,
  more: Pick<Start, 'args' | 'env' | 'signal'> = {},
): Promise<StandIn> {
  const entry = join(import.meta.dirname, 'child.ts');
  const { child, ask, hear, ended, quit, kill, output } = await startProgram<Question>({
    entry,
    out,
    dataFolder,
    ...more,
  });
  return {
    call: (frame) => ask({ do: 'call', frame }),
    foreign: (origin, channel, frame) => ask({ do: 'foreign', origin, channel, frame }),
    audit: async () => findingsOf(await ask({ do: 'audit' })),
    person: (answers) => ask({ do: 'person', answers }),
    desk: async () => seenDeskOf(await ask({ do: 'desk' })),
    act: (act) => ask({ do: 'desk', act }),
    shown: () => ask({ do: 'shown' }),
    async subscribe(listener) {
      const stop = hear(listener);
      await ask({ do: 'subscribe' });
      return async () => {
        await ask({ do: 'unsubscribe' });
        stop();
      };
    },
    ended,
    quit,
    deafen() {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    signal: (name) => void child.kill(name),
    kill: () => void kill(),
    output,
  };
}

function findingsOf(value: unknown): Findings {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.map(([rule, found]) => [rule, Array.isArray(found) ? found.map(String) : ['?']]));
}
