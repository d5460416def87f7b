/**
 * One life of the console: from a start to a close or a crash. A crash is an end without a farewell: from then on its ports never answer again, and its
 * connections stay open, since closing one would tidy up the log that a death leaves. What lies on its disk goes on to the next one.
 */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../src/backend/ports.ts';
import type { DiscreteClock } from '../support/discrete-clock.ts';

export class Life {
  #isDead = false;
  readonly #over = Promise.withResolvers<void>();
  /** What it has open; let go of at the end of all. */
  readonly leftOpen: (() => void)[] = [];

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Resolves when it is over. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Nothing of it goes on. */
  end(): void {
    this.#isDead = true;
    this.#over.resolve();
  }

  /** The answer of a port, as long as there is anybody to hear it. */
  heard<Value>(answer: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => this.isDead || resolve(value),
        (error: unknown) => this.isDead || reject(error instanceof Error ? error : new Error(String(error))),
      );
    });
  }

  /** Time as this life has it: the one of all, with a wall clock of its own that may be wrong. */
  clock(world: DiscreteClock, wallOffsetMs: () => number): Clock {
    return {
      now: () => world.now() + wallOffsetMs(),
      monotonic: () => world.monotonic(),
      // What sleeps when it dies wakes later, and nobody hears of it.
      sleep: (ms, signal) => this.heard(world.sleep(ms, signal)),
    };
  }
}

/** Copies a file or a folder, but for what `isLeft` leaves out. Each file stays as old as it is: people are shown the newest first. */
export function copied(from: string, to: string, isLeft: (path: string) => boolean = () => false): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (path) => !isLeft(path) });
}

/**
 * What is on the disk after a death, with the identity that the number beside the books knows: it is the same disk. A number that counted for nobody any
 * more, since other books had just taken the place of its own, counts for nobody there either.
 */
export function copyDisk(from: string, to: string): void {
  copied(from, to, (path) => path.endsWith('-shm'));
  for (const name of readdirSync(to).filter((one) => one.startsWith('books.db.counter-'))) {
    if (readFileSync(join(from, name), 'utf8') === identityOf(join(from, name)))
      writeFileSync(join(to, name), identityOf(join(to, name)));
  }
}

function identityOf(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${birthtimeNs}\n`;
}

/** Removes everything that the lives have left. */
export function removeDisks(root: string): void {
  rmSync(root, { recursive: true, force: true });
}
