/** How every export goes forward: what it tells of itself, and when it looks whether it is still wanted. */
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { JobProgress } from '../../files/writing/export.ts';

export interface JobControl {
  readonly report: (progress: JobProgress) => void;
  readonly isCancelled: () => boolean;
  /** Hands rows over to whoever started the job, at most 1,000; waits while too many are under way. */
  readonly deliver: (rows: readonly unknown[]) => void;
  /** Rows that are handed over at once, 1,000 at most; more only where they belong into one message. */
  readonly mostRows: number;
}

/** Rows between two looks at the flag. */
const STRIDE = 500;

export class Pace {
  #done = 0;
  readonly #total: number;
  readonly #control: JobControl;

  constructor(total: number, control: JobControl) {
    this.#total = total;
    this.#control = control;
    control.report({ done: 0, total });
  }

  /** After each row. Throws FailureError `cancelled`. */
  step(): void {
    this.#done += 1;
    if (this.#done % STRIDE === 0) this.skip(0);
  }

  /** After several rows at once; where more come than were counted before, it is as far as it can be. Throws FailureError `cancelled`. */
  skip(rows: number): void {
    this.#done += rows;
    if (this.#control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    this.#control.report({ done: Math.min(this.#done, this.#total), total: this.#total });
  }

  get done(): number {
    return this.#done;
  }
}

/** The facts, each counted once it is done with. */
export function* paced<Fact>(facts: Iterable<Fact>, pace: Pace): IterableIterator<Fact> {
  for (const fact of facts) {
    yield fact;
    pace.step();
  }
}
