/**
 * A clock that runs faster than the machine's, and can jump: what takes a minute in the protocols takes seconds in a test. Engine and
 * server share one, so that their times mean the same. While the process has no processor it stands still: a busy machine makes a test
 * longer, and no deadline of a protocol pass.
 */
import type { Clock } from '../../src/backend/ports.ts';
import type { Clock as SandboxClock } from '../../src/sandbox/clock.ts';

interface Sleeper {
  readonly at: number;
  timer: NodeJS.Timeout | undefined;
  readonly wake: () => void;
}

/** Real milliseconds from one look at the machine's clock to the next, and how many of them count at most: what is more was no time of ours. */
const LOOK_MS = 5;
const MOST_MS = 10;

export class FastClock implements Clock {
  readonly factor: number;
  /** When the machine's clock was last looked at, and the real milliseconds that have counted until then. */
  #looked = performance.now();
  #passed = 0;
  readonly #startWall: number;
  readonly #sleepers = new Set<Sleeper>();
  /** Looks at the machine's clock while somebody sleeps; a clock that was left behind with its engine costs nothing. */
  #looking: NodeJS.Timeout | undefined;
  #skipped = 0;
  /** Moves the wall clock of the engine alone, as a wrongly set computer does. */
  wallOffset = 0;

  constructor(factor: number, startWall: number = Date.now()) {
    this.factor = factor;
    this.#startWall = startWall;
  }

  monotonic(): number {
    return this.#look() * this.factor + this.#skipped;
  }

  /** The time of both sides. */
  world(): number {
    return Math.floor(this.#startWall + this.monotonic());
  }

  now(): number {
    return this.world() + this.wallOffset;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(asError(signal.reason));
        return;
      }
      const at = this.monotonic() + Math.max(0, ms);
      const onAbort = (): void => {
        clearTimeout(sleeper.timer);
        this.#forget(sleeper);
        reject(asError(signal?.reason));
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', onAbort);
        this.#forget(sleeper);
        resolve();
      };
      const sleeper: Sleeper = { at, wake, timer: undefined };
      this.#arm(sleeper);
      this.#sleepers.add(sleeper);
      this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref();
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #forget(sleeper: Sleeper): void {
    this.#sleepers.delete(sleeper);
    if (this.#sleepers.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  /** Jumps ahead. Only while nothing is on the wire: the deadlines of requests jump too. */
  skip(ms: number): void {
    this.#skipped += ms;
    for (const sleeper of this.#sleepers) {
      clearTimeout(sleeper.timer);
      this.#arm(sleeper);
    }
  }

  /** The same time for the sandbox. */
  forSandbox(): SandboxClock {
    const world = (): number => this.world();
    return { now: world, callerNow: world, skip: (ms) => this.skip(ms), manual: false, speed: 1 };
  }

  /** The real milliseconds that count so far. */
  #look(): number {
    const now = performance.now();
    this.#passed += Math.min(MOST_MS, now - this.#looked);
    this.#looked = now;
    return this.#passed;
  }

  /** Never early: what wakes before its time would make the gate spin, and the machine's timer knows nothing of the time that did not count. */
  #arm(sleeper: Sleeper): void {
    const realMs = Math.ceil((sleeper.at - this.monotonic()) / this.factor);
    const due = (): void => (this.monotonic() < sleeper.at ? this.#arm(sleeper) : sleeper.wake());
    sleeper.timer = setTimeout(due, Math.min(2_000_000_000, Math.max(0, realMs)));
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}
