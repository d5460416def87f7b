// Whose turn it is: steps with a name and a period, run in order when they are due, on the monotonic clock.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { Clock } from '../../ports.ts';

export interface TurnStep {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<Failure | null>;
}

/** A step that failed comes again this soon, or with its period when that is shorter. */
const AFTER_FAILURE_MS = 60_000;

export class Turns {
  readonly #clock: Clock;
  readonly #dueAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Everything is due. */
  clear(): void {
    this.#dueAt.clear();
  }

  /** Was the step never run, or is its period over? */
  isDue(step: string): boolean {
    return this.#clock.monotonic() >= (this.#dueAt.get(step) ?? 0);
  }

  /** Milliseconds until the step is due; zero when it is overdue. */
  inMs(step: string): number {
    return Math.max(0, (this.#dueAt.get(step) ?? 0) - this.#clock.monotonic());
  }

  /**
   * Due again so long after `from`, on the monotonic clock; absent: now. A step that has run counts from its beginning: what it read is
   * as old as that, also when the machine slept before it ended.
   */
  postpone(step: string, everyMs: number, from = this.#clock.monotonic()): void {
    this.#dueAt.set(step, from + everyMs);
  }

  /**
   * Runs the steps that are due, in order. Answers the first failure; the steps after it run too, unless it `ends` them all: one that
   * every request would meet.
   */
  async runDue(steps: readonly TurnStep[], ends: (failure: Failure) => boolean): Promise<Failure | null> {
    let trouble: Failure | null = null;
    for (const { name, everyMs, run } of steps) {
      if (!this.isDue(name)) continue;
      const begun = this.#clock.monotonic();
      const failure = await run();
      if (failure !== null && ends(failure)) return failure;
      // One that failed comes again sooner, but not at the next page of a walk.
      this.postpone(name, failure === null ? everyMs : Math.min(everyMs, AFTER_FAILURE_MS), begun);
      trouble ??= failure;
    }
    return trouble;
  }
}
