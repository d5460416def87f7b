/** What passes between the engine's thread and a compute thread. */
import type { ExportResult, JobProgress } from '../files/export.ts';
import type { ComputeJob } from './compute-jobs.ts';
import type { ErrorData } from './protocol.ts';

export interface ComputeStart {
  readonly dataFolder: string;
  readonly job: ComputeJob;
  /** One shared flag: a thread in the middle of a loop reads no messages. */
  readonly cancel: Int32Array;
}

export type ComputeMessage =
  | { readonly kind: 'progress'; readonly progress: JobProgress }
  | { readonly kind: 'done'; readonly result: ExportResult }
  | { readonly kind: 'failed'; readonly error: ErrorData };

/** A flag that both threads see, not raised. */
export function newCancelFlag(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Raises the flag. */
export function cancel(flag: Int32Array): void {
  Atomics.store(flag, 0, 1);
}

/** Has the flag been raised? */
export function isCancelled(flag: Int32Array): boolean {
  return Atomics.load(flag, 0) !== 0;
}
