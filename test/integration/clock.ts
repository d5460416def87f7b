/**
 * A clock that runs faster than the machine's, and can jump: what takes a minute in the protocols takes seconds in a test. Engine and
 * server share one, so that their times mean the same.
 */
import type { Clock } from '../../src/backend/ports.ts';
import type { Clock as SandboxClock } from '../../src/sandbox/clock.ts';

interface Sleeper {
  readonly at: number;
  timer: NodeJS.Timeout;
  readonly wake: () => void;
}

export class FastClock implements Clock {
  readonly factor: number;
  readonly #startReal = performance.now();
  readonly #startWall: number;
  readonly #sleepers = new Set<Sleeper>();
  #skipped = 0;
  /** Moves the wall clock of the engine alone, as a wrongly set computer does. */
  wallOffset = 0;

  constructor(factor: number, startWall: number = Date.now()) {
    this.factor = factor;
    this.#startWall = startWall;
  }

  monotonic(): number {
    return (performance.now() - this.#startReal) * this.factor + this.#skipped;
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
        this.#sleepers.delete(sleeper);
        reject(asError(signal?.reason));
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', onAbort);
        this.#sleepers.delete(sleeper);
        resolve();
      };
      const sleeper: Sleeper = { at, wake, timer: this.#arm(at, wake) };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Jumps ahead. Only while nothing is on the wire: the deadlines of requests jump too. */
  skip(ms: number): void {
    this.#skipped += ms;
    for (const sleeper of this.#sleepers) {
      clearTimeout(sleeper.timer);
      sleeper.timer = this.#arm(sleeper.at, sleeper.wake);
    }
  }

  /** The same time for the sandbox. */
  forSandbox(): SandboxClock {
    const world = (): number => this.world();
    return { now: world, callerNow: world, skip: (ms) => this.skip(ms), manual: false, speed: 1 };
  }

  #arm(at: number, wake: () => void): NodeJS.Timeout {
    // Never early: a timer that fires before its time would make the gate spin.
    return setTimeout(wake, Math.min(2_000_000_000, Math.max(0, Math.ceil((at - this.monotonic()) / this.factor))));
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}
