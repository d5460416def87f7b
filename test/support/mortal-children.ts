/**
 * Programs that are loaded ahead of their time: each says `ready`, waits for one line on stdin, says `done` at its end, and may die by
 * SIGKILL at any moment, by its own hand or by ours. Not here: what they do (test/faults/*-child.ts) and what is looked at afterwards.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Program, programEntry } from './programs.ts';

export interface MortalChild {
  /** The line it waits for. */
  tell(line: string): void;
  readonly isDone: Promise<void>;
  /** All it has said so far. */
  said(): string;
  kill(): Promise<void>;
  /** Tells it, and waits until it is done, which then kills it, or has died by SIGKILL. Throws at any other end. */
  live(line: string): Promise<'killed' | 'done'>;
}

export class MortalChildren {
  readonly #script: string;
  readonly #cache: string;
  readonly #running = new Set<ChildProcess>();

  /** `cache` is a folder for what was compiled: half of a life would be the loading of its modules. */
  constructor(program: Program, cache: string) {
    this.#script = fileURLToPath(programEntry(program));
    this.#cache = cache;
  }

  /** One that is loaded and waits for its line. */
  async born(...args: readonly string[]): Promise<MortalChild> {
    const child = spawn(process.execPath, ['--no-warnings', this.#script, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: this.#cache },
    });
    this.#running.add(child);
    // After its last words: one that has said `done` may have gone by itself before they were heard.
    const gone = new Promise<NodeJS.Signals | null>((resolve) => {
      child.once('close', (_code, signal) => {
        this.#running.delete(child);
        resolve(signal);
      });
    });
    child.stdin.on('error', () => undefined);
    let said = '';
    const waiting = new Map<string, () => void>();
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      for (const [word, resolve] of waiting) if (said.includes(word)) resolve();
    });
    const hears = (word: string): Promise<void> => new Promise((resolve) => void waiting.set(word, resolve));
    const isDone = hears('done');
    const tell = (line: string): void => void child.stdin.write(`${line}\n`);
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL');
      await gone;
    };
    await hears('ready');
    return {
      tell,
      isDone,
      said: () => said,
      kill,
      async live(line) {
        tell(line);
        const end = await Promise.race([gone, isDone.then(() => 'done' as const)]);
        if (end === 'done' || said.includes('done')) {
          await kill();
          return 'done';
        }
        if (end !== 'SIGKILL') throw new Error(`it ended by itself: ${end ?? 'no signal'}`);
        return 'killed';
      },
    };
  }

  /** Ends those that are still there. */
  killAll(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}
