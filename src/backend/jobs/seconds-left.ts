// How long a job still takes, from its pace so far.
import type { JobProgress } from '../files/export.ts';

export class SecondsLeft {
  #begun: { readonly atMs: number; readonly done: number } | null = null;

  /** Whole seconds, rounded up; undefined until two reports tell a pace. `nowMs` is a monotonic clock's. */
  after({ done, total }: JobProgress, nowMs: number): number | undefined {
    this.#begun ??= { atMs: nowMs, done };
    const [rows, elapsedMs] = [done - this.#begun.done, nowMs - this.#begun.atMs];
    return rows <= 0 || elapsedMs <= 0 ? undefined : Math.ceil(((total - done) * elapsedMs) / rows / 1000);
  }
}
