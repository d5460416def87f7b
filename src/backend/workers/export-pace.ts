/** How every export goes forward: what it tells of itself, when it looks whether it is still wanted, and that no partial file stays. */
import { FailureError } from '../../domain/failure.ts';
import type { ExportResult, JobProgress } from '../files/export.ts';

export interface JobControl {
  readonly report: (progress: JobProgress) => void;
  readonly isCancelled: () => boolean;
  /** Hands at most 1,000 rows over to whoever started the job; waits while too many are under way. */
  readonly deliver: (rows: readonly unknown[]) => void;
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
    if (this.#done % STRIDE !== 0) return;
    if (this.#control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
    this.#control.report({ done: this.#done, total: this.#total });
  }

  get done(): number {
    return this.#done;
  }
}

/** Puts the file in its place once all of it is written; answers rows and bytes. */
export function written(file: { finish(): number; abandon(): void }, write: () => number): ExportResult {
  try {
    const rows = write();
    return { rows, bytes: file.finish() };
  } catch (error) {
    file.abandon();
    throw error;
  }
}
